package documents

import (
	"cmp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/scoring"
)

// provenance is api/provenance.json: the evidence of every published number, tool by tool.
func provenance(d normalize.Decision) data.ProvenanceDocument {
	doc := data.ProvenanceDocument{Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Tools: []data.ToolProvenance{}}
	for _, t := range d.Tools {
		doc.Tools = append(doc.Tools, toolProvenance(d, t))
	}
	return doc
}

// toolProvenance is what stands behind the values of a tool, in the order of the documents: of its score, every result that
// counts, also one that stands in for that of another board.
func toolProvenance(d normalize.Decision, t normalize.Tool) data.ToolProvenance {
	prices := t.Prices()
	values := append(prices[:], t.Window)
	for _, column := range d.Catalog.Scoring.Columns {
		counts := column.Weight.IsPositive() || slices.ContainsFunc(t.Estimate.Parts, func(p scoring.Part) bool { return p.By == column.ID })
		if s, ok := t.Results[column.ID]; ok && counts {
			values = append(values, s)
		}
	}
	return data.ToolProvenance{
		ID: t.ID, Name: t.Name, Values: slices.Concat(values, t.Figures), Properties: properties(t, d.Manifest.GeneratedAt),
	}
}

// properties is what is known of a tool besides its prices and scores, figure by figure with its evidence.
func properties(t normalize.Tool, now data.Timestamp) data.Properties {
	p := data.Properties{
		Deprecated: t.Deprecated, ShutdownDate: t.Shutdown.Text, Successor: t.Successor,
		InputLimitTokens: t.InputLimit(), MaxOutputTokens: t.MaxOutput(), Evidence: []data.PropertyEvidence{},
	}
	if t.Legacy {
		p.State = data.LegacyState
	}
	if t.Life != nil {
		p.State, p.NotEndingBefore, p.Retired = cmp.Or(t.Life.State, p.State), t.Life.NotBefore, t.Life.State == data.RetiredState
		p.Evidence = append(p.Evidence, data.PropertyEvidence{
			Figures: lifeFigures(t, p), URL: t.Life.URL, Basis: data.OwnPage, Source: t.Life.Source, FetchedAt: t.Life.FetchedAt, Quote: t.Life.Quote,
		})
	}
	if t.Lifecycle != nil {
		p.Evidence = append(p.Evidence, propertyEvidence(t.LifecycleFigures(), *t.Lifecycle, now))
	}
	// What the provider's page flags it as, and the catalogue does not state. Nobody should begin to use a tool that is retired.
	var flagged []string
	if t.Stage == normalize.LegacyStage && p.State == "" && !p.Deprecated {
		p.State, flagged = data.LegacyState, append(flagged, data.PropertyState)
	}
	if (t.Stage == normalize.DeprecatedStage || t.Stage == normalize.RetiredStage) && !p.Deprecated {
		p.Deprecated, flagged = true, append(flagged, data.PropertyDeprecated)
	}
	if t.Stage == normalize.RetiredStage && !p.Retired {
		p.Retired, flagged = true, append(flagged, data.PropertyRetired)
	}
	if len(flagged) > 0 {
		p.Evidence = append(p.Evidence, data.PropertyEvidence{
			Figures: flagged, URL: t.Input.URL, Basis: data.OwnPage, Source: t.Input.Source, FetchedAt: t.Input.ConfirmedAt, Quote: t.Input.Conditions.Status,
		})
	}
	for _, read := range t.Properties {
		p.Evidence = append(p.Evidence, propertyEvidence(read.Figures(), read.Evidence, now))
		if read.Input != nil {
			p.InputModalities = read.Input
		}
		if read.Output != nil {
			p.OutputModalities = read.Output
		}
		if !read.Knowledge.IsZero() {
			p.KnowledgeCutoff = read.Knowledge.Text
		}
	}
	return p
}

// lifeFigures are the figures that a lifecycle page states.
func lifeFigures(t normalize.Tool, p data.Properties) []string {
	if t.Life.State == "" {
		return []string{data.PropertyNotBefore}
	}
	figures := t.LifecycleFigures()
	if !slices.Contains(figures, data.PropertyState) {
		figures = append([]string{data.PropertyState}, figures...)
	}
	if p.NotEndingBefore != "" {
		figures = append(figures, data.PropertyNotBefore)
	}
	if p.Retired {
		figures = append(figures, data.PropertyRetired)
	}
	return figures
}

func propertyEvidence(figures []string, e catalog.Evidence, now data.Timestamp) data.PropertyEvidence {
	return data.PropertyEvidence{
		Figures: figures, URL: e.Source, Basis: e.Word(), VerifiedAt: data.At(e.Verified.First), Note: e.Note,
		Placeholder: e.Verified.First.After(now.Time),
	}
}
