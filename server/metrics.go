package server

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/server/page"
	"pricepoint/server/prepared"
)

// metrics counts requests; what is served and how its sources fare is read from the current state when asked.
type metrics struct {
	requests       *prometheus.CounterVec
	duration       prometheus.Histogram
	bytes          *prometheus.CounterVec
	reloadFailures prometheus.Counter
	storeNewest    prometheus.Gauge // what the store said last, so that an operator finds a replica that is behind it or cut off
	storeAsked     prometheus.Gauge
}

func newMetrics(registry *prometheus.Registry, version string, current func() *state, open *counts) *metrics {
	metric := promauto.With(registry)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return metric.NewCounterVec(prometheus.CounterOpts{Name: "pricepoint_" + name, Help: help}, labels)
	}
	gauge := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return metric.NewGaugeVec(prometheus.GaugeOpts{Name: "pricepoint_" + name, Help: help}, labels)
	}
	newest := gauge("store_newest_timestamp_seconds", "When the newest snapshot of the store was made, as it said last; 0: it has none.")
	asked := gauge("store_last_asked_timestamp_seconds", "When the store last answered what its newest snapshot is; 0: never.")
	failures := counter("reload_failures_total", "Attempts to load a snapshot that failed; the one before stayed in service.")
	build := gauge("build_info", "Always 1; the labels name the version of the program and that of Go.", "version", "goversion")
	build.WithLabelValues(version, runtime.Version()).Set(1)
	registry.MustRegister(served(current))
	connectionMetrics(metric, open)
	return &metrics{
		requests: counter("http_requests_total", "Answered requests.", "route", "method", "code"),
		duration: metric.NewHistogram(prometheus.HistogramOpts{
			Name: "pricepoint_http_request_duration_seconds", Help: "Time from the request's header to the answer's last byte.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .05, .25, 1, 5},
		}),
		bytes:          counter("http_response_bytes_total", "Bytes of answer bodies as sent.", "route", "encoding"),
		reloadFailures: failures.WithLabelValues(), storeNewest: newest.WithLabelValues(), storeAsked: asked.WithLabelValues(),
	}
}

// asked notes what the store answered. An error is not an answer, but an empty store is.
func (m *metrics) asked(pointer data.Pointer, err error, now time.Time) {
	if err != nil && !errors.Is(err, store.ErrEmpty) {
		return
	}
	m.storeNewest.Set(versionSeconds(pointer.Version))
	m.storeAsked.Set(seconds(data.At(now)))
}

// connectionMetrics tell how near the connections are to their limit, and what the limits have done.
func connectionMetrics(metric promauto.Factory, open *counts) {
	now := func(name, help string, n *atomic.Int64) {
		metric.NewGaugeFunc(prometheus.GaugeOpts{Name: "pricepoint_http_" + name, Help: help}, func() float64 { return float64(n.Load()) })
	}
	now("connections", "Open connections to the documents.", &open.open)
	now("connections_limit", "How many there may be; 0: as many as the system allows.", &open.limit)
	for how, n := range map[string]*atomic.Int64{"displaced": &open.displaced, "refused": &open.refused} {
		metric.NewCounterFunc(prometheus.CounterOpts{
			Name: "pricepoint_http_connections_limited_total", ConstLabels: prometheus.Labels{"how": how},
			Help: "Connections that a limit has hit: displaced (idle, closed for others), refused (all others were being answered).",
		}, func() float64 { return float64(n.Load()) })
	}
}

// observe counts an answer.
func (m *metrics) observe(route, method string, status int, encoding string, bytes int, took time.Duration) {
	route = routeLabel(route)
	m.requests.WithLabelValues(route, methodLabel(method), strconv.Itoa(status)).Inc()
	m.bytes.WithLabelValues(route, encoding).Add(float64(bytes))
	m.duration.Observe(took.Seconds())
}

// routeLabel counts the documents and the pages of single tools together, and the files for other programs.
func routeLabel(route string) string {
	if data.ToolOfPrices(strings.TrimPrefix(route, "/")) != "" {
		return pricesRoute
	}
	if strings.HasPrefix(route, page.ToolsFolder) {
		return toolRoute
	}
	if strings.HasPrefix(route, exportsPath) && route != exportsPath {
		return exportsRoute
	}
	return route
}

// methodLabel keeps made-up methods from making labels.
func methodLabel(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPost, http.MethodPut,
		http.MethodPatch, http.MethodDelete, http.MethodConnect, http.MethodTrace:
		return method
	}
	return "other"
}

// recorder remembers what was answered.
type recorder struct {
	http.ResponseWriter
	head    bool // the bytes are not sent
	status  int
	written int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(body []byte) (int, error) {
	n, err := r.ResponseWriter.Write(body)
	if !r.head {
		r.written += n
	}
	return n, err
}

// exposition answers with the metrics. One that fails is logged and hides no other.
func exposition(registry prometheus.Gatherer, log *slog.Logger) http.Handler {
	metrics := promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorHandling: promhttp.ContinueOnError, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelError), CoalesceGather: true,
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), prepared.Uncached)
		metrics.ServeHTTP(w, r)
	})
}
