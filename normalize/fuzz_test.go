package normalize_test

import (
	"encoding/json"
	"testing"
	"time"

	"pricepoint/data"
)

// FuzzBuild has Acme's page print anything in two weeks, one after the other. Every published price is one that the catalogue
// or the page states.
func FuzzBuild(f *testing.F) {
	lines := func(all ...data.Observation) []byte {
		text, err := json.Marshal(all)
		if err != nil {
			f.Fatal(err)
		}
		return text
	}
	priced := func(input, output string, q data.Qualifiers) []byte {
		return lines(printed("Acme One", data.PriceInput, input, q), printed("Acme One", data.PriceOutput, output, q), printed("Acme Two", data.PriceInput, "1", q))
	}
	none := data.Qualifiers{}
	f.Add(priced("5", "25", none), priced("4", "20", none))
	f.Add(priced("5", "25", none), priced("15", "75", none))
	f.Add(priced("5", "25", none), priced("1.25", "25", data.Qualifiers{Kind: data.KindPromotional, ValidUntil: "2026-10-31"}))
	f.Add(priced("4.999", "25", data.Qualifiers{ContextUpTo: "200000"}), priced("10", "25", data.Qualifiers{ContextOver: "200000", OverOp: data.AtLeast}))
	f.Add(priced("0", "0", none), priced("-5", "1e9999", none))
	f.Add(priced("5", "25", data.Qualifiers{Window: "peak", Hours: "UTC; mon 01:00-04:00"}), priced("2.5", "25", data.Qualifiers{Window: "offPeak", Hours: "outside UTC; mon 01:00-04:00"}))
	f.Add(priced("5", "25", data.Qualifiers{Remark: "only for some"}), priced("5", "", data.Qualifiers{Kind: data.KindAnnounced, ValidFrom: "soon"}))
	f.Add([]byte(`[]`), []byte(`[{"subject":"acme-one","field":"context.tokens","value":"9223372036854775808","unit":"tokens"},{"subject":"","field":"","value":""}]`))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		one, two := pageOf(first, 0), pageOf(second, 7*24*time.Hour)
		two.Compared = one.Observations
		before, err := Build(Input{Catalog: smallCatalog(), Readings: []data.Reading{one}, Now: now, Generator: "pricepoint/test"})
		if err != nil {
			return // the input contradicts itself
		}
		stated := append(one.Observations, two.Observations...)
		checkStated(t, before, stated)
		after, err := Build(Input{Catalog: smallCatalog(), Readings: []data.Reading{two}, Previous: &before.Snapshot, Now: now.Add(7 * 24 * time.Hour)})
		if err == nil {
			checkStated(t, after, stated)
		}
	})
}

// pageOf is a reading of Acme's page with what a text holds of observations.
func pageOf(text []byte, later time.Duration) data.Reading {
	var all []data.Observation
	if json.Unmarshal(text, &all) != nil {
		all = nil
	}
	for i := range all {
		all[i].Source, all[i].PrintedBy = "pricing_acme", ""
		all[i].FetchedAt = data.At(now.Add(later - time.Hour))
	}
	return acmePage(all...)
}

// checkStated wants every price to be one that somebody states.
func checkStated(t *testing.T, r Result, stated []data.Observation) {
	t.Helper()
	known := map[string]bool{}
	for _, tool := range smallCatalog().Tools {
		known[tool.Prices.Input.String()], known[tool.Prices.Output.String()] = true, true
	}
	for _, o := range stated {
		if price, unit, err := o.Price(); err == nil && unit.Currency == "USD" {
			known[price.String()] = true
		}
	}
	for _, tool := range document[data.ToolsDocument](t, r, data.ToolsPath).Tools {
		p := tool.Pricing
		for _, n := range []data.Number{p.Input, p.Output, p.CacheRead, p.CacheWrite} {
			if !known[n.String()] || n.IsNegative() {
				t.Errorf("%s costs %s, which nobody states", tool.ID, n)
			}
		}
	}
}
