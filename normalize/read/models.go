package read

import (
	"fmt"

	"pricepoint/data"
)

// ModelsBefore is what the snapshot before said of the models that makers' pages price besides the tools, and its document of all
// models; there is none where it was made before there was such a document.
func ModelsBefore(s *data.Snapshot) (Previous, data.ModelsDocument, error) {
	var doc data.ModelsDocument
	p, err := PreviousOf(nil)
	if s == nil || err != nil {
		return p, doc, err
	}
	var findings data.FindingsDocument
	for path, into := range map[string]any{data.ModelsPath: &doc, data.FindingsPath: &findings} {
		if err := s.Decode(path, into); err != nil {
			return p, doc, fmt.Errorf("previous snapshot %s: %v", s.Manifest.Version, err)
		}
	}
	p.Version, p.made, p.records = s.Manifest.Version, s.Manifest.GeneratedAt, s.Manifest.Sources
	for _, f := range findings.Findings {
		p.Findings[f.ID] = f
	}
	for _, m := range doc.Models {
		for _, e := range m.Evidence {
			p.Values[data.ToolField{Tool: m.Key, Field: e.Field}] = e
		}
		p.Tariffs[m.Key] = data.Tariff{ID: m.Key, Name: m.Name, Seller: m.Maker, Region: m.Region, Lines: m.Lines}
	}
	return p, doc, nil
}
