package catalog

import (
	"fmt"
	"time"

	"pricepoint/data"
)

// Basis says where a person found a fact, as data explains it.
type Basis = data.Basis

// The bases of a fact. What is a file rather than a page follows from its address: see Evidence.Word.
const (
	Page       = data.OwnPage
	ThirdParty = data.ThirdParty // ranks with the price feeds
	Rule       = data.ByRule     // worked out by a rule that the source states; nobody prints it
)

// Evidence dates a fact and says where it was read.
type Evidence struct {
	Verified Date   `yaml:"verified" check:"past"` // 2026-09-02, 2026-09 or 2026; a partial date counts as its first instant
	Source   string `yaml:"source" check:"https"`
	Basis    Basis  `yaml:"basis"`
	Note     string `yaml:"note,omitempty"` // doubts, for people
}

// Confidence is how far a price can be trusted.
type Confidence = data.Confidence

// The confidences, as data explains them.
const (
	High   = data.High
	Medium = data.Medium
	Low    = data.Low
)

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
