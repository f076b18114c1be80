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
