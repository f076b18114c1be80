package web

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// inTurn answers each request with the next of handlers, and from then on with the last.
func inTurn(handlers ...func(http.ResponseWriter, *http.Request)) func(http.ResponseWriter, *http.Request) {
	var asked atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		handlers[min(int(asked.Add(1)), len(handlers))-1](w, r)
	}
}

func status(code int, retryAfter string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		w.WriteHeader(code)
	}
}

// breakOff promises a long body and closes the connection in the middle of it.
func breakOff(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	w.Write([]byte("half of"))
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

func TestRetries(t *testing.T) {
	fine := sent("Content-Type", "text/plain", "hello")
	for name, tc := range map[string]struct {
		page  func(http.ResponseWriter, *http.Request)
		asked int
		err   string
	}{
		"unavailable, then fine":          {page: inTurn(status(503, ""), status(500, ""), fine), asked: 3},
		"Retry-After of an hour, capped":  {page: inTurn(status(429, "3600"), fine), asked: 2},
		"Retry-After beyond all integers": {page: inTurn(status(429, "9223372036854775807"), fine), asked: 2},
		"Retry-After as a date, capped":   {page: inTurn(status(503, "Wed, 06 May 2026 08:08:09 GMT"), fine), asked: 2},
		"Retry-After as nonsense":         {page: inTurn(status(503, "soon"), fine), asked: 2},
		"broken in the body, then fine":   {page: inTurn(breakOff, fine), asked: 2},
		"never available":                 {page: inTurn(status(503, "")), asked: 3, err: "status 503"},
		"refused for good":                {page: inTurn(status(403, ""), fine), asked: 1, err: "status 403"},
		"too long for good":               {page: sent("A", "b", strings.Repeat("x", MaxBytes+1)), asked: 1, err: "longer than the limit"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]any{"/page": tc.page})
			_, err := testWeb(live(2)).Fetch(t.Context(), Request{URL: s.URL + "/page"})
			if (err == nil) != (tc.err == "") || err != nil && !strings.Contains(err.Error(), tc.err) {
				t.Errorf("Fetch = %v, want %q", err, tc.err)
			}
			if got := len(s.paths()) - 1; got != tc.asked {
				t.Errorf("the page was asked for %d times, want %d", got, tc.asked)
			}
		})
	}
}

func TestPrivateSiteIsNotAsked(t *testing.T) {
	s := serve(t, map[string]any{"/page": "secret"})
	_, err := testWeb(Live(LiveOptions{Retries: 2})).Fetch(t.Context(), Request{URL: s.URL + "/page"})
	if !errors.Is(err, errPrivate) {
		t.Errorf("Fetch = %v, want %v", err, errPrivate)
	}
	if diff := cmp.Diff([]string(nil), s.paths()); diff != "" {
		t.Errorf("requests differ (-want +got):\n%s", diff)
	}
}

func TestRefusePrivate(t *testing.T) {
	for address, refused := range map[string]bool{
		"127.0.0.1:80": true, "10.1.2.3:443": true, "192.168.0.1:443": true, "172.16.0.1:80": true, "100.64.0.1:80": true,
		"169.254.169.254:80": true, "0.0.0.0:80": true, "224.0.0.1:80": true, "[::1]:80": true, "[fc00::1]:80": true,
		"[fe80::1%eth0]:80": true, "[::]:80": true, "[::ffff:10.0.0.1]:80": true, "[::ffff:127.0.0.1]:80": true,
		"[64:ff9b::10.0.0.1]:80": true, "[64:ff9b::169.254.169.254]:80": true, "[64:ff9b:1::1]:80": true,
		"[2002:a00:1::1]:80": true, "[::10.0.0.1]:80": true, "[2001:0:1::1]:80": true, "198.18.0.1:80": true, "192.0.0.192:80": true,
		"[64:ff9b::8.8.8.8]:443": false, "[2002:808:808::1]:443": false,
		"8.8.8.8:443": false, "[2606:4700::1111]:443": false, "172.32.0.1:80": false, "[::ffff:8.8.8.8]:443": false,
	} {
		t.Run(address, func(t *testing.T) {
			if err := refusePrivate("tcp", address, syscall.RawConn(nil)); (err != nil) != refused {
				t.Errorf("refusePrivate(%s) = %v, want refused: %t", address, err, refused)
			}
		})
	}
}
