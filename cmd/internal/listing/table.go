package listing

import (
	"encoding/csv"
	"fmt"
	"io"
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
		{"input", false, func(t Tool) string { return t.Input.String() + doubt(t) }},
		{"output", false, func(t Tool) string { return t.Output.String() + doubt(t) }},
		{"cached", false, func(t Tool) string { return terminal.Number(t.CacheRead) }},
		{"context", false, func(t Tool) string { return thousands(t.ContextTokens) }},
		{"score", false, func(t Tool) string { return terminal.Number(t.Score) }},
		{"per point", true, func(t Tool) string { return terminal.Number(t.PricePerPoint) }},
		{"state", false, state},
	}
	table := terminal.Table{Header: terminal.Row{"tool"}}
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
	var doubted string
	for _, t := range tools {
		if doubt(t) != "" {
			doubted = "; ? marks a price of low confidence"
		}
	}
	if len(tools) == 0 {
		return fmt.Sprintf("none of the %d tools of snapshot %s is like that", of, version)
	}
	return fmt.Sprintf("%d of %d tools in snapshot %s; prices in USD per million tokens%s", len(tools), of, version, doubted)
}

func doubt(t Tool) string {
	if t.Confidence == data.Low {
		return "?"
	}
	return ""
}

// thousands is a count of tokens as people write it: 200K, 1048K.
func thousands(n data.Number) string {
	if n.IsZero() {
		return ""
	}
	return strconv.FormatInt(n.IntPart()/1000, 10) + "K"
}

// state is when a tool ends, or that its provider advises against it; most tools have nothing to say here.
func state(t Tool) string {
	switch t.State {
	case Sold:
		return ""
	case Deprecated:
		return "deprecated"
	case Ended:
		return "ended " + t.ShutdownDate
	default:
		return "ends " + t.ShutdownDate
	}
}

// fields are the columns of WriteCSV, named and ordered as in JSON.
var fields = []struct {
	name string
	text func(Tool) string
}{
	{"id", func(t Tool) string { return t.ID }},
	{"name", func(t Tool) string { return t.Name }},
	{"provider", func(t Tool) string { return t.Provider }},
	{"categories", func(t Tool) string { return strings.Join(t.Categories, ";") }},
	{"input", func(t Tool) string { return t.Input.String() }},
	{"output", func(t Tool) string { return t.Output.String() }},
	{"cacheRead", func(t Tool) string { return terminal.Number(t.CacheRead) }},
	{"cacheCreate", func(t Tool) string { return terminal.Number(t.CacheWrite) }},
	{"confidence", func(t Tool) string { return string(t.Confidence) }},
	{"contextTokens", func(t Tool) string { return t.ContextTokens.String() }},
	{"inputLimitTokens", func(t Tool) string { return tokens(t.InputLimitTokens) }},
	{"maxOutputTokens", func(t Tool) string { return tokens(t.MaxOutputTokens) }},
	{"inputModalities", func(t Tool) string { return strings.Join(texts(t.InputModalities), ";") }},
	{"features", func(t Tool) string { return strings.Join(t.Features, ";") }},
	{"overallScore", func(t Tool) string { return terminal.Number(t.Score) }},
	{"pricePerScorePoint", func(t Tool) string { return terminal.Number(t.PricePerPoint) }},
	{"sweBench", func(t Tool) string { return terminal.Number(t.SWEBench) }},
	{"liveCodeBench", func(t Tool) string { return terminal.Number(t.LiveCodeBench) }},
	{"bigCodeBench", func(t Tool) string { return terminal.Number(t.BigCodeBench) }},
	{"humanEval", func(t Tool) string { return terminal.Number(t.HumanEval) }},
	{"releaseDate", func(t Tool) string { return t.Released }},
	{"state", func(t Tool) string { return string(t.State) }},
	{"shutdownDate", func(t Tool) string { return t.ShutdownDate }},
	{"successor", func(t Tool) string { return t.Successor }},
	{"url", func(t Tool) string { return t.URL }},
}

func tokens(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// WriteCSV writes the list for spreadsheets and for the tools of a shell: a header row, exact decimals, nothing for what
// nobody has stated, several values of a cell parted by semicolons.
func WriteCSV(out io.Writer, tools []Tool) error {
	w := csv.NewWriter(out)
	record := make([]string, len(fields))
	for i, f := range fields {
		record[i] = f.name
	}
	w.Write(record)
	for _, t := range tools {
		for i, f := range fields {
			record[i] = f.text(t)
		}
		w.Write(record)
	}
	w.Flush()
	return w.Error()
}
