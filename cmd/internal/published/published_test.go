package published_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/collectors/registry"
	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/export"
)

// TestEveryMakerHasOnePage: prices count as a maker's own when their source names it as the catalogue does, and of two sources
// one would take the place of the other.
func TestEveryMakerHasOnePage(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	read := map[string]string{}
	for _, s := range registry.All() {
		if s.Kind != data.PricingSource {
			continue
		}
		if other := read[s.Publisher]; other != "" {
			t.Errorf("%s and %s both read the prices of %s: make one source of them, with the addresses of both", other, s.Name, s.Publisher)
		}
		read[s.Publisher] = s.Name
		if data.Find(c.Providers, func(p catalog.Provider) bool { return p.Name == s.Publisher }) == nil {
			t.Errorf("%s has the publisher %q, which is no name in data/catalog/providers.yaml", s.Name, s.Publisher)
		}
	}
	exported := slices.Collect(maps.Values(export.OnModelsDev))
	for _, p := range c.Providers {
		if !slices.Contains(exported, p.Name) {
			t.Errorf("no file for another program can have the models of %s: give it a line of makers in data/export/names.go", p.Name)
		}
	}
}

// TestStatusesOfAnEmptyStore are those that the baseline has, though no value is decided for them: here none could be.
func TestStatusesOfAnEmptyStore(t *testing.T) {
	d := fixture.Refresher(t, t.TempDir()).Data
	baseline, err := d.Baseline()
	if err != nil {
		t.Fatal(err)
	}
	undecidable := *d.Catalog
	undecidable.UseCases = []catalog.UseCase{{Slug: "nobody-can", MinContext: 1 << 60}}
	d.Catalog = &undecidable
	got, err := d.Statuses()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d.StatusesIn(baseline), got); diff != "" || len(got) == 0 {
		t.Errorf("%d statuses (-baseline +got):\n%s", len(got), diff)
	}
}
