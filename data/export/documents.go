package export

import (
	"fmt"

	"pricepoint/data"
)

// Documents are what exports are made from: those of one snapshot. Nothing else is known of a price.
type Documents struct {
	Tools      data.ToolsDocument
	Tariffs    data.TariffsDocument
	Provenance data.ProvenanceDocument
	Aliases    data.AliasesDocument
	Withdrawn  []data.Withdrawn
	Histories  map[string]data.PricesDocument // of withdrawn tools, by id, as far as there are any
}

// Read takes the documents out of a snapshot. The error names one that is not in it, or is of another shape.
func Read(s data.Snapshot) (Documents, error) {
	d := Documents{Withdrawn: s.Manifest.Withdrawn, Histories: map[string]data.PricesDocument{}}
	for path, into := range map[string]any{
		data.ToolsPath: &d.Tools, data.TariffsPath: &d.Tariffs, data.ProvenancePath: &d.Provenance, data.AliasesPath: &d.Aliases,
	} {
		if err := s.Decode(path, into); err != nil {
			return Documents{}, err
		}
	}
	if d.Tools.TotalTools != len(d.Tariffs.Tools) {
		return Documents{}, fmt.Errorf("the snapshot has %d tools and the tariffs of %d", d.Tools.TotalTools, len(d.Tariffs.Tools))
	}
	for _, w := range d.Withdrawn {
		var history data.PricesDocument
		if err := s.Decode(data.PricesPath(w.ID), &history); err != nil {
			return Documents{}, err
		}
		if history.ID != "" {
			d.Histories[w.ID] = history
		}
	}
	return d, nil
}
