package listing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
)

// roomy is how many columns a terminal needs for the whole table.
const roomy = 120

// Table is the list for people. A terminal of less than roomy columns gets the most important ones; width is 0 where
// there is no terminal.
func Table(tools []Tool, width int) terminal.Table {
	wide := width == 0 || width >= roomy
	figures := []struct {
		heading string
		wide    bool
		text    func(Tool) string
	}{
		{"provider", true, func(t Tool) string { return t.Provider }},
		{"released", true, func(t Tool) string { return t.Released }},
		{"input", false, func(t Tool) string { return t.Input.String() + marks(t.Words.Input) }},
		{"output", false, func(t Tool) string { return t.Output.String() + marks(t.Words.Output) }},
		{"cached", false, func(t Tool) string { return terminal.Number(t.CacheRead) + marks(t.Words.CacheRead) }},
		{"context", false, func(t Tool) string { return thousands(t.ContextTokens) }},
		{"score", false, score},
		{"per point", true, func(t Tool) string { return terminal.Number(t.PricePerPoint) }},
		{"state", false, state},
	}
	table := terminal.Table{Header: terminal.Row{"model"}}
	for _, t := range tools {
		table.Add(t.ID)
	}
	for _, f := range figures {
		if f.wide && !wide {
			continue
		}
		column := make([]string, len(tools))
		for i, t := range tools {
			column[i] = f.text(t)
		}
		if f.heading != "provider" && f.heading != "state" {
			terminal.AlignPoint(column)
		}
		table.Header = append(table.Header, f.heading)
		for i := range tools {
			table.Lines[i] = append(table.Lines[i], column[i])
		}
	}
	return table
}

// Legend explains what a table cannot say itself.
func Legend(tools []Tool, of int, version string) string {
	var marked, expected string
	for _, m := range priceMarks {
		on := func(t Tool) bool {
			return slices.ContainsFunc([]Word{t.Words.Input, t.Words.Output, t.Words.CacheRead, {Basis: t.ShutdownBasis}}, m.on)
		}
		if slices.ContainsFunc(tools, on) {
			marked += "; " + m.sign + " marks " + m.meaning
		}
	}
	for _, t := range tools {
		if t.Score == nil && t.Provisional != nil {
			expected = "; ~ marks a provisional score, which is expected and not measured"
		}
	}
	if len(tools) == 0 {
		return fmt.Sprintf("none of the %d models in snapshot %s matches", of, version)
	}
	return fmt.Sprintf("%d of %d models in snapshot %s; prices in USD per million tokens%s%s", len(tools), of, version, marked, expected)
}

// score is the overall score, or the provisional one.
func score(t Tool) string {
	if t.Score == nil && t.Provisional != nil {
		return "~" + t.Provisional.Score.StringFixed(1)
	}
	return terminal.Number(t.Score)
}

// ofExpected is a column that only tools with a provisional score fill.
func ofExpected(heading string, text func(Expected) string) data.Column[Tool] {
	return data.Column[Tool]{Heading: heading, Text: func(t Tool) string {
		if t.Provisional == nil {
			return ""
		}
		return text(*t.Provisional)
	}}
}

// priceMarks stand behind prices of which there is something to know.
var priceMarks = []struct {
	sign, meaning string
	on            func(Word) bool
}{
	{"?", "a price of low confidence", func(w Word) bool { return w.Confidence == data.Low }},
	{"*", "a price or a last day that its maker was not seen to print", func(w Word) bool { return w.Basis != "" && !w.Basis.FirstHand() }},
	{"!", "a promotion that was promised up to a day that has passed", func(w Word) bool { return w.Promised != "" }},
}

func marks(w Word) (signs string) {
	for _, m := range priceMarks {
		if m.on(w) {
			signs += m.sign
		}
	}
	return signs
}

// thousands is a count of tokens as people write it: 200K, 1048K.
func thousands(n data.Number) string {
	if n.IsZero() {
		return ""
	}
	return strconv.FormatInt(n.IntPart()/1000, 10) + "K"
}

// state is when a tool ends, or that its provider prefers another one or advises against it; most tools have nothing to say here.
func state(t Tool) string {
	switch t.State {
	case Sold:
		return ""
	case Legacy, Deprecated, Gone:
		return string(t.State)
	case Ended:
		return "ended " + t.ShutdownDate + marks(Word{Basis: t.ShutdownBasis})
	default:
		return "ends " + t.ShutdownDate + marks(Word{Basis: t.ShutdownBasis})
	}
}

// Columns are those of the list for spreadsheets and for the tools of a shell, named and ordered as in JSON: exact decimals,
// nothing for what nobody has stated, several values of a cell parted by semicolons.
var Columns = []data.Column[Tool]{
	{Heading: "id", Text: func(t Tool) string { return t.ID }},
	{Heading: "name", Text: func(t Tool) string { return t.Name }},
	{Heading: "provider", Text: func(t Tool) string { return t.Provider }},
	{Heading: "categories", Text: func(t Tool) string { return strings.Join(t.Categories, ";") }},
	{Heading: "input", Text: func(t Tool) string { return t.Input.String() }},
	{Heading: "output", Text: func(t Tool) string { return t.Output.String() }},
	{Heading: "cacheRead", Text: func(t Tool) string { return terminal.Number(t.CacheRead) }},
	{Heading: "cacheCreate", Text: func(t Tool) string { return terminal.Number(t.CacheWrite) }},
	{Heading: "confidence", Text: func(t Tool) string { return string(t.Confidence) }},
	{Heading: "contextTokens", Text: func(t Tool) string { return t.ContextTokens.String() }},
	{Heading: "inputLimitTokens", Text: func(t Tool) string { return data.CountCell(t.InputLimitTokens) }},
	{Heading: "maxOutputTokens", Text: func(t Tool) string { return data.CountCell(t.MaxOutputTokens) }},
	{Heading: "inputModalities", Text: func(t Tool) string { return strings.Join(Texts(t.InputModalities), ";") }},
	{Heading: "features", Text: func(t Tool) string { return strings.Join(t.Features, ";") }},
	{Heading: "overallScore", Text: func(t Tool) string { return terminal.Number(t.Score) }},
	{Heading: "pricePerScorePoint", Text: func(t Tool) string { return terminal.Number(t.PricePerPoint) }},
	{Heading: "deepSWE", Text: func(t Tool) string { return terminal.Number(t.DeepSWE) }},
	{Heading: "vibeCode", Text: func(t Tool) string { return terminal.Number(t.VibeCode) }},
	{Heading: "terminalBench4", Text: func(t Tool) string { return terminal.Number(t.TerminalBench4) }},
	{Heading: "sweBench", Text: func(t Tool) string { return terminal.Number(t.SWEBench) }},
	{Heading: "liveCodeBench", Text: func(t Tool) string { return terminal.Number(t.LiveCodeBench) }},
	{Heading: "bigCodeBench", Text: func(t Tool) string { return terminal.Number(t.BigCodeBench) }},
	{Heading: "humanEval", Text: func(t Tool) string { return terminal.Number(t.HumanEval) }},
	{Heading: "releaseDate", Text: func(t Tool) string { return t.Released }},
	{Heading: "state", Text: func(t Tool) string { return string(t.State) }},
	{Heading: "shutdownDate", Text: func(t Tool) string { return t.ShutdownDate }},
	{Heading: "successor", Text: func(t Tool) string { return t.Successor }},
	{Heading: "url", Text: func(t Tool) string { return t.URL }},
	{Heading: "basis", Text: func(t Tool) string { return string(t.Basis) }},
	{Heading: "publisher", Text: func(t Tool) string { return t.Publisher }},
	{Heading: "promised", Text: func(t Tool) string { return t.Promised }},
	ofExpected("provisionalScore", func(e Expected) string { return e.Score.String() }),
	ofExpected("provisionalLow", func(e Expected) string { return e.Low.String() }),
	ofExpected("provisionalHigh", func(e Expected) string { return e.High.String() }),
	ofExpected("provisionalRestsOn", func(e Expected) string { return string(e.RestsOn) }),
	{Heading: "inputBasis", Text: func(t Tool) string { return string(t.Words.Input.Basis) }},
	{Heading: "outputBasis", Text: func(t Tool) string { return string(t.Words.Output.Basis) }},
	{Heading: "cacheReadBasis", Text: func(t Tool) string { return string(t.Words.CacheRead.Basis) }},
	{Heading: "cacheCreateBasis", Text: func(t Tool) string { return string(t.Words.CacheWrite.Basis) }},
	{Heading: "shutdownBasis", Text: func(t Tool) string { return string(t.ShutdownBasis) }},
}
