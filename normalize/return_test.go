package normalize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// course wants input prices of a tool, one for each week.
func course(t *testing.T, c *catalog.Catalog, name, tool, want string, weeks ...week) {
	t.Run(name, func(t *testing.T) {
		var got []string
		all := history(t, c, weeks...)
		for _, r := range all {
			got = append(got, evidenceOf(t, r, tool, data.FieldInput).Value.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("input of %s = %s, want %s\n%s", tool, got, want, strings.Join(whys(all[len(all)-1], data.Held), "\n"))
		}
	})
}

// TestTheTruthComesBack misreads a page once and reads it right from then on, while a list knows more.
func TestTheTruthComesBack(t *testing.T) {
	right, wrong := sixRows(), sixRows("m0.input 4", "m0.output 20")
	list := func(n int, input string) data.Reading {
		return feed("feed_other", n, "m0.input "+input+", m0.output "+map[string]string{"4": "20", "5": "25", "6": "30"}[input])
	}
	for _, tt := range []struct {
		name  string
		weeks []week
		want  string // input of m0 in each week
	}{
		{"a-list-knows-a-third-value", []week{{page(1, right), list(1, "6")}, {page(2, wrong), list(1, "6")}, {page(3, sixRows("m0.input 6", "m0.output 30", "m1.input 6", "m1.output 30", "m2.input 6", "m2.output 30")), list(1, "6")}}, "5 4 6"},
		{"what-a-list-states-is-not-undone", []week{{page(1, right), list(1, "5")}, {page(2, wrong), list(2, "4")}, {page(3, right), list(3, "4")}}, "5 4 4"},
	} {
		course(t, tenTools(), tt.name, "m0", tt.want, tt.weeks...)
	}
}

// TestHoldsEnd reads a page for five weeks that says the same from the second on.
func TestHoldsEnd(t *testing.T) {
	for _, tt := range []struct{ name, was, is, want string }{
		{"what-a-neighbour-said", services, with(services, "two.input 0.7"), "1 1 1 0.7 0.7"},
		{"a-factor-of-four", asVerified, with(asVerified, "two.input 4", "two.output 16"), "1 1 4 4 4"},
		{"rows-exchanged", services, with(services, "two.input 0.7", "two.output 3", "zed.input 1", "zed.output 4"), "1 1 1 1 1"},
	} {
		weeks := []week{{page(1, tt.was)}}
		for n := 2; n <= 5; n++ {
			weeks = append(weeks, week{page(n, tt.is)})
		}
		course(t, smallCatalog(), tt.name, "two", tt.want, weeks...)
	}
}

// TestAHoldDoesNotBlockItsPage builds a page anew while one of its prices is held, and changes another one a week later.
func TestAHoldDoesNotBlockItsPage(t *testing.T) {
	anew := func(r data.Reading) data.Reading {
		return each(r, func(o *data.Observation) {
			if o.Address.Section[0] == "Prices" {
				o.Address.Section = []string{"Standard"}
			}
		})
	}
	held := with(services, "two.input 0.7", "two.output 40")
	changed := with(held, "one.input 4.5", "one.output 22.5")
	all := history(t, smallCatalog(), week{page(1, services)}, week{page(2, held)}, week{anew(page(3, held))}, week{anew(page(4, changed))})
	if got := pricing(t, all[3], "one") + ", " + pricing(t, all[3], "two"); got != "4.5 22.5 4.5 4.5, 1 4 1 1" {
		t.Errorf("pricing = %s, want the change of one and not that of two\n%s", got, strings.Join(whys(all[3], data.Held), "\n"))
	}
}

// TestSlowDrift raises a price by 30 % in every week.
func TestSlowDrift(t *testing.T) {
	for _, tt := range []struct {
		name string
		list bool // states the first price all along
		want string
	}{
		{"alone", false, "5 6.5 8.45 8.45"},
		{"a-list-states-the-old-one", true, "5 6.5 6.5 6.5"},
	} {
		price := decimal.RequireFromString("5")
		var weeks []week
		for n := 1; n <= 4; n++ {
			readings := week{page(n, fmt.Sprintf("one.input %s, one.output 200, two.input 1, two.output 4", price.Round(2)))}
			if tt.list {
				readings = append(readings, feed("feed_other", n, "one.input 5"))
			}
			weeks, price = append(weeks, readings), price.Mul(decimal.RequireFromString("1.3"))
		}
		course(t, smallCatalog(), tt.name, "one", tt.want, weeks...)
	}
}

// saying is a page that has texts around its prices.
func saying(n int, prices string, texts ...string) data.Reading {
	r := page(n, prices)
	r.Texts = texts
	return r
}

// texted is the small catalogue with words for the texts around prices.
func texted() *catalog.Catalog {
	c := smallCatalog()
	c.Gate.TermWords, c.Gate.PlainWords = []string{"annual", "commitment"}, []string{"learn", "more"}
	return c
}

// TestKnownTexts says what a text means while it holds a price of a page that stays as it is.
func TestKnownTexts(t *testing.T) {
	changed := with(asVerified, "two.input 1.2", "two.output 4.8")
	c := texted()
	var got []string
	weeks := []week{{saying(1, asVerified)}, {saying(2, changed, "With annual commitment.")}, {saying(2, changed, "With annual commitment.")}, {saying(2, changed, "With annual commitment.")}}
	historyWith(t, c, weeks, func(n int, r Result) {
		got = append(got, evidenceOf(t, r, "two", data.FieldInput).Value.String())
		if n == 2 {
			c.Naming.Headings = append(c.Naming.Headings, catalog.Headings{Source: "pricing_acme", Texts: []string{"with annual commitment"}})
		}
	})
	if strings.Join(got, " ") != "1 1 1 1.2" {
		t.Errorf("input of two = %s, want it out as soon as the text is known", got)
	}
}

// TestNewTexts changes a price on a page that has another text by then.
func TestNewTexts(t *testing.T) {
	changed := with(asVerified, "two.input 1.2", "two.output 4.8")
	for _, tt := range []struct{ name, text, want string }{
		{"the-same", "Prices of 12 May", "1 1.2 1.2 1.2 1.2"}, // but for its date
		{"plain", "Learn more about our family of models", "1 1 1.2 1.2 1.2"},
		{"the-same-but-for-a-number", "Prices of 10.5 May", "1 1.2 1.2 1.2 1.2"},
		{"of-terms", "With annual commitment.", "1 1 1 1 1"},
		{"of-another-language", "Nur für Geschäftskunden", "1 1 1 1 1"},
	} {
		weeks := []week{{saying(1, asVerified, "Prices of 3 May")}}
		for n := 2; n <= 5; n++ {
			weeks = append(weeks, week{saying(n, changed, "Prices of 10 May", tt.text)})
		}
		course(t, texted(), tt.name, "two", tt.want, weeks...)
	}
}

// TestTermsStayNew has a text of terms lie on a page for weeks before a price changes.
func TestTermsStayNew(t *testing.T) {
	changed := with(asVerified, "two.input 1.2", "two.output 4.8")
	list := func(n int, input string) data.Reading {
		return feed("feed_other", n, "two.input "+input+", two.output "+map[string]string{"1": "4", "1.2": "4.8"}[input])
	}
	for _, tt := range []struct {
		name, text, list, want string
	}{
		{"of-terms", "With annual commitment.", "1", "1 1 1 1 1"},
		{"plain", "Learn more about our family", "1", "1 1 1 1.2 1.2"},

		{"a-list-agrees", "With annual commitment.", "1.2", "1 1 1 1.2 1.2"},
	} {
		weeks := []week{{saying(1, asVerified), list(1, "1")}, {saying(2, asVerified, tt.text), list(2, "1")}, {saying(3, asVerified, tt.text), list(3, "1")}}
		for n := 4; n <= 5; n++ {
			weeks = append(weeks, week{saying(n, changed, tt.text), list(n, tt.list)})
		}
		course(t, texted(), tt.name, "two", tt.want, weeks...)
	}
}
