package changes

import (
	"cmp"
	"slices"
	"time"

	"pricepoint/data"
)

// keptAfter is how long a day stays in the calendar when it has passed.
const keptAfter = 1 // years

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
	said := func(p data.ComingPrice) bool { return priceOf(*c.Event, p.Field) != nil }
	left := slices.DeleteFunc(slices.Clone(e.Event.Prices), func(p data.ComingPrice) bool { return e.Retracted || said(p) })
	switch {
	case c.Kind == data.Announced: // what is said now takes the place of what was said of the same prices
		e.Event = *c.Event
		e.Event.Prices = append(left, c.Event.Prices...)
		e.URL, e.Retracted, e.Cause = cmp.Or(urlOf(c), e.URL), false, ""
	case len(left) > 0:
		e.Event.Prices = left
	default: // an event without any other prices stays, as retracted
		e.Retracted, e.Cause = true, c.Cause
	}
	return all
}

func urlOf(c data.Change) string {
	if c.Evidence == nil {
		return ""
	}
	return c.Evidence.URL
}
