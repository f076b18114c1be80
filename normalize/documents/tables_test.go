package documents

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
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
	page := catalog.Evidence{Verified: day("2026-09-01"), Source: "https://acme.example/models", Basis: catalog.Page}
	c.Tools[0].Categories = []string{"balanced", "frontier"}
	c.Tools[0].Properties = []catalog.Properties{
		{Evidence: page, InputLimit: 300_000, MaxOutput: 64_000, Input: []catalog.Modality{"text", "image"}},
		{Evidence: catalog.Evidence{Verified: day("2026-11-01"), Source: "https://feed.example", Basis: catalog.ThirdParty, Note: "A doubt."},
			Output: []catalog.Modality{"text"}, Knowledge: catalog.Date{Text: "2026-01", First: day("2026-01-01").First}},
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

// rowsOf reads a table as a spreadsheet would: by heading, and every row as long as the first.
func rowsOf(t *testing.T, body []byte) map[string]map[string]string {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string]string{}
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, heading := range records[0] {
			row[heading] = record[i]
		}
		rows[row["id"]] = row
	}
	if len(rows) != len(records)-1 {
		t.Errorf("%d rows, but %d ids", len(records)-1, len(rows))
	}
	return rows
}

func TestTables(t *testing.T) {
	compareGolden(t, tabled(t), data.ToolsTablePath, data.ScoresTablePath)
}

// compareGolden compares documents of a snapshot with their files in testdata.
func compareGolden(t *testing.T, r Result, paths ...string) {
	t.Helper()
	for _, path := range paths {
		golden := filepath.Join("testdata", filepath.Base(path))
		body := documentBody(t, r, path)
		if *update {
			if err := os.WriteFile(golden, body, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatalf("%v; -update writes it", err)
		}
		if diff := cmp.Diff(string(want), string(body)); diff != "" {
			t.Errorf("%s is not what it was (-was +is); if that is meant, -update writes it:\n%s", path, diff)
		}
	}
}

func TestToolsTableSaysWhatToolsSay(t *testing.T) {
	r := tabled(t)
	rows := rowsOf(t, documentBody(t, r, data.ToolsTablePath))
	tools := document[data.ToolsDocument](t, r, data.ToolsPath).Tools
	if len(rows) != len(tools) {
		t.Errorf("%d rows of %d tools", len(rows), len(tools))
	}
	for _, tool := range tools {
		row := rows[tool.ID]
		window, _, _ := strings.Cut(tool.ContextWindow, "K")
		want := map[string]string{
			"name": tool.Name, "provider": tool.Provider, "categories": strings.Join(tool.Category, ";"),
			"input": tool.Pricing.Input.String(), "output": tool.Pricing.Output.String(),
			"cacheRead": tool.Pricing.CacheRead.String(), "cacheCreate": tool.Pricing.CacheWrite.String(),
			"inputLimitTokens": map[string]string{"one": "300000"}[tool.ID], "inputConfidence": "high", "inputRule": "",
			"cacheReadConfidence": "high", "cacheReadRule": "sameAsInput", "cacheCreateRule": "sameAsInput",
			"contextTokens": window + "000", "releaseDate": tool.ReleaseDate, "url": tool.URL,
		}
		if tool.ID == "five" {
			want["cacheReadConfidence"], want["cacheReadRule"], want["cacheCreateRule"] = "low", "inputAsBound", "inputInstead"
		}
		for heading, text := range want {
			if row[heading] != text {
				t.Errorf("%s of %s is %q, want %q", heading, tool.ID, row[heading], text)
			}
		}
	}
}

func TestScoresTableSaysWhatScoresSay(t *testing.T) {
	r := tabled(t)
	rows := rowsOf(t, documentBody(t, r, data.ScoresTablePath))
	scores := document[data.ScoresDocument](t, r, data.ScoresPath)
	models := document[data.BenchmarksDocument](t, r, data.BenchmarksPath).Benchmarks.Models
	if len(rows) != len(scores.Models)+len(scores.Unscored) || len(scores.Unscored) != 1 {
		t.Errorf("%d rows of %d scored and %d other tools", len(rows), len(scores.Models), len(scores.Unscored))
	}
	for i, m := range scores.Models {
		row := rows[m.ModelID]
		want := map[string]string{"overallScore": m.OverallScore.String(), "overallLow": m.Interval.Low.String(),
			"coverage": m.Coverage.String(), "pricePerScorePoint": models[i].PricePerScorePoint.String()}
		for _, p := range m.Benchmarks {
			measured, estimated := p.Value.String(), ""
			if p.Estimated {
				measured, estimated = "", measured
			}
			want[p.Column], want[p.Column+"Estimate"] = measured, estimated
		}
		for heading, text := range want {
			if row[heading] != text {
				t.Errorf("%s of %s is %q, want %q", heading, m.ModelID, row[heading], text)
			}
		}
	}
	for heading, text := range rows[scores.Unscored[0].ModelID] {
		if text != "" && !strings.Contains("id name provider coverage provisionalScore provisionalLow provisionalHigh provisionalRestsOn", heading) {
			t.Errorf("%s of a tool without a score is %q, want nothing", heading, text)
		}
	}
	expected := scores.Unscored[0].Provisional
	for heading, text := range map[string]string{"provisionalScore": expected.OverallScore.String(), "provisionalLow": expected.Interval.Low.String(),
		"provisionalHigh": expected.Interval.High.String(), "provisionalRestsOn": string(expected.RestsOn)} {
		if got := rows[scores.Unscored[0].ModelID][heading]; got != text || got == "" {
			t.Errorf("%s is %q, want %q", heading, got, text)
		}
	}
}

// A spreadsheet runs a cell that begins with one of these.
func TestNoCellIsAFormula(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	r := built(t, c)
	for _, path := range []string{data.ToolsTablePath, data.ScoresTablePath} {
		for id, row := range rowsOf(t, documentBody(t, r, path)) {
			for heading, text := range row {
				if strings.IndexAny(text, "=+-@\t\r") == 0 {
					t.Errorf("%s of %s in %s is %q", heading, id, path, text)
				}
			}
		}
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
