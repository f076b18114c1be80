package server

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
)

// states are all that a source can be in, for a metric that shows which one it is.
var states = []data.State{data.Fresh, data.Stale, data.Failing, data.Disallowed, data.Frozen}

// collector reads the metrics of the state that is served.
type collector func() *state

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("pricepoint_"+name, help, labels, nil)
}

var (
	snapshotInfo    = gauge("snapshot_info", "Always 1; the label names the served snapshot.", "version")
	snapshotUpdated = gauge("snapshot_last_updated_timestamp_seconds", "When the served data were last updated.")
	snapshotTools   = gauge("snapshot_tools", "Tools in the served snapshot.")
	sourceUp        = gauge("source_up", "1 unless the last attempt to read the source brought nothing.", "source", "kind")
	sourceState     = gauge("source_state", "1 for the state the source is in, 0 for the others.", "source", "kind", "state")
	sourceFailure   = gauge("source_failure_info", "1 while the source fails; the label says why in a fixed phrase, freshness.json in full.", "source", "kind", "cause")
	sourceSuccess   = gauge("source_last_success_timestamp_seconds", "When the values of the source were last found; 0: never.", "source")
	sourceRows      = gauge("source_observations", "Observations in the last good reading of the source.", "source")
	sourceDuration  = gauge("source_duration_seconds", "How long the last run took to read the source.", "source")
	findingsCount   = gauge("findings", "What the last refresh held back or found wrong, by kind; findings.json tells it all.", "kind")
	lastRun         = gauge("refresh_last_run_timestamp_seconds", "When the last refresh ended; 0: none is known.")
	lastSuccess     = gauge("refresh_last_success_timestamp_seconds", "When the last refresh that published something ended; 0: never.")
)

func (c collector) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{snapshotInfo, snapshotUpdated, snapshotTools, sourceUp, sourceState, sourceFailure,
		sourceSuccess, sourceRows, sourceDuration, findingsCount, lastRun, lastSuccess} {
		descs <- d
	}
}

func (c collector) Collect(out chan<- prometheus.Metric) {
	current := c()
	if current == nil {
		return
	}
	send := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	freshness := current.freshness
	send(snapshotInfo, 1, current.snapshot.Manifest.Version)
	send(snapshotUpdated, seconds(freshness.LastUpdated))
	send(snapshotTools, float64(freshness.Counts.Tools))
	for _, s := range freshness.Sources {
		kind := string(s.Kind)
		send(sourceUp, up(s.State), s.ID, kind)
		for _, state := range states {
			send(sourceState, bit(s.State == state), s.ID, kind, string(state))
		}
		if up(s.State) == 0 {
			send(sourceFailure, 1, s.ID, kind, string(cmp.Or(s.Class, data.OtherFailure))) // an earlier program named no class
		}
		send(sourceSuccess, seconds(s.LastConfirmed), s.ID)
		send(sourceRows, float64(s.Rows), s.ID)
	}
	for kind, n := range current.findings {
		send(findingsCount, float64(n), string(kind))
	}
	ran, succeeded := data.Timestamp{}, data.Timestamp{}
	if report := current.report; report != nil {
		ran, succeeded = report.FinishedAt, report.PublishedAt
		for _, s := range report.Sources {
			send(sourceDuration, float64(s.Milliseconds)/1000, s.ID)
		}
	}
	send(lastRun, seconds(ran))
	send(lastSuccess, seconds(succeeded))
}

func up(state data.State) float64 {
	return bit(state != data.Failing && state != data.Disallowed)
}

func bit(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// seconds is the Unix time; 0 for never.
func seconds(t data.Timestamp) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1000
}

// countFindings counts by kind what an operator should look at; nil when the snapshot has no such document.
func countFindings(d data.Document) (map[data.FindingKind]int, error) {
	if d.Body == nil {
		return nil, nil
	}
	var document data.FindingsDocument
	if err := json.Unmarshal(d.Body, &document); err != nil {
		return nil, fmt.Errorf("%s: %v", d.Path, err)
	}
	counts := map[data.FindingKind]int{}
	for _, kind := range data.FindingKinds {
		counts[kind] = 0
	}
	for _, f := range document.Findings {
		counts[f.Kind]++
	}
	return counts, nil
}

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
