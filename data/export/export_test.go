package export_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/export"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// bare are the files of a world, by what their paths have behind /api/compat/.
func bare(t *testing.T, d export.Documents) map[string]export.File {
	t.Helper()
	all := map[string]export.File{}
	for _, f := range export.Bare(d) {
		name, ok := strings.CutPrefix(f.Path, "/api/compat/")
		if _, twice := all[name]; !ok || twice {
			t.Errorf("%s is no address of an export, or is one twice", f.Path)
		}
		all[name] = f
	}
	return all
}

// TestFilesAreAsBefore compares every file of the world, and the losses of each, with what a person has read: no price is 0 or
// has an exponent, and a tool without a price is missing.
func TestFilesAreAsBefore(t *testing.T) {
	if len(export.Formats()) != len(bare(t, world())) {
		t.Errorf("formats are %v", export.Formats())
	}
	for name, f := range bare(t, world()) {
		t.Run(name, func(t *testing.T) {
			golden(t, filepath.FromSlash(name), f.Body)
			about := data.Encode(f.Export)
			golden(t, filepath.Join("index", strings.ReplaceAll(name, "/", "-")+".txt"), about)
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if diff := cmp.Diff(string(want), string(got)); err != nil || diff != "" {
		t.Errorf("%s is another file, which -update writes (-want +got): %v\n%s", name, err, diff)
	}
}

// TestNothingMakesNothing has no tool at all, as a first snapshot of somebody else could.
func TestNothingMakesNothing(t *testing.T) {
	for name, f := range bare(t, export.Documents{}) {
		if f.Tools+f.Rows+f.Values != 0 || json.Valid(f.Body) == (f.Absent != "") {
			t.Errorf("%s of no tools: %d tools, %d rows, %d values: %s", name, f.Tools, f.Rows, f.Values, f.Body)
		}
	}
}

// TestWithdrawnToolsStayForHalfAYear moves the clock.
func TestWithdrawnToolsStayForHalfAYear(t *testing.T) {
	for _, c := range []struct {
		name   string
		months int
		want   bool
	}{
		{"seven weeks after", 0, true},
		{"five months after", 4, true},
		{"half a year after", 5, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := world()
			d.Tariffs.LastUpdated = data.At(now.AddDate(0, c.months, 0))
			body := string(bare(t, d)["ccusage.json"].Body)
			if got := strings.Contains(body, `"kimi-k2.5-0127"`); got != c.want {
				t.Errorf("the file has the withdrawn tool: %t, want %t", got, c.want)
			}
			if strings.Contains(body, `"kimi-k1"`) {
				t.Error("the file has a tool that was withdrawn long before")
			}
		})
	}
}

// TestToolsNoLongerSoldKeepTheirLastPrice is about a tool that is listed beyond its last day.
func TestToolsNoLongerSoldKeepTheirLastPrice(t *testing.T) {
	for _, c := range []struct {
		name string
		days int
		want bool
	}{{"a day after", 54, true}, {"half a year after", 54 + 184, false}} {
		t.Run(c.name, func(t *testing.T) {
			d := world()
			d.Tariffs.LastUpdated = data.At(now.AddDate(0, 0, c.days))
			var file struct {
				Models map[string]struct {
					Input json.Number `json:"input_cost_per_million_tokens"`
				}
			}
			if err := json.Unmarshal(bare(t, d)["tokscale.json"].Body, &file); err != nil {
				t.Fatal(err)
			}
			if m, ok := file.Models["gpt-5.5"]; ok != c.want || ok && m.Input != "10" {
				t.Errorf("gpt-5.5 is there: %t, for %s", ok, m.Input)
			}
		})
	}
}

func TestReadWantsTheDocumentsOfOneSnapshot(t *testing.T) {
	if _, err := export.Read(data.Snapshot{Documents: []data.Document{{Path: data.TariffsPath, Body: []byte(`{"tools":[`)}}}); err == nil {
		t.Error("half a document is taken for one")
	}
	if _, err := export.Read(data.Snapshot{Documents: []data.Document{{Path: data.ToolsPath, Body: []byte(`{"tools":[],"lastUpdated":null,"totalTools":3}`)}}}); err == nil {
		t.Error("tools without tariffs are taken for a snapshot")
	}
}
