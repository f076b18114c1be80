package server_test

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"pricepoint/server"
)

func TestClientsAreKeptToTheirRate(t *testing.T) {
	now := monday
	var mu sync.Mutex
	srv := server.New(server.Options{
		Now:    func() time.Time { mu.Lock(); defer mu.Unlock(); return now },
		Limits: server.Limits{RatePerClient: 2, Burst: 3},
	})
	if err := srv.Load(snapshot(t, monday), nil); err != nil {
		t.Fatal(err)
	}
	address := serving(t, srv)
	w := dial(t, address)
	pass := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); now = now.Add(d) }
	want := func(when string, statuses ...int) {
		t.Helper()
		for n, status := range statuses {
			got := w.ask("GET", "/api/tools.json")
			if got.StatusCode != status {
				t.Errorf("%s, request %d: %s, want %d", when, n, got.Status, status)
			}
			if status == 429 && (got.Header.Get("Retry-After") != "1" || !strings.Contains(problemOf(t, got).Detail, "2 times a second")) {
				t.Errorf("%s: Retry-After %q, %s; want 1 and the limit", when, got.Header.Get("Retry-After"), got.body)
			}
		}
	}
	want("at first", 200, 200, 200, 429, 429)
	pass(500 * time.Millisecond)
	want("half a second later", 200, 429)
	pass(time.Hour)
	want("an hour later", 200, 200, 200, 429)
	if got := w.ask("GET", "/metrics"); got.StatusCode != 429 {
		t.Errorf("/metrics: %s, want 429: they are asked like anything else", got.Status)
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if got := w.ask("GET", path); got.StatusCode != 200 {
			t.Errorf("%s: %s, want 200: probes have no limit", path, got.Status)
		}
	}
	w = dialFrom(t, "127.0.0.2", address)
	want("another client", 200, 200, 200, 429)
}

// metricsOf are the metrics of a server, without asking it over the network.
func metricsOf(srv *server.Server) string {
	rec := httptest.NewRecorder()
	srv.MetricsHandler().ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	return rec.Body.String()
}
