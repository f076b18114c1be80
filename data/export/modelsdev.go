package export

import "pricepoint/data"

// modelsDevCost is what a model costs at models.dev, in USD per million tokens.
type modelsDevCost struct {
	Input      *data.Number    `json:"input"`
	Output     *data.Number    `json:"output"`
	CacheRead  *data.Number    `json:"cache_read,omitempty"`
	CacheWrite *data.Number    `json:"cache_write,omitempty"`
	Tiers      []modelsDevTier `json:"tiers,omitempty"`
}

// modelsDevTier is what a whole request costs whose prompt has more tokens than Tier.Size.
type modelsDevTier struct {
	modelsDevCost
	Tier struct {
		Size int64 `json:"size"`
	} `json:"tier"`
}

// modelsDevRates has only what somebody states: the list below keeps the rest.
func modelsDevRates(b band) modelsDevCost {
	return modelsDevCost{Input: b.known(data.ClassInput), Output: b.known(data.ClassOutput),
		CacheRead: b.known(data.ClassCacheRead), CacheWrite: b.known(data.ClassCacheWrite)}
}

// writeModelsDev writes a patch (RFC 7396) for the list of models.dev: prices only, so that nothing else of it changes.
func writeModelsDev(b *book) draft {
	return nested(b, "models.dev/bare.json", always, func(m model) any {
		cost := modelsDevRates(m.peak.base())
		for _, longer := range m.tiers() {
			tier := modelsDevTier{modelsDevCost: modelsDevRates(longer)}
			tier.Tier.Size = longer.above
			cost.Tiers = append(cost.Tiers, tier)
		}
		return map[string]any{"cost": cost}
	}, func(makers map[string]map[string]any) any {
		all := map[string]any{}
		for key, models := range makers {
			all[key] = map[string]any{"models": models}
		}
		return all
	})
}

// writeOpenCode writes settings for opencode, which lays them over any list. It forgets the tiers of a model whose price
// the settings name, so tools with tiers are left out.
func writeOpenCode(b *book) draft {
	return nested(b, "opencode.json", func(m model) bool { return len(m.peak) == 1 }, func(m model) any {
		return map[string]any{"cost": modelsDevRates(m.peak.base())}
	}, func(makers map[string]map[string]any) any {
		all := map[string]any{}
		for key, models := range makers {
			all[key] = map[string]any{"models": models}
		}
		return map[string]any{"provider": all}
	})
}

// piCost is what a model costs at pi, in USD per million tokens.
type piCost struct {
	Above      int64        `json:"inputTokensAbove,omitempty"` // of a tier
	Input      *data.Number `json:"input"`
	Output     *data.Number `json:"output"`
	CacheRead  *data.Number `json:"cacheRead,omitempty"`
	CacheWrite *data.Number `json:"cacheWrite,omitempty"`
	Tiers      []piCost     `json:"tiers,omitempty"`
}

func piRates(b band) piCost {
	return piCost{Above: b.above, Input: b.known(data.ClassInput), Output: b.known(data.ClassOutput),
		CacheRead: b.known(data.ClassCacheRead), CacheWrite: b.known(data.ClassCacheWrite)}
}

// writePi writes the models file of pi, which keeps what it knows where the file says nothing.
func writePi(b *book) draft {
	return nested(b, "pi.json", always, func(m model) any {
		cost := piRates(m.peak.base())
		for _, longer := range m.tiers() {
			cost.Tiers = append(cost.Tiers, piRates(longer))
		}
		return map[string]any{"cost": cost}
	}, func(makers map[string]map[string]any) any {
		all := map[string]any{}
		for key, models := range makers {
			all[key] = map[string]any{"modelOverrides": models}
		}
		return map[string]any{"providers": all}
	})
}

// tiers are the bands of longer prompts, as far as formats can say them: by the whole request.
func (m model) tiers() sheet {
	if m.excess {
		return nil
	}
	return m.peak[1:]
}
