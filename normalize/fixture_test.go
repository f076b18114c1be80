package normalize_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/documents"
	"pricepoint/normalize/fixture"
)

// What is decided is tested as users see it, in the documents.
type (
	Input   = normalize.Input
	Reading = data.Reading
	Result  = documents.Result
)

var Build = documents.Build

// The tests call what the rooms share by short names.
var (
	now          = fixture.Now
	day          = fixture.Day
	smallCatalog = fixture.Catalog
	shipped      = fixture.Shipped
	smallTool    = fixture.Tool
	printed      = fixture.Printed
	row          = fixture.Row
	valsRow      = fixture.ValsRow
	acmePage     = fixture.AcmePage
	board        = fixture.Board
)

// whys are the sentences of the findings of one kind.
func whys(r Result, kind data.FindingKind) []string {
	var all []string
	for _, f := range r.Findings {
		if f.Kind == kind {
			all = append(all, f.Why)
		}
	}
	return all
}

// comesTo builds a history, and wants what its last week comes to.
func comesTo(t *testing.T, name string, c *catalog.Catalog, weeks []week, look func(*testing.T, Result) string, want ...string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		all := history(t, c, weeks...)
		last := all[len(all)-1]
		if diff := cmp.Diff(strings.Join(want, "\n"), look(t, last)); diff != "" {
			t.Errorf("it comes to something else (-want +got):\n%s\nheld: %q", diff, whys(last, data.Held))
		}
	})
}

// inputOf looks at the input prices of tools.
func inputOf(tools ...string) func(*testing.T, Result) string {
	return func(t *testing.T, r Result) string {
		var all []string
		for _, tool := range tools {
			all = append(all, evidenceOf(t, r, tool, data.FieldInput).Value.String())
		}
		return strings.Join(all, " ")
	}
}

// andWhys looks at something, and at the findings of a kind.
func andWhys(look func(*testing.T, Result) string, kind data.FindingKind) func(*testing.T, Result) string {
	return func(t *testing.T, r Result) string {
		return strings.Join(append([]string{look(t, r)}, whys(r, kind)...), "\n")
	}
}

// pricingOf looks at the four prices of a tool.
func pricingOf(tool string) func(*testing.T, Result) string {
	return func(t *testing.T, r Result) string { return pricing(t, r, tool) }
}
