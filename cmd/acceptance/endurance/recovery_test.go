package endurance

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/store"
)

// recovery is a store of two weeks: in the second, DeepSeek has halved a price. Tests copy it.
type recovery struct {
	store        string
	older, newer string // versions
}

var halved fixture.Store

// twoWeeks is that store.
func twoWeeks(t *testing.T) recovery {
	t.Helper()
	store := halved.Copied(t, func(dir string) string { return fixture.Halved(t, dir) })
	return recovery{store: store, older: fixture.Older, newer: fixture.Newer}
}

// refresh reads a week of DeepSeek's page into a store.
func (r recovery) refresh(t *testing.T, dir, archive string, args ...string) {
	t.Helper()
	args = append([]string{"refresh", "--store", dir, "--only", "pricing_deepseek", "--replay", archive}, args...)
	if _, log, code := fixture.Run(t, args...); code != 0 {
		t.Fatalf("%q ended with %d:\n%s", args, code, log)
	}
}

// newest is the newest snapshot of a store, of which all must be intact.
func newest(t *testing.T, location string) data.Snapshot {
	t.Helper()
	dir, err := store.Open(location)
	if err != nil {
		t.Fatal(err)
	}
	all, err := dir.List()
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range all {
		if _, err := dir.Read(version); err != nil {
			t.Error(err)
		}
	}
	s, warning, err := dir.Latest()
	if err != nil || warning != nil {
		t.Fatal(err, warning)
	}
	return s
}

// pro is what a snapshot says DeepSeek V4 Pro costs per million prompt tokens.
func pro(t *testing.T, s data.Snapshot) string {
	t.Helper()
	for _, tool := range valuesOf(t, s).Tools {
		if tool.ID == "deepseek-v4-pro" {
			return tool.Pricing.Input.String()
		}
	}
	t.Fatal("deepseek-v4-pro is not listed")
	return ""
}

// keptBytes are the bytes of everything in a store that must never change.
func keptBytes(t *testing.T, location string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(location), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasPrefix(name, "snapshots/") && !strings.HasPrefix(name, "archive/") {
			return err
		}
		body, err := os.ReadFile(filepath.Join(location, name))
		all[name] = string(body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// rolledBack is what the command prints.
type rolledBack struct {
	Version, Restores, Replaces string
	Changes                     []data.Change
}

func TestRollback(t *testing.T) {
	t.Parallel()
	r := twoWeeks(t)
	dir := fixture.Copied(t, r.store)
	before := keptBytes(t, dir)
	if got := pro(t, newest(t, dir)); got != "0.87" {
		t.Fatalf("the second week costs %s, want 0.87", got)
	}
	out, log, code := fixture.Run(t, "rollback", r.older, "--store", dir, "--dry-run")
	if line := regexp.MustCompile(`(?m)^ deepseek-v4-pro +\w+ +pricing\.input +0\.87 +1\.74 `); code != 0 || !line.MatchString(out) || !strings.Contains(out, "nothing is published") {
		t.Errorf("dry run: exit code %d, %s\n%s", code, log, out)
	}
	if diff := cmp.Diff(before, keptBytes(t, dir)); diff != "" {
		t.Fatalf("a dry run has changed the store (-before +after):\n%s", diff)
	}

	out, log, code = fixture.Run(t, "rollback", r.older, "--store", dir, "--output", "json")
	var done rolledBack
	if err := json.Unmarshal([]byte(out), &done); err != nil || code != 0 {
		t.Fatalf("exit code %d, %v, %s\n%s", code, err, log, out)
	}
	s := newest(t, dir)
	m := s.Manifest
	if m.Version != done.Version || m.Restores != r.older || m.Previous != r.newer || pro(t, s) != "1.74" || done.Replaces != r.newer || len(done.Changes) == 0 {
		t.Errorf("published %s after %s, restoring %s, at %s; told %+v", m.Version, m.Previous, m.Restores, pro(t, s), done)
	}
	after := keptBytes(t, dir)
	for name, body := range before {
		if after[name] != body {
			t.Errorf("%s was changed: history is never rewritten", name)
		}
	}

	out, log, code = fixture.Run(t, "rollback", r.older, "--store", dir)
	if words := "the content of " + r.older + " is published already, as " + m.Version + ", so nothing is made"; code != fixture.ExitError || !strings.Contains(log, words) {
		t.Errorf("once more: exit code %d, %s%s; want %q", code, log, out, words)
	}

	// The next refresh builds on what was restored: what the page still says comes again.
	fixture.Eventually(t, "the next second has begun", func() bool { return data.Version(time.Now()) > m.Version })
	r.refresh(t, dir, fixture.DeepSeek(t, t.TempDir(), 2, "0.87"))
	next := newest(t, dir)
	if next.Manifest.Previous != m.Version || pro(t, next) != "0.87" {
		t.Errorf("the refresh after it published %s after %s, at %s", next.Manifest.Version, next.Manifest.Previous, pro(t, next))
	}
	if _, log, code := fixture.Run(t, "verify", "--store", dir); code != 0 {
		t.Errorf("verify: exit code %d, %s", code, log)
	}
}

// earliest is the store as the first version of the program left it: the six documents and freshness, and nothing in
// the manifest that came later.
func (r recovery) earliest(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "old")
	opened, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := fixture.Open(t, r.store).Read(r.older)
	if err != nil {
		t.Fatal(err)
	}
	old := data.Snapshot{Manifest: data.Manifest{
		Schema: data.ManifestSchema, Version: r.older, GeneratedAt: s.Manifest.GeneratedAt, Generator: "pricepoint/0.1",
		Catalogue: s.Manifest.Catalogue, Inputs: s.Manifest.Inputs,
	}}
	for _, record := range s.Manifest.Sources {
		old.Manifest.Sources = append(old.Manifest.Sources, data.SourceRecord{SourceStatus: record.SourceStatus})
	}
	for _, d := range s.Documents {
		if regexp.MustCompile(`/(tools|benchmarks|providers|categories|platforms|use-cases|freshness)\.json$`).MatchString(d.Path) {
			old.Documents = append(old.Documents, d)
		}
	}
	archive, err := os.ReadFile(filepath.Join(r.store, store.ArchiveName(r.older)))
	if err != nil {
		t.Fatal(err)
	}
	fixture.Locked(t, opened, func() error {
		_, err := opened.Publish(t.Context(), old, bytes.NewReader(archive))
		return err
	})
	return dir
}

// TestUpgradeWithTwoServersSideBySide has two servers side by side read what an older version has left, while this one refreshes it.
func TestUpgradeWithTwoServersSideBySide(t *testing.T) {
	t.Parallel()
	r := twoWeeks(t)
	dir := r.earliest(t)
	blue, green := fixture.Serve(t, "serve", "--store", dir), fixture.Serve(t, "serve", "--store", dir)
	for _, base := range []string{blue, green} {
		fixture.Eventually(t, "what an older version has published is served", func() bool { return fixture.Served(t, base) == r.older })
	}
	r.refresh(t, dir, fixture.DeepSeek(t, t.TempDir(), 1, "0.87"), "--as-of", "2026-01-10T00:00:00Z")
	if s := newest(t, dir); s.Manifest.Previous != r.older || pro(t, s) != "0.87" {
		t.Errorf("published %s after %s at %s", s.Manifest.Version, s.Manifest.Previous, pro(t, s))
	}
	for _, base := range []string{blue, green} {
		fixture.Eventually(t, "what this version has published is served", func() bool { return fixture.Served(t, base) == r.newer })
	}
}

// emptyZip is the shortest there is.
var emptyZip = []byte("PK\x05\x06" + strings.Repeat("\x00", 18))

// TestANewerStoreIsRefused: a newer version has published into a store that this one still serves.
func TestANewerStoreIsRefused(t *testing.T) {
	t.Parallel()
	r := twoWeeks(t)
	dir := fixture.Copied(t, r.store)
	base := fixture.Serve(t, "serve", "--store", dir)
	fixture.Eventually(t, "it is served", func() bool { return fixture.Served(t, base) == r.newer })

	const later = "2026-01-17T000000Z"
	if err := os.CopyFS(filepath.Join(dir, "snapshots"), fstest.MapFS{later + ".zip": {Data: emptyZip}}); err != nil {
		t.Fatal(err)
	}
	fixture.Ruin(t, dir, "snapshots/"+later+"/manifest.json", []byte(`{"schema": 99, "version": "`+later+`"}`))
	fixture.Ruin(t, dir, "latest.json", []byte(`{"version": "`+later+`", "manifest": "`+digestOf([]byte(`{"schema": 99, "version": "`+later+`"}`))+`"}`))
	fixture.Eventually(t, "the server has tried", func() bool {
		_, metrics := fixture.Get(t, base+"/metrics")
		return !strings.Contains(metrics, "\npricepoint_reload_failures_total 0\n")
	})
	if got := fixture.Served(t, base); got != r.newer {
		t.Errorf("the older program serves %q, want %s still", got, r.newer)
	}
	// What only reads takes the newest snapshot that it understands, and says so; what writes must not build on that.
	for _, args := range [][]string{{"refresh", "--replay", fixture.DeepSeek(t, t.TempDir(), 2, "0.87")}, {"rollback", r.older}, {"findings"}} {
		_, log, code := fixture.Run(t, append(args, "--store", dir)...)
		if want := map[bool]int{true: fixture.ExitDone, false: fixture.ExitError}[args[0] == "findings"]; code != want || !strings.Contains(log, "made by a newer pricepoint: upgrade this one") {
			t.Errorf("%s: exit code %d, %s", args[0], code, log)
		}
	}
}

func digestOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
