package web

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestGateLetsOneThroughWithAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := pace{pause: 2 * time.Second}
		begin := time.Now()
		var mu sync.Mutex
		var entered []time.Duration
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				leave, err := g.enter(t.Context(), "a.example")
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				entered = append(entered, time.Since(begin))
				mu.Unlock()
				time.Sleep(time.Second) // the request, on the bubble's own clock
				leave()
			})
		}
		all.Wait()
		want := []time.Duration{0, 3 * time.Second, 6 * time.Second}
		if diff := cmp.Diff(want, entered); diff != "" {
			t.Errorf("requests began at (-want +got):\n%s", diff)
		}
	})
}

func TestCrawlDelayOfRobotsIsKept(t *testing.T) {
	for name, tc := range map[string]struct {
		pause time.Duration
		asked string
		want  time.Duration // of each of two pauses
	}{
		"longer than our pause":  {time.Second, "7", 7 * time.Second},
		"shorter than our pause": {5 * time.Second, "1", 5 * time.Second},
		"capped":                 {time.Second, "3600", maxCrawlDelay},
		"a replay has no pauses": {0, "7", 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				robots := "User-agent: *\nCrawl-delay: " + tc.asked + "\n"
				w := New(Options{Version: "1", Transport: roundTrip(func(req *http.Request) (*http.Response, error) {
					return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(robots)), Request: req}, nil
				}), Pause: tc.pause})
				begin := time.Now()
				for range 2 {
					if _, err := w.Fetch(t.Context(), Request{URL: "http://a.example/page"}); err != nil {
						t.Fatal(err)
					}
				}
				if got := time.Since(begin); got != 2*tc.want {
					t.Errorf("robots.txt and two pages took %s, want %s", got, 2*tc.want)
				}
			})
		})
	}
}

// roundTrip is a transport made of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
