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
var toolColumns = slices.Concat([]cell[toolRow]{
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
	{"inputLimitTokens", func(r toolRow) string { return known(r.evidence.Properties.InputLimitTokens) }},
}, priceCells("input", data.FieldInput), priceCells("output", data.FieldOutput),
	priceCells("cacheRead", data.FieldCacheRead), priceCells("cacheCreate", data.FieldCacheWrite))

// priceCells are two columns about a price: how far it can be trusted, and the rule that made it or let it through, if
// one did. The rules inputAsBound and inputInstead say that nobody states the price.
func priceCells(heading, field string) []cell[toolRow] {
	return []cell[toolRow]{
		{heading + "Confidence", func(r toolRow) string {
			if e := r.evidence.Value(field); e != nil {
				return string(e.Confidence)
			}
			return ""
		}},
		{heading + "Rule", func(r toolRow) string {
			if e := r.evidence.Value(field); e != nil && e.Ruling != nil {
				return string(e.Ruling.Rule)
			}
			return ""
		}},
	}
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
