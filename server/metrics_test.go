package server_test

import (
	"strings"
	"testing"
	"time"

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

	want := `
# HELP pricepoint_http_requests_total Answered requests.
# TYPE pricepoint_http_requests_total counter
pricepoint_http_requests_total{code="200",method="GET",route="/api/tools.json"} 2
pricepoint_http_requests_total{code="200",method="HEAD",route="/api/tools.json"} 1
pricepoint_http_requests_total{code="304",method="GET",route="/api/tools.json"} 1
pricepoint_http_requests_total{code="405",method="other",route="/api/tools.json"} 1
pricepoint_http_requests_total{code="404",method="GET",route="other"} 2
# HELP pricepoint_snapshot_info Always 1; the label names the served snapshot.
# TYPE pricepoint_snapshot_info gauge
pricepoint_snapshot_info{version="2026-11-16T030000Z"} 1
# HELP pricepoint_snapshot_last_updated_timestamp_seconds When the served data were last updated.
# TYPE pricepoint_snapshot_last_updated_timestamp_seconds gauge
pricepoint_snapshot_last_updated_timestamp_seconds 1.7947980e+09
# HELP pricepoint_snapshot_tools Tools in the served snapshot.
# TYPE pricepoint_snapshot_tools gauge
pricepoint_snapshot_tools 3
# HELP pricepoint_source_up 1 unless the last attempt to read the source brought nothing.
# TYPE pricepoint_source_up gauge
pricepoint_source_up{kind="leaderboard",source="leaderboard_duel"} 0
pricepoint_source_up{kind="pricing",source="pricing_acme"} 1
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

// A refresh that published nothing moves the last run and not the last success.
func TestMetricsOfAFailedRun(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday)})
	report := &data.RunReport{FinishedAt: data.At(monday.Add(time.Hour)), PublishedAt: data.At(monday), Reason: "no source could be read",
		Sources: []data.SourceOutcome{outcome("pricing_acme", data.Failing, "timeout", time.Time{})}}
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
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "pricepoint_source_up",
		"pricepoint_refresh_last_run_timestamp_seconds", "pricepoint_refresh_last_success_timestamp_seconds"); err != nil {
		t.Error(err)
	}
}
