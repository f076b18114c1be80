package commands

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

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
			got, log, code := fixture.Run(t, append([]string{"explain", "--store", dir.String(), "--output", "json"}, tt.args...)...)
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
