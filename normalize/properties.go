package normalize

import (
	"pricepoint/data"
	"pricepoint/data/catalog"
)

// properties is what the catalogue knows of a tool beside its prices and scores, figure by figure with its evidence.
func (b *build) properties(t *tool) data.Properties {
	p := data.Properties{
		Deprecated: t.Deprecated, ShutdownDate: t.Shutdown.Text, Successor: t.Successor, Evidence: []data.PropertyEvidence{},
	}
	if t.Lifecycle != nil {
		p.Evidence = append(p.Evidence, b.propertyEvidence(t.LifecycleFigures(), *t.Lifecycle))
	}
	for _, read := range t.Properties {
		p.Evidence = append(p.Evidence, b.propertyEvidence(read.Figures(), read.Evidence))
		p.MaxOutputTokens = max(p.MaxOutputTokens, read.MaxOutput)
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

func (b *build) propertyEvidence(figures []string, e catalog.Evidence) data.PropertyEvidence {
	return data.PropertyEvidence{
		Figures: figures, URL: e.Source, Basis: string(e.Basis), VerifiedAt: data.At(e.Verified.First), Note: e.Note,
		Placeholder: e.Verified.First.After(b.now),
	}
}
