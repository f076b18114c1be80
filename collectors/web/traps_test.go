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
)

// colly and what it stands on have ways of their own that would hurt here. Each test is named after one of them and
// fails when what guards against it is taken away. The others are rows of TestFetch.

func fetchPage(t *testing.T, s *site) (string, error) {
	t.Helper()
	doc, err := testWeb(live(1)).Fetch(t.Context(), Request{URL: s.URL + "/page"})
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

// The transport decompresses by itself what it asked for by itself; the archive then holds not what was sent.
func TestTrapTransportDecompresses(t *testing.T) {
	packed := gzipText("hello")
	s := serve(t, map[string]any{"/page": sent("Content-Encoding", "gzip", packed)})
	var archive bytes.Buffer
	w := testWeb(NewRecorder(live(0), warc.NewWriter(&archive), clock, Earlier{}))
	if _, err := w.Fetch(t.Context(), Request{URL: s.URL + "/page"}); err != nil {
		t.Fatal(err)
	}
	asSent := false
	err := eachRecord(&archive, func(record *warc.Record) { asSent = asSent || record.HasPayload([]byte(packed)) })
	if !asSent || err != nil {
		t.Errorf("the archive (%v) does not hold the bytes as they were sent", err)
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
