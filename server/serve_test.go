package server_test

import (
	"context"
	"net"
	"strings"
	"testing"

	"pricepoint/server"
)

// serve runs Serve with a snapshot; stop ends it and returns its error.
func serve(t *testing.T, options server.Options) (address string, stop func() error) {
	t.Helper()
	srv := with(t, options, snapshot(t, monday), nil)
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
