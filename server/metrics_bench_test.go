package server

import (
	"net/http"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// BenchmarkMetrics is what counting one document costs.
func BenchmarkMetrics(b *testing.B) {
	m := newMetrics(prometheus.NewRegistry(), func() *state { return nil })
	a := m.newAnswer("/api/tools.json", http.StatusOK, nil, nil, m.bytes.WithLabelValues("/api/tools.json", identity))
	b.ReportAllocs()
	for b.Loop() {
		m.observe(&a, false, 7000, 12*time.Microsecond)
	}
}
