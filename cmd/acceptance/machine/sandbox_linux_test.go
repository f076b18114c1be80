// Package machine tests what only a machine of its own can show: a second Debian, under a real systemd, which these tests boot
// in namespaces. There the guides are typed as somebody new reads them, and the installed services are watched at what they can
// do and what they try. Start at TestGuidesAreTyped and at TestAnIntruderCanDoNothing.
//
// That the units are well formed, and how exposed systemd counts them, is tested in cmd/acceptance/operations.
package machine

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/blob/s3test"
)

func TestMain(m *testing.M) {
	s3test.Environment()
	code := fixture.Tests(m)
	s3test.Stop()
	os.Exit(code)
}

const (
	documents = "http://127.0.0.1:8080"
	metrics   = "http://127.0.0.1:8081"
)

// TestAnIntruderCanDoNothing runs a script in place of the program, under everything else that the units say. Whoever takes
// over the server can do nothing but answer; whoever takes over the refresh can reach the network and write the store.
func TestAnIntruderCanDoNothing(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "intruder"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"srv/intruder": string(script), "etc/systemd/system/intruder-free.service": "[Service]\nType=oneshot\nSyslogIdentifier=intruder\nExecStart=/bin/bash /srv/intruder\n"}
	for _, service := range []string{"serve", "refresh"} {
		files["etc/systemd/system/intruder-"+service+".service"] = takenOver(t, service)
	}
	m := install(t, files)
	m.run(t, "mkdir", "-p", "/run/dbus", "/run/systemd/resolve") // as where a bus and a resolver listen
	m.run(t, "systemctl", "start", "pricepoint-serve.socket")
	done := func(service string) []string {
		m.run(t, "systemctl", "start", "intruder-"+service)
		m.run(t, "journalctl", "--sync")
		return strings.Split(m.run(t, "journalctl", "--quiet", "-u", "intruder-"+service, "-t", "intruder", "-o", "cat", "--no-pager"), "\n")
	}
	free := strings.Join(done("free"), "\n")
	for _, freedom := range []string{"wrote into /var", "wrote /etc/pricepoint.yaml", "opened /etc/shadow", "reached /run/dbus", "reached /run/systemd/resolve", "connected", "made a namespace", "mounted", "is root", "has capabilities"} {
		if !strings.Contains(free, freedom) {
			t.Errorf("without a sandbox the script does not show that it %s, and so cannot show the opposite:\n%s", freedom, free)
		}
	}
	if diff := cmp.Diff([]string{""}, done("serve")); diff != "" {
		t.Errorf("in the place of the server (-want +got):\n%s", diff)
	}
	refresh := []string{"wrote into /var/lib/pricepoint", "reached /run/systemd/resolve", "connected to a port of this machine"}
	if diff := cmp.Diff(refresh, done("refresh")); diff != "" {
		t.Errorf("in the place of the refresh (-want +got):\n%s", diff)
	}
}

// takenOver is a unit of ours with the script in place of the program.
func takenOver(t *testing.T, service string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(fixture.Root(), "config", "systemd", "pricepoint-"+service+".service"))
	if err != nil {
		t.Fatal(err)
	}
	unit := regexp.MustCompile(`(?m)^(Requires|After|Wants|Sockets|Type|ExecReload|Restart|RestartSec|WatchdogSec)=.*\n`).ReplaceAllString(string(text), "")
	unit = regexp.MustCompile(`(?m)^ExecStart=.*$`).ReplaceAllString(unit, "Type=oneshot\nSyslogIdentifier=intruder\nExecStart=/bin/bash /srv/intruder")
	return unit
}

// TestTheServerNeitherWritesNorAsks follows every system call of a server's life: it starts on a store that the refresh has
// filled, answers every address in every way, takes up a new snapshot, meets one that is broken, and ends.
func TestTheServerNeitherWritesNorAsks(t *testing.T) {
	dir := t.TempDir()
	if err := fixture.WriteArchives(dir); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"etc/systemd/system/pricepoint-refresh.service.d/replay.conf": "[Service]\nEnvironmentFile=/srv/week\nExecStart=\n" +
		"ExecStart=/usr/local/bin/refresher --config /etc/pricepoint.yaml refresh --replay /srv/${ARCHIVE} --as-of ${DAY}T12:00:00Z\n"}
	for _, archive := range []string{"good.warc.gz", "bad.warc.gz"} {
		body, err := os.ReadFile(filepath.Join(dir, archive))
		if err != nil {
			t.Fatal(err)
		}
		files["srv/"+archive] = string(body)
	}
	m := install(t, files)
	m.run(t, "ln", "-s", "pricepoint", "/usr/local/bin/refresher") // so that a trace tells it from the server
	m.refresh(t, "good", "2026-01-02")
	calls := m.traced(t)
	m.run(t, "systemctl", "start", "pricepoint-serve")
	fixture.Eventually(t, "the server is ready", func() bool { return m.status(t, "GET", documents+"/readyz", nil, "") == http.StatusOK })
	first := m.version(t)
	m.askEverything(t)
	m.refresh(t, "bad", "2026-01-09")
	m.run(t, "systemctl", "reload", "pricepoint-serve")
	fixture.Eventually(t, "the second week is served", func() bool { return m.version(t) != first })
	m.askEverything(t)
	m.write(t, "/var/lib/pricepoint/latest.json", `{"version": "2026-01-`, 0o644)
	m.run(t, "systemctl", "reload", "pricepoint-serve")
	fixture.Eventually(t, "the server has seen the broken pointer", func() bool {
		return !strings.Contains(m.body(t, metrics+"/metrics"), "pricepoint_reload_failures_total 0")
	})
	if m.version(t) == "" {
		t.Error("it no longer serves what it has loaded")
	}
	m.run(t, "systemctl", "stop", "pricepoint-serve")
	if result := m.run(t, "systemctl", "show", "--property=Result", "--value", "pricepoint-serve"); result != "success" {
		t.Errorf("the server ended with %s\n%s", result, m.journal())
	}
	checkCalls(t, calls())
}

// refresh publishes a week from an archive, under the unit's own sandbox.
func (m *installed) refresh(t *testing.T, archive, day string) {
	t.Helper()
	m.write(t, "/srv/week", fmt.Sprintf("ARCHIVE=%s.warc.gz\nDAY=%s\n", archive, day), 0o644)
	m.run(t, "systemctl", "start", "pricepoint-refresh")
}

// askEverything asks for every address that the index names, in every encoding and method, and for what nobody serves.
func (m *installed) askEverything(t *testing.T) {
	t.Helper()
	var index data.AddressIndex
	if err := json.Unmarshal([]byte(m.body(t, documents+"/api/")), &index); err != nil {
		t.Fatal(err)
	}
	if len(index.Addresses) < 20 {
		t.Fatalf("the index names only %d addresses", len(index.Addresses))
	}
	for _, a := range index.Addresses {
		for _, encoding := range []string{"", "gzip", "br", "zstd"} {
			if status := m.status(t, "GET", documents+a.Path, http.Header{"Accept-Encoding": {encoding}}, ""); status >= 500 {
				t.Errorf("GET %s in %q: %d", a.Path, encoding, status)
			}
		}
		for _, method := range []string{"HEAD", "OPTIONS", "POST", "DELETE"} {
			m.status(t, method, documents+a.Path, nil, "{}")
		}
	}
	for _, address := range []string{"/", "/tools/gpt-5-5", "/api/prices/gpt-5-5.json", "/api/asof/2026-01-05/tools.json", "/api/asof/tools.json", "/nothing", "/%2e%2e/etc/passwd", "/metrics",
		"/api/snapshots/2026-01-02T120000Z/tools.json", "/api/compat/", "/healthz", "/?" + strings.Repeat("q", 9000)} {
		m.status(t, "GET", documents+address, nil, "")
	}
	mcp := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	for _, call := range []string{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"price","arguments":{"tool":"gpt-5-5"}}}`, `{`, `[]`} {
		m.status(t, "POST", documents+"/mcp", mcp, call)
	}
}

func (m *installed) status(t *testing.T, method, url string, header http.Header, body string) int {
	t.Helper()
	resp := m.ask(t, method, url, header, body)
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode
}

func (m *installed) body(t *testing.T, url string) string {
	t.Helper()
	resp := m.ask(t, "GET", url, nil, "")
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (m *installed) ask(t *testing.T, method, url string, header http.Header, body string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		request.Header[name] = values
	}
	resp, err := m.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// version is what the server serves, "" while it serves nothing.
func (m *installed) version(t *testing.T) string {
	t.Helper()
	var fresh data.FreshnessDocument
	if err := json.Unmarshal([]byte(m.body(t, documents+"/"+data.FreshnessPath)), &fresh); err != nil {
		t.Fatal(err)
	}
	return fresh.Version
}
