// Package headers holds every answer of the server to the rules that keep browsers, caches and readers safe. Start at
// TestHeadersOfEveryAnswer. What else an answer says is tested in the folder contract.
package headers

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

func TestMain(m *testing.M) { os.Exit(fixture.Tests(m)) }

// TestHeadersOfEveryAnswer asks every address in every method, and for everything that is refused, over plain HTTP and over
// HTTP/2 with TLS, and holds each answer to the same rules.
func TestHeadersOfEveryAnswer(t *testing.T) {
	store := fixture.Halved(t, t.TempDir())
	certificate, key, trusted := fixture.Certificate(t)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: trusted}, ForceAttemptHTTP2: true}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, name := range []string{"over HTTP", "over HTTPS"} {
		t.Run(name, func(t *testing.T) {
			if name == "over HTTPS" {
				t.Setenv("PRICEPOINT_SERVER_TLS_CERT", certificate)
				t.Setenv("PRICEPOINT_SERVER_TLS_KEY", key)
			}
			base := serving(t, client, store)
			seen := map[string]bool{}
			for _, path := range everyPath(t, client, base) {
				for _, method := range []string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"} {
					resp := askOnce(t, client, method, base+path)
					for _, fault := range headerFaults(resp) {
						t.Errorf("%s %s = %d: %s", method, path, resp.StatusCode, fault)
					}
					kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
					seen[kind] = true
				}
			}
			for _, kind := range []string{"text/html", "application/json", "application/problem+json", "application/atom+xml", "application/xml", "text/csv", "text/plain", "image/png", "text/calendar"} {
				if !seen[kind] {
					t.Errorf("no answer was of type %s", kind)
				}
			}
		})
	}
	t.Run("what net/http refuses", func(t *testing.T) {
		base := serving(t, client, store)
		for name, request := range malformed {
			checkRefusal(t, name, strings.TrimPrefix(base, "http://"), request)
		}
	})
}

// serving is where a server over a store answers, once it has loaded a snapshot.
func serving(t *testing.T, client *http.Client, store string) (base string) {
	t.Helper()
	base = fixture.Serve(t, "serve", "--store", store)
	fixture.Eventually(t, "a snapshot is served", func() bool { return askOnce(t, client, "GET", base+"/readyz").StatusCode == http.StatusOK })
	return base
}

var inPage = regexp.MustCompile(`(?:href|src)="(/[^"#]*)"`)

// everyPath is what the index and the pages name, with what nobody serves.
func everyPath(t *testing.T, client *http.Client, base string) []string {
	t.Helper()
	var index data.AddressIndex
	if err := json.Unmarshal([]byte(bodyOf(t, client, base+"/api/")), &index); err != nil {
		t.Fatal(err)
	}
	version := index.Version
	fill := strings.NewReplacer("{tool}", "gpt-5-5", "{version}", version, "{date}", version[:10], "{document}", "tools", "{file}", "none.json")
	var paths []string
	for _, a := range index.Addresses {
		path := fill.Replace(a.Path)
		paths = append(paths, path, path+"/", path+"x")
	}
	for _, page := range []string{"/", "/tools/gpt-5-5"} {
		text := bodyOf(t, client, base+page)
		for _, found := range inPage.FindAllStringSubmatch(text, -1) {
			paths = append(paths, found[1])
		}
	}
	paths = append(paths, "/sitemap.xml", "/favicon.ico", "/robots.txt", "/og.png", "/metrics", "/healthz", "/readyz", "/nothing", "/%3Cscript%3Ealert(1)%3C/script%3E", "/api/..%2fetc", "/?"+strings.Repeat("q", 9000),
		"/api/asof/nonsense/tools.json", "/api/snapshots/nonsense/tools.json", "/api/snapshots/"+version+"/tools.json", "/api/prices/none.json", "/tools/none", "/api/compat/none.json")
	slices.Sort(paths)
	paths = slices.Compact(paths)
	if len(paths) < 150 {
		t.Fatalf("found only %d paths: %v", len(paths), paths)
	}
	return paths
}

// headerFaults says what is wrong with the headers of an answer.
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
	kind, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if hasBody := resp.StatusCode != http.StatusNoContent && h.Get("Content-Length") != "0"; hasBody {
		want(err == nil, "its type is %q", h.Get("Content-Type"))
		want(h.Get("X-Content-Type-Options") == "nosniff", "a browser may guess another type than %s", kind)
	}
	if isActive(kind) {
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
	if resp.StatusCode == http.StatusMethodNotAllowed {
		want(h.Get("Allow") != "", "it does not say which methods are allowed")
	}
	return faults
}

// isActive reports whether a browser runs what a document of this type holds.
func isActive(kind string) bool {
	return kind == "text/html" || kind == "image/svg+xml" || strings.HasSuffix(kind, "/xml") || strings.HasSuffix(kind, "+xml")
}

// malformed are requests that package net/http answers before the server sees them. Each holds a word that no answer may repeat.
var malformed = map[string]string{
	"no HTTP":                 "<b>echo</b>\r\n\r\n",
	"no host":                 "GET /echo HTTP/1.1\r\n\r\n",
	"bad host":                "GET / HTTP/1.1\r\nHost: <b>echo\r\n\r\n",
	"space in a name":         "GET / HTTP/1.1\r\nHost: a\r\nBad echo: b\r\n\r\n",
	"control character":       "GET /echo\x7f HTTP/1.1\r\nHost: a\r\n\r\n",
	"bad escape":              "GET /echo%zz HTTP/1.1\r\nHost: a\r\n\r\n",
	"two lengths":             "GET /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
	"unknown transfer coding": "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: echo\r\n\r\n",
	"unknown expectation":     "GET / HTTP/1.1\r\nHost: a\r\nExpect: echo\r\n\r\n",
	"version of the future":   "GET /echo HTTP/9.0\r\nHost: a\r\n\r\n",
	"long header":             "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + strings.Repeat("echo", 32<<10) + "\r\n\r\n",
	"TLS":                     "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03echo\r\n\r\n",
}

// checkRefusal holds what net/http itself answers to what can be had of it: plain text that repeats nothing of the request,
// names no program, and ends the connection.
func checkRefusal(t *testing.T, name, address, request string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(fixture.Patience))
	go io.WriteString(conn, request) // the server may hang up on it
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	switch {
	case err != nil || resp.StatusCode < 400:
		t.Errorf("%s: %s, %v", name, resp.Status, err)
	case strings.Contains(string(body), "echo"):
		t.Errorf("%s: the answer repeats the request: %q", name, body)
	case resp.Header.Get("Content-Type") != "" && resp.Header.Get("Content-Type") != "text/plain; charset=utf-8":
		t.Errorf("%s: the answer is %s", name, resp.Header.Get("Content-Type"))
	case resp.Header.Get("Server") != "" || resp.Header.Get("Set-Cookie") != "":
		t.Errorf("%s: the answer has the headers %v", name, resp.Header)
	}
}

func askOnce(t *testing.T, client *http.Client, method, address string) *http.Response {
	t.Helper()
	if _, err := url.Parse(address); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		t.Fatalf("%s %s: %v", method, address, err)
	}
	return resp
}

func bodyOf(t *testing.T, client *http.Client, address string) string {
	t.Helper()
	resp, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
