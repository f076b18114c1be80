package contract

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestPlans reads the plans as a client would: what platforms.json says for people is what plans.json says for programs.
func TestPlans(t *testing.T) {
	t.Parallel()
	base := fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
	var plans data.PlansDocument
	var platforms data.PlatformsDocument
	var providers data.ProvidersDocument
	fixture.GetJSON(t, base+"/api/plans.json", &plans)
	fixture.GetJSON(t, base+"/api/platforms.json", &platforms)
	fixture.GetJSON(t, base+"/api/providers.json", &providers)
	for _, p := range platforms.Platforms {
		pricingFollows(t, p, plans)
	}
	for _, p := range providers.Providers {
		sells := slices.ContainsFunc(plans.Offers, func(o data.PlanOffer) bool { return o.Seller == p.Name })
		if sells == slices.Contains(plans.Unknown, p.Name) {
			t.Errorf("%s has an offer: %v; it must be among the unknown ones exactly when it has none", p.Name, sells)
		}
	}
}

var dollars = regexp.MustCompile(`\$([\d,]+(\.\d+)?)`)

// pricingFollows compares a text with the plans: it names each, and no amount that none of them has.
func pricingFollows(t *testing.T, p data.Platform, plans data.PlansDocument) {
	t.Helper()
	amounts, named := map[string]bool{}, 0
	for _, o := range plans.Offers {
		if !slices.Contains(o.Platforms, p.ID) {
			continue
		}
		for _, plan := range o.Plans {
			named++
			if !strings.Contains(p.Pricing, plan.Name) {
				t.Errorf("%s: %q does not name the plan %s", p.ID, p.Pricing, plan.Name)
			}
			for _, n := range figuresOf(plan) {
				amounts[n.String()] = true
			}
		}
	}
	if named == 0 {
		t.Errorf("%s has no plan", p.ID)
	}
	for _, found := range dollars.FindAllStringSubmatch(p.Pricing, -1) {
		if !amounts[data.MustNumber(strings.ReplaceAll(found[1], ",", "")).String()] {
			t.Errorf("%s: %q names %s, which is no figure of its plans", p.ID, p.Pricing, found[0])
		}
	}
}

// figuresOf are the fees and limits of a plan.
func figuresOf(p data.Plan) []data.Number {
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

// TestPlansAreThoseOfTheRecordedPages looks up the figures that the sellers' own pages state: $20, 5x, 14.99.
func TestPlansAreThoseOfTheRecordedPages(t *testing.T) {
	t.Parallel()
	folder := filepath.Dir(fixture.Recorded(t))
	var plans data.PlansDocument
	fixture.GetJSON(t, fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"))+"/api/plans.json", &plans)
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
				if slices.ContainsFunc(p.Evidence, func(e data.PlanEvidence) bool { return e.URL == url && e.Basis == "page" }) {
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
func printedOn(t *testing.T, page string, p data.Plan) int {
	t.Helper()
	figures := figuresOf(p)
	for _, n := range figures {
		if printed := regexp.MustCompile(`[$€]` + regexp.QuoteMeta(n.String()) + `\b|\b` + regexp.QuoteMeta(n.String()) + `(x| ?€)`); !printed.MatchString(page) {
			t.Errorf("%s: %s is not on the page that is said to state it", p.ID, n)
		}
	}
	return len(figures)
}
