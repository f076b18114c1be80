// Package explain tells in sentences why a published number is what it is: who printed it, when it was read, who agrees
// and who does not. Start at New and Explainer.Paragraphs.
//
// It decides no value and looks nothing up on the web: all it says stands in the documents of a snapshot.
package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/cmd/internal/published"
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Explainer tells what stands behind the numbers of one tool, in sentences.
type Explainer struct {
	tool     data.ToolProvenance
	provider string         // who sells the tool
	made     data.Timestamp // of the snapshot
	sources  map[string]data.SourceStatus
	findings []data.Finding
	accepted []data.Acceptance
	columns  []catalog.Column
	whole    bool            // every number is explained, so that what they share is said once
	told     map[string]bool // the pages that were mentioned

	solved     data.SolvedDocument // what a solved task costs with this tool
	boardsRead bool                // any board has said what a solved task costs with any tool

	standIns []data.StandIn // how a result of one board counts for that of another

	provisional *data.ProvisionalScore   // nil: it has a score
	tried       *data.ProvisionalFigures // how far such scores are off; nil: nobody tried
}

// column is the benchmark whose results are published in a field.
func (x *Explainer) column(field string) (catalog.Column, bool) {
	i := slices.IndexFunc(x.columns, func(c catalog.Column) bool { return c.ID == field })
	if i < 0 {
		return catalog.Column{}, false
	}
	return x.columns[i], true
}

// nouns are what is paid for, each as the price of a million of them and as a thing that may cost nothing.
var nouns = map[string]string{
	data.FieldInput: "input tokens", data.FieldOutput: "output tokens",
	data.FieldCacheRead: "tokens read from its cache", data.FieldCacheWrite: "tokens written to its cache",
}

// New gathers what an answer about a tool may speak of.
func New(d published.Data, snapshot data.Snapshot, tool data.ToolProvenance) (*Explainer, error) {
	tools, noTools := published.Document[data.ToolsDocument](snapshot, data.ToolsPath)
	findings, noFindings := published.Document[data.FindingsDocument](snapshot, data.FindingsPath)
	scores, noScores := published.Document[data.ScoresDocument](snapshot, data.ScoresPath)
	costs, noCosts := SolvedIn(snapshot)
	if err := cmp.Or(noTools, noFindings, noScores, noCosts); err != nil {
		return nil, err
	}
	x := &Explainer{
		tool: tool, provider: "its provider", made: snapshot.Manifest.GeneratedAt, findings: findings.Findings,
		accepted: d.Accepted(), columns: d.Catalog.Scoring.Columns, sources: map[string]data.SourceStatus{}, told: map[string]bool{},
	}
	if i := slices.IndexFunc(tools.Tools, func(t data.Tool) bool { return t.ID == tool.ID }); i >= 0 {
		x.provider = tools.Tools[i].Provider
	}
	x.standIns = scores.StandIns
	x.findProvisional(scores)
	x.solved, x.boardsRead = SolvedBy(costs, tool.ID), len(costs.Rows) > 0
	for _, s := range d.StatusesIn(snapshot) {
		x.sources[s.ID] = s
	}
	return x, nil
}

// Evidence is what stands behind one field, nil for one that is absent, or behind all of them.
func (x *Explainer) Evidence(field string) any {
	switch field {
	case "":
		return x.tool
	case Solved:
		return x.solved
	}
	return x.tool.Value(field)
}

// Paragraphs explains one field, or all of them in the order of the documents.
func (x *Explainer) Paragraphs(field string) []string {
	if field == Solved {
		return x.solvedCosts()
	} else if e := x.tool.Value(field); e != nil {
		return []string{x.value(*e)}
	} else if field != "" {
		return []string{x.absent(field)}
	}
	x.whole = true
	all := []string{fmt.Sprintf("%s (%s), sold by %s, as of %s", x.tool.Name, x.tool.ID, x.provider, onDay(x.made))}
	for _, f := range explained {
		if e := x.tool.Value(f.name); e != nil {
			all = append(all, x.value(*e))
		} else if instead := x.instead(f.name); instead != "" {
			all = append(all, instead)
		}
	}
	for _, last := range []string{x.absentResults(), x.absentScore(), x.solvedInShort(), x.keptPages()} {
		if last != "" {
			all = append(all, last)
		}
	}
	return all
}

// value answers why a number is what it is.
func (x *Explainer) value(e data.Evidence) string {
	switch e.Method {
	case data.Ruled:
		return sentences(x.rule(e), x.doubt(e))
	case data.Computed:
		return sentences(x.headline(e), x.formula(e), x.lasting(e), x.doubt(e))
	}
	return sentences(
		x.headline(e), x.promotion(e), x.origin(e), x.trouble(e), since(e), verified(e), x.released(e), x.held(e), x.coming(e),
		x.agreement(e), x.doubt(e), x.refused(e), x.kept(e))
}

// headline states the value.
func (x *Explainer) headline(e data.Evidence) string {
	noun, isPrice := nouns[e.Field]
	column, isScore := x.column(e.Field)
	switch {
	case e.Method == "":
		return fmt.Sprintf("No %s of %s is published.", x.words(e.Field), x.tool.Name)
	case isPrice && e.Value.IsZero():
		return x.tool.Name + " charges nothing for " + noun + terms(e.Conditions) + "."
	case isPrice:
		return fmt.Sprintf("%s costs %s USD per million %s%s.", x.tool.Name, e.Value, noun, terms(e.Conditions))
	case e.Field == data.FieldContext:
		return fmt.Sprintf("The context window of %s holds %s tokens.", x.tool.Name, e.Value.Grouped())
	case isScore:
		return fmt.Sprintf("%s scores %s on %s%s%s.", x.tool.Name, e.Value, column.Name, setting(e.Conditions), rounded(e))
	case e.Field == data.FieldOverall:
		return fmt.Sprintf("%s has an overall score of %s out of 100.", x.tool.Name, e.Value)
	case e.Field == data.FieldPerPoint:
		return fmt.Sprintf("Each point of the overall score of %s costs %s USD per million tokens.", x.tool.Name, e.Value)
	default:
		return fmt.Sprintf("%s of %s is %s %s.", e.Field, x.tool.Name, e.Value, e.Unit)
	}
}

// rounded tells how benchmarks.json has a score of more than one decimal. It lists four boards.
func rounded(e data.Evidence) string {
	listed := slices.Contains([]string{"sweBench", "liveCodeBench", "bigCodeBench", "humanEval"}, e.Field)
	if published := e.Value.Round(1); listed && !published.Equal(e.Value.Decimal) {
		return fmt.Sprintf(", published as %s", published)
	}
	return ""
}

// rule tells which other value a price was made from.
func (x *Explainer) rule(e data.Evidence) string {
	doing := map[string]string{data.FieldCacheRead: "Reading from", data.FieldCacheWrite: "Writing to"}[e.Field]
	switch {
	case doing == "" || e.Ruling == nil:
		return sentences(x.headline(e), fmt.Sprintf("That follows from another value: %s.", e.Rule))
	case !e.Ruling.Rule.Unknown():
		return sentences(fmt.Sprintf("%s the cache of %s is not billed apart: such tokens cost what input does, %s USD per million.", doing, x.tool.Name, e.Value), x.input())
	case e.Field == data.FieldCacheRead:
		return sentences(fmt.Sprintf("Nobody states what reading from the cache of %s costs; the input price of %s USD per million tokens is shown as an upper bound.", x.tool.Name, e.Value), x.input())
	default:
		return sentences(fmt.Sprintf("Nobody states what writing to the cache of %s costs; the input price of %s USD per million tokens is shown in its place, though writing can cost more.", x.tool.Name, e.Value), x.input())
	}
}

// input points to what stands behind the input price.
func (x *Explainer) input() string {
	if x.whole {
		return ""
	}
	return fmt.Sprintf("What stands behind that price: pricepoint explain %s input.", x.tool.ID)
}

// formula tells what a figure was computed from.
func (x *Explainer) formula(e data.Evidence) string {
	text := fmt.Sprintf("It is computed as %s, by %s, which benchmarks.methodology describes.", e.Rule, e.Source)
	if e.Field == data.FieldPerPoint {
		text = fmt.Sprintf("It is computed as %s: three input tokens to one output token, divided by the score.", e.Rule)
	}
	if e.Placeholder {
		text += fmt.Sprintf(" Some of that was verified after %s, the day of this snapshot, and stands in because nothing else is known.", onDay(x.made))
	}
	return text
}

// explained are the fields that can be explained, in the order of the documents, each with its short forms.
var explained = []struct {
	name  string
	short []string
}{
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
	{Solved, nil},
}

// Fields are the names of the fields that can be explained.
func Fields() []string {
	var all []string
	for _, f := range explained {
		all = append(all, f.name)
	}
	return all
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

// Solved is the field of what a solved task costs. It has many values, one for each board, effort and harness.
const Solved = "solved"
