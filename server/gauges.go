package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
)

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("pricepoint_"+name, help, labels, nil)
}

var (
	snapshotInfo    = gauge("snapshot_info", "Always 1; the label names the served snapshot.", "version")
	snapshotMade    = gauge("snapshot_timestamp_seconds", "When the served snapshot was made, which its version tells.")
	snapshotUpdated = gauge("snapshot_last_updated_timestamp_seconds", "When the served data were last updated.")
	snapshotTools   = gauge("snapshot_tools", "Models in the served snapshot.")
	sourceUp        = gauge("source_up", "1 unless the last attempt to read the source brought nothing.", "source", "kind")
	sourceState     = gauge("source_state", "1 for the state the source is in, 0 for the others.", "source", "kind", "state")
	sourceFailure   = gauge("source_failure_info", "1 while the source fails; the label says why in a fixed phrase, freshness.json in full.", "source", "kind", "cause")
	sourceSuccess   = gauge("source_last_success_timestamp_seconds", "When the values of the source were last found; 0: never.", "source")
	sourceRows      = gauge("source_observations", "Observations in the last good reading of the source.", "source")
	sourceDuration  = gauge("source_duration_seconds", "How long the last run took to read the source.", "source")
	findingsCount   = gauge("findings", "What the last refresh held back or found wrong, by kind; findings.json tells it all.", "kind")
	heldSince       = gauge("held_since_timestamp_seconds", "Since when the value waits that has been held the longest; 0: none is held.")
	lastRun         = gauge("refresh_last_run_timestamp_seconds", "When the last refresh ended; 0: none is known.")
	lastSuccess     = gauge("refresh_last_success_timestamp_seconds", "When the last refresh that published something ended; 0: never.")
	toolPrice       = gauge("tool_price_usd", "Price of a million tokens; kind is input, output, cacheRead or cacheCreate. A cache price that nobody states has no series.", "tool", "provider", "kind")
	toolScore       = gauge("tool_score", "Overall score of a model, 0 to 100; one without a score has no series.", "tool", "provider")
	scored          = gauge("benchmark_scores", "Models with a published score of the benchmark.", "benchmark")
	valuesCount     = gauge("values", "Published numbers by how far they can be trusted; provenance.json tells why.", "confidence")
	oldestPrice     = gauge("price_oldest_confirmed_timestamp_seconds",
		"When the price that nobody has confirmed for the longest time was last found or verified; the labels name it.", "tool", "kind")
)

// served sends the metrics of what is served, which were made when it was loaded.
type served func() *state

// Describe says nothing, since what there is depends on what is served.
func (served) Describe(chan<- *prometheus.Desc) {}

func (s served) Collect(out chan<- prometheus.Metric) {
	if current := s(); current != nil {
		for _, m := range current.metrics {
			out <- m
		}
	}
}

// snapshotMetrics are those of one snapshot and the last run. Their number is bounded by that of the tools and sources. They are
// floats, as every metric is; the documents stay exact.
type snapshotMetrics []prometheus.Metric

func (all *snapshotMetrics) add(d *prometheus.Desc, value float64, labels ...string) {
	*all = append(*all, prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...))
}

// tell makes the metrics of a state. A document of another shape, such as that of a later version, has none: it is served all
// the same. The findings alone must be understood, for an operator who hears nothing takes it for good news.
func (st *state) tell(documents map[string]data.Document) error {
	var all snapshotMetrics
	all.add(snapshotInfo, 1, st.snapshot.Manifest.Version)
	all.add(snapshotMade, versionSeconds(st.snapshot.Manifest.Version))
	all.add(snapshotUpdated, seconds(st.freshness.LastUpdated))
	all.add(snapshotTools, float64(st.freshness.Counts.Tools))
	for _, s := range st.freshness.Sources {
		all.addSource(s)
	}
	all.addRun(st.report)
	if err := all.addFindings(documents[data.FindingsPath]); err != nil {
		return err
	}
	var prices data.ToolsDocument
	var scores data.BenchmarksDocument
	var evidence data.ProvenanceDocument
	if json.Unmarshal(documents[data.ProvenancePath].Body, &evidence) == nil {
		all.addConfidence(evidence)
	}
	if json.Unmarshal(documents[data.ToolsPath].Body, &prices) == nil {
		known := map[string]data.ToolProvenance{}
		for _, t := range evidence.Tools {
			known[t.ID] = t
		}
		for _, t := range prices.Tools {
			all.addPrices(t, known[t.ID])
		}
	}
	if json.Unmarshal(documents[data.BenchmarksPath].Body, &scores) == nil {
		all.addScores(scores.Benchmarks.Models)
	}
	st.metrics = all
	return nil
}

// states are all that a source can be in, for a metric that shows which one it is.
var states = []data.State{data.Fresh, data.Stale, data.Failing, data.Disallowed, data.Frozen, data.Untried}

func (all *snapshotMetrics) addSource(s data.SourceStatus) {
	kind, failing := string(s.Kind), s.State == data.Failing || s.State == data.Disallowed
	all.add(sourceUp, bit(!failing), s.ID, kind)
	for _, state := range states {
		all.add(sourceState, bit(s.State == state), s.ID, kind, string(state))
	}
	if failing {
		all.add(sourceFailure, 1, s.ID, kind, string(cmp.Or(s.Class, data.OtherFailure))) // an earlier program named no class
	}
	all.add(sourceSuccess, seconds(s.LastConfirmed), s.ID)
	all.add(sourceRows, float64(s.Rows), s.ID)
}

func bit(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// addRun tells of the last run; nil: none is known.
func (all *snapshotMetrics) addRun(report *data.RunReport) {
	if report == nil {
		report = &data.RunReport{}
	}
	for _, s := range report.Sources {
		all.add(sourceDuration, float64(s.Milliseconds)/1000, s.ID)
	}
	all.add(lastRun, seconds(report.FinishedAt))
	all.add(lastSuccess, seconds(report.PublishedAt))
}

// addFindings counts the findings by kind; a snapshot may have none to count.
func (all *snapshotMetrics) addFindings(d data.Document) error {
	if d.Body == nil {
		return nil
	}
	var document data.FindingsDocument
	if err := json.Unmarshal(d.Body, &document); err != nil {
		return fmt.Errorf("%s: %v", d.Path, err)
	}
	counts := map[data.FindingKind]int{}
	for _, kind := range data.FindingKinds {
		counts[kind] = 0 // which is told as well
	}
	for _, f := range document.Findings {
		counts[f.Kind]++
	}
	for kind, n := range counts {
		all.add(findingsCount, float64(n), string(kind))
	}
	all.add(heldSince, seconds(document.HeldSince()))
	return nil
}

const pricePrefix = "pricing."

// addPrices leaves out a price that nobody states: the input price, which the documents show in its place, would look like it.
func (all *snapshotMetrics) addPrices(t data.Tool, evidence data.ToolProvenance) {
	for field, usd := range t.Pricing.ByField() {
		if e := evidence.Value(field); e == nil || !e.Unstated() {
			all.add(toolPrice, usd.InexactFloat64(), t.ID, t.Provider, strings.TrimPrefix(field, pricePrefix))
		}
	}
}

func (all *snapshotMetrics) addScores(models []data.ModelScore) {
	counts := map[string]int{}
	for board := range (data.ModelScore{}).ByBoard() {
		counts[board] = 0 // which is told as well
	}
	for _, m := range models {
		all.add(toolScore, m.OverallScore.InexactFloat64(), m.ModelID, m.Provider)
		for board, score := range m.ByBoard() {
			if score != nil {
				counts[board]++
			}
		}
	}
	for board, n := range counts {
		all.add(scored, float64(n), board)
	}
}

// addConfidence tells how far the numbers of a snapshot can be trusted, and which price nobody has confirmed for the longest time.
// What follows from another price by a rule does not count: nobody states that, so nobody can confirm it.
func (all *snapshotMetrics) addConfidence(document data.ProvenanceDocument) {
	counts := map[data.Confidence]int{}
	var oldest *data.Evidence
	var of string
	for _, tool := range document.Tools {
		for n := range tool.Values {
			e := &tool.Values[n]
			counts[e.Confidence]++
			stated := strings.HasPrefix(e.Field, pricePrefix) && e.Method != data.Ruled
			if stated && (oldest == nil || e.Seen().Before(oldest.Seen())) {
				oldest, of = e, tool.ID
			}
		}
	}
	for _, c := range []data.Confidence{data.High, data.Medium, data.Low} {
		all.add(valuesCount, float64(counts[c]), string(c))
	}
	if oldest != nil {
		all.add(oldestPrice, seconds(data.At(oldest.Seen())), of, strings.TrimPrefix(oldest.Field, pricePrefix))
	}
}

// seconds is the Unix time; 0 for never.
func seconds(t data.Timestamp) float64 {
	if t.IsZero() {
		return 0
	}
	return float64(t.UnixMilli()) / 1000
}

// versionSeconds is the Unix time that a version names; 0 for none.
func versionSeconds(version string) float64 {
	made, err := data.ParseVersion(version)
	if err != nil {
		return 0
	}
	return float64(made.Unix())
}
