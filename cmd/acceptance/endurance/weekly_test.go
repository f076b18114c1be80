package endurance

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/store"
)

// weekly is a store that is refreshed from an Internet again and again.
type weekly struct {
	*fixture.Internet
	t     *testing.T
	store string
}

func newWeekly(t *testing.T) *weekly {
	t.Helper()
	w := &weekly{fixture.NewInternet(t), t, filepath.Join(t.TempDir(), "store")}
	pages := fixture.Pages(t)
	for _, p := range pages {
		w.Put(p.URL, w.Page(p.Body))
	}
	return w
}

// wait lets the second of the last run pass, for times are kept to the second.
func (w *weekly) wait() {
	w.t.Helper()
	if before, err := w.open().Report(); err == nil {
		fixture.Eventually(w.t, "the next second has begun", func() bool { return time.Now().Truncate(time.Second).After(before.FinishedAt.Time) })
	}
}

// refresh runs one refresh and returns its log and the snapshot that is the newest then.
func (w *weekly) refresh(args ...string) (log string, newest data.Snapshot) {
	w.t.Helper()
	w.wait()
	_, log, code := w.Run(w.t, append([]string{"refresh", "--store", w.store}, args...)...)
	if code != 0 {
		w.t.Fatalf("refresh ended with exit code %d:\n%s", code, log)
	}
	newest, warning, err := w.open().Latest()
	if err != nil || warning != nil {
		w.t.Fatal(err, warning)
	}
	return log, newest
}

func (w *weekly) open() *store.Store {
	dir, err := store.Open(w.store)
	if err != nil {
		w.t.Fatal(err)
	}
	return dir
}

// values are what a snapshot publishes of tools and models.
type values struct {
	Tools  []data.Tool
	Models []data.ModelScore
}

func valuesOf(t *testing.T, s data.Snapshot) values {
	t.Helper()
	var tools data.ToolsDocument
	var benchmarks data.BenchmarksDocument
	for _, d := range s.Documents {
		var err error
		switch filepath.Base(d.Path) {
		case "tools.json":
			err = json.Unmarshal(d.Body, &tools)
		case "benchmarks.json":
			err = json.Unmarshal(d.Body, &benchmarks)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return values{tools.Tools, benchmarks.Benchmarks.Models}
}
