// Package contract holds the built program to what it promises to other programs: every address, status, header and field
// over HTTP, by a script, by the OpenAPI document, by the JSON Schemas and by the text of the reference; the same of the files
// behind nginx; and clients that are made from the contract, and agents, read what the documents say. Start at
// testdata/contract.txt.
//
// Programs that exist already are in cmd/acceptance/clients.
package contract

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

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
		publishSite(t, location, site, "--config", publicAt(t, base))
		mirror := startNginx(t, site)
		answered := follow(t, base, contractFile, knownOf(t, base), "server", "stored", "listed")
		follow(t, mirror, contractFile, knownOf(t, base), "mirror", "stored", "listed")
		followsSchemas(t, base)
		files := plainAddresses(t, site)
		isWhole(t, answered, append(toldAddresses(t, base), files...))
		isMirrored(t, base, mirror, files)
		followsOpenAPI(t, base)
		t.Run("one answer", func(t *testing.T) { hasOneAnswer(t, base, location) })
		t.Run("agents", func(t *testing.T) { agentsAreToldTheSame(t, base, location) })
		t.Run("plans", func(t *testing.T) { plansAreThoseOfThePages(t, base) })
		t.Run("typescript", func(t *testing.T) { readWithTypeScript(t, base) })
		t.Run("go", func(t *testing.T) { readWithGo(t, base) })
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

// toldAddresses are those that a server lists and those of its OpenAPI document, some of them with places to fill in.
func toldAddresses(t *testing.T, base string) (all []string) {
	t.Helper()
	var index data.AddressIndex
	fixture.GetJSON(t, base+"/api/", &index)
	for _, a := range index.Addresses {
		all = append(all, a.Path)
	}
	for path := range readContract(t, base).Paths.Map() {
		all = append(all, path)
	}
	return all
}

// ofMany are addresses of which a script asks for one or two.
var ofMany = regexp.MustCompile(`^(/tools/|/api/prices/|/api/snapshots/)[^{]`)

// isWhole reports the addresses that a script has not asked for.
func isWhole(t *testing.T, answered map[string]bool, all []string) {
	t.Helper()
	if len(all) < 100 {
		t.Errorf("only %d addresses: %v", len(all), all)
	}
	for _, address := range all {
		if !ofMany.MatchString(address) && !asked(answered, address) {
			t.Errorf("%s is served, and %s does not ask for it", address, contractFile)
		}
	}
}

// asked says whether an address was answered, or one that a form stands for.
func asked(answered map[string]bool, address string) bool {
	if !strings.Contains(address, "{") {
		return answered[address]
	}
	form := regexp.MustCompile("^" + regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(address), `[^/]+`) + "$")
	for path, ok := range answered {
		if ok && form.MatchString(path) {
			return true
		}
	}
	return false
}
