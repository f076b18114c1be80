package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
	"pricepoint/data/store"
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
)

func (c collector) Describe(descs chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{snapshotInfo, snapshotUpdated, snapshotTools, sourceUp, sourceState, sourceFailure,
		sourceSuccess, sourceRows, sourceDuration, findingsCount, heldSince, lastRun, lastSuccess} {
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
	for kind, n := range current.findings.kinds {
		send(findingsCount, float64(n), string(kind))
	}
	if current.findings.kinds != nil {
		send(heldSince, seconds(current.findings.heldSince))
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

// counted are the findings of a snapshot.
type counted struct {
	kinds     map[data.FindingKind]int // nil: the snapshot does not say
	heldSince data.Timestamp           // since when the value waits that has been held the longest
}

// countFindings counts the findings by kind.
func countFindings(d data.Document) (counted, error) {
	if d.Body == nil {
		return counted{}, nil
	}
	var document data.FindingsDocument
	if err := json.Unmarshal(d.Body, &document); err != nil {
		return counted{}, fmt.Errorf("%s: %v", d.Path, err)
	}
	c := counted{kinds: map[data.FindingKind]int{}, heldSince: document.HeldSince()}
	for _, kind := range data.FindingKinds {
		c.kinds[kind] = 0
	}
	for _, f := range document.Findings {
		c.kinds[f.Kind]++
	}
	return c, nil
}

func constant(d *prometheus.Desc, value float64, labels ...string) prometheus.Metric {
	return prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
}

// storeMetrics tell what the store last said, so that an operator finds a replica that is behind it or cut off from it.
type storeMetrics struct {
	newest, lastAsked prometheus.Gauge
}

func newStoreMetrics(registry *prometheus.Registry) storeMetrics {
	m := storeMetrics{
		newest: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "pricepoint_store_newest_timestamp_seconds", Help: "When the newest snapshot of the store was made, as it said last; 0: it has none.",
		}),
		lastAsked: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "pricepoint_store_last_asked_timestamp_seconds", Help: "When the store last answered what its newest snapshot is; 0: never.",
		}),
	}
	registry.MustRegister(m.newest, m.lastAsked)
	return m
}

// asked notes what the store answered. An error is not an answer, but an empty store is.
func (m storeMetrics) asked(pointer data.Pointer, err error, now time.Time) {
	if err != nil && !errors.Is(err, store.ErrEmpty) {
		return
	}
	m.newest.Set(versionSeconds(pointer.Version))
	m.lastAsked.Set(seconds(data.At(now)))
}

// versionSeconds is the Unix time that a version names; 0 for none.
func versionSeconds(version string) float64 {
	made, err := data.ParseVersion(version)
	if err != nil {
		return 0
	}
	return float64(made.Unix())
}
