package documents

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/normalize"
)

// The CSV documents hold what JSON documents hold, one row a tool, for spreadsheets: RFC 4180, UTF-8, a header row,
// exact decimals, nothing for what nobody has published. No cell can be taken for a formula: numbers are never
// negative, and the catalogue refuses names that begin like one.

// cell is what a row has below a heading.
type cell struct{ heading, text string }

// table writes a row of cells for each of all. The cells of the zero value say which columns there are.
func table[Row any](all []Row, cells func(Row) []cell) ([]byte, error) {
	var none Row
	var columns []data.Column[[]cell]
	for i, c := range cells(none) {
		columns = append(columns, data.Column[[]cell]{Heading: c.heading, Text: func(row []cell) string { return row[i].text }})
	}
	var rows [][]cell
	for _, r := range all {
		rows = append(rows, cells(r))
	}
	var buf bytes.Buffer
	err := data.WriteCSV(&buf, columns, rows, data.CRLF)
	return buf.Bytes(), err
}

// filled leaves cells empty of what there is not.
func filled(is bool, cells ...cell) []cell {
	for i := range cells {
		if !is {
			cells[i].text = ""
		}
	}
	return cells
}

// toolsTable is api/tools.csv.
func toolsTable(d normalize.Decision) ([]byte, error) {
	return table(d.Tools, func(t normalize.Tool) []cell { return toolCells(t, properties(t, d.Manifest.GeneratedAt)) })
}

// toolCells begin with what there always was: some readers count columns. Of each price they say how far it can be trusted,
// and the rule that made it or let it through, if one did: inputAsBound and inputInstead say that nobody states it.
func toolCells(t normalize.Tool, p data.Properties) []cell {
	confirmed := slices.MinFunc([]time.Time{t.Input.Seen(), t.Output.Seen()}, time.Time.Compare) // of both prices
	prices := []struct {
		heading string
		data.Evidence
	}{{"input", t.Input}, {"output", t.Output}, {"cacheRead", t.CacheRead}, {"cacheCreate", t.CacheWrite}}
	all := []cell{{"id", t.ID}, {"name", t.Name}, {"provider", t.ProviderName}, {"categories", joined(t.Categories)}}
	for _, price := range prices {
		all = append(all, cell{price.heading, price.Value.String()})
	}
	all = append(all, []cell{
		{"contextTokens", t.Window.Value.String()}, {"maxOutputTokens", data.CountCell(p.MaxOutputTokens)},
		{"inputModalities", joined(p.InputModalities)}, {"outputModalities", joined(p.OutputModalities)},
		{"knowledgeCutoff", p.KnowledgeCutoff}, {"releaseDate", t.Released}, {"deprecated", yes(p.Deprecated)},
		{"shutdownDate", p.ShutdownDate}, {"successor", p.Successor}, {"url", t.URL},
		{"lastConfirmed", confirmed.Format(time.DateOnly)}, {"inputLimitTokens", data.CountCell(p.InputLimitTokens)},
	}...)
	for _, price := range prices {
		rule := cmp.Or(price.Ruling, &data.Ruling{}).Rule
		all = append(all, cell{price.heading + "Confidence", string(price.Confidence)}, cell{price.heading + "Rule", string(rule)})
	}
	for _, price := range prices {
		all = append(all, cell{price.heading + "Basis", string(price.Basis)})
	}
	return all
}

// scoreRow is a tool with its score, or with what is expected of it.
type scoreRow struct {
	normalize.Tool
	rank rating.ScoreRank // of a scored tool
	rating.ProvisionalScore
}

// scoresTable is api/scores.csv: the scored tools, best first, and then the others.
func scoresTable(d normalize.Decision) ([]byte, error) {
	var rows []scoreRow
	for _, m := range scoredModels(d) {
		tool := *d.Tool(m.ModelID)
		rows = append(rows, scoreRow{tool, m.Rank, provisional(d, tool)})
	}
	for _, t := range d.Tools {
		if !t.Scored {
			rows = append(rows, scoreRow{Tool: t, ProvisionalScore: provisional(d, t)})
		}
	}
	return table(rows, scoreCells)
}

func scoreCells(r scoreRow) []cell {
	score, low, high := r.OverallScore.String(), r.Interval.Low.String(), r.Interval.High.String()
	all := []cell{{"id", r.ID}, {"name", r.Name}, {"provider", r.ProviderName}}
	all = append(all, filled(r.Scored,
		cell{"overallScore", score}, cell{"overallLow", low}, cell{"overallHigh", high},
		cell{"rank", strconv.Itoa(r.rank.Place)}, cell{"rankBest", strconv.Itoa(r.rank.Best)}, cell{"rankWorst", strconv.Itoa(r.rank.Worst)},
	)...)
	all = append(all, cell{"coverage", r.Estimate.Observed.String()}, cell{"pricePerScorePoint", numberCell(r.Figure(data.FieldPerPoint))})
	for _, board := range []string{"sweBench", "liveCodeBench", "bigCodeBench", "humanEval"} {
		published, estimate := cell{heading: board}, cell{heading: board + "Estimate"} // a scored tool fills one of them
		switch part := data.Find(r.Benchmarks, func(p rating.ScorePart) bool { return p.Column == board }); {
		case part == nil || !r.Scored:
		case part.Estimated:
			estimate.text = part.Value.String()
		default:
			published.text = part.Value.String()
		}
		all = append(all, published, estimate)
	}
	return append(all, filled(!r.Scored,
		cell{"provisionalScore", score}, cell{"provisionalLow", low}, cell{"provisionalHigh", high}, cell{"provisionalRestsOn", string(r.RestsOn)},
	)...)
}

// solvedTable is api/solved.csv: the rows of solved.json in their order.
func solvedTable(d normalize.Decision) ([]byte, error) {
	boards := map[string]rating.SolvedBoard{}
	for _, b := range d.Solved.Boards {
		boards[b.ID] = b
	}
	return table(d.Solved.Rows, func(c rating.SolvedCost) []cell {
		return solvedCells(c, *cmp.Or(d.Tool(c.ModelID), &normalize.Tool{}), boards[c.Board])
	})
}

func solvedCells(c rating.SolvedCost, tool normalize.Tool, board rating.SolvedBoard) []cell {
	spread := cell{"spread", string(cmp.Or(c.Spread, &rating.SolvedSpread{}).Kind)}
	all := []cell{
		{"id", c.ModelID}, {"name", tool.Name}, {"provider", tool.ProviderName}, {"board", c.Board}, {"work", string(board.Work)},
		{"entry", printedCell(c.Entry)}, {"effort", printedCell(c.Effort)}, {"harness", printedCell(c.Harness)},
		{"harnessVersion", printedCell(c.HarnessVersion)}, {"shown", yes(c.Shown)}, {"indicative", yes(board.Indicative)},
		{"attempts", data.CountCell(c.Attempts)}, {"share", c.Share.String()}, {"costPerAttempt", c.CostPerAttempt.String()},
		{"basis", string(c.Basis.Kind)}, {"costPerSolved", numberCell(c.CostPerSolved)},
	}
	all = append(append(all, intervalCells("costPerSolved", c.Interval)...), spread)
	for place, heading := range []string{"repriced", "offPeak"} { // the most expensive hours, and the cheapest where they differ
		var r rating.RepricedCost
		if place < len(c.Repriced) {
			r = c.Repriced[place]
		}
		all = append(all, cell{heading + "Kind", string(r.Kind)}, cell{heading + "PerAttempt", numberCell(r.CostPerAttempt)},
			cell{heading + "PerSolved", numberCell(r.CostPerSolved)}, cell{heading + "PerSolvedMost", numberCell(r.CostPerSolvedHigh)},
			cell{heading + "PerSolvedLeast", numberCell(r.LeastPerSolved)})
		all = append(all, intervalCells(heading+"PerSolved", r.Interval)...)
	}
	return append(all, []cell{
		{"seconds", numberCell(c.Seconds)}, {"calls", numberCell(c.Calls)}, {"measuredBy", board.MeasuredBy},
		{"printedBy", cmp.Or(c.Evidence.PrintedBy, board.MeasuredBy)}, {"url", c.Evidence.URL}, {"fetchedAt", c.Evidence.FetchedAt.String()},
	}...)
}

// intervalCells are the two ends of an interval.
func intervalCells(heading string, i *rating.CostInterval) []cell {
	ends := cmp.Or(i, &rating.CostInterval{})
	return filled(i != nil, cell{heading + "Low", ends.Low.String()}, cell{heading + "High", ends.High.String()})
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

// joined writes several values into one cell.
func joined[Text ~string](all []Text) string {
	texts := make([]string, len(all))
	for i, t := range all {
		texts[i] = string(t)
	}
	return strings.Join(texts, ";")
}

func yes(b bool) string {
	if b {
		return "true"
	}
	return ""
}
