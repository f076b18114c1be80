package documents

import (
	"strings"
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
	curve        = fixture.Curve
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

// document is one document of a snapshot, as users see it.
func document[T any](t *testing.T, r Result, path string) T {
	t.Helper()
	var doc T
	for _, d := range r.Snapshot.Documents {
		if d.Path == path {
			if err := data.Decode(d.Body, &doc); err != nil {
				t.Fatal(err)
			}
			return doc
		}
	}
	t.Fatalf("the snapshot has no %s", path)
	return doc
}

// evidenceOf is what stands behind one number.
func evidenceOf(t *testing.T, r Result, tool, field string) data.Evidence {
	t.Helper()
	for _, p := range document[data.ProvenanceDocument](t, r, data.ProvenancePath).Tools {
		if e := p.Value(field); p.ID == tool && e != nil {
			return *e
		}
	}
	t.Fatalf("provenance.json has no %s of %s", field, tool)
	return data.Evidence{}
}

// pricing are the four prices of a tool in tools.json.
func pricing(t *testing.T, r Result, id string) string {
	t.Helper()
	for _, tool := range document[data.ToolsDocument](t, r, data.ToolsPath).Tools {
		if tool.ID == id {
			p := tool.Pricing
			return strings.Join([]string{p.Input.String(), p.Output.String(), p.CacheRead.String(), p.CacheWrite.String()}, " ")
		}
	}
	t.Fatalf("tools.json has no %s", id)
	return ""
}

// scoreLine is the overall score of a tool and three results, as benchmarks.json has them.
func scoreLine(t *testing.T, r Result, id string) string {
	t.Helper()
	text := func(n *data.Number) string {
		if n == nil {
			return "-"
		}
		return n.String()
	}
	for _, m := range document[data.BenchmarksDocument](t, r, data.BenchmarksPath).Benchmarks.Models {
		if m.ModelID == id {
			return strings.Join([]string{m.OverallScore.String(), text(m.SWEBench), text(m.LiveCodeBench), text(m.BigCodeBench)}, " ")
		}
	}
	return "not scored"
}
