package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
)

// TestNothingIntact: a store where nothing can be relied on is not one where nothing was ever read.
func TestNothingIntact(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, dir string){
		"cut": func(t *testing.T, dir string) { truncate(t, filepath.Join(dir, "snapshots", madeOn+".zip")) },
		"no-pointer": func(t *testing.T, dir string) {
			truncate(t, filepath.Join(dir, "snapshots", madeOn+".zip"))
			remove(t, dir, "latest.json")
		},
		"pointer-alone":    func(t *testing.T, dir string) { remove(t, dir, filepath.Join("snapshots", madeOn+".zip")) },
		"nobody-vouches":   func(t *testing.T, _ string) { useTestKeys(t) },
		"a-member-altered": func(t *testing.T, dir string) { ruin(t, dir, "snapshots/"+madeOn+"/api/tools.json.br", []byte{}) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := storeOfOne(t)
			spoil(t, dir)
			for _, args := range [][]string{{"sources"}, {"explain", "gpt-5.5"}, {"findings"}} {
				out, log, code := pricepoint(t, append(args, "--store", dir)...)
				if code != exitError || out != "" || !strings.Contains(log, "no snapshot of the store can be used: ") ||
					!strings.Contains(log, "; pricepoint verify tells ") || strings.Count(log, "\n") != 1 {
					t.Errorf("%s: exit code %d, %s\n%s", args[0], code, log, out)
				}
			}
		})
	}
}

// TestRunWithNothingIntact goes by the last run all the same, rather than ask every source again at each start.
func TestRunWithNothingIntact(t *testing.T) {
	dir := storeOfOne(t)
	truncate(t, filepath.Join(dir, "snapshots", madeOn+".zip"))
	now := on(t, "2027-10-20") // later than what the catalogue was verified on
	failed := data.SourceOutcome{SourceStatus: data.SourceStatus{ID: "pricing_xai", State: data.Failing}}
	writeReport(t, dir, data.RunReport{FinishedAt: now, Published: madeOn, Sources: []data.SourceOutcome{failed}})
	a := quietApp(t, t.TempDir())
	a.store, a.now = mustOpen(t, dir), func() time.Time { return now.Add(10 * time.Minute) }
	a.cfg.Collect.Only = []string{"pricing_xai"}
	if names, wait := a.due(); len(names) != 0 || wait != retryFailed-10*time.Minute {
		t.Errorf("%v are due, the next in %s; want none, and the one that failed a day after", names, wait)
	}
}

// storeOfOne is a store with one snapshot, which nobody has signed.
func storeOfOne(t *testing.T) (dir string) {
	t.Helper()
	published := keep(t, map[string]any{
		data.ToolsPath: data.ToolsDocument{}, data.ProvenancePath: data.ProvenanceDocument{}, data.FindingsPath: data.FindingsDocument{},
	})
	return published.String()
}

func truncate(t *testing.T, file string) {
	t.Helper()
	if err := os.Truncate(file, 100); err != nil {
		t.Fatal(err)
	}
}
