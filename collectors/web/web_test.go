package web

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"pricepoint/data"
)

var clock = func() time.Time { return time.Date(2026, 5, 6, 7, 8, 9, 10, time.UTC) }

// site is a web server that notes what it is asked.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

// serve starts a site; an answer is given as status and body, or as a function.
func serve(t *testing.T, answers map[string]any) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.note(r.URL.Path)
		switch answer := answers[r.URL.Path].(type) {
		case string:
			fmt.Fprint(w, answer)
		case int:
			w.WriteHeader(answer)
		case func(http.ResponseWriter, *http.Request):
			answer(w, r)
		case http.HandlerFunc:
			answer(w, r)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) note(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, path)
}

func (s *site) paths() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// live is a live transport with short waits that may talk to the test servers.
func live(retries int) http.RoundTripper {
	return Live(LiveOptions{
		AllowPrivate: true, Retries: retries, FirstDelay: time.Millisecond, MaxDelay: 2 * time.Millisecond, Now: clock,
	})
}

func testWeb(transport http.RoundTripper) *Client {
	return New(Options{Version: "1.2", Contact: "https://prices.example/about", Transport: transport, Now: clock})
}

func redirectTo(to string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}

func sent(header, value, body string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(header, value)
		fmt.Fprint(w, body)
	}
}

func gzipText(text string) string {
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	z.Write([]byte(text))
	z.Close()
	return buf.String()
}

func TestFetch(t *testing.T) {
	const latin1 = "text/html; charset=iso-8859-1"
	full := strings.Repeat("x", MaxBytes)
	for name, tc := range map[string]struct {
		answers map[string]any
		body    string
		err     string            // the error contains it
		class   data.FailureClass // and is of this class
	}{
		"a page":                         {answers: map[string]any{"/page": "hello"}, body: "hello"},
		"as long as allowed":             {answers: map[string]any{"/page": full}, body: full},
		"one byte too long":              {answers: map[string]any{"/page": full + "x"}, err: "the body is longer than the limit of 16777216 bytes", class: data.PageTooLarge},
		"gzip":                           {answers: map[string]any{"/page": sent("Content-Encoding", "gzip", gzipText("hello"))}, body: "hello"},
		"gzip bomb":                      {answers: map[string]any{"/page": sent("Content-Encoding", "gzip", gzipText(full+"x"))}, err: "decompress the body: the body is longer than the limit of 16777216 bytes", class: data.PageTooLarge},
		"gzip cut":                       {answers: map[string]any{"/page": sent("Content-Encoding", "gzip", gzipText("hello")[:15])}, err: "decompress the body: unexpected EOF", class: data.PageDamaged},
		"brotli was not asked for":       {answers: map[string]any{"/page": sent("Content-Encoding", "br", "x")}, err: `Content-Encoding "br"`, class: data.PageDamaged},
		"a zip file stays one":           {answers: map[string]any{"/page": sent("Content-Type", "application/zip", "PK\x03\x04\xa3")}, body: "PK\x03\x04\xa3"},
		"html in latin-1":                {answers: map[string]any{"/page": sent("Content-Type", latin1, "<p>10 \xa3</p>")}, err: "not valid UTF-8", class: data.PageDamaged},
		"html in UTF-8, wrongly labeled": {answers: map[string]any{"/page": sent("Content-Type", latin1, "<p>10 £</p>")}, body: "<p>10 £</p>"},
		"an empty page":                  {answers: map[string]any{"/page": " \n"}, err: "status 200, but the page is empty", class: data.NotThePage},
		"redirect on the host":           {answers: map[string]any{"/page": redirectTo("/moved"), "/moved": "hello"}, body: "hello"},
		"redirect to another host":       {answers: map[string]any{"/page": redirectTo("http://elsewhere.example/x")}, err: "redirected to http://elsewhere.example/x, which is another host", class: data.Redirected},
		"redirect to another port":       {answers: map[string]any{"/page": redirectTo("http://127.0.0.1:1/x")}, err: "redirected to http://127.0.0.1:1/x, which is another host", class: data.Redirected},
		"redirect in a circle":           {answers: map[string]any{"/page": redirectTo("/a"), "/a": redirectTo("/page")}, err: "more than 5 redirects", class: data.Redirected},
		"redirect to itself":             {answers: map[string]any{"/page": redirectTo("/page")}, err: "more than 5 redirects", class: data.Redirected},
		"robots.txt allows":              {answers: map[string]any{"/robots.txt": "User-agent: *\nDisallow: /private", "/page": "hello"}, body: "hello"},
		"robots.txt comes too often":     {answers: map[string]any{"/robots.txt": 429, "/page": "hello"}, err: "without which nothing may be fetched", class: data.TooManyRequests},
		"robots.txt names another":       {answers: map[string]any{"/robots.txt": "User-agent: other\nDisallow: /", "/page": "hello"}, body: "hello"},
		"robots.txt moved":               {answers: map[string]any{"/robots.txt": redirectTo("/r"), "/r": "User-agent: *\nDisallow: /", "/page": "hello"}, err: ErrDisallowed.Error(), class: data.RobotsRefuse},
		"robots.txt moved to a host":     {answers: map[string]any{"/robots.txt": redirectTo("http://elsewhere.example/robots.txt"), "/page": "hello"}, err: "/robots.txt, without which nothing may be fetched: redirected to http://elsewhere.example/robots.txt, which is another host", class: data.Redirected},
		"robots.txt is a web page":       {answers: map[string]any{"/robots.txt": "<!DOCTYPE html><html><body><h1>Welcome</h1></body></html>", "/page": "hello"}, body: "hello"},
		"robots.txt makes no sense":      {answers: map[string]any{"/robots.txt": "Disallow: /", "/page": "hello"}, err: "cannot make sense of robots.txt", class: data.RobotsUnreadable},
		"robots.txt fails":               {answers: map[string]any{"/robots.txt": 503, "/page": "hello"}, err: "/robots.txt, without which nothing may be fetched: status 503", class: data.SiteError},
		"robots.txt without end":         {answers: map[string]any{"/robots.txt": strings.Repeat("#", 1<<20), "/page": "hello"}, err: "longer than the limit of 524288 bytes", class: data.PageTooLarge},
		"not found":                      {answers: map[string]any{}, err: "status 404: there is no such page", class: data.PageNotFound},
		"gone":                           {answers: map[string]any{"/page": 410}, err: "status 410: there is no such page", class: data.PageNotFound},
		"refused":                        {answers: map[string]any{"/page": 403}, err: "status 403: the site refuses this program", class: data.AccessRefused},
		"login":                          {answers: map[string]any{"/page": 401}, err: "status 401: the page needs a login", class: data.LoginNeeded},
		"too many requests":              {answers: map[string]any{"/page": 429}, err: "status 429: too many requests", class: data.TooManyRequests},
		"site is down":                   {answers: map[string]any{"/page": 502}, err: "status 502: the site itself has failed", class: data.SiteError},
		"a part of it":                   {answers: map[string]any{"/page": 206}, err: "status 206: not the 200 of a page", class: data.UnexpectedStatus},
		"nothing":                        {answers: map[string]any{"/page": 204}, err: "status 204: not the 200 of a page", class: data.UnexpectedStatus},
		"bot challenge": {answers: map[string]any{"/page": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprint(w, "<script>window._cf_chl_opt={}</script>")
		}}, err: "status 403: the site answers with a bot challenge", class: data.BotChallenge},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, tc.answers)
			doc, err := testWeb(live(1)).Fetch(t.Context(), Request{URL: s.URL + "/page"})
			if tc.err == "" {
				if diff := cmp.Diff(tc.body, string(doc.Body)); diff != "" || err != nil {
					t.Errorf("Fetch = %v, body differs (-want +got):\n%s", err, diff)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tc.err) || !strings.HasPrefix(err.Error(), "fetch "+s.URL+"/page: ") {
				t.Errorf("Fetch = %v, want an error that names the address and says %q", err, tc.err)
			}
			if got := data.FailureOf(err).Class; got != tc.class {
				t.Errorf("the class of %v is %q, want %q", err, got, tc.class)
			}
		})
	}
}

func TestUserAgentStartsWithOurName(t *testing.T) {
	t.Setenv("COLLY_USER_AGENT", "somebody else")
	var mu sync.Mutex
	agents := map[string]string{}
	see := func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		agents[r.URL.Path] = r.UserAgent()
		fmt.Fprint(w, "# hello")
	}
	s := serve(t, map[string]any{"/page": see, "/robots.txt": see})
	if _, err := testWeb(live(0)).Fetch(t.Context(), Request{URL: s.URL + "/page"}); err != nil {
		t.Fatal(err)
	}
	const agent = "pricepoint/1.2 (+https://prices.example/about)"
	if diff := cmp.Diff(map[string]string{"/page": agent, "/robots.txt": agent}, agents); diff != "" {
		t.Errorf("user agents differ (-want +got):\n%s", diff)
	}
}

func TestRobotsRefusalIsNoRequest(t *testing.T) {
	t.Setenv("COLLY_IGNORE_ROBOTSTXT", "yes")
	for name, tc := range map[string]struct {
		robots string
		asked  []string
	}{
		"everybody":           {"User-agent: *\nDisallow: /page", []string{"/robots.txt"}},
		"us":                  {"User-agent: pricepoint\nDisallow: /\n\nUser-agent: *\nAllow: /", []string{"/robots.txt"}},
		"target of redirects": {"User-agent: *\nDisallow: /moved", []string{"/robots.txt", "/page"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]any{"/robots.txt": tc.robots, "/page": redirectTo("/moved"), "/moved": "hello"})
			_, err := testWeb(live(0)).Fetch(t.Context(), Request{URL: s.URL + "/page"})
			if !errors.Is(err, ErrDisallowed) {
				t.Errorf("Fetch = %v, want %v", err, ErrDisallowed)
			}
			if diff := cmp.Diff(tc.asked, s.paths()); diff != "" {
				t.Errorf("requests differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRobotsIsAskedOnceARun(t *testing.T) {
	s := serve(t, map[string]any{"/robots.txt": "User-agent: *\nAllow: /", "/a": "a", "/b": "b"})
	w := testWeb(live(0))
	var all sync.WaitGroup
	for _, path := range []string{"/a", "/b", "/a"} {
		all.Go(func() {
			if _, err := w.Fetch(t.Context(), Request{URL: s.URL + path}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	asked := s.paths()
	slices.Sort(asked[1:])
	if diff := cmp.Diff([]string{"/robots.txt", "/a", "/a", "/b"}, asked); diff != "" {
		t.Errorf("requests differ (-want +got):\n%s", diff)
	}
}

func TestNoAddress(t *testing.T) {
	for _, address := range []string{"", "page", "/page", "http://", "ftp://a.example/x", "file:///etc/passwd"} {
		t.Run(address, func(t *testing.T) {
			if _, err := testWeb(live(3)).Fetch(t.Context(), Request{URL: address}); err == nil {
				t.Errorf("Fetch(%q) gave a document", address)
			}
		})
	}
}

func TestSlowSiteTimesOut(t *testing.T) {
	s := serve(t, map[string]any{"/page": func(w http.ResponseWriter, r *http.Request) {
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}})
	w := New(Options{Transport: live(5), Timeout: 50 * time.Millisecond})
	_, err := w.Fetch(t.Context(), Request{URL: s.URL + "/page"})
	if err == nil || !strings.Contains(err.Error(), "no complete answer within 50ms") {
		t.Errorf("Fetch = %v, want a timeout", err)
	}
}

func TestFetchLeavesNothingRunning(t *testing.T) {
	before := goleak.IgnoreCurrent()
	s := serve(t, map[string]any{"/page": "hello", "/down": 503, "/long": strings.Repeat("x", MaxBytes+1)})
	w := testWeb(live(1))
	for _, path := range []string{"/page", "/down", "/long", "/absent"} {
		w.Fetch(t.Context(), Request{URL: s.URL + path})
	}
	s.Close()
	goleak.VerifyNone(t, before)
}

func TestCancellationEndsAFetch(t *testing.T) {
	for name, path := range map[string]string{"during robots.txt": "/robots.txt", "during the page": "/page"} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			s := serve(t, map[string]any{path: func(_ http.ResponseWriter, r *http.Request) {
				cancel()
				<-r.Context().Done()
			}})
			if _, err := testWeb(live(5)).Fetch(ctx, Request{URL: s.URL + "/page"}); !errors.Is(err, context.Canceled) {
				t.Errorf("Fetch = %v, want %v", err, context.Canceled)
			}
		})
	}
}

// TestSlowPage takes 20 s for a page, which is less than the timeout.
func TestSlowPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			go func() {
				defer theirs.Close()
				if _, err := http.ReadRequest(bufio.NewReader(theirs)); err != nil {
					return
				}
				time.Sleep(20 * time.Second)
				io.WriteString(theirs, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\nConnection: close\r\n\r\n#none\n")
			}()
			return ours, nil
		}}
		defer slow.CloseIdleConnections()
		w := New(Options{Version: "1", Transport: slow, Timeout: 30 * time.Second})
		if _, err := w.Fetch(t.Context(), Request{URL: "http://slow.example/page"}); err != nil {
			t.Error(err)
		}
	})
}
