package normalize_test

import (
	"slices"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

// lifecyclePage is a reading of what Acme says of its models, by field, on a day of September 2026.
func lifecyclePage(day int, said ...[4]string) data.Reading {
	at := data.At(time.Date(2026, 9, day, 3, 0, 0, 0, time.UTC))
	r := data.Reading{Source: "lifecycle_acme", Kind: data.LifecycleSource, Publisher: "Acme", URL: "https://acme.example/lives", Attempted: true, Fetched: at}
	for _, s := range said {
		r.Observations = append(r.Observations, data.Observation{
			Source: r.Source, Subject: s[0], Field: data.Field(s[1]), Value: s[2], Quote: s[0] + " | " + s[2], URL: r.URL, FetchedAt: at, Qualifiers: data.Qualifiers{Promised: s[3]},
		})
	}
	return r
}

// TestLives says what a page prints of one tool, what the catalogue knows, and what stands then.
func TestLives(t *testing.T) {
	known := func(day string) func(*catalog.Tool) {
		return func(t *catalog.Tool) {
			verified, _ := time.Parse(time.DateOnly, day)
			t.Deprecated, t.Lifecycle = true, &catalog.Evidence{Verified: catalog.Day(verified), Source: "https://acme.example/end", Basis: data.OwnPage}
		}
	}
	for _, test := range []struct {
		name    string
		page    [][4]string
		catalog func(*catalog.Tool)
		want    string // state, deprecated, last day
		held    bool
	}{
		{"nothing-on-the-page", [][4]string{{"two", "life.state", "active"}}, nil, "", false},
		{"a-notice-in-time", [][4]string{{"one", "life.state", "deprecated"}, {"one", "life.retires", "2027-02-01"}}, nil, "deprecated advised against 2027-02-01", false},
		{"legacy-is-not-deprecated", [][4]string{{"one", "life.state", "legacy"}}, nil, "legacy", false},
		{"the-page-is-newer", [][4]string{{"one", "life.state", "active"}}, known("2026-08-01"), "active", false},
		{"the-catalogue-is-newer", [][4]string{{"one", "life.state", "active"}}, known("2026-09-20"), " advised against", false},
		{"newer-word-leaves-the-promise", [][4]string{{"one", "life.state", "active", "2027-03-01"}}, known("2026-09-20"), " advised against, not before 2027-03-01", false},
		{"an-end-without-notice", [][4]string{{"one", "life.state", "retired"}, {"one", "life.retires", "2026-09-20"}}, nil, "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := smallCatalog()
			if test.catalog != nil {
				test.catalog(&c.Tools[0])
			}
			d, err := normalize.Decide(normalize.Input{Catalog: c, Readings: []data.Reading{lifecyclePage(14, test.page...)}, Now: time.Date(2026, 9, 28, 0, 0, 0, 0, time.UTC)})
			if err != nil {
				t.Fatal(err)
			}
			if got := lifeText(d.Tools[0]); got != test.want {
				t.Errorf("its life is %q, want %q", got, test.want)
			}
			if held := slices.ContainsFunc(d.Findings, func(f data.Finding) bool { return f.Kind == data.Held }); held != test.held {
				t.Errorf("it is held: %t", held)
			}
		})
	}
}

func lifeText(t normalize.Tool) string {
	text := ""
	if t.Life != nil {
		text = t.Life.State
	}
	if t.Deprecated {
		text += " advised against"
	}
	if !t.Shutdown.IsZero() {
		text += " " + t.Shutdown.Text
	}
	if t.Life != nil && t.Life.NotBefore != "" {
		text += ", not before " + t.Life.NotBefore
	}
	return text
}
