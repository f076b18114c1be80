package server_test

import (
	"bufio"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

// A connection of our own and one of net/http alone must answer alike, however often the same is asked.
func TestRepeatedRequestsAreAnsweredLikeTheFirst(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday)})
	s := withBrotli(t, snapshot(t, monday))
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	plain := strings.TrimPrefix(start(t, srv), "http://")
	own := serving(t, srv)
	etag := dial(t, plain).ask("GET", "/api/tools.json").Header.Get("ETag")
	for _, test := range []struct {
		name, method, path string
		headers            []string
	}{
		{"identity", "GET", "/api/tools.json", nil},
		{"gzip", "GET", "/api/tools.json", []string{"Accept-Encoding: gzip"}},
		{"browser", "GET", "/api/use-cases.json", []string{"Accept-Encoding: gzip, deflate, br, zstd", "Accept: */*"}},
		{"page", "GET", "/", []string{"Accept-Encoding: zstd"}},
		{"query", "GET", "/api/tools.json?a=b", nil},
		{"same tag", "GET", "/api/tools.json", []string{"If-None-Match: " + etag}},
		{"weak tag", "GET", "/api/tools.json", []string{"If-None-Match: W/" + etag}},
		{"date", "GET", "/api/tools.json", []string{"If-Modified-Since: Mon, 16 Nov 2026 03:00:00 GMT"}},
		{"old name of gzip", "GET", "/api/tools.json", []string{"Accept-Encoding: ,X-GZIP;Q=0.5"}},
		{"begins like any", "GET", "/api/tools.json", []string{"If-None-Match: *abc"}},
		{"wanted", "GET", "/api/tools.json", []string{"If-Match: " + etag}},
		{"not wanted", "GET", "/api/tools.json", []string{`If-Match: "a"`}},
		{"modified since", "GET", "/api/tools.json", []string{"If-Unmodified-Since: Mon, 16 Nov 2026 02:59:59 GMT"}},
		{"head", "HEAD", "/api/tools.json", []string{"Accept-Encoding: br"}},
		{"refused encodings", "GET", "/api/tools.json", []string{"Accept-Encoding: *;q=0"}},
		{"unknown", "GET", "/api/toolz.json", nil},
		{"probe", "GET", "/healthz", nil},
		{"method", "DELETE", "/api/tools.json", nil},
		{"preflight", "OPTIONS", "/api/tools.json", []string{"Origin: https://shop.example"}},
		{"absolute address", "GET", "http://elsewhere.example/api/tools.json", nil},
		{"long header", "GET", "/api/tools.json", []string{"Cookie: " + strings.Repeat("c", 2000)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := dial(t, plain).ask(test.method, test.path, test.headers...)
			w := dial(t, own)
			for n := range 5 {
				got := w.ask(test.method, test.path, test.headers...)
				for _, a := range []answer{want, got} {
					if _, err := http.ParseTime(a.Header.Get("Date")); err != nil {
						t.Errorf("Date: %v", err)
					}
				}
				want.Header.Set("Date", got.Header.Get("Date"))
				if diff := cmp.Diff(want.Header, got.Header); diff != "" || got.Status != want.Status || got.body != want.body || got.Proto != want.Proto {
					t.Errorf("request %d: %s %s with %d bytes, want %s %s with %d; headers (-net/http +own):\n%s", n,
						got.Proto, got.Status, len(got.body), want.Proto, want.Status, len(want.body), diff)
				}
			}
		})
	}
}

// More requests are repeated than are remembered.
func TestRepeatedRequestsAreNotMixedUp(t *testing.T) {
	address, s := started(t)
	w := dial(t, address)
	paths := []string{"/api/tools.json", "/api/providers.json", "/api/benchmarks.json"}
	for n := range 1500 {
		path := paths[n%len(paths)]
		for range 3 {
			if got := w.ask("GET", path, "X-Number: "+strconv.Itoa(n)); got.body != body(s, path[1:]) {
				t.Fatalf("request %d for %s: %s %.40q", n, path, got.Status, got.body)
			}
		}
	}
}

// Clients send their next request before they have read the last answer, or net/http has quite done with it.
func TestRequestsSentAhead(t *testing.T) {
	address, s := started(t)
	kinds := []struct {
		method, path, header string
		status               int
		body                 string
	}{
		{"GET", "/api/tools.json", "X: y", 200, body(s, "api/tools.json")},
		{"GET", "/api/providers.json", "X: y", 200, body(s, "api/providers.json")},
		{"HEAD", "/api/tools.json", "X: y", 200, ""},
		{"GET", "/api/tools.json", "If-None-Match: *", 304, ""},
		{"GET", "/healthz", "X: y", 200, "ok\n"},
		{"OPTIONS", "/api/tools.json", "X: y", 204, ""},
		{"GET", "/api/tools.json", "X-Number: %d", 200, body(s, "api/tools.json")},
	}
	random := rand.New(rand.NewPCG(1, 2))
	for conn := range 200 {
		w, ahead, sent := dial(t, address), random.IntN(3), []int{}
		for n := 0; n < 20 || len(sent) > 0; n++ {
			if n < 20 {
				k := random.IntN(len(kinds))
				w.say(request(kinds[k].method, kinds[k].path, strings.ReplaceAll(kinds[k].header, "%d", strconv.Itoa(n))))
				sent = append(sent, k)
			}
			if n < 20 && len(sent) <= ahead {
				continue
			}
			k := kinds[sent[0]]
			sent = sent[1:]
			if got := w.hear(k.method); got.StatusCode != k.status || got.body != k.body {
				t.Fatalf("connection %d, request %d: %s %s: %s with %d bytes, want %d with %d", conn, n, k.method, k.path,
					got.Status, len(got.body), k.status, len(k.body))
			}
		}
		w.Close()
	}
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

func TestARepeatedRequestCostsNoAllocation(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday)})
	if err := srv.Load(snapshot(t, monday), nil); err != nil {
		t.Fatal(err)
	}
	w := dial(t, serving(t, srv))
	asked := []byte(request("GET", "/api/tools.json", "Accept-Encoding: gzip"))
	w.say(string(asked))
	size, err := w.Read(make([]byte, 64<<10))
	if err != nil {
		t.Fatal(err)
	}
	heard := make([]byte, size)
	exchange := func() {
		if _, err := w.Write(asked); err != nil {
			t.Error(err)
		}
		if _, err := io.ReadFull(w.Conn, heard); err != nil {
			t.Error(err)
		}
	}
	exchange()
	if n := testing.AllocsPerRun(1000, exchange); n >= 1 {
		t.Errorf("%v allocations for a request, want 0", n)
	}
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
