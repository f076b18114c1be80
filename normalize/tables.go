package normalize

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"pricepoint/data"
)

// The CSV documents hold what JSON documents hold, one row a tool, for spreadsheets: RFC 4180, UTF-8, a header row,
// exact decimals, nothing for what nobody has published. No cell can be taken for a formula: numbers are never
// negative, and the catalogue refuses names that begin like one.

// tables writes both CSV documents.
func tables(documents tableSources) ([]data.Document, error) {
	prices, err := table(toolColumns, documents.toolRows())
	if err != nil {
		return nil, fmt.Errorf("%s: %v", data.ToolsTablePath, err)
	}
	scores, err := table(scoreColumns, documents.scoreRows())
	if err != nil {
		return nil, fmt.Errorf("%s: %v", data.ScoresTablePath, err)
	}
	return []data.Document{{Path: data.ScoresTablePath, Body: scores}, {Path: data.ToolsTablePath, Body: prices}}, nil
}

// tableSources are the documents that the tables repeat.
type tableSources struct {
	tools      data.ToolsDocument
	provenance data.ProvenanceDocument
	scores     data.ScoresDocument
	models     []data.ModelScore
}

// cell is one column of a table: its heading, and what stands in it, "" for nothing.
type cell[Row any] struct {
	heading string
	text    func(Row) string
}

func table[Row any](columns []cell[Row], rows []Row) ([]byte, error) {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	w.UseCRLF = true // as RFC 4180 has it
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.heading
	}
	w.Write(record)
	for _, row := range rows {
		for i, c := range columns {
			record[i] = c.text(row)
		}
		w.Write(record)
	}
	w.Flush()
	return buf.Bytes(), w.Error()
}

// toolRow is a tool of tools.json with its evidence.
type toolRow struct {
	data.Tool
	evidence data.ToolProvenance
}

func (d tableSources) toolRows() []toolRow {
	evidence := map[string]data.ToolProvenance{}
	for _, t := range d.provenance.Tools {
		evidence[t.ID] = t
	}
	rows := make([]toolRow, 0, len(d.tools.Tools))
	for _, t := range d.tools.Tools {
		rows = append(rows, toolRow{t, evidence[t.ID]})
	}
	return rows
}

var toolColumns = []cell[toolRow]{
	{"id", func(r toolRow) string { return r.ID }},
	{"name", func(r toolRow) string { return r.Name }},
	{"provider", func(r toolRow) string { return r.Provider }},
	{"categories", func(r toolRow) string { return joined(r.Category) }},
	{"input", func(r toolRow) string { return r.Pricing.Input.String() }},
	{"output", func(r toolRow) string { return r.Pricing.Output.String() }},
	{"cacheRead", func(r toolRow) string { return r.Pricing.CacheRead.String() }},
	{"cacheCreate", func(r toolRow) string { return r.Pricing.CacheWrite.String() }},
	{"contextTokens", func(r toolRow) string { return value(r.evidence, data.FieldContext) }},
	{"maxOutputTokens", func(r toolRow) string { return known(r.evidence.Properties.MaxOutputTokens) }},
	{"inputModalities", func(r toolRow) string { return joined(r.evidence.Properties.InputModalities) }},
	{"outputModalities", func(r toolRow) string { return joined(r.evidence.Properties.OutputModalities) }},
	{"knowledgeCutoff", func(r toolRow) string { return r.evidence.Properties.KnowledgeCutoff }},
	{"releaseDate", func(r toolRow) string { return r.ReleaseDate }},
	{"deprecated", func(r toolRow) string { return yes(r.evidence.Properties.Deprecated) }},
	{"shutdownDate", func(r toolRow) string { return r.evidence.Properties.ShutdownDate }},
	{"successor", func(r toolRow) string { return r.evidence.Properties.Successor }},
	{"url", func(r toolRow) string { return r.URL }},
	{"lastConfirmed", toolRow.lastConfirmed},
}

// lastConfirmed is the day on which both the input and the output price were last seen.
func (r toolRow) lastConfirmed() string {
	input, output := r.evidence.Value(data.FieldInput), r.evidence.Value(data.FieldOutput)
	if input == nil || output == nil {
		return ""
	}
	at := seen(*input)
	if seen(*output).Before(at) {
		at = seen(*output)
	}
	return at.Format(dayLayout)
}

// value is the exact value of a published field.
func value(t data.ToolProvenance, field string) string {
	if e := t.Value(field); e != nil {
		return e.Value.String()
	}
	return ""
}

// joined writes several values into one cell.
func joined[Text ~string](all []Text) string {
	texts := make([]string, len(all))
	for i, t := range all {
		texts[i] = string(t)
	}
	return strings.Join(texts, ";")
}

func known(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func yes(b bool) string {
	if b {
		return "true"
	}
	return ""
}
