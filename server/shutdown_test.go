package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/server"
)

// clients is how many ask without a pause, each on one connection.
const clients = 64

// large is a snapshot whose tools no buffer of the system can take whole.
func large(t testing.TB) data.Snapshot {
	t.Helper()
	s := without(snapshot(t, monday), "api/tools.json")
	body := `{"tools":"` + strings.Repeat("large ", 5<<18) + `"}`
	s.Documents = append(s.Documents, data.Document{Path: "api/tools.json", Body: []byte(body)})
	return s
}

// An answer that is on its way when the end is asked for arrives whole.
func TestTheEndWaitsForAnswers(t *testing.T) {
	s := large(t)
	address, stop := background(t, with(t, server.Options{Now: clock(monday), Limits: server.Limits{Shutdown: patience}}, s, nil))
	w := stall(t, address)
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	refused(t, address)
	if got := w.hear("GET"); got.body != body(s, "api/tools.json") {
		t.Errorf("got %d bytes, want all %d", len(got.body), len(body(s, "api/tools.json")))
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// refused waits until nobody listens any more.
func refused(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; {
		c, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		c.Close()
		if time.Now().After(deadline) {
			t.Fatal("it still listens")
		}
	}
}

// Answers that nobody takes are cut when the time is up.
func TestTheEndDoesNotWaitForEver(t *testing.T) {
	address, stop := background(t, with(t, server.Options{Now: clock(monday), Limits: server.Limits{Shutdown: 50 * time.Millisecond}}, large(t), nil))
	w := stall(t, address)
	defer w.Close()
	if err := stop(); err == nil || !strings.Contains(err.Error(), "were cut") {
		t.Errorf("Serve = %v, want an error that says requests were cut", err)
	}
}

// Clients that keep asking through the end lose nothing: each request on a connection that has worked before is
// answered in full, until an answer says that the connection closes.
func TestTheEndDropsNoRequest(t *testing.T) {
	address, stop := serve(t, server.Options{Now: clock(monday), Limits: server.Limits{Drain: time.Hour}})
	var asked, told atomic.Int64
	var all sync.WaitGroup
	for n := range clients {
		request := request("GET", "/api/tools.json", "Accept-Encoding: gzip")
		if n%2 == 0 {
			request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" // which is never answered without net/http
		}
		all.Go(func() {
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			for in := bufio.NewReader(c); ; asked.Add(1) {
				last, err := exchange(c, in, request)
				if err != nil {
					t.Error(err)
				}
				if last {
					told.Add(1)
				}
				if last || err != nil {
					return
				}
			}
		})
	}
	eventually(t, "all clients are at it", func() bool { return asked.Load() > 20*clients })
	if err := stop(); err != nil {
		t.Error(err)
	}
	all.Wait()
	if told.Load() != clients {
		t.Errorf("%d of %d clients were told that the connection closes", told.Load(), clients)
	}
}

// Whoever was connected when the end was asked for is answered, however late the first request comes.
func TestTheEndWaitsForFirstRequests(t *testing.T) {
	address, stop := serve(t, server.Options{Now: clock(monday)})
	early := dial(t, address)
	dial(t, address).ask("GET", "/healthz") // connections are accepted in turn, so early is by now
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	refused(t, address)
	if got := early.ask("GET", "/api/tools.json"); got.StatusCode != 200 || !got.Close {
		t.Errorf("%s, close %t; want 200 and Connection: close", got.Status, got.Close)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// exchange sends a request and reads all of the answer, which says whether it is the last of the connection.
func exchange(c net.Conn, in *bufio.Reader, request string) (last bool, err error) {
	if _, err := io.WriteString(c, request); err != nil {
		return false, err
	}
	res, err := http.ReadResponse(in, nil)
	if err != nil {
		return false, err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != 200 {
		return false, fmt.Errorf("%s, %v; want a whole 200", res.Status, err)
	}
	return res.Close, nil
}

// eventually polls until ok.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("after %s it is still not so that %s", patience, what)
		}
	}
}

// Before the server stops listening, it says that it will: to probes, and to everybody on the next answer.
func TestTheEndIsAnnounced(t *testing.T) {
	srv := with(t, server.Options{Now: clock(monday), Limits: server.Limits{Drain: time.Hour}}, snapshot(t, monday), nil)
	address, stop := background(t, srv)
	old := dial(t, address)
	for range 3 {
		old.ask("GET", "/api/tools.json")
	}
	ended := make(chan error, 1)
	go func() { ended <- stop() }()
	eventually(t, "/readyz fails", func() bool {
		w := dial(t, address)
		defer w.Close()
		got := w.ask("GET", "/readyz")
		return got.StatusCode == 503 && strings.Contains(problemOf(t, got).Detail, "about to end")
	})
	if got := old.ask("GET", "/api/tools.json"); got.StatusCode != 200 || !got.Close {
		t.Errorf("%s, close %t; want 200 and Connection: close", got.Status, got.Close)
	}
	old.hearEnd()
	if err := <-ended; err != nil { // at once, since nobody is connected any more
		t.Error(err)
	}
}
