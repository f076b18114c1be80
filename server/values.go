package server

import (
	"encoding/json"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
)

// values reads the served prices and scores as metrics, for dashboards. Their number is bounded by that of the tools:
// up to four prices, one score and the boards of each. They are floats, as every metric is; the documents stay exact.
type values func() *state

var (
	snapshotMade = gauge("snapshot_timestamp_seconds", "When the served snapshot was made, which its version tells.")
	toolPrice    = gauge("tool_price_usd", "Price of a million tokens; kind is input, output, cacheRead or cacheCreate. A cache price that nobody states has no series.", "tool", "provider", "kind")
	toolScore    = gauge("tool_score", "Overall score of a model, 0 to 100; one without a score has no series.", "tool", "provider")
	scored       = gauge("benchmark_scores", "Models with a published score of the benchmark.", "benchmark")
	valuesCount  = gauge("values", "Published numbers by how far they can be trusted; provenance.json tells why.", "confidence")
	oldestPrice  = gauge("price_oldest_confirmed_timestamp_seconds",
		"When the price that nobody has confirmed for the longest time was last found or verified; the labels name it.", "tool", "kind")
)

func (v values) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{snapshotMade, toolPrice, toolScore, scored, valuesCount, oldestPrice} {
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

// valueMetrics are the values of three documents. A document of another shape, such as that of a later version, has
// none: it is served all the same.
func valueMetrics(tools, benchmarks, provenance data.Document) []prometheus.Metric {
	var prices data.ToolsDocument
	var scores data.BenchmarksDocument
	var evidence data.ProvenanceDocument
	var made []prometheus.Metric
	if json.Unmarshal(provenance.Body, &evidence) == nil {
		made = append(made, confidenceMetrics(evidence)...)
	}
	if json.Unmarshal(tools.Body, &prices) == nil {
		known := map[string]data.ToolProvenance{}
		for _, t := range evidence.Tools {
			known[t.ID] = t
		}
		for _, t := range prices.Tools {
			made = append(made, priceMetrics(t, known[t.ID])...)
		}
	}
	if json.Unmarshal(benchmarks.Body, &scores) == nil {
		made = append(made, scoreMetrics(scores.Benchmarks.Models)...)
	}
	return made
}

// priceMetrics leave out a price that nobody states: the input price, which the documents show in its place, would look
// like it.
func priceMetrics(t data.Tool, evidence data.ToolProvenance) []prometheus.Metric {
	var made []prometheus.Metric
	for field, usd := range map[string]data.Number{
		data.FieldInput: t.Pricing.Input, data.FieldOutput: t.Pricing.Output,
		data.FieldCacheRead: t.Pricing.CacheRead, data.FieldCacheWrite: t.Pricing.CacheWrite,
	} {
		if e := evidence.Value(field); e == nil || !e.Unstated() {
			made = append(made, constant(toolPrice, usd.InexactFloat64(), t.ID, t.Provider, strings.TrimPrefix(field, pricePrefix)))
		}
	}
	return made
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

// confidences are all there are, for a metric that shows each.
var confidences = []data.Confidence{data.High, data.Medium, data.Low}

// confidenceMetrics tell how far the numbers of a snapshot can be trusted.
func confidenceMetrics(document data.ProvenanceDocument) []prometheus.Metric {
	counts := map[data.Confidence]int{}
	var oldest *data.Evidence
	var of string
	for _, tool := range document.Tools {
		for n := range tool.Values {
			e := &tool.Values[n]
			counts[e.Confidence]++
			if isStatedPrice(e) && (oldest == nil || e.Seen().Before(oldest.Seen())) {
				oldest, of = e, tool.ID
			}
		}
	}
	var made []prometheus.Metric
	for _, c := range confidences {
		made = append(made, constant(valuesCount, float64(counts[c]), string(c)))
	}
	if oldest != nil {
		made = append(made, constant(oldestPrice, seconds(data.At(oldest.Seen())), of, strings.TrimPrefix(oldest.Field, pricePrefix)))
	}
	return made
}

const pricePrefix = "pricing."

// isStatedPrice leaves out what follows from another price by a rule: nobody states that, so nobody can confirm it.
func isStatedPrice(e *data.Evidence) bool {
	return strings.HasPrefix(e.Field, pricePrefix) && e.Method != data.Ruled
}
