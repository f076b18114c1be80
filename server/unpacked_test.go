package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"pricepoint/data"
	"pricepoint/server"
)

// largeList is a list of another program that is kept compressed alone.
var largeList = `{"list": "` + strings.Repeat("of many models, ", 100_000) + `"}`

// withLargeList puts a list of another program beside a snapshot.
func withLargeList(t testing.TB, s data.Snapshot) data.Snapshot {
	s = withExports(t, s)
	s.Exports[1].Body = []byte(largeList)
	return s
}

// TestUnpacked: who takes no encoding gets the same bytes under the same headers as if they were kept, also once the snapshot
// was loaded again without them.
func TestUnpacked(t *testing.T) {
	s := withLargeList(t, snapshot(t, monday))
	srv := with(t, server.Options{Now: clock(monday)}, s, nil)
	address := start(t, srv) + "/api/compat/genai-prices.json"
	for _, again := range []bool{false, true} {
		if s.Exports = nil; again {
			if err := srv.Load(s, nil); err != nil {
				t.Fatal(err)
			}
		}
		got := ask(t, "GET", address, "Accept-Encoding", "identity")
		if got.body != largeList || got.Header.Get("Etag") != `"`+digest(largeList)+`"` || got.Header.Get("Content-Length") != fmt.Sprint(len(largeList)) {
			t.Errorf("again %v: %d %v and %d bytes", again, got.StatusCode, got.Header, len(got.body))
		}
		for _, f := range srv.Files() {
			if f.Route == "/api/compat/genai-prices.json" && string(f.Plain()) != largeList {
				t.Errorf("again %v: a mirror gets %d bytes", again, len(f.Plain()))
			}
		}
	}
}

// stuck is a client that takes nothing until it is let.
type stuck struct {
	*httptest.ResponseRecorder
	began chan<- bool
	let   <-chan bool
}

func (s stuck) Write(p []byte) (int, error) {
	s.began <- true
	<-s.let
	return s.ResponseRecorder.Write(p)
}

// TestWhatIsHeldIsBounded: of requests whose answers nobody takes, only so many are worked on as there is memory for one client.
// Beyond that it is asked to come back. What takes no memory is answered, and so are others; in the end everything is given back.
func TestWhatIsHeldIsBounded(t *testing.T) {
	srv := with(t, server.Options{Now: clock(monday)}, withLargeList(t, snapshot(t, monday)), nil)
	for name, tt := range map[string]struct {
		method, path, body string
		protocol, most     int
	}{
		"unpacked": {"GET", "/api/compat/genai-prices.json", "", 1, 16 << 20 / (96 << 10)}, "agents": {"POST", "/mcp", ping, 1, 64},
		"streams": {"GET", "/api/tools.json", "", 2, 16 << 20 / (16 << 10)},
	} {
		t.Run(name, func(t *testing.T) {
			ask := func(client, encoding string, w http.ResponseWriter) {
				r := httptest.NewRequestWithContext(t.Context(), tt.method, tt.path, strings.NewReader(tt.body))
				r.RemoteAddr, r.ProtoMajor = client, tt.protocol
				r.Header = http.Header{"Accept-Encoding": {encoding}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
				srv.Handler().ServeHTTP(w, r)
			}
			want := func(client, encoding string, status int) {
				t.Helper()
				w := httptest.NewRecorder()
				if ask(client, encoding, w); w.Code != status || w.Code == 503 && w.Header().Get("Retry-After") != "1" {
					t.Errorf("%s as %s: %d %v, want %d", client, encoding, w.Code, w.Header(), status)
				}
			}
			began, let := make(chan bool), make(chan bool)
			var all sync.WaitGroup
			for range tt.most {
				all.Go(func() { ask("192.0.2.1:1", "identity", stuck{httptest.NewRecorder(), began, let}) })
				<-began
			}
			want("192.0.2.1:2", "identity", 503)
			want("192.0.2.2:1", "identity", 200)
			if name == "unpacked" {
				want("192.0.2.1:2", "gzip", 200)
			}
			go func() {
				for range began { // of the pieces after the first
				}
			}()
			close(let)
			all.Wait()
			close(began)
			want("192.0.2.1:2", "identity", 200)
		})
	}
}
