package server

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
	"pricepoint/data/store"
)

// storeMetrics tell what the store said last, by which an operator finds a replica that is behind it or cut off from it.
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

// asked keeps an answer of the store. An error is none.
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
