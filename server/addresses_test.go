package server_test

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/server"
)

// served serves the small snapshot and returns its address and the index at /api/.
func served(t *testing.T, options server.Options, more ...data.Document) (string, data.AddressIndex) {
	t.Helper()
	options.Now = clock(monday)
	srv := server.New(options)
	s := snapshot(t, monday)
	s.Documents = append(s.Documents, more...)
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	url := start(t, srv)
	got := ask(t, "GET", url+"/api/")
	var index data.AddressIndex
	if err := data.Decode([]byte(got.body), &index); err != nil || got.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("/api/ is %s, %v", got.Header.Get("Content-Type"), err)
	}
	return url, index
}

func addresses(index data.AddressIndex) []string {
	var all []string
	for _, a := range index.Addresses {
		all = append(all, a.Path)
	}
	return all
}

// A copy of the files answers nothing by itself.
func TestCopyListsFilesOnly(t *testing.T) {
	url, index := served(t, server.Options{Copied: true, SeparateMetrics: true})
	page := ask(t, "GET", url+"/").body
	for _, never := range []string{"/healthz", "/readyz", "/metrics", "/mcp", "/api/asof/"} {
		if strings.Contains(page, never) || slices.ContainsFunc(addresses(index), func(path string) bool { return strings.HasPrefix(path, never) }) {
			t.Errorf("%s is listed", never)
		}
	}
	if !slices.Contains(addresses(index), "/api/tools.json") {
		t.Error("/api/tools.json is not listed")
	}
}

// What no refresh has published is in no store, and has no past.
func TestBuiltInSnapshotHasNoPast(t *testing.T) {
	s := snapshot(t, monday)
	s.Manifest.Files = nil
	srv := with(t, server.Options{Now: clock(monday)}, s, nil)
	if index := ask(t, "GET", start(t, srv)+"/api/").body; strings.Contains(index, "{version}") || strings.Contains(index, "{date}") {
		t.Errorf("the index lists addresses of the past: %s", index)
	}
}

func TestMetricsElsewhereAreNotListed(t *testing.T) {
	if _, index := served(t, server.Options{SeparateMetrics: true}); slices.Contains(addresses(index), "/metrics") {
		t.Error("/metrics is listed, but answered on another address")
	}
}

func TestReportOfWrongNumbers(t *testing.T) {
	for _, tt := range []struct{ name, to, link string }{
		{"page", "https://issues.example/new?a=b&c", `href="https://issues.example/new?a=b&amp;c"`},
		{"mail", "mailto:prices@example.org", `href="mailto:prices@example.org" rel="noreferrer">prices@example.org<`},
		{"nowhere", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url, index := served(t, server.Options{ReportURL: tt.to})
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

// A copy without the past lists nothing of it.
func TestCopyWithoutPast(t *testing.T) {
	url, index := served(t, server.Options{Copied: true, NoPast: true})
	if ask(t, "GET", url+"/api/snapshots.json").StatusCode != 404 || slices.ContainsFunc(addresses(index), func(path string) bool { return strings.HasPrefix(path, "/api/snapshots") }) {
		t.Errorf("the past is listed: %v", addresses(index))
	}
}
