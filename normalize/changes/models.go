package changes

import (
	"cmp"

	"pricepoint/data"
	"pricepoint/data/market"
)

// modelChanges are the changes of the models that are no tools. There are none where the snapshot before has no models.
func modelChanges(previous *data.Snapshot, s data.Snapshot) ([]data.Change, error) {
	if previous == nil {
		return nil, nil
	}
	was, err := readModels(*previous)
	is, mistake := readModels(s)
	if err = cmp.Or(err, mistake); err != nil || was.version == "" || is.version == "" {
		return nil, err
	}
	all := changesBetween(was, is)
	for i, c := range all {
		if input := cmp.Or(is.values[c.Tool][data.FieldInput], was.values[c.Tool][data.FieldInput]); c.Field == "" && input != nil {
			all[i].Evidence = brief(input)
		}
	}
	return all, nil
}

// readModels reads the models that are on sale and no tools; no version where a snapshot has no models.
func readModels(s data.Snapshot) (account, error) {
	var doc market.ModelsDocument
	p := account{at: s.Manifest.GeneratedAt, values: map[string]map[string]*data.Evidence{}}
	err := decode(s, data.ModelsPath, &doc)
	p.version = doc.Version
	for _, m := range doc.Models {
		if m.Tool != "" || m.State == market.GoneFromPage {
			continue
		}
		p.tools = append(p.tools, data.Tool{ID: m.Key, Name: m.Name, Provider: m.Maker})
		p.values[m.Key] = map[string]*data.Evidence{}
		for _, e := range m.Evidence {
			p.values[m.Key][e.Field] = &e
		}
	}
	return p, err
}
