//go:build proof

package poison

import (
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/normalize"
)

// BenchmarkComparing reads everything that is recorded and decides, on top of the week before: with pages and boards read a
// second time and compared with what they said then, and without. What that costs is a ratio of the two.
func BenchmarkComparing(b *testing.B) {
	w, ok := recordedWorld(b)
	if !ok {
		b.Skip("no recorded pages; set PRICEPOINT_RECORDED to the folder that holds them")
	}
	at := w.captures[len(w.captures)-1].at.AddDate(0, 0, 1)
	from := webOf{w, at}
	read := func(sources []collectors.Source) []data.Reading {
		return collectors.Run(b.Context(), from, sources, collectors.RunOptions{Concurrency: 1, Newest: from.newest})
	}
	var compared []collectors.Source
	for _, s := range registry.All() {
		if s.Kind != data.FeedSource {
			compared = append(compared, s)
		}
	}
	first, err := normalize.Decide(normalize.Input{Catalog: w.catalog, Readings: read(registry.All()), Now: at, Generator: "pricepoint/test"})
	if err != nil {
		b.Fatal(err)
	}
	before := (&scene{world: w}).decided(b, first, data.Reading{})
	refresh := func(with bool) time.Duration {
		began := time.Now()
		readings := read(registry.All())
		if with {
			earlier := map[string]data.Reading{}
			for _, r := range read(compared) {
				earlier[r.Source] = r
			}
			for i, r := range readings {
				readings[i].Compared, readings[i].Standards = earlier[r.Source].Observations, []data.Standard{{Inputs: earlier[r.Source].Inputs}}
			}
		}
		if _, err := normalize.Decide(normalize.Input{
			Catalog: w.catalog, Readings: readings, Previous: &before.snapshot, Now: at.AddDate(0, 0, 7), Generator: "pricepoint/test",
		}); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	var with, without time.Duration
	for b.Loop() {
		with, without = with+refresh(true), without+refresh(false)
	}
	b.ReportMetric(float64(with)/float64(without), "with/without")
}
