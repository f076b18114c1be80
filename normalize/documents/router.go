package documents

import (
	"cmp"
	"slices"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
	"pricepoint/normalize"
)

// router is api/router.json, from models.json. ids are the names under which makers take requests for the tools.
func router(d normalize.Decision, models market.ModelsDocument, ids map[string][]string) rating.RouterDocument {
	doc := rating.RouterDocument{Version: models.Version, LastUpdated: models.LastUpdated, Models: []rating.RouterModel{}}
	curated, measured := map[string]data.ToolProvenance{}, scores(d)
	for _, p := range provenance(d).Tools {
		curated[p.ID] = p
	}
	for _, m := range models.Models {
		if m.State == market.GoneFromPage {
			continue
		}
		r := rating.RouterModel{Key: m.Key, IDs: []string{m.ID}, Name: m.Name, Maker: m.Maker, Tool: m.Tool, Prices: prices(m)}
		for _, e := range m.Efforts {
			if len(r.Efforts) == 0 {
				r.Efforts = e.Values
			}
			r.DefaultEffort = cmp.Or(r.DefaultEffort, e.Default)
		}
		if m.Tool != "" {
			addMeasured(&r, d, measured)
			addCurated(&r, curated[m.Tool], ids[m.Tool])
		}
		for _, offer := range d.Sellers.Offers[m.Tool] {
			if offer.List == "feed_openrouter" {
				r.Route = cmp.Or(r.Route, offer.Name)
			}
		}
		doc.Models = append(doc.Models, r)
	}
	return doc
}

// addMeasured adds what boards say of a tool.
func addMeasured(r *rating.RouterModel, d normalize.Decision, measured rating.ScoresDocument) {
	if s := data.Find(measured.Models, func(s rating.ScoredModel) bool { return s.ModelID == r.Tool }); s != nil {
		r.Score = &rating.RouterScore{Overall: s.OverallScore, Low: s.Interval.Low, High: s.Interval.High}
	}
	if s := data.Find(measured.Unscored, func(s rating.UnscoredModel) bool { return s.ModelID == r.Tool }); s != nil && s.Provisional.RestsOn != "" {
		p := s.Provisional
		r.Score = &rating.RouterScore{Overall: p.OverallScore, Low: p.Interval.Low, High: p.Interval.High, Provisional: true}
	}
	for _, row := range d.Solved.Rows {
		if row.ModelID != r.Tool {
			continue
		}
		solved := rating.RouterSolved{Board: row.Board, Effort: row.Effort, Harness: row.Harness, Share: row.Share, Seconds: row.Seconds}
		if len(row.Repriced) > 0 {
			solved.CostPerSolved = row.Repriced[0].CostPerSolved
		}
		r.Solved = append(r.Solved, solved)
	}
}

// addCurated adds what is known of a tool besides its prices.
func addCurated(r *rating.RouterModel, known data.ToolProvenance, ids []string) {
	for _, id := range ids {
		if !slices.Contains(r.IDs, id) {
			r.IDs = append(r.IDs, id)
		}
	}
	if window := known.Value(data.FieldContext); window != nil {
		r.ContextTokens = window.Value.IntPart()
	}
	p := known.Properties
	r.MaxOutputTokens, r.State, r.ShutdownDate, r.Successor = p.MaxOutputTokens, p.State, p.ShutdownDate, p.Successor
}

// prices are those of a model by service, size of prompt and hours, in its own region.
func prices(m market.Model) []rating.RouterPrices {
	var all []rating.RouterPrices
	at := func(l data.TariffLine) rating.RouterPrices {
		p := rating.RouterPrices{Service: l.Terms.Service, Over: l.Terms.Context.Lower(), Effort: l.Terms.Effort}
		if l.Terms.Hours != nil {
			p.Hours = l.Terms.Hours.String()
		}
		return p
	}
	var billed []data.TariffLine
	for _, l := range m.Lines {
		kind := l.Terms.Kind == data.KindList || l.Terms.Kind == data.KindAnnounced
		if kind || l.Terms.Region != "" && l.Terms.Region != m.Region || l.Per != data.PerMillionTokens {
			continue
		}
		if billed = append(billed, l); l.Class == data.ClassInput && !slices.Contains(all, at(l)) {
			all = append(all, at(l))
		}
	}
	for i := range all {
		p := &all[i]
		for class, place := range map[data.BillingClass]**data.Number{
			data.ClassInput: &p.Input, data.ClassOutput: &p.Output, data.ClassCacheRead: &p.CacheRead, data.ClassCacheWrite: &p.CacheWrite, data.ClassCacheWrite1h: &p.CacheWrite1h,
		} {
			for _, l := range billed { // one for prompts of any size, or at any hour, holds for these, too
				is := at(l)
				fits := l.Class == class && is.Service == p.Service && (is.Effort == p.Effort || is.Effort == "")
				if fits && (is.Over == p.Over || l.Terms.Context == nil) && (is.Hours == p.Hours || is.Hours == "") {
					*place = l.Price
				}
			}
		}
	}
	slices.SortStableFunc(all, func(x, y rating.RouterPrices) int {
		return cmp.Or(cmp.Compare(x.Service, y.Service), cmp.Compare(x.Over, y.Over))
	})
	return all
}
