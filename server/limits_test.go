package server_test

import (
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"slices"
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

// within serves a large document within limits, with patience where no limit says otherwise.
func within(t *testing.T, limits server.Limits) (address string, srv *server.Server) {
	t.Helper()
	limits.Idle, limits.ReadHeader, limits.Read, limits.SendBuffer = patience, patience, patience, 64<<10
	srv = with(t, server.Options{Now: clock(monday), Limits: limits}, large(t), nil)
	return serving(t, srv), srv
}

// stall asks for the large document and takes no more than its beginning.
func stall(t *testing.T, address string) *wire {
	t.Helper()
	w := dialSlow(t, address)
	w.say(request("GET", "/api/tools.json"))
	if _, err := w.in.Peek(1); err != nil {
		t.Fatal(err)
	}
	return w
}

// ended tells whether the server has closed a connection on which nothing is asked.
func (w *wire) ended() bool {
	w.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	_, err := w.in.Peek(1)
	w.SetReadDeadline(time.Now().Add(patience))
	var late net.Error
	return err != nil && !(errors.As(err, &late) && late.Timeout())
}

// Idle connections lock out nobody: the one that has waited the longest makes room.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	address, srv := within(t, server.Limits{MaxConnections: 3})
	var idle []*wire
	for range 3 {
		w := dial(t, address)
		w.ask("GET", "/healthz")
		idle = append(idle, w)
	}
	// A connection waits a moment after its answer has come.
	eventually(t, "another client is answered", func() bool {
		return dialFrom(t, "127.0.0.3", address).ask("GET", "/api/freshness.json").StatusCode == 200
	})
	eventually(t, "one of three idle connections has ended, and no other", func() bool {
		return len(slices.DeleteFunc(slices.Clone(idle), func(w *wire) bool { return !w.ended() })) == 1
	})
	wantMetric(t, srv, `pricepoint_http_connections_limited_total{how="displaced"} 1`)
	wantMetric(t, srv, "pricepoint_http_connections 3")
	wantMetric(t, srv, "pricepoint_http_connections_limit 3")
}

// Connections that say nothing at all, or half a request, make room too.
func TestSilentConnectionsMakeRoom(t *testing.T) {
	address, _ := within(t, server.Limits{MaxConnections: 2})
	dial(t, address)
	dial(t, address).say("GET /api/tools.json HT")
	for range 4 {
		// A connection waits a moment after its answer has come.
		eventually(t, "a newcomer is answered", func() bool { return dial(t, address).ask("GET", "/api/freshness.json").StatusCode == 200 })
	}
}

// When all places are taken by clients that are being answered, whoever comes finds the end of its connection.
func TestNobodyIsAdmittedBeyondTheLimit(t *testing.T) {
	address, srv := within(t, server.Limits{MaxConnections: 2})
	stall(t, address)
	stall(t, address)
	dial(t, address).hearEnd()
	wantMetric(t, srv, `pricepoint_http_connections_limited_total{how="refused"} 1`)
}

func TestOneClientHasOnlySoManyConnections(t *testing.T) {
	address, _ := within(t, server.Limits{PerClient: 2})
	idle := dial(t, address)
	idle.ask("GET", "/healthz")
	stall(t, address)
	eventually(t, "the idle connection makes room for another of its client", func() bool {
		second := dialSlow(t, address)
		_, _ = io.WriteString(second.Conn, request("GET", "/api/tools.json")) // to whom it may be refused at once
		begin, _ := second.in.Peek(len("HTTP/1.1 200"))
		if !strings.HasSuffix(string(begin), "200") {
			second.Close() // the idle one did not wait yet
		}
		return idle.ended()
	})
	dial(t, address).hearEnd() // it is being answered on all that it may have
	if got := dialFrom(t, "127.0.0.2", address).ask("GET", "/api/freshness.json"); got.StatusCode != 200 {
		t.Errorf("another client: %s, want 200", got.Status)
	}
}

// Clients that take nothing are cut when the time for an answer is over.
func TestSlowReadersAreCut(t *testing.T) {
	srv := with(t, server.Options{Now: clock(monday), Limits: server.Limits{Write: 300 * time.Millisecond, SendBuffer: 64 << 10}}, large(t), nil)
	w := dialSlow(t, serving(t, srv))
	w.say(request("GET", "/api/tools.json"))
	wantMetric(t, srv, "pricepoint_http_requests_total{code=\"200\",method=\"GET\",route=\"/api/tools.json\"} 1")
	wantMetric(t, srv, "pricepoint_http_connections 0")
	if n, err := io.Copy(io.Discard, w.in); n > 600_000 {
		t.Errorf("the system has kept %d bytes for a client that takes none, %v", n, err)
	}
}

// wantMetric waits until the metrics have a line.
func wantMetric(t *testing.T, srv *server.Server, line string) {
	t.Helper()
	eventually(t, "the metrics have "+line, func() bool { return strings.Contains(metricsOf(srv), line+"\n") })
}
