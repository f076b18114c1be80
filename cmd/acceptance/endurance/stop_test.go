package endurance

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/collectors/registry"
	"pricepoint/data"
)

// TestTerminationStopsARefreshAtOnce sends SIGTERM while every host holds its answer back for ever.
func TestTerminationStopsARefreshAtOnce(t *testing.T) {
	t.Parallel()
	w := newWeekly(t)
	w.Put(fixture.SourceURL("pricing_deepseek"), http.NotFound)
	_, before := w.refresh()
	pointer, err := os.ReadFile(filepath.Join(w.store, "latest.json"))
	if err != nil {
		t.Fatal(err)
	}

	asked := make(chan struct{}, 100)
	for _, s := range registry.All() {
		w.Put(s.Requests[0][0].URL, func(_ http.ResponseWriter, r *http.Request) {
			asked <- struct{}{}
			<-r.Context().Done()
		})
	}
	w.wait()
	c, log := w.start("refresh", "--store", w.store)
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case <-asked:
	case <-ended:
		t.Fatalf("the refresh ended before it asked for anything:\n%s", log)
	}
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ended:
	case <-time.After(fixture.Patience):
		c.Process.Kill()
		t.Fatal("the refresh goes on after SIGTERM")
	}
	if code := c.ProcessState.ExitCode(); code != fixture.ExitError || !strings.Contains(log.String(), "stopped") {
		t.Errorf("exit code %d, want %d and a word about it:\n%s", code, fixture.ExitError, log.String())
	}

	if now, err := os.ReadFile(filepath.Join(w.store, "latest.json")); err != nil || !bytes.Equal(now, pointer) {
		t.Errorf("latest.json is %s, %v; want %s", now, err, pointer)
	}
	if got := leftovers(t, w.store); len(got) > 0 {
		t.Errorf("the store holds half-written %v", got)
	}
	report, err := w.open().Report()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(report.Reason, "stopped") || report.Published != "" || report.PublishedAt.IsZero() {
		t.Errorf("the report says %+v, want why nothing was published and when something was", report)
	}
	if known := slices.ContainsFunc(report.Sources, func(o data.SourceOutcome) bool { return o.ID == "pricing_deepseek" && !o.OK }); !known {
		t.Error("the report has forgotten which source failed before")
	}
	if newest, _, err := w.open().Latest(); err != nil || newest.Manifest.Version != before.Manifest.Version {
		t.Errorf("the newest snapshot is %s, %v; want %s", newest.Manifest.Version, err, before.Manifest.Version)
	}
}

// start starts the program with time limits that no test waits for.
func (w *weekly) start(args ...string) (*exec.Cmd, *bytes.Buffer) {
	w.t.Helper()
	var log bytes.Buffer
	c := exec.Command("pricepoint", args...)
	c.Env, c.Stderr = append(w.Env, "PRICEPOINT_COLLECT_TIMEOUT=1h", "PRICEPOINT_COLLECT_DEADLINE=2h"), &log
	if err := c.Start(); err != nil {
		w.t.Fatal(err)
	}
	return c, &log
}

// leftovers are the files and folders that a store makes only while it writes.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	var left []string
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if name := filepath.Base(path); strings.HasPrefix(name, ".") && name != ".lock" {
			left = append(left, path)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return left
}
