package server_test

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/server"
)

// served serves a snapshot and returns its address and the index at /api/.
func served(t *testing.T, options server.Options, s data.Snapshot) (string, data.AddressIndex) {
	t.Helper()
	options.Now = clock(monday)
	url := start(t, with(t, options, s, nil))
	got := ask(t, "GET", url+"/api/")
	var index data.AddressIndex
	if err := data.Decode([]byte(got.body), &index); err != nil || got.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("/api/ is %s, %v", got.Header.Get("Content-Type"), err)
	}
	return url, index
}

// What a server lists depends on what it is, and on whether its snapshot comes from a store.
func TestAddressesThatNobodyAnswersAreNotListed(t *testing.T) {
	builtIn := snapshot(t, monday)
	builtIn.Manifest.Files = nil // no refresh has published it
	for _, tt := range []struct {
		name     string
		options  server.Options
		snapshot data.Snapshot
		never    []string
	}{
		{"a copy", server.Options{Copied: true, SeparateMetrics: true}, snapshot(t, monday), []string{"/healthz", "/readyz", "/metrics", "/mcp", "/api/asof/"}},
		{"a copy without the past", server.Options{Copied: true, NoPast: true}, snapshot(t, monday), []string{"/api/snapshots"}},
		{"what was built in", server.Options{}, builtIn, []string{"/api/snapshots/{version}", "/api/asof/"}},
		{"metrics elsewhere", server.Options{SeparateMetrics: true}, snapshot(t, monday), []string{"/metrics"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url, index := served(t, tt.options, tt.snapshot)
			page := ask(t, "GET", url+"/addresses").body
			for _, never := range tt.never {
				if strings.Contains(page, never) || slices.ContainsFunc(index.Addresses, func(a data.Address) bool { return strings.HasPrefix(a.Path, never) }) {
					t.Errorf("%s is listed", never)
				}
			}
			if !slices.ContainsFunc(index.Addresses, func(a data.Address) bool { return a.Path == "/api/tools.json" }) {
				t.Error("/api/tools.json is not listed")
			}
		})
	}
}

func TestReportOfWrongNumbers(t *testing.T) {
	for _, tt := range []struct{ name, to, link string }{
		{"page", "https://issues.example/new?a=b&c", `href="https://issues.example/new?a=b&amp;c"`},
		{"mail", "mailto:prices@example.org", `href="mailto:prices@example.org" rel="noreferrer">prices@example.org<`},
		{"nowhere", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url, index := served(t, server.Options{ReportURL: tt.to}, snapshot(t, monday))
			page := ask(t, "GET", url+"/").body
			if index.ReportTo != tt.to || !strings.Contains(page, tt.link) {
				t.Errorf("reports go to %q, and the page says %v, want %s", index.ReportTo, strings.Contains(page, tt.link), tt.to)
			}
			if len(index.Report.Include) == 0 || !strings.Contains(page, index.Report.Include[0]) {
				t.Errorf("the page does not say what a report needs: %q", index.Report.Include)
			}
		})
	}
}

// An address of a copy holds here too, and is the same answer.
func TestNamesOfFilesAnswer(t *testing.T) {
	url := start(t, with(t, server.Options{Now: clock(monday)}, snapshot(t, monday), nil))
	for name, address := range map[string]string{"/index.html": "/", "/audit.html": "/audit", "/api/index.json": "/api/"} {
		got, want := ask(t, "GET", url+name), ask(t, "GET", url+address)
		if got.StatusCode != 200 || got.body != want.body || got.Header.Get("ETag") != want.Header.Get("ETag") {
			t.Errorf("%s answers %d, not what %s does", name, got.StatusCode, address)
		}
	}
	if got := ask(t, "GET", url+"/404.html"); got.StatusCode != 404 {
		t.Errorf("/404.html answers %d", got.StatusCode)
	}
}
