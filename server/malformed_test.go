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
