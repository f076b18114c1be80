package acceptance

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"strconv"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

const contractFile = "testdata/contract.txt"

// TestContractScript asks for every address of the real program, and of the files it publishes behind nginx, as
// testdata/contract.txt says.
func TestContractScript(t *testing.T) {
	needTools(t, "nginx-light", "nginx")
	for name, fill := range map[string]func(t *testing.T, location string){
		"the recorded web": func(t *testing.T, location string) {
			archive := fixture.Recorded(t)
			refreshed(t, location, archive, "2026-11-15T00:00:00Z")
			refreshed(t, location, archive, "2026-11-22T00:00:00Z")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			location, site := filepath.Join(dir, "store"), filepath.Join(dir, "site")
			fill(t, location)
			base := serving(t, location)
			known := knownOf(t, base)
			follow(t, base, contractFile, "server", maps.Clone(known))
			publishSite(t, location, site, "--config", publicAt(t, base))
			follow(t, startNginx(t, site), contractFile, "mirror", known)
		})
	}
}

// knownOf is what a script may name of the snapshots that a server has: the two newest, and the day of the older one.
func knownOf(t *testing.T, base string) map[string]string {
	t.Helper()
	var tools data.ToolsDocument
	var list data.SnapshotsDocument
	for address, into := range map[string]any{"/api/tools.json": &tools, "/api/snapshots.json": &list} {
		if _, body := get(t, base+address); json.Unmarshal([]byte(body), into) != nil {
			t.Fatalf("%s: %.200s", address, body)
		}
	}
	kept := list.Snapshots
	return map[string]string{
		"tools": strconv.Itoa(tools.TotalTools), "tool": tools.Tools[0].ID,
		"version": kept[0].Version, "before": kept[1].Version, "day": kept[1].Version[:len("2006-01-02")],
	}
}
