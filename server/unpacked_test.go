package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/server"
)

// largeList is a list of another program that is kept compressed alone.
var largeList = `{"list": "` + strings.Repeat("of many models, ", 100_000) + `"}`

// withLargeList puts a list of another program beside a snapshot. zipped is what a store keeps for gzip; nil: nothing.
func withLargeList(t testing.TB, s data.Snapshot, zipped []byte) data.Snapshot {
	s = withExports(t, s)
	s.Exports[1].Body, s.Exports[1].Gzip = []byte(largeList), zipped
	return s
}

// TestUnpacked: who takes no encoding gets the same bytes under the same headers as if they were kept, also once the snapshot
// was loaded again without them, and when what the store has kept for gzip is something else.
func TestUnpacked(t *testing.T) {
	now := monday
	s := withLargeList(t, snapshot(t, monday), []byte("no gzip at all"))
	srv := with(t, server.Options{Now: func() time.Time { return now }}, s, nil)
	address := start(t, srv) + "/api/compat/genai-prices.json"
	for _, again := range []bool{false, true} {
		if s.Exports = nil; again {
			now = now.Add(-time.Hour) // so that everything is modified at another time
			if err := srv.Load(s, nil); err != nil {
				t.Fatal(err)
			}
		}
		got := ask(t, "GET", address, "Accept-Encoding", "identity")
		if got.body != largeList || got.Header.Get("Etag") != `"`+digest(largeList)+`"` || got.Header.Get("Content-Length") != fmt.Sprint(len(largeList)) {
			t.Errorf("again %v: %d %v and %d bytes", again, got.StatusCode, got.Header, len(got.body))
		}
		if modified, err := http.ParseTime(got.Header.Get("Last-Modified")); err != nil || modified.After(now) {
			t.Errorf("again %v: Last-Modified %s is later than now, %s", again, got.Header.Get("Last-Modified"), now)
		}
		for _, f := range srv.Files() {
			if f.Address == "/api/compat/genai-prices.json" && string(f.Bodies[""]) != largeList {
				t.Errorf("again %v: a mirror gets %d bytes", again, len(f.Bodies[""]))
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

// TestUnpackingIsBounded: what it takes to unpack for clients that do not take their answers counts against the room there is
// for one client. Beyond that it is refused, and others get theirs.
func TestUnpackingIsBounded(t *testing.T) {
	srv := with(t, server.Options{Now: clock(monday)}, withLargeList(t, snapshot(t, monday), nil), nil)
	ask := func(client string, w http.ResponseWriter, encoding string) {
		r := httptest.NewRequest("GET", "/api/compat/genai-prices.json", nil)
		r.RemoteAddr = client
		r.Header.Set("Accept-Encoding", encoding)
		srv.Handler().ServeHTTP(w, r)
	}
	began, let := make(chan bool), make(chan bool)
	const most = 16 << 20 / (96 << 10)
	ended := make(chan bool)
	for range most {
		go func() {
			ask("192.0.2.1:1", stuck{httptest.NewRecorder(), began, let}, "identity")
			ended <- true
		}()
		<-began
	}
	for _, tt := range []struct {
		client, encoding string
		want             int
	}{{"192.0.2.1:2", "identity", 503}, {"192.0.2.1:2", "gzip", 200}, {"192.0.2.2:1", "identity", 200}} {
		w := httptest.NewRecorder()
		if ask(tt.client, w, tt.encoding); w.Code != tt.want || w.Code == 503 && w.Header().Get("Retry-After") != "1" {
			t.Errorf("%s as %s: %d %v, want %d", tt.client, tt.encoding, w.Code, w.Header(), tt.want)
		}
	}
	go func() {
		for range began { // of the pieces after the first
		}
	}()
	close(let)
	for range most {
		<-ended
	}
	close(began)
	w := httptest.NewRecorder()
	if ask("192.0.2.1:2", w, "identity"); w.Code != 200 || w.Body.String() != largeList {
		t.Errorf("after the others: %d and %d bytes", w.Code, w.Body.Len())
	}
}
