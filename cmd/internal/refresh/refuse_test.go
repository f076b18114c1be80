package refresh

import (
	"strings"
	"testing"

	"pricepoint/data"
)

// rowsOf makes n observations of each field.
func rowsOf(n int, fields ...data.Field) []data.Observation {
	var all []data.Observation
	for _, field := range fields {
		for range n {
			all = append(all, data.Observation{Field: field})
		}
	}
	return all
}

func TestRefuse(t *testing.T) {
	previous := &data.Snapshot{Manifest: data.Manifest{Sources: []data.SourceRecord{{
		SourceStatus: data.SourceStatus{ID: "pricing_acme", Rows: 20},
		Fields:       map[data.Field]int{data.PriceInput: 8, data.PriceOutput: 8, data.PriceCacheRead: 4},
	}}}}
	for name, tc := range map[string]struct {
		previous *data.Snapshot
		now      []data.Observation
		says     string // "" when the reading is taken
	}{
		"as before":            {previous, rowsOf(7, data.PriceInput, data.PriceOutput, data.PriceCacheRead), ""},
		"half of the rows":     {previous, append(rowsOf(4, data.PriceInput, data.PriceOutput), rowsOf(2, data.PriceCacheRead)...), ""},
		"less than half":       {previous, rowsOf(3, data.PriceInput, data.PriceOutput, data.PriceCacheRead), "20 rows before, 9 now: more than half are gone; if that is right, run refresh --only pricing_acme --accept-fewer"},
		"a column is gone":     {previous, rowsOf(8, data.PriceInput, data.PriceOutput), "4 values of price.cacheRead before, none now; if that is right"},
		"the first reading":    {nil, rowsOf(1, data.PriceInput), ""},
		"a source not in it":   {&data.Snapshot{}, rowsOf(1, data.PriceInput), ""},
		"never read up to now": {&data.Snapshot{Manifest: data.Manifest{Sources: []data.SourceRecord{{SourceStatus: data.SourceStatus{ID: "pricing_acme"}}}}}, rowsOf(1, data.PriceInput), ""},
	} {
		t.Run(name, func(t *testing.T) {
			results := []data.Reading{{Source: "pricing_acme", Observations: tc.now}}
			Refuse(results, tc.previous, false)
			err := results[0].Failure
			if (err == nil) != (tc.says == "") || err != nil && (err.Class != data.ValuesMissing || !strings.Contains(err.Cause, tc.says)) {
				t.Errorf("Refuse = %v, want %q", err, tc.says)
			}
		})
	}
}
