// Package explain tells why a published number is what it is, in labelled lines: who printed it, when it was read, who
// agrees and who does not. Start at New and Explainer.Tell.
//
// It decides no value and looks nothing up on the web: all it says stands in the documents of a snapshot.
package explain

import (
	"cmp"
	"fmt"
	"strings"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
)

// Explainer tells what stands behind the numbers of one tool.
type Explainer struct {
	tool     data.ToolProvenance
	made     data.Timestamp // of the snapshot
	sources  map[string]data.SourceStatus
	findings []data.Finding
	accepted []data.Acceptance
	columns  []catalog.Column
	scores   rating.ScoresDocument
}

// New gathers what an answer about a tool may speak of.
func New(d published.Data, snapshot data.Snapshot, tool data.ToolProvenance) (*Explainer, error) {
	findings, noFindings := published.Document[data.FindingsDocument](snapshot, data.FindingsPath)
	scores, noScores := published.Document[rating.ScoresDocument](snapshot, data.ScoresPath)
	if err := cmp.Or(noFindings, noScores); err != nil {
		return nil, err
	}
	x := &Explainer{
		tool: tool, made: snapshot.Manifest.GeneratedAt, findings: findings.Findings, accepted: d.Accepted(),
		columns: d.Catalog.Scoring.Columns, scores: scores, sources: map[string]data.SourceStatus{},
	}
	for _, s := range d.StatusesIn(snapshot) {
		x.sources[s.ID] = s
	}
	return x, nil
}

// Tell explains one field, a line for each thing that is known, in the order in which somebody would ask.
func (x *Explainer) Tell(field string) string {
	e := x.tool.Value(field)
	if e == nil {
		return x.absent(field)
	}
	return x.value(*e)
}

// Overview has a line for each number of the tool.
func (x *Explainer) Overview() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"field", "value", "unit", "confidence", "read", "by, or why there is none"}}
	for _, f := range explained {
		switch e := x.tool.Value(f.name); {
		case e == nil || e.Method == "":
			t.Add(f.name, "", "", "", "", x.why(f.name))
		default:
			t.Add(f.name, e.Value.Round(4), e.Unit, e.Confidence, seen(*e), joined(x.stated(*e), when(e.Held != "", "another value is held back"),
				when(len(e.Announced) > 0, "another price is announced"), when(x.trouble(*e) != "", "cannot be read there now")))
		}
	}
	return t
}

// stated is who stated a value, or how it was made.
func (x *Explainer) stated(e data.Evidence) string {
	switch e.Method {
	case data.Ruled:
		return e.Rule
	case data.Computed:
		return "computed"
	}
	return e.Brief().Attribution()
}

// column is the benchmark whose results are published in a field, nil for none.
func (x *Explainer) column(field string) *catalog.Column {
	return data.Find(x.columns, func(c catalog.Column) bool { return c.ID == field })
}

// field is one that can be explained.
type field struct {
	name  string
	short []string
}

// explained are the fields that can be explained, in the order of the documents, each with its short forms.
var explained = []field{
	{data.FieldInput, []string{"input"}},
	{data.FieldOutput, []string{"output"}},
	{data.FieldCacheRead, []string{"cacheRead"}},
	{data.FieldCacheWrite, []string{"cacheCreate", "cacheWrite"}},
	{data.FieldContext, []string{"context"}},
	{"deepSWE", nil},
	{"vibeCode", nil},
	{"sweBench", []string{"swe"}},
	{"liveCodeBench", []string{"lcb"}},
	{"terminalBench4", []string{"terminalBench"}},
	{"bigCodeBench", nil},
	{"humanEval", nil},
	{data.FieldOverall, []string{"overall", "score"}},
	{data.FieldPerPoint, []string{"perPoint", "value"}},
}

// Fields are the names of the fields that can be explained.
func Fields() []string {
	return data.Each(explained, func(f field) string { return f.name })
}

// FieldNamed finds a published field by its name or short form; case, hyphens and underscores do not count.
func FieldNamed(name string) (string, error) {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s)) }
	for _, f := range explained {
		for _, spelling := range append([]string{f.name}, f.short...) {
			if plain(spelling) == plain(name) {
				return f.name, nil
			}
		}
	}
	return "", fmt.Errorf("there is no field %q; the fields are %s", name, strings.Join(Fields(), ", "))
}
