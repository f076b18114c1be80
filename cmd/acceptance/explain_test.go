package acceptance

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/built"
	"pricepoint/cmd/internal/explain"
	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/fixture/captured"
	"pricepoint/cmd/internal/published"
	"pricepoint/data"
)

// slip is what no sentence may have: a verb without its value, a hole, a time that was never set, a doubled full stop.
var slip = regexp.MustCompile(`%!|  | [.,;:)]|\(\)|""|<nil>| 1 January 1\b|[^.]\.\.( |$)|: \.`)

// TestExplainRecorded explains every number of a year of refreshes from real captures.
func TestExplainRecorded(t *testing.T) {
	t.Parallel()
	r := fixture.Refresher(t, t.TempDir())
	methods := map[data.Method]int{}
	days := []string{"2025-11-03", "2026-07-27", "2026-10-19"}
	for _, snapshot := range captured.Year(t) {
		day := snapshot.Manifest.GeneratedAt.Format(time.DateOnly)
		if !slices.Contains(days, day) {
			continue
		}
		provenance, err := published.Document[data.ProvenanceDocument](snapshot, data.ProvenancePath)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range provenance.Tools {
			x, err := explain.New(r.Data, snapshot, tool)
			if err != nil {
				t.Fatal(err)
			}
			for _, field := range explain.Fields() {
				checkProse(t, day, x.Paragraphs(field)...)
				if e := tool.Value(field); e != nil {
					methods[e.Method]++
				}
			}
			checkProse(t, day, x.Paragraphs("")[1:]...)
		}
	}
	for _, method := range []data.Method{data.Collected, data.Curated, data.Fed, data.Ruled, data.Computed} {
		if methods[method] == 0 {
			t.Errorf("the captures have no value by the method %q", method)
		}
	}
}

func checkProse(t *testing.T, day string, paragraphs ...string) {
	t.Helper()
	for _, p := range paragraphs {
		if found := slip.FindString(p); found != "" || !strings.HasSuffix(p, ".") {
			t.Errorf("%s: %q in: %s", day, found, p)
		}
	}
}

// TestExplainJSON finds the evidence as it stands in the document.
func TestExplainJSON(t *testing.T) {
	input := data.Evidence{Field: data.FieldInput, Value: data.MustNumber("1.25"), Unit: "USD/1M tokens", Method: data.Collected, Source: "pricing_acme"}
	tool := data.ToolProvenance{ID: "acme-5", Name: "Acme 5", Values: []data.Evidence{input}}
	dir := fixture.Keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.ProvenancePath: data.ProvenanceDocument{Tools: []data.ToolProvenance{tool}},
		data.FindingsPath: data.FindingsDocument{},
	})
	for _, tt := range []struct {
		name string
		args []string
		want any
	}{
		{"a-field", []string{"acme-5", "input"}, tool.Values[0]},
		{"by-name", []string{"ACME 5", "pricing.input"}, tool.Values[0]},
		{"all", []string{"Acme_5"}, tool},
		{"absent", []string{"acme-5", "humanEval"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, log, code := built.Run(t, append([]string{"explain", "--store", dir.String(), "--output", "json"}, tt.args...)...)
			want, err := data.Encode(tt.want)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" || code != 0 || log != "" {
				t.Errorf("exit code %d, %s (-want +got):\n%s", code, log, diff)
			}
		})
	}
}
