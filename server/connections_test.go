package server_test

import (
	"bufio"
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"pricepoint/server"
	"pricepoint/server/connection"
)

// within serves a large document within limits, with patience where no limit says otherwise.
func within(t *testing.T, limits server.Limits) (address string, srv *server.Server) {
	t.Helper()
	limits.Idle, limits.ReadHeader, limits.Read = patience, patience, patience
	srv = server.New(server.Options{Now: clock(monday), Limits: limits})
	if err := srv.Load(large(t), nil); err != nil {
		t.Fatal(err)
	}
	return serving(t, srv), srv
}

// dialFrom connects from another address of this machine.
func dialFrom(t *testing.T, ip, address string) *wire {
	t.Helper()
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	c, err := from.Dial("tcp", address)
	if err != nil {
		t.Skip("no second address of this machine to ask from:", err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(patience))
	return &wire{t, c, bufio.NewReader(c)}
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

// One client that fills all places with idle connections locks out nobody: its own make room.
func TestIdleConnectionsOfTheBusiestClientMakeRoom(t *testing.T) {
	address, srv := within(t, server.Limits{MaxConnections: 4})
	var busiest []*wire
	for range 3 {
		w := dial(t, address)
		w.ask("GET", "/healthz")
		busiest = append(busiest, w)
	}
	other := dialFrom(t, "127.0.0.2", address)
	other.ask("GET", "/healthz")
	if got := dialFrom(t, "127.0.0.3", address).ask("GET", "/api/freshness.json"); got.StatusCode != 200 {
		t.Errorf("a third client: %s, want 200", got.Status)
	}
	ended := 0
	for _, w := range busiest {
		if w.ended() {
			ended++
		}
	}
	if ended != 1 || other.ended() {
		t.Errorf("%d of three idle connections of one client ended, and the only one of another: %t; want 1 and none", ended, other.ended())
	}
	wantMetric(t, srv, `pricepoint_http_connections_limited_total{how="displaced"} 1`)
	wantMetric(t, srv, "pricepoint_http_connections 4")
	wantMetric(t, srv, "pricepoint_http_connections_limit 4")
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

// When all places are taken by clients that are being answered, supervisors still learn how the server is, and others that
// they should come back.
func TestProbesAreAnsweredWhenNoPlaceIsLeft(t *testing.T) {
	address, srv := within(t, server.Limits{MaxConnections: 2})
	stall(t, address)
	stall(t, address)
	for range 40 { // which take the places for probes, and do not ask
		dial(t, address)
	}
	for path, status := range map[string]int{"/healthz": 200, "/readyz": 200, "/api/freshness.json": 503, "/metrics": 503} {
		w := dial(t, address)
		got := w.ask("GET", path)
		if got.StatusCode != status || !got.Close {
			t.Errorf("%s: %s, closing %t; want %d and the end of the connection", path, got.Status, got.Close, status)
		}
		if status == 503 && (got.Header.Get("Retry-After") != "1" || !strings.Contains(problemOf(t, got).Detail, "in use")) {
			t.Errorf("%s: Retry-After %q, %s", path, got.Header.Get("Retry-After"), got.body)
		}
		w.hearEnd()
	}
	wantMetric(t, srv, `pricepoint_http_connections_limited_total{how="crowded"} 44`)
}

func TestOneClientHasOnlySoManyConnections(t *testing.T) {
	address, _ := within(t, server.Limits{PerClient: 2})
	idle := dial(t, address)
	idle.ask("GET", "/healthz")
	stall(t, address)
	eventually(t, "the idle connection makes room for another of its client", func() bool {
		second := stall(t, address)
		begin, _ := second.in.Peek(len("HTTP/1.1 200"))
		if !strings.HasSuffix(string(begin), "200") {
			second.Close() // the idle one did not wait yet
		}
		return idle.ended()
	})
	if got := dial(t, address).ask("GET", "/api/freshness.json"); got.StatusCode != 503 {
		t.Errorf("a client that is being answered on all its connections: %s, want 503", got.Status)
	}
	if got := dial(t, address).ask("GET", "/readyz"); got.StatusCode != 200 {
		t.Errorf("a probe of the same client: %s, want 200", got.Status)
	}
	if got := dialFrom(t, "127.0.0.2", address).ask("GET", "/api/freshness.json"); got.StatusCode != 200 {
		t.Errorf("another client: %s, want 200", got.Status)
	}
}

// Clients that take nothing, or next to nothing, are cut long before the time for an answer is over.
func TestSlowReadersAreCut(t *testing.T) {
	limits := server.Limits{Write: time.Hour, SendBuffer: 64 << 10, LeastRate: 64 << 10}
	t.Run("HTTP/1.1", func(t *testing.T) {
		t.Parallel()
		address, srv := within(t, limits)
		w := dialSlow(t, address)
		if got := w.ask("GET", "/api/tools.json"); got.StatusCode != 200 {
			t.Errorf("a client that takes its answer: %s", got.Status)
		}
		w.say(request("GET", "/api/tools.json"))
		wantMetric(t, srv, `pricepoint_http_connections_limited_total{how="slow"} 1`)
		eventually(t, "the connection has ended", func() bool { return strings.Contains(metricsOf(srv), "pricepoint_http_connections 0\n") })
	})
	t.Run("HTTP/2", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		certificate(t, dir, 1, 0)
		settings, err := connection.LoadTLS(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		srv := with(t, server.Options{Now: clock(monday), TLS: settings, Limits: limits}, large(t), nil)
		h := dialHTTP2(t, serving(t, srv))
		for stream := uint32(1); stream < 30; stream += 2 { // more than the system keeps
			h.ask(stream, "/api/tools.json")
		}
		wantMetric(t, srv, `pricepoint_http_connections_limited_total{how="slow"} 1`)
	})
}

// What a client has not taken lies in the memory of the system, which no limit of the program counts.
func TestSystemKeepsLittleOfAnAnswer(t *testing.T) {
	srv := with(t, server.Options{Now: clock(monday), Limits: server.Limits{Write: 300 * time.Millisecond}}, large(t), nil)
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &measured{Listener: inner}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, l) }()
	w := dialSlow(t, inner.Addr().String())
	w.say(request("GET", "/api/tools.json"))
	eventually(t, "the server has given up", func() bool { return strings.Contains(metricsOf(srv), "pricepoint_http_connections 0\n") })
	if written := l.written.Load(); written > 600_000 {
		t.Errorf("the system took %d bytes for a client that takes none", written)
	}
	if bytes := l.buffer.Load(); bytes > 4*64<<10 {
		t.Errorf("the buffer for an answer is %d bytes", bytes)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// measured is a listener that counts what its connections have written and asks how large the system's buffer is.
type measured struct {
	net.Listener
	written, buffer atomic.Int64
}

func (l *measured) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &measuredConn{nc.(*net.TCPConn), l}, nil
}

type measuredConn struct {
	*net.TCPConn
	on *measured
}

func (c *measuredConn) Write(p []byte) (int, error) {
	n, err := c.TCPConn.Write(p)
	c.on.written.Add(int64(n))
	if raw, failed := c.SyscallConn(); failed == nil {
		raw.Control(func(fd uintptr) {
			size, _ := syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_SNDBUF)
			c.on.buffer.Store(int64(size))
		})
	}
	return n, err
}

// wantMetric waits until the metrics have a line.
func wantMetric(t *testing.T, srv *server.Server, line string) {
	t.Helper()
	eventually(t, "the metrics have "+line, func() bool { return strings.Contains(metricsOf(srv), line+"\n") })
}
