package changes

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// keptAfter is how long a day stays in the calendar when it has passed.
const keptAfter = 1 // years

// nextEvents continues the days of the snapshot before with what has been announced or retracted since, in their order, and
// leaves out those that passed long ago.
func nextEvents(before []data.CalendarEvent, changes []data.Change, today string) []data.CalendarEvent {
	all := append([]data.CalendarEvent{}, before...)
	for _, c := range changes {
		if c.Event != nil {
			all = applyEvent(all, c)
		}
	}
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
	left := slices.DeleteFunc(slices.Clone(e.Event.Prices), func(p data.ComingPrice) bool {
		return e.Retracted || priceOf(*c.Event, p.Field) != nil
	})
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

func urlOf(c data.Change) string { return cmp.Or(c.Evidence, &data.BriefEvidence{}).URL }

// coming is an event that a snapshot says is still to happen to a tool, and where that was read.
type coming struct {
	data.Event
	because *data.BriefEvidence
}

// comingTo are the events that are still to happen to a tool on some day. What was verified only later is not known yet.
func comingTo(t data.ToolProvenance, today string) (all []coming) {
	for _, q := range data.Prices {
		e := t.Value(q.Name)
		if e == nil || e.Placeholder {
			continue
		}
		for _, a := range e.Announced {
			if a.From > today && !a.Value.Equal(e.Value) { // what holds already is not announced
				price := data.ComingPrice{Field: e.Field, Unit: e.Unit, Old: &e.Value, New: &a.Value}
				all = addPrice(all, data.Event{Kind: data.PriceEvent, Day: a.From}, price, announcedBy(a, *e))
			}
		}
		last := cmp.Or(e.Conditions.ValidUntil, e.Conditions.Promised)
		followed := slices.ContainsFunc(e.Announced, func(a data.Announcement) bool { return a.From == dayAfter(last) })
		if e.Conditions.Kind == data.KindPromotional && last != "" && last >= today && !followed { // else it ends with that event
			price := data.ComingPrice{Field: e.Field, Unit: e.Unit, Old: &e.Value, New: e.ListPrice}
			all = addPrice(all, data.Event{Kind: data.PromotionEnd, Day: last, Promised: e.Conditions.ValidUntil == ""}, price, brief(e))
		}
	}
	slices.SortStableFunc(all, func(x, y coming) int { return cmp.Or(cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Day, y.Day)) })
	return append(all, lifeOf(t.Properties, today)...)
}

// dayAfter is the day after another, "" if that is none.
func dayAfter(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return t.AddDate(0, 0, 1).Format(time.DateOnly)
}

// addPrice adds a price to its event. Of two that are said of one price, the first counts.
func addPrice(all []coming, event data.Event, price data.ComingPrice, why *data.BriefEvidence) []coming {
	known := findEvent(all, event)
	if known == nil {
		event.Prices = []data.ComingPrice{price}
		return append(all, coming{event, why})
	}
	if priceOf(*known, price.Field) == nil {
		known.Prices = append(known.Prices, price)
	}
	return all
}

// priceOf is what an event says of one price, nil if nothing.
func priceOf(e data.Event, field string) *data.ComingPrice {
	return data.Find(e.Prices, func(p data.ComingPrice) bool { return p.Field == field })
}

// lifeOf is what is known of the end of a tool.
func lifeOf(p data.Properties, today string) (all []coming) {
	for _, end := range []struct {
		is     bool
		figure string
		data.Event
	}{
		{p.State == data.LegacyState, data.PropertyState, data.Event{Kind: data.LegacyEvent}},
		{p.Deprecated, data.PropertyDeprecated, data.Event{Kind: data.DeprecationEvent}},
		{p.ShutdownDate >= today, data.PropertyShutdown, data.Event{Kind: data.ShutdownEvent, Day: p.ShutdownDate}},
		{p.Retired, data.PropertyRetired, data.Event{Kind: data.RetirementEvent}},
	} {
		read := func(e data.PropertyEvidence) bool { // by the time of the snapshot
			return slices.Contains(e.Figures, end.figure) && !e.Placeholder
		}
		if e := data.Find(p.Evidence, read); end.is && e != nil {
			end.Successor = p.Successor
			all = append(all, coming{end.Event, lifeEvidence(*e)})
		}
	}
	return all
}

func lifeEvidence(e data.PropertyEvidence) *data.BriefEvidence {
	why := &data.BriefEvidence{Method: data.Curated, Confidence: data.High, Source: "catalogue", Basis: e.Basis, URL: e.URL, Quote: e.Quote, VerifiedAt: e.VerifiedAt}
	switch {
	case e.Source != "":
		why.Method, why.Source, why.FetchedAt, why.ConfirmedAt = data.Collected, e.Source, e.FetchedAt, e.FetchedAt
	case !e.Basis.FirstHand():
		why.Confidence = data.Medium
	}
	return why
}

// announcedBy is where an announcement was read.
func announcedBy(a data.Announcement, e data.Evidence) *data.BriefEvidence {
	why := &data.BriefEvidence{
		Method: data.Collected, Confidence: data.High, Source: a.Source, Basis: a.Basis, Publisher: a.Publisher, URL: a.URL, Quote: a.Quote, SHA256: a.SHA256,
		FetchedAt: a.FetchedAt, ConfirmedAt: a.FetchedAt, VerifiedAt: a.VerifiedAt,
	}
	if a.SHA256 == "" {
		why.Method, why.Confidence, why.Quote = data.Curated, data.Medium, ""
	} else if a.SHA256 == e.SHA256 {
		why.Archive = e.Archive
	}
	return why
}

// eventChanges are the events of a tool that were announced or retracted between two snapshots.
func eventChanges(was, is account, t data.Tool) (all []data.Change) {
	add := func(kind data.ChangeKind, e coming, cause data.RetractionCause) {
		c := toolChange(is, t, kind)
		c.ID += strings.TrimSuffix("/"+string(kind)+"/"+string(e.Kind)+"/"+e.Day, "/")
		c.Event, c.Cause, c.Evidence = &e.Event, cause, e.because
		all = append(all, c)
	}
	for _, event := range was.coming[t.ID] {
		if lost, cause := lostOf(event, is, t.ID); cause != "" {
			add(data.Retracted, lost, cause)
		}
	}
	for _, event := range is.coming[t.ID] {
		before := findEvent(was.coming[t.ID], event.Event)
		if before != nil { // prices that were not announced before are; an old price that moved meanwhile is no news
			event.Prices = slices.DeleteFunc(slices.Clone(event.Prices), func(p data.ComingPrice) bool {
				old := priceOf(*before, p.Field)
				return event.Kind != data.PriceEvent || old != nil && old.New.Equal(*p.New)
			})
		}
		if before == nil || len(event.Prices) > 0 {
			add(data.Announced, event, "")
		}
	}
	return all
}

// findEvent is what was said of the same kind and day, nil if nothing.
func findEvent(all []coming, e data.Event) *data.Event {
	if said := data.Find(all, func(c coming) bool { return c.Kind == e.Kind && c.Day == e.Day && c.Promised == e.Promised }); said != nil {
		return &said.Event
	}
	return nil
}

// lostOf is the part of an announced event that a later snapshot no longer counts as announced, with what was read instead and
// the cause; that is "" if there is none, as when it has happened.
func lostOf(event coming, is account, tool string) (lost coming, cause data.RetractionCause) {
	now := findEvent(is.coming[tool], event.Event)
	lost.Event = event.Event
	switch {
	case event.Kind == data.PriceEvent:
	case now != nil, followed(event.Event, is.coming[tool]), event.Day != "" && event.Day < is.day():
		return lost, ""
	default:
		return lost, data.Withdrawal
	}
	lost.Prices = nil
	for _, p := range event.Prices {
		value := is.values[tool][p.Field]
		if now != nil && priceOf(*now, p.Field) != nil || value == nil || value.Value.Equal(*p.New) {
			continue // it is still announced, or said otherwise, or it is in force
		}
		if lost.Prices = append(lost.Prices, p); cause == "" {
			cause, lost.because = causeOf(event.Day, is.day(), *value), brief(value)
		}
	}
	return lost, cause
}

// followed reports whether what comes after an event is announced in its place: other prices after a promotion, and an end
// of what was legacy.
func followed(e data.Event, by []coming) bool {
	ends := []data.EventKind{data.DeprecationEvent, data.ShutdownEvent, data.RetirementEvent}
	return slices.ContainsFunc(by, func(c coming) bool {
		return e.Kind == data.PromotionEnd && c.Kind == data.PriceEvent && c.Day == dayAfter(e.Day) ||
			e.Kind == data.LegacyEvent && slices.Contains(ends, c.Kind)
	})
}

// causeOf tells why an announced price is no longer announced and is not in force either.
func causeOf(day, today string, value data.Evidence) data.RetractionCause {
	switch {
	case day > today:
		return data.Withdrawal
	case value.Seen().Format(time.DateOnly) >= day:
		return data.NotInForce
	default:
		return data.Unread
	}
}
