package page

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// table is the table of all tools.
type table struct {
	Rows    []row // best score first, provisional ones in their place, those without any last
	Further []group
	Title   string        // of the work whose costs it shows
	Board   string        // that measures the work; "": its costs are those of the price list
	Boards  []facts.Board // that print what attempts cost
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
	Maker              int  // place of the provider among all, for its colour and shape
	Open               bool // its weights can be had
	Hollow             bool // most of its score is estimated
	Guessed            bool // its score is provisional
	States             string
	Standings          []facts.Standing
	Rank               int // of the weightiest of its standings, to sort by
	Score              facts.Cell
	Task               taskCost
	Input, Output      facts.Cell
}

func tableOf(d facts.Documents) table {
	t := table{Further: furtherGroups(), Boards: d.Boards()}
	work, answered := d.FirstWork(), ""
	if work != nil {
		answered = answerBoard(d, *work)
		t.Title, t.Board = d.WorkTitle(work.ID), d.BoardName(answered)
	}
	all := d.Each()
	slices.SortStableFunc(all, func(a, b facts.About) int {
		return cmp.Or(b.Expected().Cmp(a.Expected().Decimal), cmp.Compare(strings.ToLower(a.Tool.Name), strings.ToLower(b.Tool.Name)))
	})
	makers := d.Tools.Providers()
	for _, a := range all {
		r := rowOf(a, d)
		r.Maker = slices.Index(makers, a.Tool.Provider)
		if work != nil {
			r.Task = taskCostOf(d, *work, answered, a.Tool.ID)
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func rowOf(a facts.About, d facts.Documents) row {
	r := row{ID: a.Tool.ID, Name: a.Tool.Name, Provider: a.Tool.Provider, Open: a.IsOpen(d), Hollow: a.MostlyEstimated(), Guessed: a.IsProvisional(),
		Score: facts.OverallCell(a, d), Input: facts.PriceCell(data.FieldInput)(a, d), Output: facts.PriceCell(data.FieldOutput)(a, d)}
	for _, s := range a.Standings(d) {
		r.States = strings.TrimSpace(r.States + " " + s.Key)
		r.Standings, r.Rank = append(r.Standings, s), max(r.Rank, slices.Index(facts.StandingOrder, s.Key))
	}
	return r
}

// column is one column of the table that is shown when it is asked for.
type column struct {
	Key   string `json:"key"` // in the fragment, and as the anchor of its evidence on a tool's page
	Label string `json:"label"`
	What  string `json:"what"` // in a sentence
	Group string `json:"-"`
	Best  bool   `json:"best,omitempty"` // it is sorted by largest first

	cell func(facts.About, facts.Documents) facts.Cell // nil: the scripts compute it
}

// The groups of columns, in their order.
const (
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
	inputLimit   = data.PropertyInputLimit
	longestReply = data.PropertyMaxOutput
)

// furtherColumns are those that the page does not show at first.
var furtherColumns = []column{
	{Key: workKey, Label: "Price list", Group: costGroup,
		What: "What one task costs by price list, with the tokens chosen above, in US dollars."},
	{Key: solvedKey, Label: "Solved task", Group: costGroup, cell: facts.SolvedCell,
		What: "Measured: what all attempts cost at today’s prices, divided by the number of solved tasks, in US dollars. † is at the prices of the run."},
	{Key: data.FieldPerPoint, Label: "Score point", Group: costGroup, cell: facts.PerPointCell,
		What: "Three parts input and one part output price, divided by the overall score."},
	{Key: facts.SweBench, Label: "SWE-bench", Group: boardsGroup, Best: true, cell: facts.PartCell(facts.SweBench),
		What: "SWE-bench Verified: share of real repository issues that were resolved."},
	{Key: facts.LiveCode, Label: "LiveCode", Group: boardsGroup, Best: true, cell: facts.PartCell(facts.LiveCode),
		What: "LiveCodeBench: share of competitive-programming problems that were solved."},
	{Key: facts.BigCode, Label: "BigCode", Group: boardsGroup, Best: true, cell: facts.PartCell(facts.BigCode),
		What: "BigCodeBench Hard: share of practical tasks with many library calls that were solved."},
	{Key: facts.HumanEval, Label: "HumanEval", Group: boardsGroup, Best: true, cell: facts.PartCell(facts.HumanEval),
		What: "HumanEval: share of basic functions that were written correctly."},
	{Key: data.FieldInput, Label: "Input", Group: pricesGroup, cell: facts.PriceCell(data.FieldInput), What: "Price of a million prompt tokens."},
	{Key: data.FieldOutput, Label: "Output", Group: pricesGroup, cell: facts.PriceCell(data.FieldOutput), What: "Price of a million answer tokens, reasoning included."},
	{Key: data.FieldCacheRead, Label: "Cache read", Group: pricesGroup, cell: facts.PriceCell(data.FieldCacheRead), What: "Price of a million prompt tokens read from the cache."},
	{Key: data.FieldCacheWrite, Label: "Cache write", Group: pricesGroup, cell: facts.PriceCell(data.FieldCacheWrite), What: "Price of a million prompt tokens written to the cache."},
	{Key: data.FieldContext, Label: "Context", Group: limitsGroup, Best: true, cell: facts.ContextCell, What: "The most tokens that prompt and answer may have together."},
	{Key: inputLimit, Label: "Prompt", Group: limitsGroup, Best: true, cell: facts.LimitCell(inputLimit), What: "The most tokens that one prompt may have, where that is less than the context."},
	{Key: longestReply, Label: "Answer", Group: limitsGroup, Best: true, cell: facts.LimitCell(longestReply), What: "The most tokens that one answer may have."},
	{Key: releaseKey, Label: "Released", Group: lifeGroup, Best: true, cell: facts.ReleaseCell, What: "Month of release."},
}

// group are neighbouring columns under one heading.
type group struct {
	Name    string   `json:"name"`
	Columns []column `json:"columns"`
}

func furtherGroups() []group {
	var all []group
	for _, c := range furtherColumns {
		if len(all) == 0 || all[len(all)-1].Name != c.Group {
			all = append(all, group{Name: c.Group})
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, c)
	}
	return all
}
