package explain

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/rating"
)

var update = flag.Bool("update", false, "rewrite the golden answers")

// TestExplain asks for every kind of value there is. Each case is a tool of its own in one snapshot; read the answers
// in testdata/explain.txt.
func TestExplain(t *testing.T) {
	cases := explainCases(t)
	provenance := data.ProvenanceDocument{Version: fixture.MadeOn}
	tools := data.ToolsDocument{}
	findings := data.FindingsDocument{Version: fixture.MadeOn}
	for _, c := range cases {
		provenance.Tools = append(provenance.Tools, data.ToolProvenance{ID: c.id, Name: "Acme 5", Values: c.values})
		tools.Tools = append(tools.Tools, data.Tool{ID: c.id, Name: "Acme 5", Provider: "Acme"})
		findings.Findings = append(findings.Findings, c.findings...)
	}
	dir := fixture.Keep(t, map[string]any{
		data.ToolsPath: tools, data.ProvenancePath: provenance, data.FindingsPath: findings, data.ScoresPath: expectations(),
	}, explainSources()...)
	fixture.Locked(t, dir, func() error {
		_, err := dir.Accept(data.Acceptance{ID: "acce000001", By: "ada", At: fixture.On("2026-10-16")})
		return err
	})
	d := fixture.Refresher(t, filepath.Dir(dir.String())).Data
	snapshot, err := d.Newest()
	if err != nil {
		t.Fatal(err)
	}
	var got txtar.Archive
	for i, c := range cases {
		x, err := New(d, snapshot, provenance.Tools[i])
		if err != nil {
			t.Errorf("%s: %v", c.id, err)
			continue
		}
		field := ""
		if c.field != "" {
			if field, err = FieldNamed(c.field); err != nil {
				t.Error(err)
			}
		}
		got.Files = append(got.Files, txtar.File{Name: c.id, Data: []byte(told(x, field))})
	}
	compare(t, filepath.Join("testdata", "explain.txt"), txtar.Format(&got))
}

// told is the answer to a question, the overview where none is asked.
func told(x *Explainer, field string) string {
	if field != "" {
		return x.Tell(field) + "\n"
	}
	var out strings.Builder
	_ = terminal.Printer{Out: &out}.Print(nil, x.Overview())
	return out.String()
}

// expectations are the provisional scores of three cases; snapshots before there were any have none.
func expectations() rating.ScoresDocument {
	expected := func(id, score, low, high string, on rating.ProvisionalBasis) rating.UnscoredModel {
		return rating.UnscoredModel{ModelID: id, Provisional: rating.ProvisionalScore{
			OverallScore: data.MustNumber(score), RestsOn: on, Predecessor: map[rating.ProvisionalBasis]string{rating.OnPredecessor: "acme-4"}[on],
			Interval: rating.ScoreInterval{Low: data.MustNumber(low), High: data.MustNumber(high)}, Supporting: make([]rating.SupportingResult, 2),
		}}
	}
	return rating.ScoresDocument{
		StandIns: []rating.StandIn{{Board: "deepSWE", By: "deepSWEMercor", Offset: data.MustNumber("2.25"), Pairs: 26}},
		Unscored: []rating.UnscoredModel{
			expected("absent-overall", "80.7799877", "77.3163247", "83.4418607", rating.OnPredecessor),
			expected("absent-per-point", "79.4", "75.25", "81.8", rating.OnReleaseDate), expected("whole-tool-of-a-person", "70", "60", "80", rating.OnResults),
		},
		Provisional: []rating.ProvisionalFigures{{RestsOn: rating.OnPredecessor, Models: 22, Error: data.MustNumber("3.97"), Coverage: data.MustNumber("0.909")}},
	}
}

// compare holds a text against a file, or with -update makes it the file.
func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
