package documents

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/normalize"
)

// solvedRow is a row of solved.json with its tool and its board.
type solvedRow struct {
	data.SolvedCost
	tool  normalize.Tool
	board data.SolvedBoard
}

// solvedTable is api/solved.csv: the rows of solved.json in their order.
func solvedTable(d normalize.Decision) ([]byte, error) {
	boards := map[string]data.SolvedBoard{}
	for _, b := range d.Solved.Boards {
		boards[b.ID] = b
	}
	tools := byID(d)
	var rows []solvedRow
	for _, c := range d.Solved.Rows {
		rows = append(rows, solvedRow{c, *tools[c.ModelID], boards[c.Board]})
	}
	return table(solvedColumns, rows)
}

var solvedColumns = slices.Concat([]data.Column[solvedRow]{
	{Heading: "id", Text: func(r solvedRow) string { return r.ModelID }},
	{Heading: "name", Text: func(r solvedRow) string { return r.tool.Name }},
	{Heading: "provider", Text: func(r solvedRow) string { return r.tool.ProviderName }},
	{Heading: "board", Text: func(r solvedRow) string { return r.Board }},
	{Heading: "work", Text: func(r solvedRow) string { return string(r.board.Work) }},
	{Heading: "entry", Text: func(r solvedRow) string { return printedCell(r.Entry) }},
	{Heading: "effort", Text: func(r solvedRow) string { return printedCell(r.Effort) }},
	{Heading: "harness", Text: func(r solvedRow) string { return printedCell(r.Harness) }},
	{Heading: "harnessVersion", Text: func(r solvedRow) string { return printedCell(r.HarnessVersion) }},
	{Heading: "shown", Text: func(r solvedRow) string { return yes(r.Shown) }},
	{Heading: "indicative", Text: func(r solvedRow) string { return yes(r.board.Indicative) }},
	{Heading: "attempts", Text: func(r solvedRow) string { return data.CountCell(r.Attempts) }},
	{Heading: "share", Text: func(r solvedRow) string { return r.Share.String() }},
	{Heading: "costPerAttempt", Text: func(r solvedRow) string { return r.CostPerAttempt.String() }},
	{Heading: "basis", Text: func(r solvedRow) string { return string(r.Basis.Kind) }},
	{Heading: "costPerSolved", Text: func(r solvedRow) string { return numberCell(r.CostPerSolved) }},
}, intervalCells("costPerSolved", func(r solvedRow) *data.CostInterval { return r.Interval }), []data.Column[solvedRow]{
	{Heading: "spread", Text: func(r solvedRow) string {
		if r.Spread == nil {
			return ""
		}
		return string(r.Spread.Kind)
	}},
}, repricedCells("repriced", 0), repricedCells("offPeak", 1), []data.Column[solvedRow]{
	{Heading: "seconds", Text: func(r solvedRow) string { return numberCell(r.Seconds) }},
	{Heading: "calls", Text: func(r solvedRow) string { return numberCell(r.Calls) }},
	{Heading: "measuredBy", Text: func(r solvedRow) string { return r.board.MeasuredBy }},
	{Heading: "printedBy", Text: func(r solvedRow) string { return cmp.Or(r.Evidence.PrintedBy, r.board.MeasuredBy) }},
	{Heading: "url", Text: func(r solvedRow) string { return r.Evidence.URL }},
	{Heading: "fetchedAt", Text: func(r solvedRow) string { return r.Evidence.FetchedAt.String() }},
})

// intervalCells are the two ends of an interval.
func intervalCells(heading string, of func(solvedRow) *data.CostInterval) []data.Column[solvedRow] {
	end := func(pick func(data.CostInterval) data.Number) func(solvedRow) string {
		return func(r solvedRow) string {
			if i := of(r); i != nil {
				return pick(*i).String()
			}
			return ""
		}
	}
	return []data.Column[solvedRow]{
		{Heading: heading + "Low", Text: end(func(i data.CostInterval) data.Number { return i.Low })},
		{Heading: heading + "High", Text: end(func(i data.CostInterval) data.Number { return i.High })},
	}
}

// repricedCells are the columns of one of the two costs at today's tariff: the most expensive hours, and the cheapest where they
// differ.
func repricedCells(heading string, place int) []data.Column[solvedRow] {
	at := func(text func(data.RepricedCost) string) func(solvedRow) string {
		return func(r solvedRow) string {
			if place >= len(r.Repriced) {
				return ""
			}
			return text(r.Repriced[place])
		}
	}
	return slices.Concat([]data.Column[solvedRow]{
		{Heading: heading + "Kind", Text: at(func(c data.RepricedCost) string { return string(c.Kind) })},
		{Heading: heading + "PerAttempt", Text: at(func(c data.RepricedCost) string { return numberCell(c.CostPerAttempt) })},
		{Heading: heading + "PerSolved", Text: at(func(c data.RepricedCost) string { return numberCell(c.CostPerSolved) })},
		{Heading: heading + "PerSolvedMost", Text: at(func(c data.RepricedCost) string { return numberCell(c.CostPerSolvedHigh) })},
		{Heading: heading + "PerSolvedLeast", Text: at(func(c data.RepricedCost) string { return numberCell(c.LeastPerSolved) })},
	}, intervalCells(heading+"PerSolved", func(r solvedRow) *data.CostInterval {
		if place >= len(r.Repriced) {
			return nil
		}
		return r.Repriced[place].Interval
	}))
}

func numberCell(n *data.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// printedCell is a text of somebody else's page: behind an apostrophe where a spreadsheet would take it for a formula.
func printedCell(text string) string {
	if text != "" && strings.ContainsAny(text[:1], "=+-@\t\r") {
		return "'" + text
	}
	return text
}
