package catalog

import (
	"fmt"
	"time"
)

// UnmarshalText reads a day, a month or a year.
func (d *Date) UnmarshalText(text []byte) error {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if first, err := time.Parse(layout, string(text)); err == nil {
			*d = Date{Text: string(text), First: first}
			return nil
		}
	}
	return fmt.Errorf("%q is no date; write 2006-01-02, 2006-01 or 2006", text)
}

// Day is the date of a time, in UTC.
func Day(t time.Time) Date {
	first := t.UTC().Truncate(24 * time.Hour)
	return Date{Text: first.Format(time.DateOnly), First: first}
}
