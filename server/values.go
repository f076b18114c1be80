package server

import (
	"encoding/json"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
)

// values reads the served prices and scores as metrics, for dashboards. Their number is bounded by that of the tools:
// four prices, one score and the boards of each. They are floats, as every metric is; the documents stay exact.
type values func() *state

var (
	snapshotMade = gauge("snapshot_timestamp_seconds", "When the served snapshot was made, which its version tells.")
	toolPrice    = gauge("tool_price_usd", "Price of a million tokens; kind is input, output, cacheRead or cacheCreate.", "tool", "provider", "kind")
	toolScore    = gauge("tool_score", "Overall score of a tool, 0 to 100; one without a score has no series.", "tool", "provider")
	scored       = gauge("benchmark_scores", "Tools with a published score of the benchmark.", "benchmark")
)

func (v values) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{snapshotMade, toolPrice, toolScore, scored} {
		descs <- d
	}
}

func (v values) Collect(out chan<- prometheus.Metric) {
	current := v()
	if current == nil {
		return
	}
	out <- constant(snapshotMade, versionSeconds(current.snapshot.Manifest.Version))
	for _, m := range current.values {
		out <- m
	}
}

// valueMetrics are the values of two documents. A document of another shape, such as that of a later version, has none:
// it is served all the same.
func valueMetrics(tools, benchmarks data.Document) []prometheus.Metric {
	var prices data.ToolsDocument
	var scores data.BenchmarksDocument
	var made []prometheus.Metric
	if json.Unmarshal(tools.Body, &prices) == nil {
		for _, t := range prices.Tools {
			made = append(made, priceMetrics(t)...)
		}
	}
	if json.Unmarshal(benchmarks.Body, &scores) == nil {
		made = append(made, scoreMetrics(scores.Benchmarks.Models)...)
	}
	return made
}

func priceMetrics(t data.Tool) []prometheus.Metric {
	price := func(kind string, usd data.Number) prometheus.Metric {
		return constant(toolPrice, usd.InexactFloat64(), t.ID, t.Provider, kind)
	}
	return []prometheus.Metric{
		price("input", t.Pricing.Input), price("output", t.Pricing.Output),
		price("cacheRead", t.Pricing.CacheRead), price("cacheCreate", t.Pricing.CacheWrite),
	}
}

func scoreMetrics(models []data.ModelScore) []prometheus.Metric {
	var made []prometheus.Metric
	boards := []string{"sweBench", "liveCodeBench", "humanEval", "bigCodeBench"}
	counts := make([]float64, len(boards))
	for _, m := range models {
		made = append(made, constant(toolScore, m.OverallScore.InexactFloat64(), m.ModelID, m.Provider))
		for i, score := range []*data.Number{m.SWEBench, m.LiveCodeBench, m.HumanEval, m.BigCodeBench} {
			if score != nil {
				counts[i]++
			}
		}
	}
	for i, board := range boards {
		made = append(made, constant(scored, counts[i], board))
	}
	return made
}

func constant(d *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
}
