//go:build proof

package endurance

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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
func (s scene) command(t *testing.T, line string, more ...string) {
	t.Helper()
	if failure := s.measure(t, line, more...); failure != "" {
		t.Errorf("%d %s: %s", s.size, s.table.of, failure)
	}
}

// measure adds what a command takes to the table; failure is what it says when it ends with an error.
func (s scene) measure(t *testing.T, line string, more ...string) (failure string) {
	t.Helper()
	args := append(strings.Fields(line), more...)
	processor, peak, failure := measured(t, append([]string{s.program, "--store", s.store}, args...)...)
	if name, _, _ := strings.Cut(line, " 20"); failure == "" { // without the versions
		s.table.add(name, "CPU s", s.size, processor.Seconds())
		s.table.add(name, "peak MB", s.size, peak)
	}
	return failure
}

// refreshes adds a snapshot to the store, unless the program refuses to hold so many tools.
func (s scene) refreshes(t *testing.T) (refused bool) {
	t.Helper()
	archive := fixture.RecordedFile()
	if !whole() || !fixture.HasRecorded() {
		dir := t.TempDir()
		fixture.WriteArchives(t, dir)
		archive = filepath.Join(dir, "good.warc.gz")
	}
	failure := s.measure(t, "refresh", "--replay", archive, "--as-of", fixture.Late.AddDate(0, 0, 1).Format(time.RFC3339))
	if refused = strings.Contains(failure, "tools fit into one store"); refused {
		t.Logf("%d %s are refused: %s", s.size, s.table.of, failure)
	} else if failure != "" {
		t.Fatalf("%d %s: %s", s.size, s.table.of, failure)
	}
	return refused
}

// reads measures what only reads the store.
func (s scene) reads(t *testing.T) {
	t.Helper()
	for _, line := range []string{"verify", "list", "cost claude-opus-5 --input-tokens 1000", "explain claude-opus-5", "prune --dry-run"} {
		s.command(t, line)
	}
	s.table.add("store", "MB", s.size, megabytes(t, s.store))
}

// publishes measures what writes a static site.
func (s scene) publishes(t *testing.T) {
	t.Helper()
	site := filepath.Join(t.TempDir(), "site")
	s.command(t, "publish", site, "--compressed", "--history")
	s.table.add("site", "MB", s.size, megabytes(t, site))
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
	s.table.add("load", "peak MB", s.size, memory(pid, "VmHWM"))
	s.asks(t, base, pid, "tools.json", "/"+data.ToolsPath)
	s.asks(t, base, pid, "freshness.json", "/"+data.FreshnessPath)
	s.asks(t, base, pid, "snapshots.json", "/api/snapshots.json")
	s.asks(t, base, pid, "prices of a tool", "/"+data.PricesPath("claude-opus-5"))
	s.asks(t, base, pid, "explorer", "/")
	s.asks(t, base, pid, "tools.json of the past", s.past(t, base)...)
	s.table.add("serve", "MB", s.size, memory(pid, "VmRSS"))
}

// past are addresses of documents of up to fifty snapshots. It checks that all tools and snapshots are served.
func (s scene) past(t *testing.T, base string) (paths []string) {
	t.Helper()
	var tools data.ToolsDocument
	var kept data.SnapshotsDocument
	fixture.GetJSON(t, base+"/"+data.ToolsPath, &tools)
	fixture.GetJSON(t, base+"/api/snapshots.json", &kept)
	if have := map[string]int{"tools": len(tools.Tools), "snapshots": len(kept.Snapshots)}[s.table.of]; have != s.size {
		t.Errorf("%d %s are served, want %d", have, s.table.of, s.size)
	}
	for i := range min(len(kept.Snapshots), 50) {
		paths = append(paths, "/api/snapshots/"+kept.Snapshots[i*len(kept.Snapshots)/50].Version+"/tools.json")
	}
	return paths
}

// asks measures what answers cost the server, and how long they are.
func (s scene) asks(t *testing.T, base string, pid int, name string, paths ...string) {
	t.Helper()
	many := 50
	if whole() {
		many = 1000
	}
	length, before := 0, used(t, pid)
	for i := range many {
		status, body := fixture.Get(t, base+paths[i%len(paths)])
		if status != http.StatusOK {
			t.Fatalf("%s answers %d: %.200s", paths[i%len(paths)], status, body)
		}
		length = len(body)
	}
	s.table.add(name, "µs of CPU", s.size, float64((used(t, pid)-before).Microseconds())/float64(many))
	s.table.add(name, "kB", s.size, float64(length)/1000)
}

// used is the processor time of a running process, to a hundredth of a second.
func used(t *testing.T, pid int) time.Duration {
	t.Helper()
	_, rest, _ := strings.Cut(read(t, fmt.Sprintf("/proc/%d/stat", pid)), ") ")
	fields := strings.Fields(rest)
	user, userErr := strconv.Atoi(fields[11])
	system, systemErr := strconv.Atoi(fields[12])
	if userErr != nil || systemErr != nil {
		t.Fatalf("/proc/%d/stat: %v", pid, fields)
	}
	return time.Duration(user+system) * time.Second / 100
}

// memory is a line of what Linux tells of the memory of a running process, in MB; 0 when it has ended.
func memory(pid int, line string) (kB float64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(text), line+":")
	fmt.Sscan(rest, &kB)
	return kB / 1000
}
