package changes

import (
	"testing"

	"pricepoint/data"
)

// TestEventsStayForAYear builds a snapshot a year after an event, and one later.
func TestEventsStayForAYear(t *testing.T) {
	events := []data.CalendarEvent{{ID: "one/shutdown/2026-10-31", Event: data.Event{Kind: data.ShutdownEvent, Day: "2026-10-31"}}}
	for today, kept := range map[string]int{"2026-11-01": 1, "2027-10-31": 1, "2027-11-01": 0} {
		if got := nextEvents(events, nil, today); len(got) != kept {
			t.Errorf("on %s there are %d events, want %d", today, len(got), kept)
		}
	}
}

// TestEventText: what is only promised up to a day is not said to end on it.
func TestEventText(t *testing.T) {
	for name, c := range map[string]struct {
		kind  data.ChangeKind
		event data.Event
		want  string
	}{
		"promotion":           {data.Announced, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01"}, "One: a promotion is said to last until 2026-11-01"},
		"promised":            {data.Announced, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01", Promised: true}, "One: a promotion is promised until 2026-11-01"},
		"retracted-promotion": {data.Retracted, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01"}, "One: nothing is said any more about a promotion until 2026-11-01"},
		"retracted-promise":   {data.Retracted, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01", Promised: true}, "One: nothing is said any more about a promotion until 2026-11-01"},
		"shutdown":            {data.Announced, data.Event{Kind: data.ShutdownEvent, Day: "2026-11-01", Successor: "two"}, "One: 2026-11-01 is announced as the last day of service; its successor is two"},
		"retirement":          {data.Announced, data.Event{Kind: data.RetirementEvent}, "One: its provider has retired it"},
		"legacy":              {data.Announced, data.Event{Kind: data.LegacyEvent, Successor: "two"}, "One: its provider prefers another one for new work; its successor is two"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := EventText(data.Change{Name: "One", Kind: c.kind, Event: &c.event}); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
