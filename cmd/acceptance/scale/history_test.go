//go:build proof

package scale

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/store"
	"pricepoint/normalize"
	"pricepoint/normalize/documents"
)

// history is a store that gets older: one snapshot a day, and in each that is built the price of one tool changes.
type history struct {
	store    *store.Store
	catalog  *catalog.Catalog
	newest   *data.Snapshot
	versions []string // oldest first
	built    int      // how many of them are built, besides the last: the others repeat them
	from     time.Time
}

// newHistory is empty, with room for so many days up to fixture.GrownOn.
func newHistory(t *testing.T, days int) *history {
	t.Helper()
	h := &history{
		store: fixture.Open(t, filepath.Join(t.TempDir(), "store")), catalog: fixture.Grown(t, curated),
		built: 2, from: fixture.GrownOn.AddDate(0, 0, -days),
	}
	if whole() {
		h.built = 100
	}
	return h
}

// at is when the snapshot at a place is made.
func (h *history) at(place int) time.Time { return h.from.AddDate(0, 0, place+1) }

// reach adds what is missing of so many snapshots. The first ones and the last are built.
func (h *history) reach(t *testing.T, many int) {
	t.Helper()
	for len(h.versions) < min(many, h.built) {
		h.build(t)
	}
	if len(h.versions) < many {
		h.repeat(t, many-1)
		h.build(t)
	}
}

// build adds one.
func (h *history) build(t *testing.T) {
	t.Helper()
	h.changePrice()
	made, err := documents.Build(normalize.Input{
		Catalog: h.catalog, Previous: h.newest, Now: h.at(len(h.versions)), Generator: fixture.Version,
	})
	if err != nil {
		t.Fatal(err)
	}
	fixture.Locked(t, h.store, func() error {
		_, err := h.store.Publish(t.Context(), made.Snapshot, nil)
		return err
	})
	h.newest, h.versions = &made.Snapshot, append(h.versions, made.Snapshot.Manifest.Version)
}

var cent = decimal.New(1, -2) // of a dollar

// changePrice lets each tool in its turn cost a cent more.
func (h *history) changePrice() {
	changed := *h.catalog
	changed.Tools = slices.Clone(changed.Tools)
	prices := &changed.Tools[len(h.versions)%len(changed.Tools)].Prices
	prices.Output.Decimal = prices.Output.Add(cent)
	h.catalog = &changed
}
