package catalog

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
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

// Word is whose word a fact is: a page at a place for code is a file.
func (e Evidence) Word() data.Basis {
	host, _ := e.address()
	if e.Basis == data.OwnPage && slices.Contains(codeHosts, host) {
		return data.OwnFile
	}
	return e.Basis
}

// codeHosts are where repositories lie: https://host/owner/repository.
var codeHosts = []string{"github.com", "raw.githubusercontent.com"}

// Trust is how far a fact can be trusted that somebody trusts so far: one whose address does not lead to it hardly.
func (e Evidence) Trust(stated data.Confidence) data.Confidence {
	if e.leadsNowhere() {
		return data.Low
	}
	return stated
}

// leadsNowhere reports whether the source is a whole site or a whole repository: no number stands there.
func (e Evidence) leadsNowhere() bool {
	host, path := e.address()
	return len(path) == 0 || slices.Contains(codeHosts, host) && len(path) <= 2
}

// Printer is who printed the fact: the maker, where it is the maker's word, else whose page it is; "": nobody prints it.
func (e Evidence) Printer(maker string) string {
	host, path := e.address()
	switch {
	case e.Basis.FirstHand():
		return maker
	case e.Basis == data.ByRule:
		return ""
	case slices.Contains(codeHosts, host) && len(path) >= 2:
		return path[0] + "/" + path[1]
	default:
		return strings.TrimPrefix(host, "www.")
	}
}

// address is the host of the source, and the parts of its path.
func (e Evidence) address() (host string, path []string) {
	u, err := url.Parse(e.Source)
	if err != nil {
		return "", nil
	}
	return u.Host, strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
}

// Read is the evidence of announced prices: the maker's own word where they stand on a page of the tool's own site.
func (a AnnouncedPrices) Read(of Tool) Evidence {
	e := Evidence{Source: a.Source, Basis: data.ThirdParty, Verified: of.Prices.Verified}
	own, _ := Evidence{Source: of.URL}.address()
	if host, _ := e.address(); host == own {
		e.Basis = data.OwnPage
	}
	return e
}
