package operating

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// TestRunServesBeforeAnythingIsRead starts the main job without a network: everything the catalogue knows is served,
// and what could not be read is named.
func TestRunServesBeforeAnythingIsRead(t *testing.T) {
	base := fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
	var tools data.ToolsDocument
	fixture.GetJSON(t, base+"/api/tools.json", &tools)
	if want := fixture.Listed(); len(tools.Tools) != want || tools.TotalTools != want {
		t.Errorf("tools.json holds %d tools and says %d, want %d", len(tools.Tools), tools.TotalTools, want)
	}
	for _, path := range []string{"benchmarks", "providers", "categories", "platforms", "use-cases"} {
		if status, _ := fixture.Get(t, base+"/api/"+path+".json"); status != http.StatusOK {
			t.Errorf("GET %s.json = %d, want 200", path, status)
		}
	}
	fixture.Eventually(t, "freshness.json names every source as failing", func() bool {
		var fresh data.FreshnessDocument
		fixture.GetJSON(t, base+"/api/freshness.json", &fresh)
		failing, untried := 0, 0 // what nobody has tried is not asked
		for _, s := range fresh.Sources {
			if s.State == data.Failing && s.Cause != "" {
				failing++
			} else if s.State == data.Untried {
				untried++
			}
		}
		return failing+untried == len(fresh.Sources) && failing > untried
	})
	fixture.Eventually(t, "the metrics show a source that is down", func() bool {
		_, body := fixture.Get(t, base+"/metrics")
		return strings.Contains(body, `pricepoint_source_up{kind="pricing",source="pricing_openai"} 0`)
	})
}

// TestRunReplaysMonths gives a new store the past that an archive of three months holds: the last pages of each, and nothing of the web.
func TestRunReplaysMonths(t *testing.T) {
	pages := fixture.Pages(t)
	var all []fixture.Capture
	for _, after := range []int{0, 20, 50, 80} { // from 2026-01-02 on
		for _, c := range pages {
			c.Date = c.Date.AddDate(0, 0, after)
			all = append(all, c)
		}
	}
	archive := filepath.Join(t.TempDir(), "web.warc.gz")
	fixture.WriteArchive(t, archive, all)
	base := fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"), "--replay", archive)
	fixture.Eventually(t, "three months are served", func() bool {
		var kept data.SnapshotsDocument
		fixture.GetJSON(t, base+"/api/snapshots.json", &kept)
		var versions []string
		for _, s := range kept.Snapshots {
			versions = append(versions, s.Version)
		}
		return slices.Equal(versions, []string{"2026-03-23T000000Z", "2026-02-21T000000Z", "2026-01-22T000000Z"})
	})
}

// TestServeFollowsTheStore refreshes a store under a running server.
func TestServeFollowsTheStore(t *testing.T) {
	dir := t.TempDir()
	fixture.WriteArchives(t, dir)
	store := filepath.Join(dir, "store")
	base := fixture.Serve(t, "serve", "--store", store)
	if status, body := fixture.Get(t, base+"/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "snapshot") {
		t.Errorf("GET /readyz = %d %s, want 503 and why", status, body)
	}

	fixture.Refresh(t, store, filepath.Join(dir, "good.warc.gz"), "2026-01-03T00:00:00Z")
	fixture.Eventually(t, "the first snapshot is served", func() bool { return fixture.Served(t, base) == "2026-01-03T000000Z" })
	if status, _ := fixture.Get(t, base+"/readyz"); status != http.StatusOK {
		t.Errorf("GET /readyz = %d, want 200", status)
	}

	fixture.Refresh(t, store, filepath.Join(dir, "bad.warc.gz"), "2026-01-10T00:00:00Z")
	fixture.Eventually(t, "the second snapshot is served", func() bool { return fixture.Served(t, base) == "2026-01-10T000000Z" })
	for _, line := range []string{
		`pricepoint_source_up{kind="pricing",source="pricing_openai"} 0`,
		`pricepoint_source_up{kind="leaderboard",source="leaderboard_vals"} 1`,
		`pricepoint_snapshot_info{version="2026-01-10T000000Z"} 1`,
		fmt.Sprintf("pricepoint_snapshot_tools %d", fixture.Listed()),
	} {
		fixture.Eventually(t, "the metrics have "+line, func() bool { // the report of a run comes a moment after its snapshot
			_, metrics := fixture.Get(t, base+"/metrics")
			return strings.Contains(metrics, line)
		})
	}
}

func TestServeRefusesABrokenCertificate(t *testing.T) {
	_, key, _ := fixture.Certificate(t)
	c := exec.Command("pricepoint", "serve", "--store", t.TempDir(), "--listen", "127.0.0.1:0")
	c.Env = append(os.Environ(), "PRICEPOINT_SERVER_TLS_CERT="+key, "PRICEPOINT_SERVER_TLS_KEY="+key)
	out, err := c.CombinedOutput()
	if err == nil || c.ProcessState.ExitCode() != fixture.ExitUsage || !strings.Contains(string(out), "server.tls_cert") {
		t.Errorf("serve: %v, %s; want exit code %d and a word about server.tls_cert", err, out, fixture.ExitUsage)
	}
}
