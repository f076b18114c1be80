package export

import "pricepoint/data"

// piCost is what a model costs at pi, in USD per million tokens.
type piCost struct {
	Above      int64        `json:"inputTokensAbove,omitempty"` // of a tier
	Input      *data.Number `json:"input"`
	Output     *data.Number `json:"output"`
	CacheRead  *data.Number `json:"cacheRead,omitempty"`
	CacheWrite *data.Number `json:"cacheWrite,omitempty"`
	Tiers      []piCost     `json:"tiers,omitempty"`
}

// piRates has what pi knows already only where somebody states it. A tier has all four, or pi takes none of the file.
func piRates(b band) piCost {
	if b.above > 0 {
		return piCost{b.above, b.shown(data.ClassInput), b.shown(data.ClassOutput), b.shown(data.ClassCacheRead), b.shown(data.ClassCacheWrite), nil}
	}
	return piCost{0, b.known(data.ClassInput), b.known(data.ClassOutput), b.known(data.ClassCacheRead), b.known(data.ClassCacheWrite), nil}
}

// writePi writes the models file of pi, which keeps what it knows where the file says nothing. It knows models by the names of
// models.dev, and prices requests when they are made: no tool is of use that was withdrawn.
func writePi(b *book) draft {
	d := newDraft("pi.json")
	d.unread = !b.modelsDev
	providers := map[string]map[string]map[string]any{}
	for _, m := range b.models {
		if m.gone {
			continue
		}
		if len(m.names.modelsDev) == 0 {
			d.missing = append(d.missing, m.id)
			continue
		}
		d.enter(m, len(m.names.modelsDev))
		if providers[m.maker.modelsDev] == nil {
			providers[m.maker.modelsDev] = map[string]map[string]any{"modelOverrides": {}}
		}
		cost := piRates(m.peak.base())
		for _, longer := range m.tiers() {
			cost.Tiers = append(cost.Tiers, piRates(longer))
		}
		for _, id := range m.names.modelsDev {
			providers[m.maker.modelsDev]["modelOverrides"][id] = map[string]any{"cost": cost}
		}
	}
	d.body = map[string]any{"providers": providers}
	return d
}

// tiers are the bands of longer prompts, as far as formats can say them: by the whole request.
func (m model) tiers() sheet {
	if m.excess {
		return nil
	}
	return m.peak[1:]
}
