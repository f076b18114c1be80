package contract

import (
	"bufio"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
)

// headerFaults says what of the rules that keep browsers, caches and readers safe an answer of the server breaks.
func headerFaults(resp *http.Response) (faults []string) {
	h := resp.Header
	want := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	for _, name := range []string{"Set-Cookie", "Server", "X-Powered-By", "Via", "Access-Control-Allow-Credentials", "Strict-Transport-Security"} {
		want(h.Get(name) == "", "it has the header %s: %s", name, h.Get(name))
	}
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusNotModified || h.Get("Content-Length") == "0" {
		return faults // it has no body
	}
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if resp.StatusCode == http.StatusBadRequest && resp.Close && kind == "text/plain" {
		return faults // net/http has answered
	}
	want(err == nil, "its type is %q", h.Get("Content-Type"))
	want(h.Get("X-Content-Type-Options") == "nosniff", "a browser may guess another type than %s", kind)
	if kind == "text/html" || kind == "image/svg+xml" || strings.HasSuffix(kind, "/xml") || strings.HasSuffix(kind, "+xml") {
		policy := h.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"} {
			want(strings.Contains(policy, part), "its policy %q lacks %s", policy, part)
		}
		want(!strings.Contains(policy, "unsafe") && !strings.Contains(policy, "*"), "its policy is %q", policy)
		want(h.Get("Referrer-Policy") == "no-referrer", "its links tell where readers come from: %q", h.Get("Referrer-Policy"))
	}
	if resp.StatusCode >= 400 {
		want(h.Get("Cache-Control") == "no-store", "an error may be kept: %q", h.Get("Cache-Control"))
		want(kind == "application/problem+json", "an error is %q", kind)
	}
	want(resp.StatusCode != http.StatusMethodNotAllowed || h.Get("Allow") != "", "it does not say which methods are allowed")
	return faults
}

// malformed are requests that package net/http answers before the server sees them. Each holds a word that no answer may repeat.
var malformed = map[string]string{
	"no HTTP":                 "<b>echo</b>\r\n\r\n",
	"no host":                 "GET /echo HTTP/1.1\r\n\r\n",
	"bad host":                "GET / HTTP/1.1\r\nHost: <b>echo\r\n\r\n",
	"control character":       "GET /echo\x7f HTTP/1.1\r\nHost: a\r\n\r\n",
	"two lengths":             "GET /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
	"unknown transfer coding": "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: echo\r\n\r\n",
	"long header":             "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + strings.Repeat("echo", 32<<10) + "\r\n\r\n",
	"TLS":                     "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03echo\r\n\r\n",
}

// TestWhatIsMalformed holds what net/http itself answers to what can be had of it: plain text that repeats nothing of the
// request, names no program, and ends the connection.
func TestWhatIsMalformed(t *testing.T) {
	t.Parallel()
	address := strings.TrimPrefix(fixture.Serve(t, "serve", "--store", filepath.Join(t.TempDir(), "store")), "http://")
	for name, request := range malformed {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(fixture.Patience))
		go io.WriteString(conn, request) // the server may hang up on it
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		body, err := io.ReadAll(resp.Body)
		if kind := resp.Header.Get("Content-Type"); err != nil || resp.StatusCode < 400 || strings.Contains(string(body), "echo") ||
			kind != "" && kind != "text/plain; charset=utf-8" || resp.Header.Get("Server") != "" {
			t.Errorf("%s: %s %v %q, %v", name, resp.Status, resp.Header, body, err)
		}
		conn.Close()
	}
}
