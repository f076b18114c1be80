package server_test

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"pricepoint/server"
)

// serve runs Serve with a snapshot; stop ends it and returns its error.
func serve(t *testing.T, options server.Options) (address string, stop func() error) {
	t.Helper()
	srv := server.New(options)
	if err := srv.Load(snapshot(t, monday), nil); err != nil {
		t.Fatal(err)
	}
	return background(t, srv)
}

// background runs Serve on a free port; stop ends it and returns its error.
func background(t testing.TB, srv *server.Server) (address string, stop func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(ctx, l) }()
	return l.Addr().String(), func() error { cancel(); return <-ended }
}

func TestServeEndsWithItsContext(t *testing.T) {
	address, stop := serve(t, server.Options{Limits: server.Limits{MaxConnections: 4}})
	if got := ask(t, "GET", "http://"+address+"/api/tools.json"); got.StatusCode != 200 {
		t.Errorf("status %d, want 200", got.StatusCode)
	}
	if err := stop(); err != nil {
		t.Errorf("Serve = %v, want nil", err)
	}
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("still listening after the end")
	}
}

func TestServeCutsRequestsThatDoNotEnd(t *testing.T) {
	address, stop := serve(t, server.Options{Limits: server.Limits{Shutdown: 10 * time.Millisecond}})
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, "GET /api/tools.json HTTP/1.1\r\n") // and never the rest
	if got := ask(t, "GET", "http://"+address+"/healthz"); got.StatusCode != 200 {
		t.Fatalf("status %d, want 200", got.StatusCode)
	}
	if err := stop(); err == nil || !strings.Contains(err.Error(), "were cut") {
		t.Errorf("Serve = %v, want an error that says requests were cut", err)
	}
}

func TestServeSaysWhyItCannot(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	err = server.New(server.Options{}).Serve(t.Context(), l)
	if err == nil || !strings.Contains(err.Error(), l.Addr().String()) {
		t.Errorf("Serve on a closed listener = %v, want an error that names it", err)
	}
}

func TestMetricsOnTheirOwnListener(t *testing.T) {
	srv := server.New(server.Options{SeparateMetrics: true})
	if got := ask(t, "GET", start(t, srv)+"/metrics"); got.StatusCode != 404 {
		t.Errorf("/metrics on the public listener = %d, want 404", got.StatusCode)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- srv.ServeMetrics(ctx, l) }()
	if got := ask(t, "GET", "http://"+l.Addr().String()+"/metrics"); !strings.Contains(got.body, "pricepoint_http_requests_total") {
		t.Errorf("/metrics on its own listener = %d %.80q", got.StatusCode, got.body)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
