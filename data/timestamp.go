package data

import (
	"fmt"
	"time"
)

// timestampLayout is the form of every instant in every document: UTC with milliseconds.
const timestampLayout = "2006-01-02T15:04:05.000Z"

// Timestamp is an instant written as 2006-01-02T15:04:05.000Z. The zero Timestamp writes as null.
type Timestamp struct{ time.Time }

// At returns t as a Timestamp, in UTC and cut to the milliseconds that are written down.
func At(t time.Time) Timestamp { return Timestamp{t.UTC().Truncate(time.Millisecond)} }

// String returns the written form, or "" for the zero Timestamp.
func (t Timestamp) String() string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(timestampLayout)
}

// MarshalJSON writes the timestamp as a JSON string, null when zero.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	return []byte(`"` + t.String() + `"`), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Timestamp) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*t = Timestamp{}
		return nil
	}
	parsed, err := time.Parse(`"`+timestampLayout+`"`, string(text))
	if err != nil {
		return fmt.Errorf("timestamp %s is not of the form %s", text, timestampLayout)
	}
	*t = At(parsed)
	return nil
}

// versionLayout sorts by time as text and needs no escaping in a path.
const versionLayout = "2006-01-02T150405Z"

// Version names the snapshot made at t: 2026-11-21T030000Z.
func Version(t time.Time) string { return t.UTC().Format(versionLayout) }

// ParseVersion returns the instant a snapshot version names.
func ParseVersion(version string) (time.Time, error) {
	t, err := time.Parse(versionLayout, version)
	if err != nil || Version(t) != version { // Parse also takes fractions of a second
		return time.Time{}, fmt.Errorf("%q is not a snapshot version, which look like 2026-11-21T030000Z", version)
	}
	return t, nil
}

// ParseInstant reads a time as people and programs write it: in UTC where no zone is, and a day is its first instant.
func ParseInstant(text string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateTime, "2006-01-02 15:04", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 UTC", time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil && at.UTC().Year() >= 0 && at.UTC().Year() <= 9999 { // near the ends a zone leads to a year that nobody can write
			return at.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is not a time; write one such as 2026-10-14T02:00:00Z, 2026-10-14T10:00:00+08:00 or 2026-10-14", text)
}
