package changes

import (
	"cmp"
	"slices"
	"time"

	"pricepoint/data"
)

// keptAfter is how long a day stays in the calendar when it has passed.
const keptAfter = 1 // years

// firstEvents are the days that a snapshot announces, told as if it were the first to do so.
func firstEvents(is account) []data.CalendarEvent {
	all := []data.CalendarEvent{}
	for _, t := range is.tools {
		for _, c := range is.coming[t.ID] {
			all = applyEvent(all, eventChange(is, t, data.Announced, c.Event, "", c.because))
		}
	}
	return sorted(all, is.day())
}

// nextEvents continues the days of the snapshot before with what has been announced or retracted since.
func nextEvents(before []data.CalendarEvent, changes []data.Change, today string) []data.CalendarEvent {
	all := slices.Clone(before)
	for _, c := range changes {
		if c.Event != nil {
			all = applyEvent(all, c)
		}
	}
	return sorted(all, today)
}

// sorted puts events in the order of their days and leaves out those that passed long ago.
func sorted(all []data.CalendarEvent, today string) []data.CalendarEvent {
	all = slices.DeleteFunc(all, func(e data.CalendarEvent) bool {
		day, err := time.Parse(time.DateOnly, e.Event.Day)
		return err != nil || day.AddDate(keptAfter, 0, 0).Format(time.DateOnly) < today
	})
	slices.SortFunc(all, func(x, y data.CalendarEvent) int {
		return cmp.Or(cmp.Compare(x.Event.Day, y.Event.Day), cmp.Compare(x.ID, y.ID))
	})
	return all
}

// applyEvent brings the calendar up to date with one change. What has no day is not in it.
func applyEvent(all []data.CalendarEvent, c data.Change) []data.CalendarEvent {
	id := c.Tool + "/" + string(c.Event.Kind) + "/" + c.Event.Day
	i := slices.IndexFunc(all, func(e data.CalendarEvent) bool { return e.ID == id })
	if c.Event.Day == "" || i < 0 && c.Kind == data.Retracted {
		return all
	}
	if i < 0 {
		return append(all, data.CalendarEvent{
			ID: id, Tool: c.Tool, Name: c.Name, Provider: c.Provider, Event: *c.Event, URL: urlOf(c), Since: c.Version, ChangedAt: c.At,
		})
	}
	e := &all[i]
	if !e.ChangedAt.Equal(c.At.Time) {
		e.ChangedAt, e.Sequence = c.At, e.Sequence+1
	}
	if c.Kind == data.Retracted {
		retract(e, c)
	} else {
		announce(e, c)
	}
	return all
}

// retract takes prices out of an event. One without any others stays, as retracted.
func retract(e *data.CalendarEvent, c data.Change) {
	left := slices.DeleteFunc(slices.Clone(e.Event.Prices), func(p data.ComingPrice) bool { return priceOf(*c.Event, p.Field) != nil })
	if len(left) > 0 {
		e.Event.Prices = left
		return
	}
	e.Retracted, e.Cause = true, c.Cause
}

// announce puts what is said now in the place of what was said of the same prices.
func announce(e *data.CalendarEvent, c data.Change) {
	kept := slices.DeleteFunc(slices.Clone(e.Event.Prices), func(p data.ComingPrice) bool {
		return e.Retracted || priceOf(*c.Event, p.Field) != nil
	})
	e.Event = *c.Event
	e.Event.Prices = append(kept, c.Event.Prices...)
	e.URL, e.Retracted, e.Cause = cmp.Or(urlOf(c), e.URL), false, ""
}

func urlOf(c data.Change) string {
	if c.Evidence == nil {
		return ""
	}
	return c.Evidence.URL
}
