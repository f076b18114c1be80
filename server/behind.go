package server

import (
	"errors"
	"fmt"
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

// noteBehind keeps since when the newest snapshot cannot be loaded; no error ends that.
func (s *Server) noteBehind(err error, now time.Time) {
	switch {
	case err == nil:
		s.behind.Store(nil)
	case s.behind.Load() == nil:
		s.behind.Store(&now)
	}
}

// behindNote is what /readyz adds to its ok during an outage: what was loaded before is as good as ever, so that whoever
// sends requests here should go on doing so. Why is in the log alone, since it may name what is nobody's business.
func (s *Server) behindNote(current *state) string {
	since := s.behind.Load()
	if since == nil {
		return ""
	}
	return fmt.Sprintf("but the newest snapshot of the store cannot be loaded since %s; %s is served meanwhile, and the log says why\n",
		data.At(*since), current.snapshot.Manifest.Version)
}
