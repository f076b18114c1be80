package page

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
)

// table is the table of all tools.
type table struct {
	Groups []group
	Rows   []row // best score first, provisional ones in their place, those without any last
	Work   string
	Board  string  // whose cost per solved task is shown; "": none
	Boards []board // that print what attempts cost
}

// Guesses is how many scores are provisional.
func (t table) Guesses() (n int) {
	for _, r := range t.Rows {
		if r.Guessed {
			n++
		}
	}
	return n
}

// row is one tool.
type row struct {
	ID, Name, Provider string
	Categories         string // slugs, with spaces between
	Modalities         string // of the prompt
	Open               bool   // its weights can be had
	Hollow             bool   // most of its score is estimated
	Guessed            bool   // its score is provisional
	States             string // keys
	Standing           *standing
	Cells              []cell
}

func tableOf(d documents) table {
	t := table{Groups: columnGroups(), Board: d.boardName(d.firstBoard()), Boards: d.boards(), Work: d.firstWorkTitle()}
	all := d.each()
	slices.SortStableFunc(all, func(a, b about) int {
		return cmp.Or(b.expected().Cmp(a.expected().Decimal), cmp.Compare(strings.ToLower(a.tool.Name), strings.ToLower(b.tool.Name)))
	})
	for _, a := range all {
		t.Rows = append(t.Rows, rowOf(a, d))
	}
	return t
}

func rowOf(a about, d documents) row {
	r := row{ID: a.tool.ID, Name: a.tool.Name, Provider: a.tool.Provider, Categories: strings.Join(a.tool.Category, " "), Open: a.isOpen(d),
		Hollow: a.mostlyEstimated(), Guessed: a.isProvisional()}
	for _, m := range a.evidence.Properties.InputModalities {
		r.Modalities = strings.TrimSpace(r.Modalities + " " + string(m))
	}
	for _, s := range a.standings(d) {
		r.States = strings.TrimSpace(r.States + " " + s.Key)
		if r.Standing == nil && s.Key != current && s.Key != unscored {
			r.Standing = &s
		}
	}
	for i, g := range columnGroups() {
		for j, column := range g.Columns {
			c := column.cell(a, d)
			c.Tool, c.Key, c.Group, c.First, c.Words = a.tool.ID, column.Key, i, j == 0, column.Text
			r.Cells = append(r.Cells, c)
		}
	}
	return r
}

// column is one column of the table of all tools.
type column struct {
	Key   string // in the fragment, and as the anchor of its evidence on a tool's page
	Label string
	What  string // in a sentence
	Group string
	Text  bool // it holds words, else numbers
	Best  bool // it is sorted by largest first

	cell func(about, documents) cell
}

// The groups of columns, in their order.
const (
	scoreGroup  = "Score"
	costGroup   = "What work costs"
	boardsGroup = "Benchmarks, 0–100"
	pricesGroup = "$ per million tokens"
	limitsGroup = "Limits"
	lifeGroup   = "Life"
)

// The keys of columns that are no field of the provenance.
const (
	workKey      = "work"
	solvedKey    = "solved"
	releaseKey   = "releaseDate"
	stateKey     = "state"
	nameKey      = "name"
	sweBench     = "sweBench"
	liveCode     = "liveCodeBench"
	bigCode      = "bigCodeBench"
	humanEval    = "humanEval"
	inputLimit   = data.PropertyInputLimit
	longestReply = data.PropertyMaxOutput
)

// columns are those after the name.
var columns = []column{
	{Key: data.FieldOverall, Label: "Overall", Group: scoreGroup, Best: true, cell: overallCell,
		What: "Weighted mean of several benchmarks. The bar is where the score lies with a probability of 90 %."},
	{Key: workKey, Label: "This work", Group: costGroup, cell: workCell,
		What: "What the work chosen above costs, in US dollars."},
	{Key: solvedKey, Label: "Solved task", Group: costGroup, cell: solvedCell,
		What: "Measured: what all attempts cost at today’s prices, divided by the number of solved tasks, in US dollars. † is at the prices of the run."},
	{Key: data.FieldPerPoint, Label: "Score point", Group: costGroup, cell: perPointCell,
		What: "Three parts input and one part output price, divided by the overall score."},
	{Key: sweBench, Label: "SWE-bench", Group: boardsGroup, Best: true, cell: partCell(sweBench),
		What: "SWE-bench Verified: share of real repository issues that were resolved."},
	{Key: liveCode, Label: "LiveCode", Group: boardsGroup, Best: true, cell: partCell(liveCode),
		What: "LiveCodeBench: share of competitive-programming problems that were solved."},
	{Key: bigCode, Label: "BigCode", Group: boardsGroup, Best: true, cell: partCell(bigCode),
		What: "BigCodeBench Hard: share of practical tasks with many library calls that were solved."},
	{Key: humanEval, Label: "HumanEval", Group: boardsGroup, Best: true, cell: partCell(humanEval),
		What: "HumanEval: share of basic functions that were written correctly."},
	{Key: data.FieldInput, Label: "Input", Group: pricesGroup, cell: priceCell(data.FieldInput), What: "Price of a million prompt tokens."},
	{Key: data.FieldOutput, Label: "Output", Group: pricesGroup, cell: priceCell(data.FieldOutput), What: "Price of a million answer tokens, reasoning included."},
	{Key: data.FieldCacheRead, Label: "Cache read", Group: pricesGroup, cell: priceCell(data.FieldCacheRead), What: "Price of a million prompt tokens read from the cache."},
	{Key: data.FieldCacheWrite, Label: "Cache write", Group: pricesGroup, cell: priceCell(data.FieldCacheWrite), What: "Price of a million prompt tokens written to the cache."},
	{Key: data.FieldContext, Label: "Context", Group: limitsGroup, Best: true, cell: contextCell, What: "The most tokens that prompt and answer may have together."},
	{Key: inputLimit, Label: "Prompt", Group: limitsGroup, Best: true, cell: limitCell(inputLimit), What: "The most tokens that one prompt may have, where that is less than the context."},
	{Key: longestReply, Label: "Answer", Group: limitsGroup, Best: true, cell: limitCell(longestReply), What: "The most tokens that one answer may have."},
	{Key: releaseKey, Label: "Released", Group: lifeGroup, Best: true, cell: releaseCell, What: "Month of release."},
	{Key: stateKey, Label: "State", Group: lifeGroup, Text: true, cell: stateCell, What: "Whether it is still recommended, until when it is sold, and whether it has been scored."},
}

// group are neighbouring columns under one heading.
type group struct {
	Name    string
	Columns []column
}

func columnGroups() []group {
	var all []group
	for _, c := range columns {
		if len(all) == 0 || all[len(all)-1].Name != c.Group {
			all = append(all, group{Name: c.Group})
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, c)
	}
	return all
}
