package server_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
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
	c, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
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
	if rest, err := io.ReadAll(w.in); err != nil || len(rest) > 0 {
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

func TestKeepAlive(t *testing.T) {
	address, s := started(t)
	for _, test := range []struct {
		name, proto, connection string
		stays                   bool
		want                    string // Connection of the answer
	}{
		{"HTTP/1.1", "HTTP/1.1", "", true, ""},
		{"HTTP/1.1 that closes", "HTTP/1.1", "Connection: close\r\n", false, "close"},
		{"HTTP/1.0", "HTTP/1.0", "", false, ""},
		{"HTTP/1.0 that stays", "HTTP/1.0", "Connection: keep-alive\r\n", true, "keep-alive"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := dial(t, address)
			rounds := 1
			if test.stays {
				rounds = 4
			}
			for range rounds {
				w.say("GET /api/tools.json " + test.proto + "\r\nHost: x\r\n" + test.connection + "\r\n")
				got := w.hear("GET")
				connection := got.Header.Get("Connection")
				if got.Close && test.proto == "HTTP/1.1" {
					connection = "close" // http.ReadResponse takes it out of the header
				}
				if got.StatusCode != 200 || got.body != body(s, "api/tools.json") || connection != test.want {
					t.Errorf("%s %.40q, Connection %q; want 200, the document and %q", got.Status, got.body, connection, test.want)
				}
			}
			if !test.stays {
				w.hearEnd()
			}
		})
	}
}

// started serves one snapshot with Serve.
func started(t testing.TB) (address string, s data.Snapshot) {
	t.Helper()
	srv := server.New(server.Options{Now: clock(monday)})
	s = snapshot(t, monday)
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	return serving(t, srv), s
}

func TestPipelining(t *testing.T) {
	address, s := started(t)
	w := dial(t, address)
	names := []string{"tools", "tools", "tools", "providers", "tools", "benchmarks"}
	for round := range 3 { // the second and third come after the same was answered one at a time
		var all strings.Builder
		for _, name := range names {
			all.WriteString(request("GET", "/api/"+name+".json"))
		}
		w.say(all.String())
		for n, name := range names {
			if got := w.hear("GET"); got.body != body(s, "api/"+name+".json") {
				t.Errorf("round %d, answer %d is %s %.60q, want %s", round, n, got.Status, got.body, name)
			}
		}
	}
}

// A client that closes its side for writing still gets its answers.
func TestHalfClosedConnections(t *testing.T) {
	address, s := started(t)
	w := dial(t, address)
	for range 3 {
		w.say(request("GET", "/api/tools.json"))
	}
	if err := w.Conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if got := w.hear("GET"); got.body != body(s, "api/tools.json") {
			t.Errorf("%s %.60q, want the document", got.Status, got.body)
		}
	}
	w.hearEnd()
}
