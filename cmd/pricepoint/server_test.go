package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"pricepoint/data"
)

// patience bounds how long a test polls; it asserts no speed.
const patience = 2 * time.Minute

// TestRunServesBeforeAnythingIsRead starts the main job without a network: everything the catalogue knows is served,
// and what could not be read is named.
func TestRunServesBeforeAnythingIsRead(t *testing.T) {
	base := start(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
	var tools data.ToolsDocument
	getJSON(t, base+"/api/tools.json", &tools)
	if len(tools.Tools) != 61 || tools.TotalTools != 61 {
		t.Errorf("tools.json holds %d tools and says %d, want 61", len(tools.Tools), tools.TotalTools)
	}
	for _, path := range []string{"benchmarks", "providers", "categories", "platforms", "use-cases"} {
		if status, _ := get(t, base+"/api/"+path+".json"); status != http.StatusOK {
			t.Errorf("GET %s.json = %d, want 200", path, status)
		}
	}
	eventually(t, "freshness.json names every source as failing", func() bool {
		var fresh data.FreshnessDocument
		getJSON(t, base+"/api/freshness.json", &fresh)
		failing := 0
		for _, s := range fresh.Sources {
			if s.State == data.Failing && s.Cause != "" {
				failing++
			}
		}
		return failing == len(fresh.Sources) && failing > 0
	})
	eventually(t, "the metrics show a source that is down", func() bool {
		_, body := get(t, base+"/metrics")
		return strings.Contains(body, `pricepoint_source_up{kind="pricing",source="pricing_openai"} 0`)
	})
}

// TestServeFollowsTheStore refreshes a store under a running server.
func TestServeFollowsTheStore(t *testing.T) {
	dir := t.TempDir()
	if err := writeArchives(dir); err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(dir, "store")
	base := start(t, "serve", "--store", store)
	if status, body := get(t, base+"/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "snapshot") {
		t.Errorf("GET /readyz = %d %s, want 503 and why", status, body)
	}

	refresh(t, store, filepath.Join(dir, "good.warc.gz"), "2026-01-03T00:00:00Z")
	eventually(t, "the first snapshot is served", func() bool { return served(t, base) == "2026-01-03T000000Z" })
	if status, _ := get(t, base+"/readyz"); status != http.StatusOK {
		t.Errorf("GET /readyz = %d, want 200", status)
	}

	refresh(t, store, filepath.Join(dir, "bad.warc.gz"), "2026-01-10T00:00:00Z")
	eventually(t, "the second snapshot is served", func() bool { return served(t, base) == "2026-01-10T000000Z" })
	for _, line := range []string{
		`pricepoint_source_up{kind="pricing",source="pricing_openai"} 0`,
		`pricepoint_source_up{kind="leaderboard",source="leaderboard_vals"} 1`,
		`pricepoint_snapshot_info{version="2026-01-10T000000Z"} 1`,
		`pricepoint_snapshot_tools 61`,
	} {
		eventually(t, "the metrics have "+line, func() bool { // the report of a run comes a moment after its snapshot
			_, metrics := get(t, base+"/metrics")
			return strings.Contains(metrics, line)
		})
	}
}

// start runs the program until the test ends and returns where it serves. Its network leads nowhere.
func start(t *testing.T, args ...string) (base string) {
	t.Helper()
	c := exec.Command("pricepoint", append(args, "--listen", "127.0.0.1:0", "--log-format", "text")...)
	c.Env = append(os.Environ(), "HTTPS_PROXY=http://127.0.0.1:1", "PRICEPOINT_SERVER_POLL=50ms", "PRICEPOINT_COLLECT_PAUSE=0s", "HOME="+t.TempDir())
	return startCommand(t, c)
}

func startCommand(t *testing.T, c *exec.Cmd) (base string) {
	t.Helper()
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	t.Cleanup(func() { stop(t, c) })
	serving := regexp.MustCompile(`msg=serving url=(https?://[^/]+)/`)
	for lines.Scan() {
		if found := serving.FindStringSubmatch(lines.Text()); found != nil {
			go io.Copy(io.Discard, stderr) // so that the program is never held up by its log
			return found[1]
		}
	}
	t.Fatalf("%v ended before it served", c.Args)
	return ""
}

func stop(t *testing.T, c *exec.Cmd) {
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := c.Wait(); err != nil {
		t.Errorf("pricepoint after SIGTERM: %v, want exit code 0", err)
	}
}

func refresh(t *testing.T, store, archive, asOf string) {
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

func get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
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

// eventually polls until ok, for a while.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); {
		if time.Now().After(deadline) {
			t.Fatalf("after %s it is still not so that %s", patience, what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
