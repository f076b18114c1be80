package explain

import (
	"slices"

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
