package documents

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// tabled builds a catalogue with what is hard about tables: a name with quotes and a comma, a free tool, one without a
// score, and one of which everything is known.
func tabled(t *testing.T) Result {
	t.Helper()
	c := smallCatalog()
	c.Tools = append(c.Tools, smallTool("five", "Bolt Five", "bolt", "0.075", "0.30"))
	page := catalog.Evidence{Verified: day("2026-09-01"), Source: "https://acme.example/models", Basis: data.OwnPage}
	c.Tools[0].Categories = []string{"balanced", "frontier"}
	c.Tools[0].Properties = []catalog.Properties{
		{Evidence: page, InputLimit: 300_000, MaxOutput: 64_000, Input: []data.Modality{"text", "image"}},
		{Evidence: catalog.Evidence{Verified: day("2026-11-01"), Source: "https://feed.example", Basis: data.ThirdParty, Note: "A doubt."},
			Output: []data.Modality{"text"}, Knowledge: catalog.Date{Text: "2026-01", First: day("2026-01-01").First}},
	}
	c.Tools[0].Deprecated, c.Tools[0].Shutdown, c.Tools[0].Successor, c.Tools[0].Lifecycle = true, day("2027-04-01"), "two", &page
	c.Tools[1].Scores = nil
	c.Tools[2].Name = `Bolt "Three", 3`
	c.Tools[4].Prices.CacheRule = catalog.Unknown
	c.Tools[3].Prices.Input, c.Tools[3].Prices.Output = data.Int(0), data.Int(0)
	return built(t, c, acmePage(printed("Acme One", data.PriceInput, "5", data.Qualifiers{}))) // its output price was seen a month before
}

func documentBody(t *testing.T, r Result, path string) []byte {
	t.Helper()
	for _, d := range r.Snapshot.Documents {
		if d.Path == path {
			return d.Body
		}
	}
	t.Fatalf("the snapshot has no %s", path)
	return nil
}

func TestTables(t *testing.T) {
	compareGolden(t, tabled(t), data.ToolsTablePath, data.ScoresTablePath)
}

// compareGolden compares documents of a snapshot with their files in testdata.
func compareGolden(t *testing.T, r Result, paths ...string) {
	t.Helper()
	for _, path := range paths {
		golden(t, filepath.Base(path), string(documentBody(t, r, path)))
	}
}

// golden compares a text with its file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not what it was (-was +is); if that is meant, -update writes it:\n%s", name, diff)
	}
}

func TestProperties(t *testing.T) {
	tools := document[data.ProvenanceDocument](t, tabled(t), data.ProvenancePath).Tools
	want := data.Properties{
		Deprecated: true, ShutdownDate: "2027-04-01", Successor: "two", InputLimitTokens: 300_000, MaxOutputTokens: 64_000,
		InputModalities: []data.Modality{"text", "image"}, OutputModalities: []data.Modality{"text"}, KnowledgeCutoff: "2026-01",
		Evidence: []data.PropertyEvidence{
			{Figures: []string{"deprecated", "shutdownDate", "successor"}, URL: "https://acme.example/models", Basis: "page", VerifiedAt: data.At(day("2026-09-01").First)},
			{Figures: []string{"inputLimitTokens", "maxOutputTokens", "inputModalities"}, URL: "https://acme.example/models", Basis: "page", VerifiedAt: data.At(day("2026-09-01").First)},
			{Figures: []string{"outputModalities", "knowledgeCutoff"}, URL: "https://feed.example", Basis: "third-party", VerifiedAt: data.At(day("2026-11-01").First),
				Note: "A doubt.", Placeholder: true},
		},
	}
	if diff := cmp.Diff(want, tools[0].Properties); diff != "" {
		t.Errorf("properties (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(data.Properties{Evidence: []data.PropertyEvidence{}}, tools[1].Properties); diff != "" {
		t.Errorf("a tool of which nothing is known (-want +got):\n%s", diff)
	}
}
