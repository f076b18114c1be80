package server_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/server"
)

type problem struct {
	Type, Title, Detail string
	Status              int
}

// problemOf fails unless the answer is a problem document of its own status.
func problemOf(t *testing.T, got answer) problem {
	t.Helper()
	var p problem
	if err := json.Unmarshal([]byte(got.body), &p); err != nil {
		t.Fatalf("body %q: %v", got.body, err)
	}
	if got.Header.Get("Content-Type") != "application/problem+json" || p.Status != got.StatusCode ||
		p.Title != http.StatusText(p.Status) || p.Type != "about:blank" || p.Detail == "" {
		t.Errorf("status %d, %s %+v; want a complete problem", got.StatusCode, got.Header.Get("Content-Type"), p)
	}
	return p
}

// TestUnknownAddresses names what to look at instead: the address that was probably meant, or what became of a tool, wherever
// its id stands.
func TestUnknownAddresses(t *testing.T) {
	s := snapshot(t, monday)
	s.Manifest.Withdrawn = []data.Withdrawn{{ID: "acme-4", Name: "Acme 4", Since: s.Manifest.Version, Successor: "acme-5"}, {ID: "acme-3", Name: "Acme 3"}}
	srv := with(t, server.Options{Now: clock(monday)}, s, nil)
	url := start(t, srv)
	for path, want := range map[string]string{
		"/api/tools/acme-4.json": "Acme 4 is no longer listed; its successor is acme-5",
		"/tools/acme-4":          "Acme 4 is no longer listed; its successor is acme-5",
		"/acme-3":                "Acme 3 is no longer listed",
		"/acme-5":                "/api/ lists every address",
		"/wp-login.php":          "/api/ lists every address",
		"/api/tools.json/":       "the nearest address is /api/tools.json",
		"/API/Tools":             "the nearest address is /api/tools.json",
		"/usecases.json":         "the nearest address is /api/use-cases.json",
		"//api/../api%2Ftools":   "the nearest address is /api/tools.json",
		"/api//":                 "the nearest address is /api",
		"/health":                "the nearest address is /healthz",
	} {
		got := ask(t, "GET", url+path)
		if p := problemOf(t, got); got.StatusCode != 404 || p.Detail != "nothing is served here; "+want {
			t.Errorf("%s = %d %q, want 404 %q", path, got.StatusCode, p.Detail, want)
		}
	}
}

// TestPeopleGetAPage of an address that does not exist; whoever reads the API gets a problem.
func TestPeopleGetAPage(t *testing.T) {
	address, _ := taken(t, weekly(t, 1))
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	got := ask(t, http.MethodGet, address+"/use-casess", "Accept", browser)
	if got.StatusCode != http.StatusNotFound || got.Header.Get("Content-Type") != "text/html; charset=utf-8" || got.Header.Get("Content-Security-Policy") == "" ||
		!strings.Contains(got.body, `Did you mean <a href="/use-cases">`) {
		t.Errorf("a browser is answered %d %v %.600s", got.StatusCode, got.Header, got.body)
	}
	if got := ask(t, http.MethodGet, address+"/api/tool.json", "Accept", browser); got.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("below /api/ a browser is answered %q", got.Header.Get("Content-Type"))
	}
}

func TestProbes(t *testing.T) {
	for _, test := range []struct {
		name   string
		loaded bool
		age    time.Duration
		status int
		detail string
	}{
		{"without a snapshot", false, 0, 503, "no snapshot is loaded yet; if this lasts, the log of the server tells why"},
		{"young", true, 8 * 24 * time.Hour, 200, ""},
		{"too old", true, 9*24*time.Hour + time.Second, 503, "2026-11-16T03:00:00.000Z, 216h0m1s ago"},
	} {
		t.Run(test.name, func(t *testing.T) {
			options := server.Options{Now: clock(monday.Add(test.age)), MaxAge: 9 * 24 * time.Hour}
			srv := server.New(options)
			if test.loaded {
				srv = with(t, options, snapshot(t, monday), nil)
			}
			url := start(t, srv)
			got := ask(t, "GET", url+"/readyz")
			if got.StatusCode != test.status {
				t.Fatalf("/readyz = %d %s, want %d", got.StatusCode, got.body, test.status)
			}
			if test.status != 200 && !strings.Contains(problemOf(t, got).Detail, test.detail) {
				t.Errorf("/readyz says %s, want it to say %q", got.body, test.detail)
			}
			if got := ask(t, "GET", url+"/healthz"); got.StatusCode != 200 || got.body != "ok\n" {
				t.Errorf("/healthz = %d %q, want 200 ok", got.StatusCode, got.body)
			}
		})
	}
}

// TestBeforeTheFirstSnapshot: what would be there is unavailable, but for what crawlers ask, who take a 503 for a prohibition.
func TestBeforeTheFirstSnapshot(t *testing.T) {
	url := start(t, server.New(server.Options{}))
	for path, want := range map[string]int{
		"/api/tools.json": 503, "/api/tools.csv": 503, "/api/changes.atom": 503, "/api/scores.json": 503, "/api/snapshots.json": 503,
		"/api/schemas/tools.schema.json": 503, "/api/openapi.json": 503, "/api/": 503, "/api": 503, "/": 503, "/metrics": 200, "/robots.txt": 200, "/favicon.ico": 200, "/og.png": 200,
		"/api/snapshots/2026-11-16T030000Z/tools.json": 503, "/api/asof/2026-11-16/tools.json": 503,
		"/api/absent.json": 404, "/api/tools.txt": 404, "/api/x/tools.json": 404, "/tools.json": 404,
	} {
		if got := ask(t, "GET", url+path); got.StatusCode != want {
			t.Errorf("%s = %d, want %d", path, got.StatusCode, want)
		}
	}
	if got := ask(t, "GET", url+"/api/tools.json"); got.Header.Get("Retry-After") == "" {
		t.Error("a 503 without Retry-After")
	}
}
