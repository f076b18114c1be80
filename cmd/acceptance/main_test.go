// Package acceptance tests the product as a whole: over the real binary where a user would notice, and inside the program
// where it would take too long otherwise, as for a year of weekly refreshes. Start at main_test.go for how the binary is
// made and run, and at replay_test.go for the weeks.
//
// What a single package promises is tested beside that package.
package acceptance

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"testing"

	"pricepoint/cmd/internal/built"
	"pricepoint/data"
	"pricepoint/data/bucket/s3test"
)

// The exit codes of the program.
const (
	exitDone    = 0
	exitError   = 1
	exitUsage   = 2
	exitNothing = 3
)

// TestMain builds the program once and puts it on the PATH of all tests.
func TestMain(m *testing.M) {
	s3test.Environment()
	code := built.Tests(m)
	s3test.Stop()
	os.Exit(code)
}

// What package built does is asked for here by shorter names.
var (
	pricepoint   = built.Run
	finished     = built.Finished
	start        = built.Serve
	startCommand = built.Started
	get          = built.Get
	eventually   = built.Eventually
	stop         = built.Stop
)

const (
	patience = built.Patience
	program  = built.Version
)

// serving is start of a server over a store, once it has loaded a snapshot.
func serving(t *testing.T, store string) (base string) {
	t.Helper()
	base = start(t, "serve", "--store", store)
	eventually(t, "a snapshot is served", func() bool { return served(t, base) != "" })
	return base
}

func refreshed(t *testing.T, store, archive, asOf string) {
	t.Helper()
	out, err := exec.Command("pricepoint", "refresh", "--store", store, "--replay", archive, "--as-of", asOf).CombinedOutput()
	if err != nil {
		t.Fatalf("refresh: %v\n%s", err, out)
	}
}

// served is the version a server answers with, "" while it has none.
func served(t *testing.T, base string) string {
	t.Helper()
	status, body := get(t, base+"/api/freshness.json")
	if status != http.StatusOK {
		return ""
	}
	var fresh data.FreshnessDocument
	if err := json.Unmarshal([]byte(body), &fresh); err != nil {
		t.Fatal(err)
	}
	return fresh.Version
}

func getJSON(t *testing.T, url string, into any) {
	t.Helper()
	status, body := get(t, url)
	if status != http.StatusOK {
		t.Fatalf("GET %s = %d %s", url, status, body)
	}
	if err := json.Unmarshal([]byte(body), into); err != nil {
		t.Fatal(err)
	}
}
