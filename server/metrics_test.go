package server_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/prometheus/common/expfmt"

	"pricepoint/data"
	"pricepoint/server"
)

var update = flag.Bool("update", false, "write what is said now into the golden files")

// TestMetrics compares everything that dashboards and alerts read with a golden file: of a snapshot with a free tool, one whose
// cache prices nobody states and one with a score; with findings; and with sources that fail in all ways.
func TestMetrics(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday), Version: "1.2.3"})
	if err := srv.Load(eventful(t), eventfulRun()); err != nil {
		t.Fatal(err)
	}
	url := start(t, srv)
	ask(t, "GET", url+"/api/tools.json")
	ask(t, "GET", url+"/api/tools.json", "Accept-Encoding", "gzip")
	ask(t, "HEAD", url+"/api/tools.json")
	ask(t, "GET", url+"/api/tools.json", "If-None-Match", "*")
	ask(t, "BREW", url+"/api/tools.json")
	ask(t, "GET", url+"/one/unknown")
	ask(t, "GET", url+"/another/unknown")
	tell(t, url, ping)

	golden := filepath.Join("testdata", "metrics.txt")
	got := told(t, registry)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("metrics (-%s +got):\n%s", golden, diff)
	}
	if problems, err := testutil.GatherAndLint(registry); err != nil || len(problems) > 0 {
		t.Errorf("lint: %v, %v", problems, err)
	}
}

// told is the text of the metrics, without times, the version of Go and what is only prepared to count.
func told(t *testing.T, registry *prometheus.Registry) string {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for _, family := range families {
		if _, err := expfmt.MetricFamilyToText(&text, family); err != nil {
			t.Fatal(err)
		}
	}
	var lines strings.Builder
	for line := range strings.Lines(text.String()) {
		counted := strings.HasPrefix(line, "pricepoint_http_") && strings.HasSuffix(line, " 0\n")
		if !counted && !strings.Contains(line, "goversion=") && !strings.Contains(line, "duration_seconds_") {
			lines.WriteString(line)
		}
	}
	return lines.String()
}

// eventful is a snapshot of which every metric has something to tell.
func eventful(t *testing.T) data.Snapshot {
	t.Helper()
	number, score := data.MustNumber, data.MustNumber("71.5")
	days := func(ago int) data.Timestamp { return data.At(monday.AddDate(0, 0, -ago)) }
	unstated := func(field string, r data.Rule) data.Evidence {
		e := data.Evidence{Field: field, Value: number("3"), Method: data.Ruled, Confidence: data.Low}
		e.RestOn(data.Ruling{Rule: r})
		return e
	}
	s := snapshot(t, monday)
	for path, document := range map[string]any{
		data.ToolsPath: data.ToolsDocument{Tools: []data.Tool{
			{ID: "acme-1", Provider: "Acme", Pricing: data.Pricing{Input: number("0.15"), Output: number("2"), CacheRead: number("0.015"), CacheWrite: number("0.15")}},
			{ID: "free-1", Provider: "Nobody"},
			{ID: "quiet-1", Provider: "Acme", Pricing: data.Pricing{Input: number("3"), Output: number("9"), CacheRead: number("3"), CacheWrite: number("3")}},
		}},
		data.BenchmarksPath: data.BenchmarksDocument{Benchmarks: data.Benchmarks{Models: []data.ModelScore{
			{ModelID: "acme-1", Provider: "Acme", OverallScore: number("80.4"), SWEBench: &score, HumanEval: &score},
		}}},
		// The price that nobody has confirmed for the longest time is neither a score nor one that follows from another.
		data.ProvenancePath: data.ProvenanceDocument{Tools: []data.ToolProvenance{
			{ID: "acme-1", Values: []data.Evidence{
				{Field: data.FieldInput, Method: data.Collected, Confidence: data.High, ConfirmedAt: days(1), VerifiedAt: days(400)},
				{Field: data.FieldOutput, Method: data.Curated, Confidence: data.Medium, VerifiedAt: days(90)},
				{Field: data.FieldOverall, Method: data.Computed, Confidence: data.Medium, ConfirmedAt: days(200)},
			}},
			{ID: "quiet-1", Values: []data.Evidence{
				{Field: data.FieldInput, Method: data.Fed, Confidence: data.Medium, ConfirmedAt: days(60)},
				unstated(data.FieldCacheRead, data.InputAsBound), unstated(data.FieldCacheWrite, data.InputInstead),
			}},
		}},
		data.FindingsPath: data.FindingsDocument{Findings: []data.Finding{
			{ID: "a", Kind: data.Held, Since: data.At(monday)}, {ID: "b", Kind: data.UnknownName}, {ID: "c", Kind: data.UnknownName},
		}},
	} {
		body := data.Encode(document)
		s.Documents = append(without(s, path).Documents, data.Document{Path: path, Body: body})
	}
	// A failing source is labelled with the class of its failure and never with its cause, which quotes the page. A snapshot of
	// an earlier program names no class.
	f := freshness(monday)
	for _, class := range []data.FailureClass{data.RobotsRefuse, data.NotUnderstood, data.RunStopped, data.OtherFailure, ""} {
		f.Sources = append(f.Sources, data.SourceStatus{ID: fmt.Sprintf("source_%d", len(f.Sources)), Kind: data.PricingSource, State: data.Failing, Class: class,
			Cause: `read https://a.example/p: "status 404 (DNS)" is not a price`})
	}
	return withFreshness(t, s, f)
}

// eventfulRun has published nothing, and so moves the last run and not the last success.
func eventfulRun() *data.RunReport {
	report := &data.RunReport{FinishedAt: data.At(monday.Add(time.Hour)), PublishedAt: data.At(monday), Reason: "no source could be read",
		Sources: []data.SourceOutcome{outcome("pricing_acme", data.Failing, "fetch https://acme.example/prices: no complete answer within 30s", time.Time{})}}
	report.Sources[0].Class = data.NoAnswerInTime
	return report
}

// A snapshot whose values nobody understands is served, and says nothing of them.
func TestMetricsOfUnknownShapes(t *testing.T) {
	registry := prometheus.NewRegistry()
	with(t, server.Options{Registry: registry, Now: clock(monday)}, snapshot(t, monday), nil)
	if n, err := testutil.GatherAndCount(registry, "pricepoint_tool_price_usd", "pricepoint_tool_score", "pricepoint_findings"); n != 0 || err != nil {
		t.Errorf("%d values, %v; want none", n, err)
	}
}

// Metrics count like any other answer, on both listeners, and are kept to the same rate.
func TestMetricsAreCountedAndLimited(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Now: clock(monday), Registry: registry, Limits: server.Limits{RatePerClient: 1, Burst: 3}})
	for n, want := range []int{200, 200, 200, 429, 429} {
		rec, handler := httptest.NewRecorder(), srv.Handler()
		if n%2 == 1 {
			handler = srv.MetricsHandler()
		}
		if handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/metrics", nil)); rec.Code != want {
			t.Errorf("scrape %d of five at once is answered %d, want %d", n, rec.Code, want)
		}
	}
	counted := `
# HELP pricepoint_http_requests_total Answered requests.
# TYPE pricepoint_http_requests_total counter
pricepoint_http_requests_total{code="200",method="GET",route="/metrics"} 3
pricepoint_http_requests_total{code="429",method="GET",route="/metrics"} 2
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(counted), "pricepoint_http_requests_total"); err != nil {
		t.Error(err)
	}
}
