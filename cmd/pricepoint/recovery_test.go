package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/store"
)

// recovery is a store of two weeks: in the second, DeepSeek has halved a price. Tests copy it.
type recovery struct {
	t            *testing.T
	store        string
	older, newer string // versions
	pages        func(week int, input string) (archive string)
}

func newRecovery(t *testing.T) *recovery {
	t.Helper()
	dir := t.TempDir()
	r := &recovery{t: t, store: filepath.Join(dir, "store"), older: "2026-01-03T000000Z", newer: "2026-01-10T000000Z"}
	r.pages = func(week int, input string) string {
		page := fmt.Sprintf(`<h1>Models &amp; Pricing</h1><p>The prices listed below are in units of per 1M tokens.</p>
<table><tr><td colspan="2">MODEL</td><td>deepseek-v4-flash</td><td>deepseek-v4-pro</td></tr>
<tr><td colspan="2">CONTEXT LENGTH</td><td colspan="2">1M</td></tr>
<tr><td rowspan="3">PRICING</td><td>1M INPUT TOKENS (CACHE HIT)</td><td>$0.0028</td><td>$0.145</td></tr>
<tr><td>1M INPUT TOKENS (CACHE MISS)</td><td>$0.14</td><td>$%s</td></tr>
<tr><td>1M OUTPUT TOKENS</td><td>$0.42</td><td>$3.48</td></tr></table>`, input)
		path := filepath.Join(dir, fmt.Sprintf("week%d.warc.gz", week))
		at := time.Date(2026, 1, 2+7*week, 0, 0, 0, 0, time.UTC)
		if week > 1 {
			at = time.Now() // later than what is verified in the catalogue
		}
		captured := capture{sourceURL("pricing_deepseek"), at, "200 OK", []byte(page)}
		if err := writeArchive(path, []capture{captured}); err != nil {
			t.Fatal(err)
		}
		return path
	}
	r.refresh(r.store, r.pages(0, "1.74"), "--as-of", "2026-01-03T00:00:00Z")
	r.refresh(r.store, r.pages(1, "0.87"), "--as-of", "2026-01-10T00:00:00Z")
	return r
}

func (r *recovery) refresh(dir, archive string, args ...string) {
	r.t.Helper()
	args = append([]string{"refresh", "--store", dir, "--only", "pricing_deepseek", "--replay", archive}, args...)
	if _, log, code := pricepoint(r.t, args...); code != 0 {
		r.t.Fatalf("%q ended with %d:\n%s", args, code, log)
	}
}

// copied is the store in another place.
func (r *recovery) copied(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(r.store)); err != nil {
		t.Fatal(err)
	}
	return dir
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

// TestRecovery shares one store between everything that can be done about one.
func TestRecovery(t *testing.T) {
	r := newRecovery(t)
	t.Run("rollback", func(t *testing.T) { testRollback(t, r) })
	t.Run("rollback_mistakes", func(t *testing.T) { testRollbackMistakes(t, r) })
	t.Run("rollback_of_a_broken_snapshot", func(t *testing.T) { testRollbackFromRuins(t, r) })
	t.Run("run_does_not_ask_again_at_once", func(t *testing.T) { testDueAfterRollback(t, r) })
	t.Run("restore_a_backup", func(t *testing.T) { testRestoreBackup(t, r) })
	t.Run("restore_mistakes", func(t *testing.T) { testRestoreMistakes(t, r) })
	t.Run("upgrade_with_two_servers_side_by_side", func(t *testing.T) { testUpgrade(t, r) })
	t.Run("a_newer_store_is_refused", func(t *testing.T) { testNewerStore(t, r) })
	t.Run("a_bucket_and_back", func(t *testing.T) { testRecoveryBucket(t, r) })
	t.Run("doctor", func(t *testing.T) { testDoctor(t, r) })
	t.Run("doctor_asks_the_network", func(t *testing.T) { testDoctorNetwork(t, r) })
	t.Run("doctor_looks_at_the_disk", func(t *testing.T) { testDoctorDisk(t, r) })
	t.Run("doctor_looks_at_rights", func(t *testing.T) { testDoctorRights(t, r) })
}

func testRollback(t *testing.T, r *recovery) {
	dir := r.copied(t)
	before := keptBytes(t, dir)
	if got := pro(t, newest(t, dir)); got != "0.87" {
		t.Fatalf("the second week costs %s, want 0.87", got)
	}
	out, log, code := pricepoint(t, "rollback", r.older, "--store", dir, "--dry-run")
	if line := regexp.MustCompile(`(?m)^ deepseek-v4-pro +pricing\.input +0\.87 +1\.74$`); code != 0 || !line.MatchString(out) || !strings.Contains(out, "nothing is published") {
		t.Errorf("dry run: exit code %d, %s\n%s", code, log, out)
	}
	if diff := cmp.Diff(before, keptBytes(t, dir)); diff != "" {
		t.Fatalf("a dry run has changed the store (-before +after):\n%s", diff)
	}

	out, log, code = pricepoint(t, "rollback", r.older, "--store", dir, "--output", "json")
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

	// The next refresh builds on what was restored: what the page still says comes again.
	eventually(t, "the next second has begun", func() bool { return data.Version(time.Now()) > m.Version })
	r.refresh(dir, r.pages(2, "0.87"))
	next := newest(t, dir)
	if next.Manifest.Previous != m.Version || pro(t, next) != "0.87" {
		t.Errorf("the refresh after it published %s after %s, at %s", next.Manifest.Version, next.Manifest.Previous, pro(t, next))
	}
	if _, log, code := pricepoint(t, "verify", "--store", dir); code != 0 {
		t.Errorf("verify: exit code %d, %s", code, log)
	}
}

func testRollbackMistakes(t *testing.T, r *recovery) {
	ruined := r.copied(t)
	ruin(t, ruined, "snapshots/"+r.older+"/api/tools.json.br", []byte("x"))
	newer := r.copied(t)
	ruin(t, newer, "snapshots/"+r.older+"/manifest.json", []byte(`{"schema": 99}`))
	for name, row := range map[string]struct {
		store, version string
		code           int
		words          string
	}{
		"between":        {r.store, "2026-01-05T000000Z", exitError, "no such snapshot; the nearest are " + r.newer + ", " + r.older},
		"before-all":     {r.store, "2025-01-05T000000Z", exitError, "no such snapshot; the nearest are " + r.older},
		"after-all":      {r.store, "2026-02-05T000000Z", exitError, "no such snapshot; the nearest are " + r.newer},
		"a-day":          {r.store, "2026-01-03", exitUsage, `"2026-01-03" is not a snapshot version, which look like 2026-11-21T030000Z; name one such as ` + r.older},
		"the-newest":     {r.store, r.newer, exitError, r.newer + " is the newest snapshot already; older ones: " + r.older},
		"broken":         {ruined, r.older, exitError, "snapshot " + r.older + " in " + ruined + " is broken"},
		"newer-program":  {newer, r.older, exitError, "made by a newer pricepoint: upgrade this one"},
		"an-empty-store": {t.TempDir(), r.older, exitError, "the store holds no snapshot"},
	} {
		t.Run(name, func(t *testing.T) {
			out, log, code := pricepoint(t, "rollback", row.version, "--store", row.store)
			if code != row.code || !strings.Contains(log, row.words) || out != "" {
				t.Errorf("exit code %d, %s%s; want %d and %q", code, log, out, row.code, row.words)
			}
		})
	}
}

// ruin writes something else in place of a file.
func ruin(t *testing.T, dir, name string, body []byte) {
	t.Helper()
	if folder, member, is := inSnapshot(name); is {
		ruinMember(t, filepath.Join(dir, folder+".zip"), member, body)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), body, 0o644); err != nil {
		t.Fatal(err)
	}
}

// inSnapshot tells what an object is called in the file of its snapshot.
func inSnapshot(name string) (folder, member string, is bool) {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) < 3 || parts[0] != "snapshots" {
		return "", "", false
	}
	return parts[0] + "/" + parts[1], parts[2], true
}

// ruinMember replaces a member of a zip file, or removes it when the body is nil; all else stays as it is.
func ruinMember(t *testing.T, file, name string, body []byte) {
	t.Helper()
	old, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	var changed bytes.Buffer
	w := zip.NewWriter(&changed)
	for _, m := range old.File {
		if m.Name != name {
			err = errors.Join(err, w.Copy(m))
		}
	}
	if body != nil {
		member, createErr := w.Create(name)
		err = errors.Join(err, createErr)
		_, writeErr := member.Write(body)
		err = errors.Join(err, writeErr)
	}
	if err := errors.Join(err, w.SetComment(old.Comment), w.Close(), os.WriteFile(file, changed.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// testRollbackFromRuins goes back to the newest intact snapshot when the newest is broken.
func testRollbackFromRuins(t *testing.T, r *recovery) {
	dir := r.copied(t)
	ruin(t, dir, "snapshots/"+r.newer+"/api/tools.json.br", []byte("x"))
	out, log, code := pricepoint(t, "rollback", r.older, "--store", dir, "--output", "json", "--dry-run")
	var done rolledBack
	if err := json.Unmarshal([]byte(out), &done); err != nil || code != 0 || !strings.Contains(log, "the store is not intact") {
		t.Fatalf("exit code %d, %v, %s", code, err, log)
	}
	if done.Restores != r.older || done.Replaces != r.older || len(done.Changes) != 0 {
		t.Errorf("told %+v", done)
	}
}

// testDueAfterRollback: the old content knows of no later reading, the report of the last run does. Otherwise run would
// bring back within the hour what an operator has just taken back.
func testDueAfterRollback(t *testing.T, r *recovery) {
	read := on(t, "2026-01-10")
	source := data.SourceStatus{ID: "pricing_deepseek", State: data.Fresh, LastFetched: on(t, "2026-01-03"), LastConfirmed: on(t, "2026-01-03")}
	later := source
	later.LastFetched = read
	dir := r.copied(t)
	writeReport(t, dir, data.RunReport{FinishedAt: read, Published: r.newer, Sources: []data.SourceOutcome{{SourceStatus: later, OK: true}}})
	a := quietApp(t, t.TempDir())
	a.store, a.now = mustOpen(t, dir), func() time.Time { return on(t, "2026-01-12").Time }
	got := a.statusesIn(data.Snapshot{Manifest: data.Manifest{
		GeneratedAt: on(t, "2026-01-11"), Restores: r.older, Sources: []data.SourceRecord{{SourceStatus: source}},
	}})
	if len(got) != 1 || got[0].LastFetched != read || got[0].LastConfirmed != source.LastConfirmed {
		t.Errorf("the source was last fetched as %+v, want %s", got, read)
	}
}

func testRestoreBackup(t *testing.T, r *recovery) {
	backup := r.copied(t)
	if err := os.Truncate(filepath.Join(backup, "snapshots", r.newer+".zip"), 10_000); err != nil { // copied while it was written
		t.Fatal(err)
	}
	into := filepath.Join(t.TempDir(), "store")
	out, log, code := pricepoint(t, "restore", backup, "--store", into)
	if code != 0 || !strings.HasPrefix(out, "restored 1 snapshot, the newest "+r.older) || !strings.Contains(log, "left out") {
		t.Fatalf("exit code %d, %s%s", code, out, log)
	}
	if got := newest(t, into).Manifest.Version; got != r.older {
		t.Errorf("the newest is %s", got)
	}

	whole := filepath.Join(t.TempDir(), "store")
	if out, log, code := pricepoint(t, "restore", r.store, "--store", whole); code != 0 || log != "" || !strings.HasPrefix(out, "restored 2 snapshots") {
		t.Fatalf("exit code %d, %s%s", code, out, log)
	}
	if diff := cmp.Diff(keptBytes(t, r.store), keptBytes(t, whole)); diff != "" {
		t.Errorf("(-from +restored):\n%s", diff)
	}
}

func testRestoreMistakes(t *testing.T, r *recovery) {
	nowhere := filepath.Join(t.TempDir(), "nowhere")
	for name, row := range map[string]struct {
		from, into string
		code       int
		words      string
	}{
		"itself":    {r.store, r.store, exitUsage, "name two stores"},
		"in-use":    {r.store, r.copied(t), exitError, "holds " + r.newer + " already; restore into an empty one"},
		"nothing":   {nowhere, filepath.Join(t.TempDir(), "s"), exitError, "FROM: there is no directory " + nowhere},
		"empty":     {t.TempDir(), filepath.Join(t.TempDir(), "s"), exitError, ": the store holds no snapshot"},
		"no-bucket": {"s3://prices?secret_key=hidden", filepath.Join(t.TempDir(), "s"), exitError, "FROM: store s3://prices cannot be opened"},
	} {
		t.Run(name, func(t *testing.T) {
			_, log, code := pricepoint(t, "restore", row.from, "--store", row.into)
			if code != row.code || !strings.Contains(log, row.words) || strings.Contains(log, "hidden") {
				t.Errorf("exit code %d, %s; want %d and %q", code, log, row.code, row.words)
			}
		})
	}
}

// earliest is the store as the first version of the program left it: the six documents and freshness, and nothing in
// the manifest that came later.
func (r *recovery) earliest(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "old")
	opened, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := mustOpen(t, r.store).Read(r.older)
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
	locked(t, opened, func() error {
		_, err := opened.Publish(t.Context(), old, bytes.NewReader(archive))
		return err
	})
	return dir
}

// testUpgrade has two servers side by side read what an older version has left, while this one refreshes it.
func testUpgrade(t *testing.T, r *recovery) {
	dir := r.earliest(t)
	blue, green := start(t, "serve", "--store", dir), start(t, "serve", "--store", dir)
	for _, base := range []string{blue, green} {
		eventually(t, "what an older version has published is served", func() bool { return served(t, base) == r.older })
	}
	r.refresh(dir, r.pages(1, "0.87"), "--as-of", "2026-01-10T00:00:00Z")
	if s := newest(t, dir); s.Manifest.Previous != r.older || pro(t, s) != "0.87" {
		t.Errorf("published %s after %s at %s", s.Manifest.Version, s.Manifest.Previous, pro(t, s))
	}
	for _, base := range []string{blue, green} {
		eventually(t, "what this version has published is served", func() bool { return served(t, base) == r.newer })
	}
}

// emptyZip is the shortest there is.
var emptyZip = []byte("PK\x05\x06" + strings.Repeat("\x00", 18))

// testNewerStore: a newer version has published into a store that this one still serves.
func testNewerStore(t *testing.T, r *recovery) {
	dir := r.copied(t)
	base := start(t, "serve", "--store", dir)
	eventually(t, "it is served", func() bool { return served(t, base) == r.newer })

	const later = "2026-01-17T000000Z"
	if err := os.CopyFS(filepath.Join(dir, "snapshots"), fstest.MapFS{later + ".zip": {Data: emptyZip}}); err != nil {
		t.Fatal(err)
	}
	ruin(t, dir, "snapshots/"+later+"/manifest.json", []byte(`{"schema": 99, "version": "`+later+`"}`))
	ruin(t, dir, "latest.json", []byte(`{"version": "`+later+`", "manifest": "`+digestOf(`{"schema": 99, "version": "`+later+`"}`)+`"}`))
	eventually(t, "the server has tried", func() bool {
		_, metrics := get(t, base+"/metrics")
		return !strings.Contains(metrics, "\npricepoint_reload_failures_total 0\n")
	})
	if got := served(t, base); got != r.newer {
		t.Errorf("the older program serves %q, want %s still", got, r.newer)
	}
	for _, args := range [][]string{{"refresh", "--replay", r.pages(2, "0.87")}, {"rollback", r.older}, {"findings"}} {
		_, log, code := pricepoint(t, append(args, "--store", dir)...)
		if code != exitError || !strings.Contains(log, "made by a newer pricepoint: upgrade this one") {
			t.Errorf("%s: exit code %d, %s", args[0], code, log)
		}
	}
}

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
