package documents

import (
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/fixture"
)

// The tests call what the rooms share by short names.
var (
	now          = fixture.Now
	day          = fixture.Day
	smallCatalog = fixture.Catalog
	shipped      = fixture.Shipped
	smallTool    = fixture.Tool
	fingerprint  = fixture.Fingerprint
	printed      = fixture.Printed
	row          = fixture.Row
	acmePage     = fixture.AcmePage
	board        = fixture.Board
)

// built builds a catalogue with these readings.
func built(t *testing.T, c *catalog.Catalog, readings ...data.Reading) Result {
	t.Helper()
	result, err := Build(normalize.Input{Catalog: c, Readings: readings, Now: now, Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// document is one document of a result.
func document[T any](t *testing.T, r Result, path string) T {
	t.Helper()
	return fixture.Document[T](t, r.Snapshot, path)
}

func evidenceOf(t *testing.T, r Result, tool, field string) data.Evidence {
	t.Helper()
	return fixture.EvidenceOf(t, r.Snapshot, tool, field)
}
