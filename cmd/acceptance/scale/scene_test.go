//go:build proof

package scale

import (
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// scene is a store of one size, and the program that reads it.
type scene struct {
	table          *table
	size           int
	program, store string
}

// command measures one command over the store.
func (s scene) command(t *testing.T, name string, args ...string) {
	t.Helper()
	f, failure := measured(t, append([]string{s.program, "--store", s.store}, args...)...)
	if failure != "" {
		t.Errorf("%d %s: %s", s.size, s.table.of, failure)
		return
	}
	s.takes(name, f)
}

func (s scene) takes(name string, f figures) {
	s.table.add(name, "CPU s", s.size, f.Processor.Seconds())
	s.table.add(name, "peak MB", s.size, float64(f.Peak)/1000)
}

// refreshes makes the store, unless the program refuses to hold so many tools.
func (s scene) refreshes(t *testing.T) (refused bool) {
	t.Helper()
	f, failure := measured(t, append([]string{s.program, "refresh", "--store", s.store}, archive(t)...)...)
	if strings.Contains(failure, "tools fit into one store") {
		t.Logf("%d %s are refused after %.1f CPU s: %s", s.size, s.table.of, f.Processor.Seconds(), failure)
		return true
	}
	if failure != "" {
		t.Fatalf("%d %s: %s", s.size, s.table.of, failure)
	}
	s.takes("refresh", f)
	return false
}

// archive are the flags that let a refresh read what was captured: really, if that is there.
func archive(t *testing.T) []string {
	t.Helper()
	if whole() && fixture.HasRecorded() {
		return []string{"--replay", fixture.Recorded(t), "--as-of", fixture.GrownOn.Format(time.RFC3339)}
	}
	dir := t.TempDir()
	if err := fixture.WriteArchives(dir); err != nil {
		t.Fatal(err)
	}
	return []string{"--replay", filepath.Join(dir, "good.warc.gz"), "--as-of", "2026-01-03T00:00:00Z"}
}

// reads measures what only reads the store.
func (s scene) reads(t *testing.T) {
	t.Helper()
	s.command(t, "verify", "verify")
	s.command(t, "list", "list")
	s.command(t, "cost", "cost", "claude-opus-5", "--input-tokens", "1000")
	s.command(t, "explain", "explain", "claude-opus-5")
	s.command(t, "prune --dry-run", "prune", "--dry-run")
	s.table.add("store", "MB", s.size, megabytes(t, s.store))
}

// publishes measures what writes a static site.
func (s scene) publishes(t *testing.T) {
	t.Helper()
	site := filepath.Join(t.TempDir(), "site")
	s.command(t, "publish", "publish", site)
	s.table.add("site", "MB", s.size, megabytes(t, site))
}

// grows measures what changes the store, on a copy.
func (s scene) grows(t *testing.T) {
	t.Helper()
	s.store = fixture.Copied(t, s.store)
	args := archive(t)
	args[len(args)-1] = fixture.GrownOn.AddDate(0, 0, 1).Format(time.RFC3339)
	s.command(t, "refresh", append([]string{"refresh"}, args...)...)
	s.command(t, "prune", "prune")
}

// megabytes are the sum of the files in a folder.
func megabytes(t *testing.T, dir string) float64 {
	t.Helper()
	sum := int64(0)
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return float64(sum) / 1e6
}

// serves measures a server: until it is ready, and for each kind of request.
func (s scene) serves(t *testing.T) {
	t.Helper()
	c := exec.Command(s.program, "serve", "--store", s.store, "--listen", "127.0.0.1:0", "--log-format", "text")
	c.Env = environment(t)
	base := fixture.Serving(t, c)
	defer fixture.Stop(t, c)
	pid := c.Process.Pid
	fixture.Eventually(t, base+" is ready", func() bool { status, _ := fixture.Get(t, base+"/readyz"); return status == http.StatusOK })
	s.table.add("load", "CPU s", s.size, used(t, pid).Seconds())
	s.table.add("load", "peak MB", s.size, float64(memory(t, pid, "VmHWM"))/1000)
	for _, q := range s.questions(t, base) {
		s.asks(t, base, pid, q)
	}
	s.table.add("serve", "MB", s.size, float64(memory(t, pid, "VmRSS"))/1000)
}

// question is a request that is asked again and again.
type question struct {
	name      string
	paths     []string
	unchanged bool // asked with the tag of the answer before
}

// questions checks that all tools and snapshots are served.
func (s scene) questions(t *testing.T, base string) []question {
	t.Helper()
	var tools data.ToolsDocument
	var kept data.SnapshotsDocument
	for path, into := range map[string]any{"/" + data.ToolsPath: &tools, "/api/snapshots.json": &kept} {
		if status, body := fixture.Get(t, base+path); status != http.StatusOK || json.Unmarshal([]byte(body), into) != nil {
			t.Fatalf("%s answers %d: %.200s", path, status, body)
		}
	}
	if have := map[string]int{"tools": len(tools.Tools), "snapshots": len(kept.Snapshots)}[s.table.of]; have != s.size {
		t.Errorf("%d %s are served, want %d", have, s.table.of, s.size)
	}
	past := question{name: "tools.json of the past"}
	for i := range min(len(kept.Snapshots), 50) {
		past.paths = append(past.paths, "/api/snapshots/"+kept.Snapshots[i*len(kept.Snapshots)/50].Version+"/tools.json")
	}
	return []question{
		{name: "tools.json", paths: []string{"/" + data.ToolsPath}},
		{name: "tools.json, unchanged", paths: []string{"/" + data.ToolsPath}, unchanged: true},
		{name: "freshness.json", paths: []string{"/" + data.FreshnessPath}},
		{name: "snapshots.json", paths: []string{"/api/snapshots.json"}},
		{name: "prices of a tool", paths: []string{"/" + data.PricesPath("claude-opus-5")}},
		{name: "explorer", paths: []string{"/"}},
		past,
	}
}

// asks measures what an answer costs the server, and how long it is.
func (s scene) asks(t *testing.T, base string, pid int, q question) {
	t.Helper()
	many := 50
	if whole() {
		many = 1000
	}
	length, tag := q.ask(t, base+q.paths[0], "")
	before := used(t, pid)
	for i := range many {
		if q.unchanged {
			q.ask(t, base+q.paths[0], tag)
		} else {
			q.ask(t, base+q.paths[i%len(q.paths)], "")
		}
	}
	s.table.add(q.name, "µs of CPU", s.size, float64((used(t, pid)-before).Microseconds())/float64(many))
	if !q.unchanged {
		s.table.add(q.name, "kB", s.size, float64(length)/1000)
	}
}

// ask asks once, for what has changed since the answer with a tag if there is one.
func (q question) ask(t *testing.T, url, tag string) (length int64, newTag string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := http.StatusOK
	r.Header.Set("Accept-Encoding", "br, gzip")
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
		want = http.StatusNotModified
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	length, err = io.Copy(io.Discard, answer.Body)
	if err != nil || answer.StatusCode != want {
		t.Fatalf("%s answers %s, %v; want %d", url, answer.Status, err, want)
	}
	return length, answer.Header.Get("ETag")
}
