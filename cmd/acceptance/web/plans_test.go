package web

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/market"
)

// figuresOf are the fees and limits of a plan.
func figuresOf(p market.Plan) []data.Number {
	var all []data.Number
	for _, f := range p.Fees {
		for _, n := range []*data.Number{f.Flat, f.PerUser} {
			if n != nil {
				all = append(all, *n)
			}
		}
	}
	for _, l := range p.Limits {
		all = append(all, l.Amount)
	}
	return all
}

// plansAreThoseOfThePages looks up the figures that the sellers' own pages state: $20, 5x, 14.99.
func plansAreThoseOfThePages(t *testing.T, base string) {
	folder := filepath.Dir(fixture.Recorded(t))
	var plans market.PlansDocument
	fixture.GetJSON(t, base+"/api/plans.json", &plans)
	for url, file := range map[string]string{
		"https://claude.com/pricing": "pages/claude.com/pricing@2026-05-08.html",
		"https://mistral.ai/pricing": "pages/mistral.ai/pricing@2026-05-08.html",
	} {
		page, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		checked := 0
		for _, o := range plans.Offers {
			for _, p := range o.Plans {
				if slices.ContainsFunc(p.Evidence, func(e market.PlanEvidence) bool { return e.URL == url && e.Basis == "page" }) {
					checked += printedOn(t, string(page), p)
				}
			}
		}
		if checked < 5 {
			t.Errorf("%d figures rest on %s, want 5 or more", checked, url)
		}
	}
}

// printedOn reports the figures of a plan that a page does not print as an amount or a multiple, and counts them all.
func printedOn(t *testing.T, page string, p market.Plan) int {
	t.Helper()
	figures := figuresOf(p)
	for _, n := range figures {
		if printed := regexp.MustCompile(`[$€]` + regexp.QuoteMeta(n.String()) + `\b|\b` + regexp.QuoteMeta(n.String()) + `(x| ?€)`); !printed.MatchString(page) {
			t.Errorf("%s: %s is not on the page that is said to state it", p.ID, n)
		}
	}
	return len(figures)
}
