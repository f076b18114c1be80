package server_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/http/httpguts"

	"pricepoint/server"
)

// asked are requests as people, caches, crawlers and attackers send them.
var asked = []string{
	"GET /api/tools.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip;q=0, br;q=0.5, *;q=0.001\r\nIf-None-Match: W/\"a\", *\r\n\r\n",
	"HEAD /api/tools.json HTTP/1.0\r\nRange: bytes=0-0,5-\r\nIf-Range: \"a\"\r\n\r\n",
	"GET / HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Encoding: identity;q=0\r\n\r\n",
	"GET /tools/acme HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n",
	"GET //api/%2e%2e/api/tools.json?callback=x#y HTTP/1.1\r\nHost: x\r\n\r\n", "GET http://evil.example/api/tools.json HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api%2Ftools.json HTTP/1.1\r\nHost: x\r\n\r\n",
	"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS /api/tools.json HTTP/1.1\r\nHost: x\r\nOrigin: null\r\nAccess-Control-Request-Method: PUT\r\n\r\n", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", "TRACE / HTTP/1.1\r\nHost: x\r\nCookie: secret\r\n\r\n",
	"GET /api/asof/2026-11-10/tools.json HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/asof/2026-11-10T03:00:00+99:99/..%2f HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/asof/0000-00-00/tools.json%0d%0aSet-Cookie:%20x HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /api/asof/2026-11-10/prices/acme.json HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/snapshots.json HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/snapshots/2026-11-16T030000Z/tools.json HTTP/1.1\r\nHost: x\r\nAccept-Encoding: zstd\r\n\r\n",
	"GET /api/snapshots/2026-11-09T030000Z/manifest.json HTTP/1.1\r\nHost: x\r\nIf-Modified-Since: Mon, 16 Nov 2026 03:00:00 GMT\r\n\r\n", "GET /api/snapshots/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/snapshots/2026-11-09T030000Z/ HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /api/compat/genai-prices.json HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/schemas/tools.schema.json HTTP/1.1\r\nHost: x\r\n\r\n", "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", "GET /readyz?verbose HTTP/1.1\r\nHost: x\r\nIf-Match: \"a\"\r\n\r\n",
	"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 40\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
	"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nOrigin: https://evil.example\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "GET /mcp HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nLast-Event-ID: 1\r\n\r\n", "DELETE /mcp HTTP/1.1\r\nHost: x\r\nMcp-Session-Id: x\r\n\r\n",
	"GET /" + strings.Repeat("a", 9000) + " HTTP/1.1\r\nHost: x\r\n\r\n", "GET /api/toolz.json HTTP/1.1\r\nHost: x\r\nCookie: " + strings.Repeat("a", 20_000) + "\r\n\r\n", "GET /api/\xff\xfe%00 HTTP/1.1\r\nHost: x\r\n\r\n", "BREW /api/tools.json HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /toolz HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n", "GET /robots.txt HTTP/1.1\r\nHost: x\r\nAccept-Encoding: \r\nAccept-Encoding: gzip\r\n\r\n", "GET /api/tools.json HTTP/1.1\r\nHost: x\r\nIf-Unmodified-Since: Mon, 01 Jan 0001 00:00:00 GMT\r\n\r\n",
}

// FuzzRequest asks the whole handler for anything. Each answer is a promised status with the promised headers, no header or
// address is an echo, HEAD has the header of GET (net/http leaves out the body), and a compressed body is that of the plain one.
func FuzzRequest(f *testing.F) {
	for _, raw := range asked {
		f.Add([]byte(raw))
	}
	srv := server.New(server.Options{Now: clock(monday.Add(36 * time.Hour))})
	if err := srv.Take(weekly(f, 3)); err != nil {
		f.Fatal(err)
	}
	handler := srv.Handler()
	f.Fuzz(func(t *testing.T, raw []byte) {
		get := answered(handler, raw, "")
		if get == nil {
			return
		}
		checkAnswer(t, get)
		if method := get.Request.Method; method == http.MethodGet {
			checkHead(t, get, answered(handler, raw, http.MethodHead))
			checkEncoded(t, handler, raw, get)
		}
	})
}

// answered sends a request straight to the handler, with another method if one is named; nil for what is no request.
func answered(handler http.Handler, raw []byte, method string) *answer {
	r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(raw)))
	if err != nil {
		return nil
	}
	r.RemoteAddr = "192.0.2.1:1"
	if method != "" {
		r.Method = method
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	got := &answer{w.Result(), w.Body.String()}
	got.Request = r
	return got
}

// promised are all statuses that server/README.md tells of, and those of the Model Context Protocol.
var promised = []int{200, 202, 204, 304, 307, 400, 403, 404, 405, 406, 410, 412, 413, 414, 415, 429, 431, 503}

var pastDocument = regexp.MustCompile(`^/api/snapshots/\d{4}-\d\d-\d\dT\d{6}Z/(prices/)?[a-z0-9][a-z0-9._-]*$`)

func checkAnswer(t *testing.T, got *answer) {
	t.Helper()
	if !slices.Contains(promised, got.StatusCode) || len(got.body) > 1<<20 {
		t.Errorf("%s %q: %d with %d bytes", got.Request.Method, got.Request.URL, got.StatusCode, len(got.body))
	}
	for name, values := range got.Header {
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) || len(value) > 1000 {
				t.Errorf("%s: %q", name, value)
			}
		}
	}
	if to := got.Header.Get("Location"); (got.StatusCode == http.StatusTemporaryRedirect) != (to != "") || to != "" && !pastDocument.MatchString(to) {
		t.Errorf("%d leads to %q", got.StatusCode, to)
	}
	if length := got.Header.Get("Content-Length"); length != "" && got.Request.Method != http.MethodHead && length != strconv.Itoa(len(got.body)) {
		t.Errorf("%s bytes are stated and %d sent", length, len(got.body))
	}
	if got.Header.Get("Set-Cookie") != "" || got.Header.Get("Access-Control-Allow-Origin") == "" && got.StatusCode >= 400 {
		t.Errorf("%d with %v", got.StatusCode, got.Header)
	}
	if got.StatusCode >= 400 {
		checkRefused(t, got)
	}
}

// checkRefused wants a refusal to be a problem that no cache keeps, and says what else there is where the standard wants that.
// What the Model Context Protocol refuses itself is a message of its own, and a browser sees a page where nothing is.
func checkRefused(t *testing.T, got *answer) {
	t.Helper()
	if got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d with %v", got.StatusCode, got.Header)
	}
	if (got.Header.Get("Allow") != "") != (got.StatusCode == http.StatusMethodNotAllowed) || (got.StatusCode == 429 || got.StatusCode == 503) && got.Header.Get("Retry-After") == "" {
		t.Errorf("%d with %v", got.StatusCode, got.Header)
	}
	if got.Request.Method == http.MethodHead || got.Request.URL.Path == "/mcp" && got.Header.Get("Content-Type") == "application/json" && json.Valid([]byte(got.body)) {
		return
	}
	if got.StatusCode == http.StatusNotFound && strings.Contains(got.Request.Header.Get("Accept"), "text/html") && !strings.HasPrefix(got.Request.URL.Path, "/api/") {
		checkMissing(t, got)
		return
	}
	problemOf(t, *got)
}

// checkMissing wants the page that tells a browser that nothing is served at an address.
func checkMissing(t *testing.T, got *answer) {
	t.Helper()
	if kind := got.Header.Get("Content-Type"); kind != "text/html; charset=utf-8" || !strings.HasPrefix(got.body, "<!DOCTYPE html>") || got.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("%q is missing, says %s, with %v:\n%.200s", got.Request.URL, kind, got.Header, got.body)
	}
}

func checkHead(t *testing.T, get, head *answer) {
	t.Helper()
	if get.Request.URL.Path == "/metrics" { // says something else each second
		return
	}
	if diff := cmp.Diff(get.Header, head.Header); diff != "" || get.StatusCode != head.StatusCode {
		t.Errorf("%q: GET %d, HEAD %d (-GET +HEAD):\n%s", get.Request.URL, get.StatusCode, head.StatusCode, diff)
	}
}

// checkEncoded wants what is sent in an encoding to be what is sent plain.
func checkEncoded(t *testing.T, handler http.Handler, raw []byte, got *answer) {
	t.Helper()
	if got.StatusCode != http.StatusOK || got.Request.URL.Path == "/metrics" || strings.HasPrefix(got.Request.URL.Path, "/api/snapshots/") {
		return // the shelf of these tests keeps something else for brotli
	}
	r := got.Request.Clone(t.Context())
	r.Header = http.Header{}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	encoding, text := decode(t, *got)
	if w.Code != http.StatusOK || text != w.Body.String() {
		t.Errorf("%q as %s is not what it is plain: %d", got.Request.URL, encoding, w.Code)
	}
	if wanted := got.Request.Header.Values("Accept-Encoding"); encoding != "identity" && !strings.Contains(strings.ToLower(strings.Join(wanted, ",")), encoding) && !strings.Contains(strings.Join(wanted, ","), "*") {
		t.Errorf("%q is sent as %s to who takes %q", got.Request.URL, encoding, wanted)
	}
}
