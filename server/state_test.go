package server_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/server"
)

func TestLoadRefusesAndKeepsWhatIsServed(t *testing.T) {
	next := snapshot(t, monday.Add(time.Hour))
	broken := func(path, text string) data.Snapshot {
		s := without(next, path)
		s.Documents = append(s.Documents, data.Document{Path: path, Body: []byte(text)})
		return s
	}
	for _, test := range []struct {
		name     string
		snapshot data.Snapshot
		want     string
	}{
		{"no tools", without(next, "api/tools.json"), "api/tools.json is missing"},
		{"no use cases", without(next, "api/use-cases.json"), "api/use-cases.json is missing"},
		{"no freshness", without(next, "api/freshness.json"), "api/freshness.json is missing"},
		{"nothing at all", data.Snapshot{}, "is missing"},
		{"cut document", broken("api/tools.json", `{"tools": [`), "api/tools.json is not JSON"},
		{"freshness of another shape", broken("api/freshness.json", `{"lastUpdated": 5}`), "api/freshness.json"},
		{"findings of another shape", broken("api/findings.json", `{"findings": 5}`), "api/findings.json"},
		{"freshness without a time", broken("api/freshness.json", `{}`), "no lastUpdated"},
	} {
		t.Run(test.name, func(t *testing.T) {
			good := snapshot(t, monday)
			srv := with(t, server.Options{Now: clock(monday)}, good, nil)
			err := srv.Load(test.snapshot, nil)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("Load = %v, want an error that says %q", err, test.want)
			}
			url := start(t, srv)
			if got := ask(t, "GET", url+"/api/tools.json"); got.body != body(good, "api/tools.json") {
				t.Errorf("serves %.60q, want the snapshot from before", got.body)
			}
			if got := ask(t, "GET", url+"/metrics"); !strings.Contains(got.body, "\npricepoint_reload_failures_total 1\n") {
				t.Error("pricepoint_reload_failures_total is not 1")
			}
		})
	}
}

func TestOnlyDocumentsOfTheAPIAreServed(t *testing.T) {
	s := snapshot(t, monday)
	for _, path := range []string{"manifest.json", "api/../secret.json", "api/tools.html", "/api/rooted.json"} {
		s.Documents = append(s.Documents, data.Document{Path: path, Body: []byte("{}")})
	}
	srv := with(t, server.Options{Now: clock(monday)}, s, nil)
	url := start(t, srv)
	for _, path := range []string{"/manifest.json", "/secret.json", "/api/tools.html", "/api/rooted.json"} {
		if got := ask(t, "GET", url+path); got.StatusCode != 404 {
			t.Errorf("%s = %d, want 404", path, got.StatusCode)
		}
	}
}

func outcome(id string, state data.State, cause string, fetched time.Time) data.SourceOutcome {
	return data.SourceOutcome{
		SourceStatus: data.SourceStatus{ID: id, Kind: "pricing", State: state, Cause: cause, LastFetched: data.At(fetched)},
		OK:           state == data.Fresh, Milliseconds: 1500,
	}
}

func TestFreshnessTellsWhatTheSnapshotCannotKnow(t *testing.T) {
	later := monday.Add(7 * 24 * time.Hour)
	old := freshness(monday)
	failed := freshness(monday)
	failed.Sources[0].State, failed.Sources[0].Cause = data.Failing, "no price table was found"
	failed.Sources[0].LastFetched = data.At(later)
	unreachable := freshness(monday)
	unreachable.Sources[0].State, unreachable.Sources[0].Cause = data.Failing, "no route"
	newcomer := freshness(monday)
	newcomer.Sources = append(newcomer.Sources, outcome("pricing_new", data.Failing, "404", time.Time{}).SourceStatus)
	stale := freshness(monday)
	stale.Sources[0].State, stale.Sources[0].Cause = data.Stale, "last found on 2026-11-16"

	const asMade, asRun, asAged = "Mon, 16 Nov 2026 03:00:00 GMT", "Mon, 23 Nov 2026 03:00:00 GMT", "Mon, 30 Nov 2026 03:00:00 GMT"
	for _, test := range []struct {
		name     string
		ended    time.Time
		outcome  data.SourceOutcome
		now      time.Time
		want     data.FreshnessDocument
		modified string
	}{
		{"no later run", monday, outcome("pricing_acme", data.Failing, "x", monday), later, old, asMade},
		{"a source failed since", later, outcome("pricing_acme", data.Failing, "no price table was found", later), later, failed, asRun},
		{"what was read but not published", later, outcome("leaderboard_duel", data.Fresh, "", later), later, old, asMade},
		{"nothing was received", later, outcome("pricing_acme", data.Failing, "no route", time.Time{}), later, unreachable, asRun},
		{"a source the snapshot does not know", later, outcome("pricing_new", data.Failing, "404", time.Time{}), later, newcomer, asRun},
		{"a later run that changes nothing", later, outcome("pricing_acme", data.Fresh, "", monday), later, old, asMade},
		{"two weeks to the second", monday, data.SourceOutcome{}, monday.Add(data.StaleAfter), old, asMade},
		{"nobody looked for over two weeks", monday, data.SourceOutcome{}, monday.Add(data.StaleAfter + time.Second), stale, asAged},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := &data.RunReport{FinishedAt: data.At(test.ended), Sources: []data.SourceOutcome{test.outcome}}
			srv := with(t, server.Options{Now: clock(test.now)}, snapshot(t, monday), report)
			url := start(t, srv)
			res := ask(t, "GET", url+"/api/freshness.json")
			var got data.FreshnessDocument
			if err := data.Decode([]byte(res.body), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("freshness (-want +got):\n%s", diff)
			}
			if res.Header.Get("Last-Modified") != test.modified {
				t.Errorf("Last-Modified = %s, want %s", res.Header.Get("Last-Modified"), test.modified)
			}
			if tools := ask(t, "GET", url+"/api/tools.json"); tools.Header.Get("Last-Modified") != asMade {
				t.Errorf("Last-Modified of the tools = %s, want %s", tools.Header.Get("Last-Modified"), asMade)
			}
		})
	}
}

// A newer refresh may write fields that this server does not know; unless it has news, they pass through.
func TestUnknownFreshnessFieldsPassThrough(t *testing.T) {
	s := without(snapshot(t, monday), "api/freshness.json")
	text := `{"lastUpdated":"2026-11-16T03:00:00.000Z","mood":"good"}`
	s.Documents = append(s.Documents, data.Document{Path: "api/freshness.json", Body: []byte(text)})
	srv := with(t, server.Options{Now: clock(monday)}, s, nil)
	if got := ask(t, "GET", start(t, srv)+"/api/freshness.json"); got.body != text {
		t.Errorf("body %q, want %q", got.body, text)
	}
}
