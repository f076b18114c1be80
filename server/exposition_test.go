package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"pricepoint/server"
)

// costly counts how often it is gathered.
type costly struct{ gathered atomic.Int64 }

func (c *costly) Describe(chan<- *prometheus.Desc) {}

func (c *costly) Collect(chan<- prometheus.Metric) { c.gathered.Add(1) }

// However many ask, and whatever for, metrics are gathered once a second.
func TestMetricsAreGatheredOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source, registry := &costly{}, prometheus.NewRegistry()
		registry.MustRegister(source)
		srv := server.New(server.Options{Registry: registry})
		for second := range 3 {
			var all sync.WaitGroup
			for n := range 100 {
				all.Go(func() {
					req := httptest.NewRequest(http.MethodGet, "/metrics", nil)
					if n%2 == 0 {
						req.Header.Set("Accept-Encoding", "gzip")
					}
					srv.Handler().ServeHTTP(httptest.NewRecorder(), req)
					srv.MetricsHandler().ServeHTTP(httptest.NewRecorder(), req)
				})
			}
			all.Wait()
			if got := source.gathered.Load(); got != int64(second)+1 {
				t.Errorf("200 requests in second %d: gathered %d times, want once in each", second, got)
			}
			time.Sleep(time.Second)
		}
	})
}

// Metrics count like any other answer, on both listeners, and are kept to the same rate.
func TestMetricsAreCountedAndLimited(t *testing.T) {
	registry := prometheus.NewRegistry()
	srv := server.New(server.Options{Now: clock(monday), Registry: registry, Limits: server.Limits{RatePerClient: 1, Burst: 3}})
	for n, want := range []int{200, 200, 200, 429, 429} {
		rec, handler := httptest.NewRecorder(), srv.Handler()
		if n%2 == 1 {
			handler = srv.MetricsHandler()
		}
		if handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/metrics", nil)); rec.Code != want {
			t.Errorf("scrape %d of five at once is answered %d, want %d", n, rec.Code, want)
		}
	}
	counted := `
# HELP pricepoint_http_requests_total Answered requests.
# TYPE pricepoint_http_requests_total counter
pricepoint_http_requests_total{code="200",method="GET",route="/metrics"} 3
pricepoint_http_requests_total{code="429",method="GET",route="/metrics"} 2
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(counted), "pricepoint_http_requests_total"); err != nil {
		t.Error(err)
	}
}
