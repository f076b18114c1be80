package server

import (
	"cmp"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
	"pricepoint/server/connection"
	"pricepoint/server/page"
	"pricepoint/server/prepared"
)

// metrics counts requests; what is served and how its sources fare is read from the current state when asked.
type metrics struct {
	requests       *prometheus.CounterVec
	duration       prometheus.Histogram
	bytes          *prometheus.CounterVec
	reloadFailures prometheus.Counter
	store          storeMetrics
}

func newMetrics(registry *prometheus.Registry, current func() *state, open *connection.Counts) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "pricepoint_http_requests_total", Help: "Answered requests.",
		}, []string{"route", "method", "code"}),
		duration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "pricepoint_http_request_duration_seconds", Help: "Time from the request's header to the answer's last byte.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .05, .25, 1, 5},
		}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "pricepoint_http_response_bytes_total", Help: "Bytes of answer bodies as sent.",
		}, []string{"route", "encoding"}),
		reloadFailures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "pricepoint_reload_failures_total", Help: "Attempts to load a snapshot that failed; the one before stayed in service.",
		}),
	}
	m.store = newStoreMetrics(registry)
	registry.MustRegister(m.requests, m.duration, m.bytes, m.reloadFailures, collector(current), values(current))
	registry.MustRegister(connectionMetrics(open)...)
	return m
}

// answered counts one prepared answer. Its labels are looked up once, when the answer is prepared.
type answered struct {
	get, head, bytes prometheus.Counter
	duration         prometheus.Histogram
}

// ofAnswer is a prepared.CounterOf.
func (m *metrics) ofAnswer(route string, status int, encoding string) prepared.Counter {
	route = routeLabel(route)
	code := strconv.Itoa(status)
	return answered{
		get: m.requests.WithLabelValues(route, http.MethodGet, code), head: m.requests.WithLabelValues(route, http.MethodHead, code),
		bytes: m.bytes.WithLabelValues(route, encoding), duration: m.duration,
	}
}

func (a answered) Count(head bool, bodyBytes int, took time.Duration) {
	if head {
		a.head.Inc()
	} else {
		a.get.Inc()
	}
	a.bytes.Add(float64(bodyBytes))
	a.duration.Observe(took.Seconds())
}

// observeOther counts any other answer.
func (m *metrics) observeOther(route, method string, rec *recorder, took time.Duration) {
	route = routeLabel(route)
	m.requests.WithLabelValues(route, methodLabel(method), strconv.Itoa(rec.status)).Inc()
	m.duration.Observe(took.Seconds())
	encoding := cmp.Or(rec.Header().Get("Content-Encoding"), prepared.Identity)
	m.bytes.WithLabelValues(route, encoding).Add(float64(rec.written))
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
	broken  bool // the client did not take all of it
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
	r.broken = r.broken || err != nil
	return n, err
}

// accessLog writes one request in every so many.
type accessLog struct {
	log   *slog.Logger
	every uint64
	count atomic.Uint64
}

func newAccessLog(log *slog.Logger, every int) *accessLog {
	if every <= 0 {
		return nil
	}
	return &accessLog{log: log, every: uint64(every)}
}

// next tells whether it is this request's turn to be written.
func (l *accessLog) next() bool { return l != nil && l.count.Add(1)%l.every == 0 }

// longestLogged is how many bytes of a path the log shows.
const longestLogged = 200

func (l *accessLog) write(method, path, client string, status, bytes int, took time.Duration) {
	l.log.Info("request", "method", methodLabel(method), "path", path[:min(len(path), longestLogged)], "status", status,
		"bytes", bytes, "took", took, "client", client, "oneIn", l.every)
}
