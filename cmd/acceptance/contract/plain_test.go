package contract

import (
	"io"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
)

// TestPlainSite publishes for any file server, serves it by one without settings, at the root of the site and below a path, and follows
// every link of every page.
func TestPlainSite(t *testing.T) {
	t.Parallel()
	fixture.Need(t, "python3", "python3")
	dir := t.TempDir()
	stdout, stderr, code := fixture.Run(t, "publish", "--plain", filepath.Join(dir, "name"), "--store", fixture.OneWeek(t),
		"--config", publicAt(t, "https://prices.example"))
	if code != fixture.ExitDone {
		t.Fatalf("publish ends with %d: %s%s", code, stdout, stderr)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	for place, root := range map[string]string{"/": filepath.Join(dir, "name"), "/name/": dir} {
		t.Run(place, func(t *testing.T) {
			_, port, _ := net.SplitHostPort(address)
			c := exec.CommandContext(t.Context(), "python3", "-m", "http.server", port, "--bind", "127.0.0.1", "--directory", root)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Process.Kill(); c.Wait() })
			base := "http://" + address + place
			fixture.Eventually(t, base+" answers", func() bool {
				answer, err := http.Get(base)
				return err == nil && answer.Body.Close() == nil
			})
			pages := followed(t, base)
			if len(pages) < 60 {
				t.Errorf("%d pages are linked: %v", len(pages), pages)
			}
		})
	}
}

var linkIn = regexp.MustCompile(`\b(?:href|src)="([^"#][^"]*)"`)

// followed asks for everything that the pages below an address lead to, and returns the pages.
func followed(t *testing.T, base string) (pages []string) {
	t.Helper()
	seen, todo := map[string]bool{base: true}, []string{base}
	for len(todo) > 0 {
		address := todo[0]
		todo = todo[1:]
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s answers %s, %v", address, answer.Status, err)
			continue
		}
		if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/html") {
			continue
		}
		pages = append(pages, address)
		from, _ := url.Parse(address)
		for _, m := range linkIn.FindAllStringSubmatch(string(body), -1) {
			to, err := from.Parse(m[1])
			if err != nil {
				t.Errorf("%s leads to %q: %v", address, m[1], err)
				continue
			}
			to.Fragment = ""
			if strings.HasPrefix(to.String(), base) && !seen[to.String()] {
				seen[to.String()] = true
				todo = append(todo, to.String())
			} else if to.Host == from.Host && !seen[to.String()] {
				t.Errorf("%s leads out of the site, to %s", address, to)
			}
		}
	}
	return pages
}
