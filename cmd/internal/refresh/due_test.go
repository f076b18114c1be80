package refresh_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/cmd/internal/refresh"
	"pricepoint/data"
)

// TestRunWithNothingIntact goes by the last run all the same, rather than ask every source again at each start.
func TestRunWithNothingIntact(t *testing.T) {
	dir := fixture.Keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.ProvenancePath: data.ProvenanceDocument{}, data.FindingsPath: data.FindingsDocument{},
	}).String()
	if err := os.Truncate(filepath.Join(dir, "snapshots", fixture.MadeOn+".zip"), 100); err != nil {
		t.Fatal(err)
	}
	now := fixture.On("2027-10-20") // later than what the catalogue was verified on
	failed := data.SourceOutcome{SourceStatus: data.SourceStatus{ID: "pricing_xai", State: data.Failing}}
	fixture.WriteReport(t, dir, data.RunReport{FinishedAt: now, Published: fixture.MadeOn, Sources: []data.SourceOutcome{failed}})
	r := fixture.Refresher(t, t.TempDir())
	r.Store, r.Now = fixture.Open(t, dir), func() time.Time { return now.Add(10 * time.Minute) }
	r.Config.Collect.Only = []string{"pricing_xai"}
	if names, wait := refresh.Due(r); len(names) != 0 || wait != refresh.RetryFailed-10*time.Minute {
		t.Errorf("%v are due, the next in %s; want none, and the one that failed a day after", names, wait)
	}
}
