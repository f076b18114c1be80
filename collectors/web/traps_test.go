package web

import (
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pricepoint/collectors/warc"
	"pricepoint/data"
)

// colly and what it stands on have ways of their own that would hurt here. Each test is named after one of them and
// fails when what guards against it is taken away.

// patience bounds how long a test waits for what should happen at once; it asserts no speed.
const patience = 20 * time.Second

func fetchPage(t *testing.T, s *site) (string, error) {
	t.Helper()
	doc, err := testWeb(live(1)).Fetch(t.Context(), Request{URL: s.URL + "/page", MaxBytes: 1 << 16})
	return string(doc.Body), err
}

// A client of its own below colly follows redirects where colly cannot see them.
func TestTrapRetriesFollowRedirectsThemselves(t *testing.T) {
	other := serve(t, map[string]any{"/page": "not ours"})
	elsewhere := strings.Replace(other.URL, "127.0.0.1", "localhost", 1) + "/page"
	s := serve(t, map[string]any{"/page": inTurn(status(503, ""), redirectTo(elsewhere))})
	if body, err := fetchPage(t, s); err == nil || !strings.Contains(err.Error(), "another host") {
		t.Errorf("Fetch = %q, %v, want a refusal of the other host", body, err)
	}
	if asked := other.paths(); len(asked) > 0 {
		t.Errorf("the other host was asked for %v", asked)
	}
}

// AllowedDomains knows names only: another port of the same name is allowed.
func TestTrapAllowedDomainsForgetThePort(t *testing.T) {
	other := serve(t, map[string]any{"/page": "another program"})
	s := serve(t, map[string]any{"/page": redirectTo(other.URL + "/page")})
	if body, err := fetchPage(t, s); err == nil || !strings.Contains(err.Error(), "another host") {
		t.Errorf("Fetch = %q, %v, want a refusal of the other port", body, err)
	}
	if asked := other.paths(); len(asked) > 0 {
		t.Errorf("the other port was asked for %v", asked)
	}
}

// With COLLY_CACHE_DIR in the environment colly caches, and a damaged file in the cache ends the process.
func TestTrapDamagedCacheFilePanics(t *testing.T) {
	s := serve(t, map[string]any{"/page": "hello"})
	dir := t.TempDir()
	t.Setenv("COLLY_CACHE_DIR", dir)
	sum := sha1.Sum([]byte(s.URL + "/page"))
	name := hex.EncodeToString(sum[:])
	if err := os.Mkdir(filepath.Join(dir, name[:2]), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name[:2], name), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if body, err := fetchPage(t, s); body != "hello" || err != nil {
		t.Errorf("Fetch = %q, %v, want hello", body, err)
	}
}

// A rule shared between collectors, which are one for each fetch here, deadlocks; a rule each paces nothing.
func TestTrapSharedLimitRuleDeadlocks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := &busy{answers: answers{left: []*http.Response{{StatusCode: 200, Header: http.Header{}}}}}
		w := New(Options{Transport: host})
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := w.Fetch(t.Context(), Request{URL: "http://a.example/page"}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if host.most != 1 {
			t.Errorf("%d requests were at the host at the same time, want 1", host.most)
		}
	})
}

// colly ignores robots.txt unless told not to, and its environment can tell it to again.
func TestTrapRobotsIsIgnoredByDefault(t *testing.T) {
	t.Setenv("COLLY_IGNORE_ROBOTSTXT", "yes")
	s := serve(t, map[string]any{"/robots.txt": "User-agent: *\nDisallow: /", "/page": "hello"})
	if body, err := fetchPage(t, s); !errors.Is(err, ErrDisallowed) {
		t.Errorf("Fetch = %q, %v, want %v", body, err, ErrDisallowed)
	}
}

// A robots.txt group is for us only if the user agent starts with its name.
func TestTrapRobotsMatchesTheStartOfTheUserAgent(t *testing.T) {
	t.Setenv("COLLY_USER_AGENT", "Mozilla/5.0 (compatible; pricepoint/1.2)")
	s := serve(t, map[string]any{"/robots.txt": "User-agent: pricepoint\nDisallow: /\n\nUser-agent: *\nAllow: /", "/page": "hello"})
	if body, err := fetchPage(t, s); !errors.Is(err, ErrDisallowed) {
		t.Errorf("Fetch = %q, %v, want %v", body, err, ErrDisallowed)
	}
}

// colly holds the first address against robots.txt, but not where it is redirected to.
func TestTrapRedirectTargetEscapesRobots(t *testing.T) {
	s := serve(t, map[string]any{"/robots.txt": "User-agent: *\nDisallow: /private", "/page": redirectTo("/private"), "/private": "hello"})
	if body, err := fetchPage(t, s); !errors.Is(err, ErrDisallowed) {
		t.Errorf("Fetch = %q, %v, want %v", body, err, ErrDisallowed)
	}
}

// colly asks for robots.txt outside of every context.
func TestTrapRobotsIgnoresTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	released := make(chan struct{})
	s := serve(t, map[string]any{"/robots.txt": func(http.ResponseWriter, *http.Request) {
		cancel()
		<-released
	}})
	t.Cleanup(func() { close(released) })
	if err := returns(t, func() error { _, err := testWeb(live(0)).Fetch(ctx, Request{URL: s.URL + "/page"}); return err }); !errors.Is(err, context.Canceled) {
		t.Errorf("Fetch = %v, want %v", err, context.Canceled)
	}
}

// returns fails the test when ask does not return.
func returns(t *testing.T, ask func() error) error {
	t.Helper()
	answer := make(chan error, 1)
	go func() { answer <- ask() }()
	select {
	case err := <-answer:
		return err
	case <-time.After(patience):
		t.Fatal("it goes on and on")
		return nil
	}
}

// colly reads a robots.txt of any length.
func TestTrapRobotsHasNoLimit(t *testing.T) {
	s := serve(t, map[string]any{"/robots.txt": strings.Repeat("#", 1<<20), "/page": "hello"})
	if body, err := fetchPage(t, s); err == nil || !strings.Contains(err.Error(), "longer than the limit") {
		t.Errorf("Fetch = %q, %v, want an error of robots.txt", body, err)
	}
}

// A robots.txt that fails with 5xx in the end is a refusal for colly; it is a failure that will pass.
func TestTrapRobotsFailureLooksLikeARefusal(t *testing.T) {
	s := serve(t, map[string]any{"/robots.txt": 503, "/page": "hello"})
	if body, err := fetchPage(t, s); err == nil || errors.Is(err, ErrDisallowed) || !strings.Contains(err.Error(), "status 503") {
		t.Errorf("Fetch = %q, %v, want the failure of robots.txt", body, err)
	}
}

// MaxBodySize cuts and says nothing.
func TestTrapLongBodyIsCut(t *testing.T) {
	s := serve(t, map[string]any{"/page": strings.Repeat("x", 1<<17)})
	if body, err := fetchPage(t, s); err == nil || !strings.Contains(err.Error(), "longer than the limit") {
		t.Errorf("Fetch = %d bytes, %v, want an error", len(body), err)
	}
}

// MaxBodySize bounds what is sent, not what it decompresses to.
func TestTrapLimitIsOnCompressedBytes(t *testing.T) {
	s := serve(t, map[string]any{"/page": sent("Content-Encoding", "gzip", gzipText(strings.Repeat("x", 1<<20)))})
	if body, err := fetchPage(t, s); err == nil || !strings.Contains(err.Error(), "longer than the limit") {
		t.Errorf("Fetch = %d bytes, %v, want an error", len(body), err)
	}
}

// The transport decompresses by itself what it asked for by itself; the archive then holds not what was sent.
func TestTrapTransportDecompresses(t *testing.T) {
	packed := gzipText("hello")
	s := serve(t, map[string]any{"/page": sent("Content-Encoding", "gzip", packed)})
	var archive bytes.Buffer
	w := testWeb(NewRecorder(live(0), warc.NewWriter(&archive), clock))
	if _, err := w.Fetch(t.Context(), Request{URL: s.URL + "/page"}); err != nil {
		t.Fatal(err)
	}
	asSent := false
	err := eachRecord(&archive, func(record *warc.Record) error {
		asSent = asSent || record.HasPayload([]byte(packed))
		return nil
	})
	if !asSent || err != nil {
		t.Errorf("the archive (%v) does not hold the bytes as they were sent", err)
	}
}

// colly takes every status from 203 on for a failure, and says it in English words only.
func TestTrapStatusIsLost(t *testing.T) {
	for name, code := range map[string]int{"status 204": 204, "status 206": 206, "status 404": 404, "status 429": 429} {
		t.Run(name, func(t *testing.T) {
			if _, err := fetchPage(t, serve(t, map[string]any{"/page": code})); err == nil || !strings.Contains(err.Error(), name+":") {
				t.Errorf("Fetch = %v, want the number", err)
			}
		})
	}
}

// colly takes "not modified" for a failure.
func TestTrapNotModifiedIsAFailure(t *testing.T) {
	sent := 0
	s := serve(t, map[string]any{"/page": tagged(`"1"`, longText, &sent)})
	before, first := visitOn(t, 1, s.URL+"/page", Earlier{})
	earlier, err := ReadEarlier(archives{"first": first}.open, []data.Input{inputOf(before, "first")})
	if err != nil {
		t.Fatal(err)
	}
	again, _ := visitOn(t, 8, s.URL+"/page", earlier)
	if string(again.Body) != longText {
		t.Errorf("the unchanged page is %q, want %q", again.Body, longText)
	}
}

// Waiting for a host's turn, colly does not see the context end.
func TestTrapWaitForAHostOutlivesTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		web := &answers{left: []*http.Response{{StatusCode: 200, Header: http.Header{}}}}
		w := New(Options{Transport: web, Pause: time.Hour})
		begin := time.Now()
		go func() {
			synctest.Wait() // until the fetch has read robots.txt and waits to read the page
			cancel()
		}()
		_, err := w.Fetch(ctx, Request{URL: "http://a.example/page"})
		if took := time.Since(begin); !errors.Is(err, context.Canceled) || took > 0 {
			t.Errorf("Fetch = %v after %s, want %v at once", err, took, context.Canceled)
		}
	})
}

// slow answers like inner, in its own time.
type slow struct {
	takes time.Duration
	inner http.RoundTripper
}

func (s slow) RoundTrip(req *http.Request) (*http.Response, error) {
	select {
	case <-time.After(s.takes):
		return s.inner.RoundTrip(req)
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
}

// answers answers each request with the next of its responses, and from then on with the last.
type answers struct {
	mu   sync.Mutex
	left []*http.Response
}

func (a *answers) RoundTrip(req *http.Request) (*http.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	resp := *a.left[0]
	a.left = a.left[min(1, len(a.left)-1):]
	resp.Header, resp.Request, resp.Body = resp.Header.Clone(), req, io.NopCloser(strings.NewReader("hello"))
	return &resp, nil
}

// busy takes a second for each answer, and counts how many it is asked for at the same time.
type busy struct {
	answers
	now, most int
}

func (b *busy) RoundTrip(req *http.Request) (*http.Response, error) {
	b.count(1)
	defer b.count(-1)
	time.Sleep(time.Second) // on the bubble's own clock
	return b.answers.RoundTrip(req)
}

func (b *busy) count(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now += n
	b.most = max(b.most, b.now)
}

// colly's client gives up after ten seconds, all retries and the body included.
func TestTrapClientGivesUpAfterTenSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &answers{left: []*http.Response{{StatusCode: 200, Header: http.Header{}}}}
		w := New(Options{Transport: slow{25 * time.Second, web}, Timeout: 30 * time.Second})
		if _, err := w.Fetch(t.Context(), Request{URL: "http://a.example/page"}); err != nil {
			t.Errorf("Fetch = %v, want a page after 25 s", err)
		}
	})
}

// The retries wait as long as Retry-After says.
func TestTrapRetryAfterIsUncapped(t *testing.T) {
	for name, value := range map[string]string{"seconds": "3600", "date": "Wed, 06 May 2026 08:08:09 GMT"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := &answers{left: []*http.Response{
					{StatusCode: 429, Header: http.Header{"Retry-After": {value}}},
					{StatusCode: 200, Header: http.Header{}},
				}}
				begin := time.Now()
				retries := retrying{web, LiveOptions{Retries: 2, FirstDelay: time.Second, MaxDelay: 30 * time.Second, Now: clock}}
				req, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.example/page", nil)
				resp, err := retries.RoundTrip(req)
				if err != nil || resp.StatusCode != 200 {
					t.Fatalf("RoundTrip = %v, %v, want the page", resp, err)
				}
				if took := time.Since(begin); took != 30*time.Second {
					t.Errorf("it waited %s, want the cap of 30s", took)
				}
			})
		})
	}
}

// colly leaves a page alone that names its character set in a <meta> only.
func TestTrapMetaCharsetIsIgnored(t *testing.T) {
	s := serve(t, map[string]any{"/page": sent("Content-Type", "text/html", "<meta charset=iso-8859-1><p>10 \xa3</p>")})
	if body, err := fetchPage(t, s); !strings.Contains(body, "10 £") || err != nil {
		t.Errorf("Fetch = %q, %v, want 10 £", body, err)
	}
}

// For colly an address that was seen before is an error, even when a redirect leads back to it for good reason.
func TestTrapRevisitIsAnError(t *testing.T) {
	s := serve(t, map[string]any{"/page": inTurn(redirectTo("/consent"), sent("A", "b", "hello")), "/consent": redirectTo("/page")})
	if body, err := fetchPage(t, s); body != "hello" || err != nil {
		t.Errorf("Fetch = %q, %v, want hello", body, err)
	}
}
