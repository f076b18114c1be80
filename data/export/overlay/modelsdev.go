package overlay

import (
	"slices"
	"strconv"

	"pricepoint/data"
	"pricepoint/data/export"
)

var modelsDev = list{
	export: data.Export{
		Path: "/api/compat/models.dev/api.json", Format: "models.dev", Kind: data.Overlay, Licence: "MIT",
		Copyright: "Copyright (c) 2025 spin.dev", Readers: []string{"opencode"},
	},
	feed: "feed_modelsdev", file: "/api.json",
	makers:   export.OnModelsDev,
	provider: modelsDevShape, top: '{', read: readModelsDev, write: writeModelsDev,
}

// modelsDevKeys are the prices of a cost, in USD per million tokens.
var modelsDevKeys = []struct {
	key   string
	class data.BillingClass
}{
	{"input", data.ClassInput}, {"output", data.ClassOutput}, {"reasoning", data.ClassReasoning},
	{"cache_read", data.ClassCacheRead}, {"cache_write", data.ClassCacheWrite},
	{"input_audio", "audio.input"}, {"output_audio", "audio.output"},
}

// readModelsDev reads the models of a provider.
func readModelsDev(r reader, key string, provider *node) (rows []row) {
	models := provider.member("models")
	for _, name := range models.names() {
		model, at := models.member(name), pointTo("", key, "models", name)
		r.takes(key, place{rows: pointTo("", key, "models"), after: model.end})
		if found, ok := r.row(at, key, key+"/"+name); ok {
			found.readCost(pointTo(at, "cost"), model)
			rows = append(rows, found)
		}
	}
	return rows
}

// repeatedTier is a member that repeats a tier, or is the only one.
const repeatedTier = "context_over_200k"

// readCost reads the price of a model, and those of its other services.
func (r *row) readCost(at pointer, model *node) {
	cost := model.member("cost")
	r.readRates(at, cost, "", 0)
	tiers := cost.member("tiers")
	if tiers != nil && !tiers.is('[') {
		r.unread = true
		return
	}
	repeated := cost.member(repeatedTier)
	over := int64(200_000)
	if tiers != nil {
		over = -1
		for i, tier := range tiers.items {
			about, place := tier.member("tier"), pointTo(at, "tiers", strconv.Itoa(i))
			from, ok := tokens(about.member("size"))
			r.unread = r.unread || !ok || about.member("type").words() != "context"
			r.sizes = append(r.sizes, size{pointTo(place, "tier", "size"), about.member("size"), from})
			r.readRates(place, tier, "", from)
			if repeated != nil && sameNumbers(tier, repeated) {
				over = from
			}
		}
	}
	if before := slices.Index(cost.names(), repeatedTier) - 1; over > 200_000 && tiers != nil && before >= 0 {
		// opencode bills by it from 200,000 tokens on, whatever size the tier says
		r.repeats = append(r.repeats, edit{cost.members[cost.keys[before]].end, repeated.end, "", pointTo(at, repeatedTier)})
	} else if !repeated.null() {
		r.odd = r.odd || over < 0 // it repeats none of the tiers
		if tiers == nil {
			r.sizes = append(r.sizes, size{over: over})
		}
		r.readRates(pointTo(at, repeatedTier), repeated, "", max(over, 0))
	}
	modes := model.member("experimental").member("modes")
	for _, name := range modes.names() {
		mode := modes.member(name)
		if mode.member("cost").is('{') {
			r.readRates(pointTo(at[:len(at)-len("/cost")], "experimental", "modes", name, "cost"), mode.member("cost"), modeService(name, mode), 0)
		}
	}
}

// readRates reads the prices of one tier or service. A cache price that is missing is billed at nothing.
func (r *row) readRates(at pointer, cost *node, service string, over int64) {
	if !cost.is('{') {
		r.unread = r.unread || !cost.null()
		return
	}
	end := cost.start + 1
	for _, k := range modelsDevKeys {
		n := cost.member(k.key)
		w := terms{class: k.class, service: service, over: over}
		r.readCell(pointTo(at, k.key), n, w, true)
		if n.is('0') && (k.class == data.ClassOutput || k.class == data.ClassInput) {
			end = max(end, n.end)
		}
		if n == nil && (k.class == data.ClassCacheRead || k.class == data.ClassCacheWrite) && end > cost.start+1 {
			r.absent = append(r.absent, cell{edit: edit{end, end, "", pointTo(at, k.key)}, key: k.key, terms: w, known: true})
		}
	}
}

// modeService is the service that a mode stands for: what is sent to get it, else its own name.
func modeService(name string, mode *node) string {
	sent := mode.member("provider").member("body")
	for _, word := range []string{sent.member("service_tier").words(), sent.member("speed").words(), name} {
		if slices.Contains([]string{"batch", "flex", "priority", "fast"}, word) {
			return word
		}
	}
	return name
}

// sameNumbers reports whether two costs state the same prices.
func sameNumbers(a, b *node) bool {
	for _, k := range modelsDevKeys {
		x, y := a.member(k.key), b.member(k.key)
		if x.is('0') != y.is('0') || x.is('0') && x.text != y.text {
			return false
		}
	}
	return true
}

// writeModelsDev writes a model as models.dev has it; nil where its limits are not known.
func writeModelsDev(n newRow) (id string, row any) {
	if n.limits.Context == 0 || n.limits.Output == 0 {
		return "", nil
	}
	input := []string{"text"}
	if slices.Contains(n.tool.Features, "Vision input") {
		input = append(input, "image")
	}
	limit := map[string]int64{"context": n.limits.Context, "output": n.limits.Output}
	if n.limits.Input > 0 {
		limit["input"] = n.limits.Input
	}
	cost := modelsDevCost(n.prices[0])
	for _, s := range n.prices[1:] {
		tier := modelsDevCost(s)
		tier["tier"] = map[string]any{"type": "context", "size": s.over}
		tiers, _ := cost["tiers"].([]any)
		cost["tiers"] = append(tiers, tier)
	}
	return n.ids[0], map[string]any{
		"id": n.ids[0], "name": n.tool.Name, "attachment": len(input) > 1, "reasoning": slices.Contains(n.tool.Features, "Reasoning"),
		"tool_call": true, "release_date": n.tool.ReleaseDate, "limit": limit, "cost": cost,
		"modalities": map[string][]string{"input": input, "output": {"text"}},
	}
}

func modelsDevCost(s sized) map[string]any {
	cost := map[string]any{}
	for _, k := range modelsDevKeys {
		if p, priced := s.rates[k.class]; priced {
			cost[k.key] = p.value
		}
	}
	return cost
}
