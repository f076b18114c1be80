package server_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"pricepoint/server"
)

// patience bounds how long a test waits for what must come; it asserts no speed.
const patience = 2 * time.Minute

// wire is one connection with nothing between the test and the bytes.
type wire struct {
	testing.TB
	net.Conn
	in *bufio.Reader
}

func dial(t testing.TB, address string) *wire {
	t.Helper()
	return dialFrom(t, "127.0.0.1", address)
}

// dialFrom connects from an address of this machine.
func dialFrom(t testing.TB, ip, address string) *wire {
	t.Helper()
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}}
	c, err := from.Dial("tcp", address)
	if err != nil && ip != "127.0.0.1" {
		t.Skip("no second address of this machine to ask from:", err)
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(patience))
	return &wire{t, c, bufio.NewReader(c)}
}

// dialSlow takes little at a time, so that a large answer cannot leave the server before it is read.
func dialSlow(t testing.TB, address string) *wire {
	t.Helper()
	w := dial(t, address)
	if err := w.Conn.(*net.TCPConn).SetReadBuffer(64 << 10); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *wire) say(text string) {
	w.Helper()
	if _, err := io.WriteString(w.Conn, text); err != nil {
		w.Fatal(err)
	}
}

// hear reads one answer to a request of that method.
func (w *wire) hear(method string) answer {
	w.Helper()
	res, err := http.ReadResponse(w.in, &http.Request{Method: method})
	if err != nil {
		w.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	return answer{res, string(body)}
}

// hearEnd fails unless the server has closed the connection without another byte.
func (w *wire) hearEnd() {
	w.Helper()
	if rest, err := io.ReadAll(w.in); err != nil && !errors.Is(err, syscall.ECONNRESET) || len(rest) > 0 {
		w.Errorf("the connection brings %.60q, %v; want its end", rest, err)
	}
}

func (w *wire) ask(method, path string, headers ...string) answer {
	w.Helper()
	w.say(request(method, path, headers...))
	return w.hear(method)
}

func request(method, path string, headers ...string) string {
	return method + " " + path + " HTTP/1.1\r\nHost: x\r\n" + strings.Join(append(headers, ""), "\r\n") + "\r\n"
}

// serving runs Serve until the test ends and returns its address.
func serving(t testing.TB, srv *server.Server) (address string) {
	t.Helper()
	address, stop := background(t, srv)
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return address
}

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
