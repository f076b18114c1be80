package documents

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/normalize"
)

// toolRow is a tool of tools.json with its evidence.
type toolRow struct {
	data.Tool
	evidence data.ToolProvenance
}

// toolsTable is api/tools.csv.
func toolsTable(d normalize.Decision) ([]byte, error) {
	var rows []toolRow
	for i, t := range tools(d).Tools {
		rows = append(rows, toolRow{t, toolProvenance(d, d.Tools[i])})
	}
	return table(toolColumns, rows)
}

// toolColumns begin with what there always was: some readers count columns.
var toolColumns = slices.Concat([]data.Column[toolRow]{
	{Heading: "id", Text: func(r toolRow) string { return r.ID }},
	{Heading: "name", Text: func(r toolRow) string { return r.Name }},
	{Heading: "provider", Text: func(r toolRow) string { return r.Provider }},
	{Heading: "categories", Text: func(r toolRow) string { return joined(r.Category) }},
	{Heading: "input", Text: func(r toolRow) string { return r.Pricing.Input.String() }},
	{Heading: "output", Text: func(r toolRow) string { return r.Pricing.Output.String() }},
	{Heading: "cacheRead", Text: func(r toolRow) string { return r.Pricing.CacheRead.String() }},
	{Heading: "cacheCreate", Text: func(r toolRow) string { return r.Pricing.CacheWrite.String() }},
	{Heading: "contextTokens", Text: func(r toolRow) string { return value(r.evidence, data.FieldContext) }},
	{Heading: "maxOutputTokens", Text: func(r toolRow) string { return data.CountCell(r.evidence.Properties.MaxOutputTokens) }},
	{Heading: "inputModalities", Text: func(r toolRow) string { return joined(r.evidence.Properties.InputModalities) }},
	{Heading: "outputModalities", Text: func(r toolRow) string { return joined(r.evidence.Properties.OutputModalities) }},
	{Heading: "knowledgeCutoff", Text: func(r toolRow) string { return r.evidence.Properties.KnowledgeCutoff }},
	{Heading: "releaseDate", Text: func(r toolRow) string { return r.ReleaseDate }},
	{Heading: "deprecated", Text: func(r toolRow) string { return yes(r.evidence.Properties.Deprecated) }},
	{Heading: "shutdownDate", Text: func(r toolRow) string { return r.evidence.Properties.ShutdownDate }},
	{Heading: "successor", Text: func(r toolRow) string { return r.evidence.Properties.Successor }},
	{Heading: "url", Text: func(r toolRow) string { return r.URL }},
	{Heading: "lastConfirmed", Text: toolRow.lastConfirmed},
	{Heading: "inputLimitTokens", Text: func(r toolRow) string { return data.CountCell(r.evidence.Properties.InputLimitTokens) }},
}, priceCells("input", data.FieldInput), priceCells("output", data.FieldOutput),
	priceCells("cacheRead", data.FieldCacheRead), priceCells("cacheCreate", data.FieldCacheWrite), []data.Column[toolRow]{
		basisCell("input", data.FieldInput), basisCell("output", data.FieldOutput),
		basisCell("cacheRead", data.FieldCacheRead), basisCell("cacheCreate", data.FieldCacheWrite),
	})

// priceCells are two columns about a price: how far it can be trusted, and the rule that made it or let it through, if
// one did. The rules inputAsBound and inputInstead say that nobody states the price.
func priceCells(heading, field string) []data.Column[toolRow] {
	return []data.Column[toolRow]{
		{Heading: heading + "Confidence", Text: func(r toolRow) string {
			if e := r.evidence.Value(field); e != nil {
				return string(e.Confidence)
			}
			return ""
		}},
		{Heading: heading + "Rule", Text: func(r toolRow) string {
			if e := r.evidence.Value(field); e != nil && e.Ruling != nil {
				return string(e.Ruling.Rule)
			}
			return ""
		}},
	}
}

// basisCell is a column that says whose word a price is.
func basisCell(heading, field string) data.Column[toolRow] {
	return data.Column[toolRow]{Heading: heading + "Basis", Text: func(r toolRow) string {
		if e := r.evidence.Value(field); e != nil {
			return string(e.Basis)
		}
		return ""
	}}
}

// lastConfirmed is the day on which both the input and the output price were last seen.
func (r toolRow) lastConfirmed() string {
	input, output := r.evidence.Value(data.FieldInput), r.evidence.Value(data.FieldOutput)
	if input == nil || output == nil {
		return ""
	}
	at := input.Seen()
	if output.Seen().Before(at) {
		at = output.Seen()
	}
	return at.Format(time.DateOnly)
}
