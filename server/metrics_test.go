package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"pricepoint/data"
	"pricepoint/server"
)

func TestMetrics(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday)})
	report := &data.RunReport{
		FinishedAt: data.At(monday.Add(2 * time.Minute)), Published: data.Version(monday), PublishedAt: data.At(monday.Add(2 * time.Minute)),
		Sources: []data.SourceOutcome{outcome("pricing_acme", data.Fresh, "", monday)},
	}
	if err := srv.Load(snapshot(t, monday), report); err != nil {
		t.Fatal(err)
	}
	url := start(t, srv)
	plain := ask(t, "GET", url+"/api/tools.json")
	zipped := ask(t, "GET", url+"/api/tools.json", "Accept-Encoding", "gzip")
	ask(t, "HEAD", url+"/api/tools.json")
	ask(t, "GET", url+"/api/tools.json", "If-None-Match", "*")
	ask(t, "BREW", url+"/api/tools.json")
	ask(t, "GET", url+"/one/unknown")
	ask(t, "GET", url+"/another/unknown")

	if diff := cmp.Diff([]string{
		`{code="200",method="GET",route="/api/tools.json"} 2`,
		`{code="200",method="HEAD",route="/api/tools.json"} 1`,
		`{code="304",method="GET",route="/api/tools.json"} 1`,
		`{code="404",method="GET",route="other"} 2`,
		`{code="405",method="other",route="/api/tools.json"} 1`,
	}, countedRequests(t, url)); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	want := `
# HELP pricepoint_snapshot_info Always 1; the label names the served snapshot.
# TYPE pricepoint_snapshot_info gauge
pricepoint_snapshot_info{version="2026-11-16T030000Z"} 1
# HELP pricepoint_snapshot_last_updated_timestamp_seconds When the served data were last updated.
# TYPE pricepoint_snapshot_last_updated_timestamp_seconds gauge
pricepoint_snapshot_last_updated_timestamp_seconds 1.7947980e+09
# HELP pricepoint_snapshot_tools Models in the served snapshot.
# TYPE pricepoint_snapshot_tools gauge
pricepoint_snapshot_tools 3
# HELP pricepoint_source_up 1 unless the last attempt to read the source brought nothing.
# TYPE pricepoint_source_up gauge
pricepoint_source_up{kind="leaderboard",source="leaderboard_duel"} 0
pricepoint_source_up{kind="pricing",source="pricing_acme"} 1
# HELP pricepoint_source_state 1 for the state the source is in, 0 for the others.
# TYPE pricepoint_source_state gauge
pricepoint_source_state{kind="leaderboard",source="leaderboard_duel",state="disallowed"} 0
pricepoint_source_state{kind="leaderboard",source="leaderboard_duel",state="failing"} 1
pricepoint_source_state{kind="leaderboard",source="leaderboard_duel",state="fresh"} 0
pricepoint_source_state{kind="leaderboard",source="leaderboard_duel",state="frozen"} 0
pricepoint_source_state{kind="leaderboard",source="leaderboard_duel",state="stale"} 0
pricepoint_source_state{kind="pricing",source="pricing_acme",state="disallowed"} 0
pricepoint_source_state{kind="pricing",source="pricing_acme",state="failing"} 0
pricepoint_source_state{kind="pricing",source="pricing_acme",state="fresh"} 1
pricepoint_source_state{kind="pricing",source="pricing_acme",state="frozen"} 0
pricepoint_source_state{kind="pricing",source="pricing_acme",state="stale"} 0
# HELP pricepoint_source_failure_info 1 while the source fails; the label says why in a fixed phrase, freshness.json in full.
# TYPE pricepoint_source_failure_info gauge
pricepoint_source_failure_info{cause="other",kind="leaderboard",source="leaderboard_duel"} 1
# HELP pricepoint_source_last_success_timestamp_seconds When the values of the source were last found; 0: never.
# TYPE pricepoint_source_last_success_timestamp_seconds gauge
pricepoint_source_last_success_timestamp_seconds{source="leaderboard_duel"} 1.7941932e+09
pricepoint_source_last_success_timestamp_seconds{source="pricing_acme"} 1.7947980e+09
# HELP pricepoint_source_observations Observations in the last good reading of the source.
# TYPE pricepoint_source_observations gauge
pricepoint_source_observations{source="leaderboard_duel"} 40
pricepoint_source_observations{source="pricing_acme"} 12
# HELP pricepoint_source_duration_seconds How long the last run took to read the source.
# TYPE pricepoint_source_duration_seconds gauge
pricepoint_source_duration_seconds{source="pricing_acme"} 1.5
# HELP pricepoint_refresh_last_run_timestamp_seconds When the last refresh ended; 0: none is known.
# TYPE pricepoint_refresh_last_run_timestamp_seconds gauge
pricepoint_refresh_last_run_timestamp_seconds 1.79479812e+09
# HELP pricepoint_refresh_last_success_timestamp_seconds When the last refresh that published something ended; 0: never.
# TYPE pricepoint_refresh_last_success_timestamp_seconds gauge
pricepoint_refresh_last_success_timestamp_seconds 1.79479812e+09
# HELP pricepoint_reload_failures_total Attempts to load a snapshot that failed; the one before stayed in service.
# TYPE pricepoint_reload_failures_total counter
pricepoint_reload_failures_total 0
`
	var names []string
	for text := range strings.Lines(want) {
		if words := strings.Fields(text); len(words) > 2 && words[1] == "TYPE" {
			names = append(names, words[2])
		}
	}
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), names...); err != nil {
		t.Error(err)
	}
	wantBytes(t, registry, "identity", len(plain.body))
	wantBytes(t, registry, "gzip", len(zipped.body))
	problems, err := testutil.GatherAndLint(registry)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", p.Metric, p.Text)
	}
}

// countedRequests are the lines of the requests, without those that are prepared to count and have not counted any.
func countedRequests(t *testing.T, url string) []string {
	t.Helper()
	var counted []string
	for line := range strings.Lines(ask(t, "GET", url+"/metrics").body) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "pricepoint_http_requests_total{") && !strings.HasSuffix(line, " 0") {
			counted = append(counted, strings.TrimPrefix(line, "pricepoint_http_requests_total"))
		}
	}
	return counted
}

// wantBytes checks what was sent of the tools in one encoding; problem answers add to the plain bytes.
func wantBytes(t *testing.T, registry *prometheus.Registry, encoding string, atLeast int) {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != "pricepoint_http_response_bytes_total" {
			continue
		}
		for _, m := range family.GetMetric() {
			if m.GetLabel()[0].GetValue() == encoding && m.GetLabel()[1].GetValue() == "/api/tools.json" {
				if got := int(m.GetCounter().GetValue()); got < atLeast || got > atLeast+300 {
					t.Errorf("%s bytes of the tools = %d, want about %d", encoding, got, atLeast)
				}
				return
			}
		}
	}
	t.Errorf("no %s bytes of the tools are counted", encoding)
}

// A kind of which nothing was found is told as well.
func TestMetricsCountFindings(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday)})
	s := snapshot(t, monday)
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	if n, err := testutil.GatherAndCount(registry, "pricepoint_findings"); n != 0 || err != nil {
		t.Errorf("%d findings metrics, %v of a snapshot without findings.json; want none", n, err)
	}
	findings, err := data.Encode(data.FindingsDocument{Findings: []data.Finding{
		{ID: "a", Kind: data.Held, Since: data.At(monday)}, {ID: "b", Kind: data.UnknownName}, {ID: "c", Kind: data.UnknownName},
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.Documents = append(s.Documents, data.Document{Path: "api/findings.json", Body: findings})
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	const since = "# HELP pricepoint_held_since_timestamp_seconds Since when the value waits that has been held the longest; 0: none is held.\n" +
		"# TYPE pricepoint_held_since_timestamp_seconds gauge\npricepoint_held_since_timestamp_seconds %d\n"
	if err := testutil.GatherAndCompare(registry, strings.NewReader(fmt.Sprintf(since, monday.Unix())), "pricepoint_held_since_timestamp_seconds"); err != nil {
		t.Error(err)
	}
	found := map[data.FindingKind]int{data.Held: 1, data.UnknownName: 2}
	want := "# HELP pricepoint_findings What the last refresh held back or found wrong, by kind; findings.json tells it all.\n" +
		"# TYPE pricepoint_findings gauge\n"
	for _, kind := range slices.Sorted(slices.Values(data.FindingKinds)) {
		want += fmt.Sprintf("pricepoint_findings{kind=%q} %d\n", kind, found[kind])
	}
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "pricepoint_findings"); err != nil {
		t.Error(err)
	}
}

// Whole and unchanged answers on one connection are counted apart.
func TestMetricsOfRequestsOnAConnection(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday)})
	if err := srv.Load(snapshot(t, monday), nil); err != nil {
		t.Fatal(err)
	}
	w := dial(t, serving(t, srv))
	sent := 0
	for range 10 {
		sent += len(w.ask("GET", "/api/tools.json", "Accept-Encoding: gzip").body)
		w.ask("GET", "/api/tools.json", "If-None-Match: *")
	}
	for _, want := range []string{
		`pricepoint_http_requests_total{code="200",method="GET",route="/api/tools.json"} 10`,
		`pricepoint_http_requests_total{code="304",method="GET",route="/api/tools.json"} 10`,
		fmt.Sprintf(`pricepoint_http_response_bytes_total{encoding="gzip",route="/api/tools.json"} %d`, sent),
		`pricepoint_http_request_duration_seconds_count 20`,
	} {
		eventually(t, "the metrics say "+want, func() bool { return strings.Contains(metricsOf(srv), want+"\n") }) // counted just after it is sent
	}
}

// A refresh that published nothing moves the last run and not the last success.
func TestMetricsOfAFailedRun(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday)})
	report := &data.RunReport{FinishedAt: data.At(monday.Add(time.Hour)), PublishedAt: data.At(monday), Reason: "no source could be read",
		Sources: []data.SourceOutcome{outcome("pricing_acme", data.Failing, "fetch https://acme.example/prices: no complete answer within 30s", time.Time{})}}
	report.Sources[0].Class = data.NoAnswerInTime
	if err := srv.Load(snapshot(t, monday), report); err != nil {
		t.Fatal(err)
	}
	want := `
# HELP pricepoint_refresh_last_run_timestamp_seconds When the last refresh ended; 0: none is known.
# TYPE pricepoint_refresh_last_run_timestamp_seconds gauge
pricepoint_refresh_last_run_timestamp_seconds 1.7948016e+09
# HELP pricepoint_refresh_last_success_timestamp_seconds When the last refresh that published something ended; 0: never.
# TYPE pricepoint_refresh_last_success_timestamp_seconds gauge
pricepoint_refresh_last_success_timestamp_seconds 1.7947980e+09
# HELP pricepoint_source_up 1 unless the last attempt to read the source brought nothing.
# TYPE pricepoint_source_up gauge
pricepoint_source_up{kind="leaderboard",source="leaderboard_duel"} 0
pricepoint_source_up{kind="pricing",source="pricing_acme"} 0
# HELP pricepoint_source_failure_info 1 while the source fails; the label says why in a fixed phrase, freshness.json in full.
# TYPE pricepoint_source_failure_info gauge
pricepoint_source_failure_info{cause="no answer in time",kind="pricing",source="pricing_acme"} 1
pricepoint_source_failure_info{cause="other",kind="leaderboard",source="leaderboard_duel"} 1
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "pricepoint_source_up", "pricepoint_source_failure_info",
		"pricepoint_refresh_last_run_timestamp_seconds", "pricepoint_refresh_last_success_timestamp_seconds"); err != nil {
		t.Error(err)
	}
}

// TestFailureMetricNamesTheClass labels a failing source with the class of its failure and never with its cause, which
// quotes the page. A snapshot of an earlier program names no class.
func TestFailureMetricNamesTheClass(t *testing.T) {
	want := map[string]string{}
	document := freshness(monday)
	document.Sources = nil
	for class, label := range map[data.FailureClass]string{
		data.RobotsRefuse: "robots.txt refuses", data.NotUnderstood: "page not understood", data.RunStopped: "run stopped",
		data.OtherFailure: "other", "": "other",
	} {
		id := fmt.Sprintf("source_%d", len(document.Sources))
		document.Sources = append(document.Sources, data.SourceStatus{ID: id, Kind: data.PricingSource, State: data.Failing, Class: class,
			Cause: `read https://a.example/p: "status 404 (DNS)" is not a price`})
		want[id] = label
	}
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday)})
	if err := srv.Load(withFreshness(t, snapshot(t, monday), document), nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, failureCauses(t, registry)); diff != "" {
		t.Errorf("causes differ (-want +got):\n%s", diff)
	}
}

// failureCauses are the causes that the metrics name, by source.
func failureCauses(t *testing.T, registry *prometheus.Registry) map[string]string {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	causes := map[string]string{}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if labels := m.GetLabel(); family.GetName() == "pricepoint_source_failure_info" { // cause, kind, source
				causes[labels[2].GetValue()] = labels[0].GetValue()
			}
		}
	}
	return causes
}
