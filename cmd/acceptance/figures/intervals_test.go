package figures

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/published"
	"pricepoint/data"
	"pricepoint/data/tariff"
)

// TestPriceHistoriesOfAYear asks the last snapshot of a recorded year what each week before it knew, and holds every
// tariff that ever held to the rules of tariffs: no two lines are for the same tokens.
func TestPriceHistoriesOfAYear(t *testing.T) {
	t.Parallel()
	weeks := year(t)
	last := weeks[len(weeks)-1]
	asked := 0
	for _, tool := range documentOf[data.TariffsDocument](t, last, data.TariffsPath).Tools {
		h := documentOf[data.PricesDocument](t, last, data.PricesPath(tool.ID))
		for _, p := range h.Intervals {
			for _, at := range []time.Time{p.ValidFrom.Time, p.ValidUntil.Time, p.ValidUntil.Add(-time.Second)} {
				if at.Year() < 2000 {
					continue
				}
				found, _, ok := tariff.At(h, at, last.Manifest.GeneratedAt.Time)
				if err := tariff.Check(found); ok && err != nil {
					t.Errorf("%s at %s: %v", tool.ID, at, err)
				}
				asked++
			}
		}
	}
	for _, week := range weeks {
		now := week.Manifest.GeneratedAt.Time
		for _, then := range documentOf[data.TariffsDocument](t, week, data.TariffsPath).Tools {
			h := documentOf[data.PricesDocument](t, last, data.PricesPath(then.ID))
			found, assumed, ok := tariff.At(h, now, now)
			if diff := cmp.Diff(pricesOf(then), pricesOf(found)); diff != "" || !ok || len(assumed) > 0 {
				t.Errorf("%s in %s (-published +remembered):\n%s", then.ID, week.Manifest.Version, diff)
			}
		}
	}
	t.Logf("%d instants asked", asked)
}

func documentOf[T any](t *testing.T, s data.Snapshot, path string) T {
	t.Helper()
	document, err := published.Document[T](s, path)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// pricesOf counts what a tariff says, without who said it when.
func pricesOf(t data.Tariff) map[string]int {
	all := map[string]int{}
	for _, l := range t.Lines {
		price := string(l.State)
		if l.Price != nil {
			price = l.Price.String()
		}
		all[string(l.Class)+", "+l.Terms.String()+": "+price]++
	}
	return all
}
