//go:build proof

package endurance

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// clocked is the folder of the program that is built with another clock in its root.go, which a file sets while it runs.
// Nothing else of it is other than in the program that users have.
var clocked = sync.OnceValues(func() (dir string, err error) {
	dir = filepath.Join(fixture.Dir, "clocked")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	overlay, err := otherClock(dir)
	if err != nil {
		return "", err
	}
	return dir, fixture.Build(dir, "-overlay="+overlay)
})

// otherClock writes what go build -overlay needs to give the program the clock of testdata.
func otherClock(dir string) (overlay string, err error) {
	commands := filepath.Join(fixture.Root(), "cmd", "pricepoint")
	root, err := os.ReadFile(filepath.Join(commands, "root.go"))
	if err != nil {
		return "", err
	}
	if strings.Count(string(root), "now: time.Now}") != 1 {
		return "", fmt.Errorf("cmd/pricepoint/root.go does not take its clock from time.Now in one place any more")
	}
	changed := strings.ReplaceAll(strings.Replace(string(root), "now: time.Now}", "now: clock}", 1), "\t\"time\"\n", "")
	clock, err := filepath.Abs("testdata/clock.go.txt")
	if err != nil {
		return "", err
	}
	replace := map[string]string{filepath.Join(commands, "root.go"): filepath.Join(dir, "root.go"), filepath.Join(commands, "clock.go"): clock}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(replace[filepath.Join(commands, "root.go")], []byte(changed), 0o644); err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, text, 0o644)
}

// clock is that of the programs of a test.
type clock struct {
	t       testing.TB
	file    string
	program string
}

func newClock(t testing.TB) clock {
	dir, err := clocked()
	if err != nil {
		t.Fatal(err)
	}
	c := clock{t, filepath.Join(t.TempDir(), "clock"), filepath.Join(dir, "pricepoint")}
	c.off(0)
	return c
}

// stand stops it at an instant.
func (c clock) stand(at time.Time) { c.set(at.Format(time.RFC3339)) }

// off lets it go, ahead or behind.
func (c clock) off(by time.Duration) { c.set(by.String()) }

func (c clock) set(text string) {
	c.t.Helper()
	if err := os.WriteFile(c.file+"~", []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(c.file+"~", c.file); err != nil {
		c.t.Fatal(err)
	}
}

// command is a command line of the program by this clock. Its network leads nowhere.
func (c clock) command(args ...string) *exec.Cmd {
	command := exec.Command(c.program, args...)
	command.Env = append(os.Environ(), "PRICEPOINT_TEST_CLOCK="+c.file, "HTTPS_PROXY=http://127.0.0.1:1", "PRICEPOINT_SERVER_POLL=50ms",
		"PRICEPOINT_SERVER_DRAIN=0s", "PRICEPOINT_COLLECT_PAUSE=0s")
	return command
}

// run runs a command line to its end.
func (c clock) run(args ...string) (out, log string, code int) {
	c.t.Helper()
	return fixture.Finished(c.t, c.command(args...))
}

// mustRun fails the test unless a command line ends well.
func (c clock) mustRun(args ...string) (out string) {
	c.t.Helper()
	out, log, code := c.run(args...)
	if code != 0 {
		c.t.Fatalf("%q ended with %d:\n%s%s", args, code, out, log)
	}
	return out
}

// input is what a refresh reads, and when.
type input struct {
	archive string
	at      time.Time
}

// inWeek is what the web says in a week: the small pages of all sources, with a price that is another each week.
func inWeek(t testing.TB, week int) input {
	t.Helper()
	pages := fixture.Pages(t)
	at := fixture.Late.AddDate(0, 0, 7*week+7).Add(3 * time.Hour)
	prices := []string{"1.74", "0.87", "1.20"}
	for i, page := range pages {
		if page.URL == fixture.SourceURL("pricing_deepseek") {
			pages[i].Body = fixture.DeepSeekPage(prices[week%len(prices)])
		}
		pages[i].Date = at.Add(-time.Hour)
	}
	archive := filepath.Join(t.TempDir(), "week.warc.gz")
	fixture.WriteArchive(t, archive, pages)
	return input{archive, at}
}

// files are the digests of all files of a folder, but of those that tell of processes and their time.
func files(t testing.TB, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || name == ".lock" || name == "runs/latest.json" {
			return err
		}
		body, err := os.ReadFile(path)
		all[name] = fmt.Sprintf("%d bytes, %s", len(body), digestOf(body))
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return all
}
