package published_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data/catalog"
)

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
