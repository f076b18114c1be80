package catalog

import (
	"fmt"
	"time"

	"pricepoint/data"
)

// Evidence dates a fact and says where it was read.
type Evidence struct {
	Verified Date       `yaml:"verified" check:"past"` // 2026-09-02, 2026-09 or 2026; a partial date counts as its first instant
	Source   string     `yaml:"source" check:"https"`
	Basis    data.Basis `yaml:"basis"`          // where a person found it; what is a file rather than a page follows from its address: see Word
	Note     string     `yaml:"note,omitempty"` // doubts, for people
}

// Date is a day, month or year as it was stated.
type Date struct {
	Text  string    // 2026-09-02, 2026-09 or 2026
	First time.Time // its first instant, UTC
}

// After is the first instant after the day, month or year.
func (d Date) After() time.Time {
	switch len(d.Text) {
	case len("2006"):
		return d.First.AddDate(1, 0, 0)
	case len("2006-01"):
		return d.First.AddDate(0, 1, 0)
	default:
		return d.First.AddDate(0, 0, 1)
	}
}

// IsZero reports whether no date was stated.
func (d Date) IsZero() bool { return d.Text == "" }

// UnmarshalText reads a day, a month or a year.
func (d *Date) UnmarshalText(text []byte) error {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006"} {
		if first, err := time.Parse(layout, string(text)); err == nil {
			*d = Date{Text: string(text), First: first}
			return nil
		}
	}
	return fmt.Errorf("%q is not a date; write 2006-01-02, 2006-01 or 2006", text)
}

// Day is the date of a time, in UTC.
func Day(t time.Time) Date {
	first := t.UTC().Truncate(24 * time.Hour)
	return Date{Text: first.Format(time.DateOnly), First: first}
}
