package server_test

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"pricepoint/data"
	"pricepoint/server"
)

// TestMetricsOfValues has a tool without a score, a free one, and one whose cache prices nobody states: absent stays
// absent, 0 stays 0.
func TestMetricsOfValues(t *testing.T) {
	number := data.MustNumber
	tools := data.ToolsDocument{Tools: []data.Tool{
		{ID: "acme-1", Provider: "Acme", Pricing: data.Pricing{Input: number("0.15"), Output: number("2"), CacheRead: number("0.015"), CacheWrite: number("0.15")}},
		{ID: "free-1", Provider: "Nobody"},
		{ID: "quiet-1", Provider: "Acme", Pricing: data.Pricing{Input: number("3"), Output: number("9"), CacheRead: number("3"), CacheWrite: number("3")}},
	}}
	unstated := func(field string, r data.Rule) data.Evidence {
		e := data.Evidence{Field: field, Value: number("3"), Method: data.Ruled, Confidence: data.Low}
		e.RestOn(data.Ruling{Rule: r})
		return e
	}
	evidence := data.ProvenanceDocument{Tools: []data.ToolProvenance{{ID: "quiet-1", Values: []data.Evidence{
		unstated(data.FieldCacheRead, data.InputAsBound), unstated(data.FieldCacheWrite, data.InputInstead),
	}}}}
	score := number("71.5")
	scores := data.BenchmarksDocument{Benchmarks: data.Benchmarks{Models: []data.ModelScore{
		{ModelID: "acme-1", Provider: "Acme", OverallScore: number("80.4"), SWEBench: &score, HumanEval: &score},
	}}}
	s := snapshot(t, monday)
	for path, document := range map[string]any{"api/tools.json": tools, "api/benchmarks.json": scores, "api/provenance.json": evidence} {
		body, err := data.Encode(document)
		if err != nil {
			t.Fatal(err)
		}
		s.Documents = append(without(s, path).Documents, data.Document{Path: path, Body: body})
	}
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday)})
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	want := `
# HELP pricepoint_tool_price_usd Price of a million tokens; kind is input, output, cacheRead or cacheCreate. A cache price that nobody states has no series.
# TYPE pricepoint_tool_price_usd gauge
pricepoint_tool_price_usd{kind="cacheCreate",provider="Acme",tool="acme-1"} 0.15
pricepoint_tool_price_usd{kind="cacheCreate",provider="Nobody",tool="free-1"} 0
pricepoint_tool_price_usd{kind="cacheRead",provider="Acme",tool="acme-1"} 0.015
pricepoint_tool_price_usd{kind="cacheRead",provider="Nobody",tool="free-1"} 0
pricepoint_tool_price_usd{kind="input",provider="Acme",tool="acme-1"} 0.15
pricepoint_tool_price_usd{kind="input",provider="Acme",tool="quiet-1"} 3
pricepoint_tool_price_usd{kind="input",provider="Nobody",tool="free-1"} 0
pricepoint_tool_price_usd{kind="output",provider="Acme",tool="acme-1"} 2
pricepoint_tool_price_usd{kind="output",provider="Acme",tool="quiet-1"} 9
pricepoint_tool_price_usd{kind="output",provider="Nobody",tool="free-1"} 0
# HELP pricepoint_tool_score Overall score of a model, 0 to 100; one without a score has no series.
# TYPE pricepoint_tool_score gauge
pricepoint_tool_score{provider="Acme",tool="acme-1"} 80.4
# HELP pricepoint_benchmark_scores Models with a published score of the benchmark.
# TYPE pricepoint_benchmark_scores gauge
pricepoint_benchmark_scores{benchmark="bigCodeBench"} 0
pricepoint_benchmark_scores{benchmark="humanEval"} 1
pricepoint_benchmark_scores{benchmark="liveCodeBench"} 0
pricepoint_benchmark_scores{benchmark="sweBench"} 1
# HELP pricepoint_snapshot_timestamp_seconds When the served snapshot was made, which its version tells.
# TYPE pricepoint_snapshot_timestamp_seconds gauge
pricepoint_snapshot_timestamp_seconds 1.794798e+09
`
	names := []string{"pricepoint_tool_price_usd", "pricepoint_tool_score", "pricepoint_benchmark_scores", "pricepoint_snapshot_timestamp_seconds"}
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want), names...); err != nil {
		t.Error(err)
	}
	problems, err := testutil.GatherAndLint(registry)
	if err != nil || len(problems) > 0 {
		t.Errorf("lint: %v, %v", problems, err)
	}
}

// A snapshot whose values nobody understands is served, and says nothing of them.
func TestMetricsOfUnknownShapes(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Registry: registry, Now: clock(monday)})
	if err := srv.Load(snapshot(t, monday), nil); err != nil {
		t.Fatal(err)
	}
	if n, err := testutil.GatherAndCount(registry, "pricepoint_tool_price_usd", "pricepoint_tool_score"); n != 0 || err != nil {
		t.Errorf("%d values, %v; want none", n, err)
	}
}
