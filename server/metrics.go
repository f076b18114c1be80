package server

import (
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
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
	now("connections_limit", "How many there may be, beside those for probes; 0: as many as the system allows.", &open.limit)
	for how, n := range map[string]*atomic.Int64{"displaced": &open.displaced, "crowded": &open.crowded, "slow": &open.slow} {
		metric.NewCounterFunc(prometheus.CounterOpts{
			Name: "pricepoint_http_connections_limited_total", ConstLabels: prometheus.Labels{"how": how},
			Help: "Connections that a limit has hit: displaced (idle, closed for others), crowded (no place: only probes are answered), slow (cut).",
		}, func() float64 { return float64(n.Load()) })
	}
}

// expect makes what the answers of a resource are counted by, so that each number is told from 0 on.
func (m *metrics) expect(r *prepared.Resource) {
	route := routeLabel(r.Route)
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		m.requests.WithLabelValues(route, method, strconv.Itoa(http.StatusOK))
		m.requests.WithLabelValues(route, method, strconv.Itoa(http.StatusNotModified))
	}
	for _, encoding := range r.Encodings() {
		m.bytes.WithLabelValues(route, encoding)
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

func (l *accessLog) write(r *http.Request, status, bytes int, took time.Duration) {
	path := r.URL.Path
	l.log.Info("request", "method", methodLabel(r.Method), "path", path[:min(len(path), longestLogged)], "status", status,
		"bytes", bytes, "took", took, "client", r.RemoteAddr, "oneIn", l.every)
}

// exposition answers with the metrics. Gathering them takes a thousand times as long as sending a document, so it is done once
// a second at most, whoever asks and however often.
type exposition struct {
	registry prometheus.Gatherer
	log      *slog.Logger

	mu      sync.Mutex
	handler http.Handler // of what was gathered last
	since   time.Time
}

// gatherEvery is how old the metrics may be that are sent.
const gatherEvery = time.Second

func (e *exposition) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	maps.Copy(w.Header(), prepared.Uncached)
	e.current().ServeHTTP(w, r)
}

// current sends what it can: one metric that fails is logged and hides no other.
func (e *exposition) current() http.Handler {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.handler == nil || time.Since(e.since) >= gatherEvery {
		gathered := prometheus.GathererFunc(sync.OnceValues(e.registry.Gather))
		e.handler, e.since = promhttp.HandlerFor(gathered, promhttp.HandlerOpts{
			ErrorHandling: promhttp.ContinueOnError, ErrorLog: slog.NewLogLogger(e.log.Handler(), slog.LevelError),
		}), time.Now()
	}
	return e.handler
}
