package normalize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/market"
	"pricepoint/data/tariff"
	"pricepoint/normalize/fixture"
)

// rows are the deviations of a result in one line each: whose, of what, theirs and the page's, kind, who was read later.
func rows(t *testing.T, r Result) []string {
	t.Helper()
	all := []string{}
	for _, d := range document[market.AuditDocument](t, r, data.AuditPath).Deviations {
		percent := "-"
		if d.Percent != nil {
			percent = d.Percent.String()
		}
		all = append(all, fmt.Sprintf("%s %s for %s %s %s since %s, %s", d.ID, d.Theirs, d.Page, percent, d.Kind, day10(d.Since), d.Later))
	}
	return all
}

// counts are what became of the numbers of every list.
func counts(t *testing.T, r Result) (all []string) {
	t.Helper()
	for _, l := range document[market.AuditDocument](t, r, data.AuditPath).Lists {
		text := fmt.Sprintf("%s %d: %d agree, %d deviate", l.ID, l.Numbers, l.Agrees, l.Deviates)
		sum := l.Agrees + l.Deviates
		for _, u := range l.Uncompared {
			text += fmt.Sprintf(", %d %s", u.Numbers, u.Reason)
			sum += u.Numbers
		}
		if sum != l.Numbers {
			text += fmt.Sprintf(", and %d are not accounted for", l.Numbers-sum)
		}
		all = append(all, text)
	}
	return all
}

// TestAudit: only what was read first hand is held against a list, under the same terms, and every number is accounted for.
func TestAudit(t *testing.T) {
	for _, tt := range []struct {
		name     string
		catalog  func(*catalog.Catalog)
		readings week
		rows     []string
		counts   []string
	}{
		{"all agree", nil, week{page(1, asVerified), feed("feed_careful", 1, "one.input 5.00, one.output 25")}, nil,
			[]string{"feed_careful 2: 2 agree, 0 deviate"}},
		{"one differs", nil, week{page(1, asVerified), feed("feed_careful", 1, "one.input 4, one.output 25"), feed("feed_other", 1, "two.input 1.5")},
			[]string{"feed_careful/one/pricing.input 4 for 5 -20 differs since 2026-09-07, together", "feed_other/two/pricing.input 1.5 for 1 50 differs since 2026-09-07, together"},
			[]string{"feed_careful 2: 1 agree, 1 deviate", "feed_other 1: 0 agree, 1 deviate"}},
		{"verified by a person", nil, week{feed("feed_careful", 1, "one.input 4, one.output 25")}, nil,
			[]string{"feed_careful 2: 1 agree, 0 deviate, 1 notQuoted"}},
		{"made by a rule", nil, week{page(1, asVerified), feed("feed_careful", 1, "one.read 0.5, one.write 6")}, nil, nil},
		{"stated by others only", func(c *catalog.Catalog) { c.Tools[0].Prices.Basis = data.ThirdParty }, week{feed("feed_careful", 1, "one.input 4")}, nil,
			[]string{"feed_careful 1: 0 agree, 0 deviate, 1 notFirstHand"}},
		{"doubtful", func(c *catalog.Catalog) { c.Tools[0].Prices.Confidence = data.Low }, week{feed("feed_careful", 1, "one.input 4")}, nil,
			[]string{"feed_careful 1: 0 agree, 0 deviate, 1 lowConfidence"}},
		{"held", nil, week{page(1, "one.input 500, one.output 25, two.input 1, two.output 4"), feed("feed_careful", 1, "one.input 4")}, nil,
			[]string{"feed_careful 1: 0 agree, 0 deviate, 1 held"}},
		{"the regular price", nil, week{promoted(1, "4", "5"), feed("feed_careful", 1, "one.input 5")},
			[]string{"feed_careful/one/pricing.input 5 for 4 25 listPrice since 2026-09-07, together"}, []string{"feed_careful 1: 0 agree, 1 deviate"}},
		{"free on the page", func(c *catalog.Catalog) { c.Tools[0].Prices.Input = data.MustNumber("0") },
			week{page(1, "one.input 0, one.output 25, two.input 1, two.output 4"), feed("feed_careful", 1, "one.input 4")},
			[]string{"feed_careful/one/pricing.input 4 for 0 - differs since 2026-09-07, together"}, []string{"feed_careful 1: 0 agree, 1 deviate"}},
		{"no lists", nil, week{page(1, asVerified)}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := smallCatalog()
			if tt.catalog != nil {
				tt.catalog(c)
			}
			got := history(t, c, tt.readings)[0]
			if diff := cmp.Diff(append([]string{}, tt.rows...), rows(t, got)); diff != "" {
				t.Errorf("rows, -want +got:\n%s", diff)
			}
			if tt.counts != nil || len(tt.rows) == 0 && tt.name == "no lists" {
				if diff := cmp.Diff(tt.counts, counts(t, got)); diff != "" {
					t.Errorf("counts, -want +got:\n%s", diff)
				}
			}
		})
	}
}

// TestDeviationsSayWhenTheyBegan: when the list came to say something else, or the page did.
func TestDeviationsSayWhenTheyBegan(t *testing.T) {
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string
	}{
		{"the list has changed", []week{{page(1, asVerified), feed("feed_careful", 1, "one.input 5")}, {page(2, asVerified), feed("feed_careful", 2, "one.input 4")},
			{page(3, asVerified), feed("feed_careful", 3, "one.input 4")}}, "feed_careful/one/pricing.input 4 for 5 -20 differs since 2026-09-14, together"},
		{"the page has changed", []week{{page(1, asVerified), feed("feed_careful", 1, "one.input 5")}, {page(2, "one.input 4, one.output 25, two.input 1, two.output 4"), feed("feed_careful", 2, "one.input 5")}},
			"feed_careful/one/pricing.input 5 for 4 25 differs since 2026-09-14, together"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := history(t, smallCatalog(), tt.weeks...)
			if got := strings.Join(rows(t, all[len(all)-1]), "; "); got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestAuditIsToBeActedOn: a row says in one line what to mend and where to look, with what proves it.
func TestAuditIsToBeActedOn(t *testing.T) {
	c := smallCatalog()
	c.Audit.Lists = []catalog.AuditedList{{Source: "feed_other", Name: "Others", Mend: "https://others.example/edit", Sells: market.CheapestRoute},
		{Source: "feed_careful", Name: "Careful", Mend: "https://careful.example/edit", Sells: market.MakersPrice}}
	got := history(t, c, week{page(1, asVerified), feed("feed_careful", 1, "one.input 4"), feed("feed_other", 1, "one.input 3")})[0]
	doc := document[market.AuditDocument](t, got, data.AuditPath)
	if doc.Lists[0].Name != "Others" || doc.Lists[1].Mend != "https://careful.example/edit" {
		t.Errorf("%+v", doc.Lists)
	}
	cheapest, maker := doc.Deviations[0], doc.Deviations[1]
	if cheapest.Report != "" {
		t.Errorf("somebody who sells for less is told that it is wrong: %s", cheapest.Report)
	}
	want := `one: the input price is 4 USD/1M tokens here and 5 on the provider's page, which prints "$5": https://acme.example/pricing (read 2026-09-07)`
	if maker.Report != want || maker.OnPage.SHA256 == "" || maker.OnList.Quote == "" {
		t.Errorf("%s\nwant %s\n%+v", maker.Report, want, maker)
	}
}

// tariffOne is the tariff of the tool "one", a line for each price.
func tariffOne(t *testing.T, r Result) string {
	t.Helper()
	var all []string
	for _, of := range fixture.Document[data.TariffsDocument](t, r.Snapshot, data.TariffsPath).Tools {
		if err := tariff.Check(of); err != nil {
			t.Error(err)
		}
		if of.ID != "one" {
			continue
		}
		for _, l := range of.Lines {
			if l.Price != nil {
				all = append(all, strings.TrimSpace(fmt.Sprint(l.Class, " ", l.Price, " ", l.Terms.Service, " ", l.Evidence.Method)))
			}
		}
	}
	return strings.Join(all, ", ")
}

// TestTariffsHoldWhatIsHeld: while a published price is held, what the same reading says of other terms is in no tariff.
func TestTariffsHoldWhatIsHeld(t *testing.T) {
	good := "one.input 5, one.output 25, two.input 1, two.output 4"
	for name, c := range map[string]struct {
		weeks []week
		want  string
	}{
		"read":     {[]week{{page(1, good+", one.input@batch 2.5")}}, "input 5  collected, input 2.5 batch collected, output 25  collected"},
		"moved":    {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, "one.input 4, one.output 25, two.input 1, two.output 4, one.input@batch 2")}}, "input 4  collected, input 2 batch collected, output 25  collected"},
		"held":     {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, "one.input 50, one.output 250, two.input 1, two.output 4, one.input@batch 25")}}, "input 5  carried, input 2.5 batch carried, output 25  carried"},
		"gone":     {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, "two.input 1, two.output 4")}}, "input 5  carried, input 2.5 batch carried, output 25  carried"},
		"of-batch": {[]week{{page(1, good+", one.input@batch 2.5")}, {page(2, good)}}, "input 5  collected, input 2.5 batch carried, output 25  collected"},
		"unread":   {[]week{{feed("feed_careful", 1, good)}}, "input 5  catalogue, output 25  catalogue"},
	} {
		comesTo(t, name, smallCatalog(), c.weeks, tariffOne, c.want)
	}
}
