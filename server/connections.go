package server

import (
	"runtime"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/server/connection"
)

// connectionMetrics tell how near the connections are to their limit, and what the limits have done.
func connectionMetrics(open *connection.Counts) []prometheus.Collector {
	now := func(name, help string, n *atomic.Int64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "pricepoint_http_" + name, Help: help},
			func() float64 { return float64(n.Load()) })
	}
	limited := func(how string, n *atomic.Int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{
			Name: "pricepoint_http_connections_limited_total", ConstLabels: prometheus.Labels{"how": how},
			Help: "Connections that a limit has hit: displaced (idle, closed for others), crowded (no place: only probes are answered), slow (cut).",
		}, func() float64 { return float64(n.Load()) })
	}
	return []prometheus.Collector{
		now("connections", "Open connections to the documents.", &open.Open),
		now("connections_limit", "How many there may be, beside those for probes; 0: as many as the system allows.", &open.Limit),
		limited("displaced", &open.Displaced), limited("crowded", &open.Crowded), limited("slow", &open.Slow),
	}
}

// buildInfo names the program.
func buildInfo(version string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "pricepoint_build_info", Help: "Always 1; the labels name the version of the program and that of Go.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()},
	}, func() float64 { return 1 })
}
