package lifecycle

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// FuzzLives parses anything: no panic, and whatever comes out is a state, a day or the name of a model.
func FuzzLives(f *testing.F) {
	sourcetest.Fuzz(f, func(t *testing.T, s collectors.Source, doc web.Payload) {
		all, _ := s.Parse([]web.Payload{doc}, new(page.Refused))
		for _, o := range all {
			_, errDay := time.Parse(time.DateOnly, o.Value)
			switch {
			case o.Unit == data.DayUnit && errDay != nil, o.Unit == data.StateUnit && !slices.Contains(states, o.Value), o.Unit == data.NameUnit && !modelID.MatchString(o.Value):
				t.Errorf("%s of %s = %q", o.Field, o.Subject, o.Value)
			case !modelID.MatchString(o.Subject):
				t.Errorf("%q is no name of a model", o.Subject)
			}
		}
	})
}

func TestEndIn(t *testing.T) {
	for text, want := range map[string][3]string{
		"August 5, 2026":               {"2026-08-05"},
		"Dec 1, 2026":                  {"2026-12-01"},
		"2026-02-17":                   {"2026-02-17"},
		"Not sooner than June 9, 2027": {"", "2027-06-09"},
		"at earliest 2024-06-13":       {"", "2024-06-13"},
		"Earliest February 2026":       {"", "2026-02-01"},
		"March 2026":                   {"", "2026-03-01"},
		"N/A":                          {}, "-": {}, "": {}, "No shutdown date announced": {},
		"soon":       {"", "", `"soon" is no day of an end`},
		"2026-02-30": {"", "", `"2026-02-30" is no day of an end`},
		"1999-02-03": {"", "", `"1999-02-03" is no day of an end`},
	} {
		day, notBefore, err := endIn(text)
		got := [3]string{day, notBefore}
		if err != nil {
			got[2] = err.Error()
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", text, diff)
		}
	}
}
