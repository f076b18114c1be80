package server_test

import (
	"io"
	"strings"
	"testing"
)

func TestMalformedRequests(t *testing.T) {
	address, s := started(t)
	for _, test := range []struct {
		name, bytes string
		want        int // status; 0: the connection just ends
	}{
		{"no HTTP", "hello\r\n\r\n", 400},
		{"nothing", "\r\n\r\n", 400},
		{"no host", "GET / HTTP/1.1\r\n\r\n", 400},
		{"two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
		{"bad host", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
		{"space in a name", "GET / HTTP/1.1\r\nHost: a\r\nBad Name: b\r\n\r\n", 400},
		{"control character", "GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n", 400},
		{"control character in the path", "GET /\x7f HTTP/1.1\r\nHost: a\r\n\r\n", 400},
		{"bad escape", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400},
		{"version of the future", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505},
		{"two lengths", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
		{"length and chunks", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 405},
		{"unknown transfer coding", "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zip\r\n\r\n", 501},
		{"unknown expectation", "GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\n\r\n", 417},
		{"TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400},
		{"HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 404},
		{"asterisk", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", 404},
		{"options of the server", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 200},
		{"tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", 404},
		{"long method", strings.Repeat("G", 20000) + " / HTTP/1.1\r\nHost: a\r\n\r\n", 431},
		{"long address", "GET /" + strings.Repeat("a", 8000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414},
		{"long query", "GET /api/tools.json?" + strings.Repeat("a", 8000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414},
		{"long header", "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + strings.Repeat("a", 16<<10) + "\r\n\r\n", 431},
		{"many headers", "GET / HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X: y\r\n", 4000) + "\r\n", 431},
		{"longer than net/http takes", "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + strings.Repeat("a", 128<<10) + "\r\n\r\n", 431},
		{"body", "POST /api/tools.json HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody", 405},
		{"endless body", "POST /api/tools.json HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n" + strings.Repeat("b", 400<<10), 405},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := dial(t, address)
			go io.WriteString(w.Conn, test.bytes) // the server may hang up on it
			got := w.hear("GET")
			if got.StatusCode != test.want {
				t.Errorf("%s %q, want %d", got.Status, got.body, test.want)
			}
			switch test.want {
			case 404, 405, 414:
				problemOf(t, got)
			}
		})
	}
	if got := dial(t, address).ask("GET", "/api/tools.json"); got.body != body(s, "api/tools.json") {
		t.Errorf("after all this: %s %.40q, want the document", got.Status, got.body)
	}
}

// Our own limits lie below those of net/http, so that the answer is a problem and says what to do.
func TestTooLongRequestsAreToldWhatToDo(t *testing.T) {
	address, _ := started(t)
	for _, test := range []struct {
		name, text string
		status     int
		detail     string
	}{
		{"address", request("GET", "/?"+strings.Repeat("q", 8000)), 414, "may have 8000; no document takes parameters"},
		{"header", request("GET", "/", "Cookie: "+strings.Repeat("c", 17<<10)), 431, "may have 16384; nothing here needs cookies"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := dial(t, address)
			w.say(test.text)
			got := w.hear("GET")
			if p := problemOf(t, got); got.StatusCode != test.status || !strings.Contains(p.Detail, test.detail) {
				t.Errorf("%s %q, want %d and %q", got.Status, p.Detail, test.status, test.detail)
			}
			if got := w.ask("GET", "/healthz"); got.StatusCode != 200 {
				t.Errorf("the next request on the connection: %s, want 200", got.Status)
			}
		})
	}
}

func TestQueriesAreIgnored(t *testing.T) {
	address, _ := started(t)
	w := dial(t, address)
	plain := w.ask("GET", "/api/tools.json")
	for _, query := range []string{"?", "?x", "?x=1&x=2", "?%zz", "?" + strings.Repeat("long=", 1000), "?a=/b/../c"} {
		got := w.ask("GET", "/api/tools.json"+query)
		if got.StatusCode != 200 || got.body != plain.body || got.Header.Get("ETag") != plain.Header.Get("ETag") {
			t.Errorf("%.20s: %s with ETag %s, want the same as without", query, got.Status, got.Header.Get("ETag"))
		}
	}
	if got := w.ask("GET", "/api/tools.json?v=2", "If-None-Match: "+plain.Header.Get("ETag")); got.StatusCode != 304 {
		t.Errorf("a query with the ETag of the document without: %s, want 304", got.Status)
	}
}
