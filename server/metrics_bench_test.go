package server

import (
	"net/http"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/server/connection"
	"pricepoint/server/prepared"
)

// BenchmarkMetrics is what counting one document costs.
func BenchmarkMetrics(b *testing.B) {
	m := newMetrics(prometheus.NewRegistry(), func() *state { return nil }, new(connection.Counts))
	a := m.ofAnswer("/api/tools.json", http.StatusOK, prepared.Identity)
	b.ReportAllocs()
	for b.Loop() {
		a.Count(false, 7000, 12*time.Microsecond)
	}
}
