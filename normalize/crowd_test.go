package normalize_test

import (
	"fmt"
	"slices"
	"testing"

	"pricepoint/data"
)

// What one source prints without end is counted, not published.
func TestCrowdsOfFindingsAreCounted(t *testing.T) {
	crowd := board("leaderboard_vals", valsRow("acme/one", "70"))
	for i := range 1000 {
		crowd.Observations = append(crowd.Observations, board("leaderboard_vals", valsRow(fmt.Sprintf("acme/stranger-%d", i), "50")).Observations...)
		crowd.Refused = append(crowd.Refused, data.Refusal{Subject: fmt.Sprintf("row %d", i), Quote: "?", Why: "it cannot be read"})
	}
	result, err := Build(Input{Catalog: smallCatalog(), Readings: []data.Reading{crowd}, Now: now, Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	for kind, more := range map[data.FindingKind]string{
		data.UnknownName: "leaderboard_vals prints 900 more names that nobody has said the meaning of",
		data.Refused:     "leaderboard_vals: 900 more rows are left out",
	} {
		if all := whys(result, kind); len(all) != 101 || !slices.Contains(all, more) {
			t.Errorf("%s: %d findings, the first %q; want 100 and %q", kind, len(all), all[0], more)
		}
	}
}
