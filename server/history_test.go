package server_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/store"
)

// week is the version of some weeks before monday.
func week(ago int) string { return data.Version(monday.AddDate(0, 0, -7*ago)) }

func TestSnapshotsDocument(t *testing.T) {
	address, _ := taken(t, weekly(t, 5, 1, 2))
	got := ask(t, http.MethodGet, address+"/api/snapshots.json")
	var doc data.SnapshotsDocument
	if err := data.Decode([]byte(got.body), &doc); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range doc.Snapshots {
		line := s.Version + " " + s.Manifest
		if s.Gap {
			line += " gap"
		}
		lines = append(lines, line)
		if data.Version(s.At.Time) != s.Version {
			t.Errorf("%s is said to be of %s", s.Version, s.At)
		}
	}
	want := []string{
		week(0) + " /api/snapshots/" + week(0) + "/manifest.json",
		week(1) + " /api/snapshots/" + week(1) + "/manifest.json gap",
		week(4) + " /api/snapshots/" + week(4) + "/manifest.json",
	}
	if diff := cmp.Diff(want, lines); diff != "" || doc.Latest != week(0) {
		t.Errorf("latest is %s, snapshots (-want +got):\n%s", doc.Latest, diff)
	}
	if doc.Usage == "" || doc.Documents != "/api/snapshots/{version}/{document}" {
		t.Errorf("it does not say how to use it: %+v", doc)
	}
}

func wantProblem(t *testing.T, got answer, status int, words ...string) {
	t.Helper()
	p := problemOf(t, got)
	if got.StatusCode != status {
		t.Errorf("%s answers %d %q, want the problem %d", got.Request.URL.Path, got.StatusCode, got.body, status)
	}
	for _, w := range words {
		if !strings.Contains(p.Detail, w) {
			t.Errorf("%s: detail %q lacks %q", got.Request.URL.Path, p.Detail, w)
		}
	}
}

func TestDocumentOfASnapshot(t *testing.T) {
	s := weekly(t, 3)
	address, _ := taken(t, s)
	tools := address + "/api/snapshots/" + week(1) + "/tools.json"
	plain := ask(t, http.MethodGet, tools)
	if want := body(s.past.snapshots[1], "api/tools.json"); plain.body != want {
		t.Errorf("tools.json of %s is\n%.80s\nwant\n%.80s", week(1), plain.body, want)
	}
	small := ask(t, http.MethodGet, tools, "Accept-Encoding", "gzip, br")
	if small.body != "brotli of "+week(1) || small.Header.Get("Content-Encoding") != "br" || small.Header.Get("ETag") == plain.Header.Get("ETag") {
		t.Errorf("with brotli it is %q in %q with the tag %s", small.body, small.Header.Get("Content-Encoding"), small.Header.Get("ETag"))
	}
	wantProblem(t, ask(t, http.MethodGet, tools, "Accept-Encoding", "identity;q=0, gzip"), http.StatusNotAcceptable, "br, identity")
	if s.past.reads != 1 {
		t.Errorf("the store was asked %d times for one document", s.past.reads)
	}
}

func TestUnknownInThePast(t *testing.T) {
	address, _ := taken(t, weekly(t, 4, 2))
	for path, words := range map[string][]string{
		"/api/snapshots/" + week(1) + "/tools.json":             {"no longer kept", week(2) + " and " + week(0), "/api/snapshots.json"},
		"/api/snapshots/2036-01-01T000000Z/tools.json":          {"next to it is " + week(0)},
		"/api/snapshots/latest/tools.json":                      {"names no version", week(0)},
		"/api/snapshots/" + week(0) + "/tool.json":              {"has no tool.json; it has manifest.json, tools.json, benchmarks.json"},
		"/api/snapshots/" + week(0) + "/":                       {week(0) + "/tools.json"},
		"/api/snapshots/" + week(0):                             {week(0) + "/tools.json"},
		"/api/snapshots/" + week(0) + "/api/tools.json":         {week(0) + "/tools.json"},
		"/api/snapshots/" + week(0) + "/../../../manifest.json": {"name one document"},
		"/api/snapshots/%2e%2e/latest.json":                     {"names no version"},
	} {
		wantProblem(t, ask(t, http.MethodGet, address+path), http.StatusNotFound, words...)
	}
	if got := ask(t, http.MethodPost, address+"/api/snapshots/"+week(0)+"/tools.json"); got.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST is answered %d", got.StatusCode)
	}
}

func TestAsOf(t *testing.T) {
	address, _ := taken(t, weekly(t, 5, 2)) // now is Tuesday, 15:00
	for at, want := range map[string]string{
		"2026-10-19":                    week(4),
		"2026-10-25":                    week(4),
		"2026-10-19T03:00:00Z":          week(4),
		"2026-10-26T02:59:59.999Z":      week(4),
		"2026-10-26T05:00:00%2B02:00":   week(3),
		"2026-11-15":                    week(1),
		"2026-11-16T02:59:59Z":          week(1),
		"2026-11-16":                    week(0) + " now",
		"2026-11-16T03:00:00Z":          week(0) + " now",
		"2026-11-17T15:00:00.000Z":      week(0) + " now",
		"2026-11-17T16:00:00.000+01:00": week(0) + " now",
	} {
		got := ask(t, http.MethodGet, address+"/api/asof/"+at+"/tools.json")
		version, now := strings.CutSuffix(want, " now")
		if got.StatusCode != http.StatusTemporaryRedirect || got.Header.Get("Location") != "/api/snapshots/"+version+"/tools.json" {
			t.Errorf("as of %s: %d to %q, want %s", at, got.StatusCode, got.Header.Get("Location"), version)
		}
		cached := map[bool]string{true: "no-cache", false: "public, max-age=2592000"}[now]
		if got.Header.Get("Cache-Control") != cached || got.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("as of %s: Cache-Control %q, want %q", at, got.Header.Get("Cache-Control"), cached)
		}
	}
	for at, words := range map[string][]string{
		"2026-11-17":           {"is not over", "2026-11-17T15:00:00Z"},
		"2026-11-17T15:00:01Z": {"has not come yet"},
		"2036-01-01":           {"has not begun"},
		"2026-10-18":           {"nothing that early is kept", week(4)},
		"2026-13-01":           {"names no time"},
		"yesterday":            {"names no time", "2026-11-21"},
	} {
		wantProblem(t, ask(t, http.MethodGet, address+"/api/asof/"+at+"/tools.json"), http.StatusNotFound, words...)
	}
	wantProblem(t, ask(t, http.MethodGet, address+"/api/asof/2026-11-10"), http.StatusNotFound, "/api/asof/2026-11-10/tools.json")
	for _, name := range []string{"", "a/b", "%0d%0aSet-Cookie:x", "a%22b%3Cx%3E%20%3F", "..", "Tools.json", "toolsx", "tools.xml", "prices/tools.json/x"} {
		wantProblem(t, ask(t, http.MethodGet, address+"/api/asof/2026-11-10/"+name), http.StatusNotFound, "name one document")
	}
	wantProblem(t, ask(t, http.MethodGet, address+"/api/asof/2026-11-03/tools.json"), http.StatusGone, week(3), week(1))
}

// TestOutageKeepsTheList serves what is known while the store cannot be reached.
func TestOutageKeepsTheList(t *testing.T) {
	s := weekly(t, 3)
	address, srv := taken(t, s)
	list := ask(t, http.MethodGet, address+"/api/snapshots.json").body
	asked := ask(t, http.MethodGet, address+"/api/snapshots/"+week(1)+"/tools.json").body
	down := errors.Join(store.ErrUnavailable, errors.New("secret-host: connection refused"))
	s.set(func(s *shelf) { s.past.err = down })
	s.put(snapshot(t, monday.Add(time.Hour))) // its pointer can be read, and nothing else
	s.set(func(s *shelf) { s.snapshotErr = down })
	if err := srv.Take(s); err != nil {
		t.Error(err)
	}
	if got := ask(t, http.MethodGet, address+"/api/snapshots.json").body; got != list {
		t.Errorf("snapshots.json became\n%s", got)
	}
	if got := ask(t, http.MethodGet, address+"/api/snapshots/"+week(1)+"/tools.json").body; got != asked {
		t.Errorf("what was asked for before became\n%s", got)
	}
	got := ask(t, http.MethodGet, address+"/api/snapshots/"+week(2)+"/tools.json")
	wantProblem(t, got, http.StatusServiceUnavailable, "cannot be reached")
	if got.Header.Get("Retry-After") == "" || strings.Contains(got.body, "secret-host") {
		t.Errorf("the outage is told as %v %s", got.Header, got.body)
	}
	s.set(func(s *shelf) { s.past.err = errors.New("/secret/path is broken") })
	got = ask(t, http.MethodGet, address+"/api/snapshots/"+week(2)+"/tools.json")
	if wantProblem(t, got, http.StatusInternalServerError, week(2)); strings.Contains(got.body, "secret") {
		t.Errorf("a broken snapshot is told as %s", got.body)
	}
}

// TestListFollowsTheStore sees what is published at once, and what is dropped after a while.
func TestListFollowsTheStore(t *testing.T) {
	s := weekly(t, 4)
	all := s.past.snapshots
	s.past.snapshots = all[:3]
	s.put(all[2])
	watch(t, s, func(w watched) {
		w.pass(time.Minute)
		s.set(func(s *shelf) { s.past.snapshots = all })
		s.put(all[3])
		w.pass(time.Minute)
		if got := w.get("/api/snapshots.json"); !strings.Contains(got, `"latest": "`+week(0)) {
			t.Errorf("snapshots.json does not follow: %s", got)
		}
		s.set(func(s *shelf) { s.past.snapshots = slices.Concat(all[:1], all[2:]) })
		w.pass(20 * time.Minute)
		if got := w.get("/api/snapshots.json"); strings.Contains(got, week(2)) || strings.Count(got, `"gap": true`) != 1 {
			t.Errorf("snapshots.json lists what was dropped, or tells of no gap: %s", got)
		}
		w.pass(60 * time.Minute)
		if _, lists := s.asked(); lists > 10 {
			t.Errorf("listed %d times in 82 minutes", lists)
		}
		w.wantLogged(2, "snapshot loaded")
		w.wantLogged(1, "list of snapshots renewed")
		w.wantLogged(3, "\n")
	})
}

// TestManyAskForThePast lets few of them read at once.
func TestManyAskForThePast(t *testing.T) {
	const many = 20
	s := weekly(t, many)
	s.past.hold = make(chan struct{})
	address, _ := taken(t, s)
	var all sync.WaitGroup
	for n := range many {
		all.Go(func() {
			if got := ask(t, http.MethodGet, address+"/api/snapshots/"+week(n)+"/tools.json"); got.StatusCode != http.StatusOK {
				t.Errorf("answered %d %s", got.StatusCode, got.body)
			}
		})
	}
	for busy := 0; busy < 4; time.Sleep(time.Millisecond) {
		s.set(func(s *shelf) { busy = s.past.busy })
	}
	close(s.past.hold)
	all.Wait()
	if s.past.mostBusy > 4 || s.past.reads != many {
		t.Errorf("%d at once read %d documents, want 4 and %d", s.past.mostBusy, s.past.reads, many)
	}
}
