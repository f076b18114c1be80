package documents

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
)

var (
	someDay   = regexp.MustCompile(`\b20\d\d-\d\d(-\d\d)?\b`)
	toCome    = regexp.MustCompile(`(?i)\b(will|shuts down|ends? on|lasts|rises?|doubles?|starts?|begins?|is to|are to|announced for|announces|promised until|stated until|at least (until|through))\b`)
	clauseEnd = regexp.MustCompile(`[.;:] `)
	itsOver   = regexp.MustCompile(`(?i)\b(was|were|had|has been|said|ended)\b`)
)

// promisesOf are the clauses of all documents that name a day in the past as if it were to come. Quotes are as they were printed.
func promisesOf(t *testing.T, r Result) []string {
	t.Helper()
	var all []string
	for _, d := range r.Snapshot.Documents {
		for line := range strings.Lines(string(d.Body)) {
			if strings.HasPrefix(strings.TrimSpace(line), `"quote": `) {
				continue
			}
			for _, clause := range clauseEnd.Split(line, -1) {
				if someDay.MatchString(clause) && toCome.MatchString(clause) && !itsOver.MatchString(clause) {
					all = append(all, d.Path+": "+clause)
				}
			}
		}
	}
	return all
}

// TestDaysPass builds the catalogue, and a page with a promotion, on a day on which much is still to come, and on one on
// which nothing is: then no document may speak of any day as if it were.
func TestDaysPass(t *testing.T) {
	c := *shipped(t)
	c.Tools = slices.Clone(c.Tools)
	c.Tools[slices.IndexFunc(c.Tools, func(t catalog.Tool) bool { return t.ID == "deepseek-v4-pro" })].Shutdown = day("2027-04-01")
	on := func(day time.Time) Result {
		promotion := data.Qualifiers{Kind: data.KindPromotional, ValidUntil: "2026-12-31"}
		page := acmePage(printed("glm-5", data.PriceInput, "0.9", promotion), printed("glm-5", data.PriceOutput, "3", promotion))
		page.Source, page.Publisher = "pricing_zai", "Z.ai"
		for i := range page.Observations {
			page.Observations[i].Source = "pricing_zai"
		}
		r, err := Build(normalize.Input{Catalog: &c, Readings: []data.Reading{page}, Now: day, Generator: "pricepoint/test"})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	early := promisesOf(t, on(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)))
	for _, clause := range []string{"Higher prices announced for 2027-01-01", "Promotional price, promised until 2026-11-21 at least", "Promotional price, stated until 2026-12-31", "Shuts down on "} {
		if !strings.Contains(strings.Join(early, "\n"), clause) {
			t.Errorf("no document of 2026-11-21 says %q, so the test tells nothing:\n%s", clause, strings.Join(early, "\n"))
		}
	}
	for _, clause := range promisesOf(t, on(time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC))) {
		t.Errorf("on 2029-01-01 a document still says: %s", clause)
	}
}
