package normalize_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// after is a history in which nothing is read for some weeks, and then something is.
func after(weeks int, last week) []week {
	return append(make([]week, weeks-1), last)
}

// again is the first week's reading in each of some weeks: its source cannot be read any more.
func again(weeks int, first week) []week {
	var all []week
	for range weeks {
		all = append(all, first)
	}
	return all
}

// sixes is a list in the n-th week that has input at 6.
func sixes(n int) data.Reading { return feed("feed_careful", n, "one.input 6, one.output 30") }

// sale is the first week's page: input at 5 instead of a list price of 8, until a day; without a list price for "".
func sale(list, until string) data.Reading {
	p := each(page(1, "one.input 5, one.output 25"), func(o *data.Observation) {
		if o.Field == data.PriceInput {
			o.Qualifiers.Kind, o.Qualifiers.ValidUntil = data.KindPromotional, until
		}
	})
	if list != "" {
		regular := each(page(1, "one.input "+list), func(o *data.Observation) { o.Qualifiers.Kind = data.KindList })
		p.Observations = append(p.Observations, regular.Observations...)
	}
	return p
}

// withPromotion is the small catalogue with what a person knows of a promotion of tool "one".
func withPromotion(p catalog.Promotion) *catalog.Catalog {
	c := smallCatalog()
	c.Tools[0].Prices.Promotion = &p
	return c
}

// listed is the small catalogue when others have come to state a list price of 8 for tool "one".
func listed() *catalog.Catalog {
	c := unverified()
	c.Tools[1].Prices.Input, c.Tools[1].Prices.Verified = data.Int(8), day("2026-10-20")
	return c
}

// TestTrust follows what is published of a price that nobody reads again: the n-th week is built on 2026-09-01 and 7n days.
func TestTrust(t *testing.T) {
	eight := data.Int(8)
	for _, tt := range []struct {
		name    string
		catalog *catalog.Catalog
		weeks   []week
		want    string // input of one, its confidence, and what is due
	}{
		{"a-fact-that-nobody-has-found-for-56-days", smallCatalog(), make([]week, 8), "5 high"},
		{"for-63-days", smallCatalog(), make([]week, 9), "5 medium since 2026-09-01"},
		{"for-63-days-but-a-list-has", smallCatalog(), after(9, week{feed("feed_other", 9, "one.input 5, one.output 25")}), "5 high"},
		{"for-63-days-and-a-list-says-otherwise", smallCatalog(), after(9, week{feed("feed_other", 9, "one.input 6, one.output 25")}), "5 medium since 2026-09-01"},
		{"for-126-days", smallCatalog(), make([]week, 18), "5 medium since 2026-09-01; nobody has found the input price of Acme One since 2026-09-01"},
		{"a-page-that-nobody-can-read-for-63-days", smallCatalog(), again(10, week{page(1, "one.input 5, one.output 25")}), "5 medium since 2026-09-07"},
		{"a-list-alone", unverified(), []week{{sixes(1)}}, "6 medium"},
		{"a-list-that-another-contradicts", unverified(), []week{{sixes(1)}, {sixes(2), feed("feed_other", 2, "one.input 7, one.output 30")}}, "6 low"},
		{"as-does-a-copy", unverified(), []week{{sixes(1)}, {sixes(2), feed("feed_copy", 2, "one.input 7, one.output 30")}}, "6 low"},
		{"but-a-third-supports", unverified(), []week{{sixes(1), feed("feed_other", 1, "one.input 7, one.output 30"), feed("feed_root", 1, "one.input 6")}}, "6 medium"},
		{"a-promotion", smallCatalog(), again(2, week{sale("8", "2026-09-20")}), "5 high"},
		{"a-promotion-that-is-over", smallCatalog(), again(3, week{sale("8", "2026-09-20")}),
			"8 medium; the input price of Acme One was last seen on 2026-09-07: a promotion was said to last until 2026-09-20, so the list price is published"},
		{"a-promotion-without-an-end", listed(), again(9, week{sale("8", "")}), "5 high"},
		{"that-nobody-has-read-for-63-days", listed(), again(10, week{sale("8", "")}),
			"8 medium; the input price of Acme One was last seen on 2026-09-07: a promotion without a stated end was last read on 2026-09-07, so the list price is published"},
		{"and-of-which-nobody-says-that-it-is-over", smallCatalog(), again(10, week{sale("8", "")}), "5 medium since 2026-09-07"},
		{"over-without-a-list-price", smallCatalog(), again(3, week{sale("", "2026-09-20")}),
			"5 low; the input price of Acme One was last seen on 2026-09-07: it was said to hold until 2026-09-20"},
		{"a-promotion-that-was-read-again", smallCatalog(), append(again(2, week{sale("8", "2026-09-20")}), week{page(3, "one.input 5, one.output 25")}), "5 high"},
		{"a-promotion-that-a-person-read", withPromotion(catalog.Promotion{Until: day("2026-09-20"), Amounts: catalog.Amounts{Input: &eight}}), make([]week, 2), "5 high"},
		{"and-that-is-over", withPromotion(catalog.Promotion{Until: day("2026-09-20"), Amounts: catalog.Amounts{Input: &eight}}), make([]week, 3),
			"8 medium; the input price of Acme One was last seen on 2026-09-01: a promotion was said to last until 2026-09-20, so the list price is published"},
		{"of-which-the-page-says-nothing", withPromotion(catalog.Promotion{Until: day("2026-09-20"), Amounts: catalog.Amounts{Input: &eight}}), again(3, week{page(1, "one.input 5, one.output 25")}),
			"8 medium; the input price of Acme One was last seen on 2026-09-07: a promotion was said to last until 2026-09-20, so the list price is published"},
		{"a-promise", withPromotion(catalog.Promotion{Promised: day("2026-09-20"), Amounts: catalog.Amounts{Input: &eight}}), make([]week, 2), "5 high"},
		{"a-promise-that-is-over", withPromotion(catalog.Promotion{Promised: day("2026-09-20"), Amounts: catalog.Amounts{Input: &eight}}), make([]week, 3),
			"5 medium; the input price of Acme One was last seen on 2026-09-01: it was promised until 2026-09-20"},
	} {
		comesTo(t, tt.name, tt.catalog, tt.weeks, func(t *testing.T, r Result) string {
			e := evidenceOf(t, r, "one", data.FieldInput)
			got := e.Value.String() + " " + string(e.Confidence)
			if !e.UnconfirmedSince.IsZero() {
				got += " since " + e.UnconfirmedSince.Format(time.DateOnly)
			}
			for _, f := range r.Findings {
				if f.Kind == data.Due && f.Tool == "one" && f.Field == data.FieldInput {
					got += "; " + f.Why
				}
			}
			return got
		}, tt.want)
	}
}

// TestContestedListsAreMarked looks for a word about every list that contradicts a published one.
func TestContestedListsAreMarked(t *testing.T) {
	all := history(t, unverified(), week{sixes(1)}, week{sixes(2), feed("feed_other", 2, "one.input 7, one.output 30")})
	want := []string{"feed_other states 7 for the input price of Acme One; published is 6, last seen on 2026-09-14"}
	if diff := cmp.Diff(want, whys(all[1], data.Disagreement)); diff != "" {
		t.Errorf("disagreements (-want +got):\n%s", diff)
	}
}

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
