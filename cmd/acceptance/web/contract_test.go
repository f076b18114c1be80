package web

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

const contractFile = "testdata/contract.txt"

// TestContractScript asks for every address of the real program, and of the files it publishes behind nginx, as
// testdata/contract.txt says: with what was read of the real web, and on the first start.
func TestContractScript(t *testing.T) {
	fixture.Need(t, "nginx-light", "nginx")
	t.Run("the recorded web", func(t *testing.T) {
		t.Parallel()
		dir, archive := t.TempDir(), fixture.Recorded(t)
		location, site := filepath.Join(dir, "store"), filepath.Join(dir, "site")
		fixture.Refresh(t, location, archive, "2026-11-15T00:00:00Z")
		fixture.Refresh(t, location, archive, "2026-11-22T00:00:00Z")
		base := fixture.ServeStore(t, location)
		publish(t, location, site, "--compressed", "--history", "--config", publicAt(t, base))
		mirror := startNginx(t, site)
		follow(t, base, contractFile, knownOf(t, base), "server", "stored", "listed")
		follow(t, mirror, contractFile, knownOf(t, base), "mirror", "stored", "listed")
		followsSchemas(t, base)
		isMirrored(t, base, mirror, plainAddresses(t, site))
		followsOpenAPI(t, base)
		t.Run("one answer", func(t *testing.T) { hasOneAnswer(t, base, location) })
		t.Run("agents", func(t *testing.T) { agentsAreToldTheSame(t, base, location) })
		t.Run("plans", func(t *testing.T) { plansAreThoseOfThePages(t, base) })
		t.Run("typescript", func(t *testing.T) { readWithTypeScript(t, base) })
	})
	t.Run("the first start", func(t *testing.T) {
		t.Parallel()
		base := fixture.Serve(t, "run", "--store", filepath.Join(t.TempDir(), "store"))
		follow(t, base, contractFile, knownOf(t, base), "server", "first", "unlisted")
	})
}

// knownOf is what a script may name of the snapshots that a server has: the two newest, and the day of the older one.
func knownOf(t *testing.T, base string) knowledge {
	t.Helper()
	var tools data.ToolsDocument
	var list data.SnapshotsDocument
	for address, into := range map[string]any{"/api/tools.json": &tools, "/api/snapshots.json": &list} {
		if _, body := fixture.Get(t, base+address); json.Unmarshal([]byte(body), into) != nil {
			t.Fatalf("%s: %.200s", address, body)
		}
	}
	version, before := fixture.Served(t, base), "2020-01-01T000000Z"
	if len(list.Snapshots) > 1 {
		before = list.Snapshots[1].Version
	}
	return knowledge{texts: map[string][]string{
		"tool": {tools.Tools[0].ID}, "version": {version}, "before": {before}, "day": {before[:len("2006-01-02")]},
	}, values: map[string]any{}}
}
