//go:build proof

package endurance

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/store"
	"pricepoint/normalize"
	"pricepoint/normalize/documents"
)

// growing is a catalogue of n tools: those that people curate, again and again under other names. A copy has the prices and
// scores of its original, and none of the names that sources print.
func growing(t testing.TB, n int) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	curated := slices.Clone(c.Tools)
	for copied := 1; len(c.Tools) < n; copied++ {
		for _, tool := range curated[:min(len(curated), n-len(c.Tools))] {
			tool.ID, tool.Name = fmt.Sprintf("%s-copy-%d", tool.ID, copied), fmt.Sprintf("%s Copy %d", tool.Name, copied)
			tool.Aliases, tool.ScopedAliases, tool.Successor, tool.Predecessor = nil, nil, "", ""
			c.Tools = append(c.Tools, tool)
		}
	}
	place := map[string]int{}
	for i, p := range c.Providers {
		place[p.ID] = i
	}
	slices.SortStableFunc(c.Tools, func(a, b catalog.Tool) int { return place[a.Provider] - place[b.Provider] })
	return c
}

// grownStore is a store below dir of a catalogue of n tools, with one snapshot a day up to fixture.Late. Once a week one tool in its
// turn costs a cent more, which is about what happens: in the year up to June 2026 the makers of models changed the prices of 78
// models 119 times. Every snapshot has all prices that its tools ever had, so where far more of them changed, a store would grow
// faster than its number of snapshots.
func grownStore(t testing.TB, dir string, n, days int) *store.Store {
	t.Helper()
	kept, c, built := fixture.Open(t, filepath.Join(dir, "store")), growing(t, n), make(chan data.Snapshot)
	var failure error
	go func() {
		defer close(built)
		failure = grow(t.Context(), c, days, built)
	}()
	fixture.Locked(t, kept, func() error { // publishes each while the next is built
		for s := range built {
			if _, err := kept.Publish(t.Context(), s, nil); err != nil {
				return err
			}
		}
		return failure
	})
	return kept
}

// grow builds the snapshots of grownStore in their order.
func grow(ctx context.Context, c *catalog.Catalog, days int, to chan<- data.Snapshot) error {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // faster, for some hundred MB
	var previous *data.Snapshot
	for day := days - 1; day >= 0; day-- {
		if day%7 == 0 {
			price := &c.Tools[day/7%len(c.Tools)].Prices.Output
			price.Decimal = price.Add(decimal.New(1, -2))
		}
		built, err := documents.Build(normalize.Input{
			Catalog: c, Previous: previous, Now: fixture.Late.AddDate(0, 0, -day), Generator: "pricepoint/test",
		})
		if err != nil {
			return err
		}
		select {
		case to <- built.Snapshot:
		case <-ctx.Done():
			return ctx.Err()
		}
		previous = &built.Snapshot
	}
	return nil
}
