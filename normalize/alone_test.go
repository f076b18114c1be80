package normalize_test

import (
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestChangesOfOneWitness has a page that changes a price, and asks for how long a finding says that nobody else states it.
func TestChangesOfOneWitness(t *testing.T) {
	const before, after = "one.input 5, one.output 25", "one.input 4, one.output 25"
	alone := []string{"nobody but pricing_acme states the new input price of Acme One, 4"}
	other := func(n int, input string) data.Reading {
		return feed("feed_other", n, "one.input "+input+", one.output 25")
	}
	long := []week{{page(1, before)}}
	for n := 2; n <= 7; n++ {
		long = append(long, week{page(n, after)})
	}
	for _, tt := range []struct {
		name  string
		weeks []week
		want  []string
		trust data.Confidence
	}{
		{"nothing-changed", []week{{page(1, before)}, {page(2, before)}}, nil, data.High},
		{"a-change", []week{{page(1, before)}, {page(2, after)}}, alone, data.Medium},
		{"a-change-that-a-list-has-too", []week{{page(1, before), other(1, "5")}, {page(2, after), other(2, "4")}}, nil, data.High},
		{"a-list-that-said-so-all-along-is-none", []week{{page(1, before), other(1, "4.5")}, {page(2, after), other(2, "4.5")}}, alone, data.Medium},
		{"read-again", long[:3], alone, data.Medium},
		{"until-a-list-has-it", []week{{page(1, before), other(1, "5")}, {page(2, after), other(2, "5")}, {page(3, after), other(3, "4")}}, nil, data.High},
		{"while-the-page-cannot-be-read", []week{{page(1, before)}, {page(2, after)}, {failed(page(2, after))}}, alone, data.Medium},
		{"for-four-weeks", long[:6], alone, data.Medium},
		{"for-five-weeks", long[:7], nil, data.High},
		{"until-the-old-price-is-back", []week{{page(1, before)}, {page(2, after)}, {page(3, before)}}, nil, data.High},
	} {
		trust := func(t *testing.T, r Result) string {
			return string(evidenceOf(t, r, "one", data.FieldInput).Confidence)
		}
		comesTo(t, tt.name, smallCatalog(), tt.weeks, andWhys(trust, data.Alone), append([]string{string(tt.trust)}, tt.want...)...)
	}
}

// TestLimitsOfTokens reads how long answers can be where the context window stands.
func TestLimitsOfTokens(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Properties = append(c.Tools[0].Properties, catalog.Properties{MaxOutput: 300_000})
	rows := func(n int, window string) week {
		return week{page(n, "one.input 5, one.output 25, one.context "+window)}
	}
	for window, want := range map[string]string{"300000": "400000", "350000": "350000"} {
		all := history(t, c, rows(1, "400000"), rows(2, window))
		if got := evidenceOf(t, all[1], "one", data.FieldContext).Value.String(); got != want {
			t.Errorf("a window of 400000 that is read as %s is published as %s, want %s", window, got, want)
		}
	}
}
