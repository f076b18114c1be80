package normalize_test

import (
	"pricepoint/data"
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
