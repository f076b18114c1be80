//go:build proof

package commands

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

// The tool whose price is marked, what it costs per million tokens of input here and nowhere else, and what its page says.
const (
	markedTool = "claude-opus-5"
	marked     = 5.77
	printed    = "| $5 / MTok "
)

// shop serves a snapshot with a marked price.
type shop struct {
	base     string // http://host
	packages string // node_modules with the programs
	store    string
}

// newShop refreshes from the real captures, with one page as Anthropic might print it the day after, and serves the result.
func newShop(t *testing.T) shop {
	t.Helper()
	packages, recorded, dir := fixture.Installed(t, "CLIENT_PACKAGES"), fixture.Recorded(t), t.TempDir()
	archive, store := filepath.Join(dir, "marked.warc.gz"), filepath.Join(dir, "store")
	writeMarked(t, recorded, archive)
	fixture.Refresh(t, store, archive, "2026-11-24T01:00:00Z")
	return shop{fixture.ServeStore(t, store), packages, store}
}

// writeMarked adds a page with the marked price to an archive of captures.
func writeMarked(t *testing.T, recorded, archive string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(filepath.Dir(recorded), "pages", "platform.claude.com", "docs__en__about-claude__pricing@2026-08-21.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(page), "\n")
	changed := 0
	for i, line := range lines {
		if strings.HasPrefix(line, "| Claude Opus 5 ") && strings.Contains(line, printed) {
			lines[i] = strings.Replace(line, printed, fmt.Sprintf("| $%v / MTok ", marked), 1)
			changed++
		}
	}
	if changed != 1 {
		t.Fatalf("the page prints %q for Claude Opus 5 %d times", printed, changed)
	}
	next := filepath.Join(t.TempDir(), "next.warc.gz")
	fixture.WriteArchive(t, next, []fixture.Capture{{URL: "https://platform.claude.com/docs/en/about-claude/pricing.md",
		Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC), Status: "200 OK", Body: []byte(strings.Join(lines, "\n"))}})
	out, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for _, part := range []string{recorded, next} {
		body, err := os.ReadFile(part)
		if err == nil {
			_, err = out.Write(body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// get is a document of the server.
func (s shop) get(t *testing.T, path string) []byte {
	t.Helper()
	resp, err := http.Get(s.base + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s, %v: %s", path, resp.Status, err, body)
	}
	return body
}

// line is the line of the guide that has some words.
func (s shop) line(t *testing.T, words string) string {
	t.Helper()
	guide, err := os.ReadFile(filepath.Join(fixture.Root(), "server", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(guide)) {
		if strings.Contains(line, words) && !strings.HasPrefix(line, "|") {
			line, _, _ = strings.Cut(line, "  #")
			found = append(found, strings.TrimSpace(line))
		}
	}
	if len(found) != 1 {
		t.Fatalf("the guide has %d lines with %q: %q", len(found), words, found)
	}
	return found[0]
}

// typed is a line of the guide as a user types it, with the address of the server, and with more behind it.
func (s shop) typed(t *testing.T, home, words, more string) *exec.Cmd {
	t.Helper()
	c := confined(t, home, "sh", "-c", strings.ReplaceAll(s.line(t, words), "http://127.0.0.1:8080", s.base)+more)
	for i, variable := range c.Env {
		if path, is := strings.CutPrefix(variable, "PATH="); is {
			c.Env[i] = "PATH=" + strings.Join([]string{fixture.Dir, s.bin("opencode-linux-x64"), s.bin("@ccusage/ccusage-linux-x64"), s.bin("@tokscale/cli-linux-x64-gnu"), path}, ":")
		}
	}
	c.Env = append(c.Env, "PRICEPOINT_STORE="+s.store)
	return c
}

func (s shop) bin(packageName string) string {
	return filepath.Join(s.packages, filepath.FromSlash(packageName), "bin")
}

// tariffs are what the tools cost.
func (s shop) tariffs(t *testing.T) map[string]data.Tariff {
	t.Helper()
	all := map[string]data.Tariff{}
	for _, tariff := range decoded[data.TariffsDocument](t, s.get(t, "/api/tariffs.json")).Tools {
		all[tariff.ID] = tariff
	}
	return all
}

// export is a line of the index.
func (s shop) export(t *testing.T, format string) data.Export {
	t.Helper()
	all := decoded[data.ExportIndex](t, s.get(t, "/api/compat/")).Exports
	i := slices.IndexFunc(all, func(e data.Export) bool { return e.Format == format })
	if i < 0 {
		t.Fatalf("the index has no %s", format)
	}
	return all[i]
}

// write writes a file of the user's.
func write(t *testing.T, path, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// confined is a command with a home of its own and no way out of this machine.
func confined(t *testing.T, home, name string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = home
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TMPDIR=" + home}
	for _, proxy := range []string{"HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"} {
		c.Env = append(c.Env, proxy+"=http://127.0.0.1:9")
	}
	c.Env = append(c.Env, "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1")
	return c
}

// run returns what a program prints.
func run(t *testing.T, c *exec.Cmd) []byte {
	t.Helper()
	var stderr strings.Builder
	c.Stderr = &stderr
	t.Logf("$ %s", strings.Join(c.Args, " "))
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", strings.Join(c.Args, " "), err, out, stderr.String())
	}
	return out
}
