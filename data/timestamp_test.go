package data

import (
	"testing"
	"time"
)

// TestParseInstant reads the forms in which our own output writes times, and those of logs.
func TestParseInstant(t *testing.T) {
	two := time.Date(2026, 10, 1, 2, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2026-10-01T02:00:00Z": two, "2026-10-01T02:00Z": two, "2026-10-01T10:00+08:00": two, "2026-10-01T02:00": two,
		"2026-10-01 02:00:00 UTC": two, "2026-10-01": two.Add(-2 * time.Hour),
	} {
		if got, err := ParseInstant(text); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	if got, err := ParseInstant("2026-10-01T02Z"); err == nil {
		t.Errorf("an hour alone is %v", got)
	}
}
