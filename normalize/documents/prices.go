package documents

import (
	"cmp"
	"fmt"
	"slices"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// withPrices returns a snapshot with the price history of every tool: what the snapshot before knew, and what this one
// knows. Tools that are no longer listed keep theirs. previous is what was published until now, nil when nothing was.
//
// What the snapshot holds of these documents already is replaced.
func withPrices(previous *data.Snapshot, s data.Snapshot) (data.Snapshot, error) {
	var today data.TariffsDocument
	if err := s.Decode(data.TariffsPath, &today); err != nil {
		return data.Snapshot{}, err
	}
	known := map[string]data.PricesDocument{} // by tool
	for _, d := range cmp.Or(previous, &data.Snapshot{}).Documents {
		var doc data.PricesDocument
		if id := data.ToolOfPrices(d.Path); id != "" {
			if err := data.Decode(d.Body, &doc); err != nil {
				return data.Snapshot{}, fmt.Errorf("previous snapshot %s: %s: %v", previous.Manifest.Version, d.Path, err)
			}
			known[id] = doc
		}
	}
	sold := map[string]bool{}
	for _, t := range today.Tools {
		sold[t.ID] = true
		known[t.ID] = tariff.Extend(known[t.ID], t, s.Manifest.GeneratedAt)
	}
	s.Documents = slices.DeleteFunc(slices.Clone(s.Documents), func(d data.Document) bool { return data.ToolOfPrices(d.Path) != "" })
	for id, doc := range known {
		// What is restored from before there were tariffs says nothing of them.
		if len(sold) > 0 && !sold[id] {
			doc = tariff.Withdraw(doc, s.Manifest.GeneratedAt)
		}
		s.Documents = append(s.Documents, data.Document{Path: data.PricesPath(id), Body: data.Encode(doc)})
	}
	return s, nil
}
