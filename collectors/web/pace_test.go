package web

import (
	"context"
	"errors"
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

func TestGateWaitEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := pace{pause: time.Hour}
		leave, err := g.enter(t.Context(), "a.example")
		if err != nil {
			t.Fatal(err)
		}
		for name, free := range map[string]bool{"while it is taken": false, "during the pause": true} {
			if free {
				leave()
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if _, err := g.enter(ctx, "a.example"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: enter = %v, want %v", name, err, context.DeadlineExceeded)
			}
			cancel()
			if free {
				leave, _ = g.enter(t.Context(), "a.example")
			}
		}
	})
}

func TestGatePausesAsLongAsAHostAsks(t *testing.T) {
	for name, tc := range map[string]struct{ pause, asked, want time.Duration }{
		"longer than our pause":  {time.Second, 5 * time.Second, 5 * time.Second},
		"shorter than our pause": {time.Second, time.Millisecond, time.Second},
		"capped":                 {time.Second, time.Hour, maxCrawlDelay},
		"nonsense":               {time.Second, -time.Hour, time.Second},
		"a replay has no pauses": {0, 5 * time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := pace{pause: tc.pause}
				begin := time.Now()
				for range 2 {
					leave, err := g.enter(t.Context(), "a.example")
					if err != nil {
						t.Fatal(err)
					}
					leave()
					g.slow("a.example", tc.asked) // as robots.txt said, which was the first request
				}
				if got := time.Since(begin); got != tc.want {
					t.Errorf("the second request began after %s, want %s", got, tc.want)
				}
			})
		})
	}
}

func TestCrawlDelayOfRobotsIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		robots := "User-agent: *\nCrawl-delay: 7\n"
		w := New(Options{Version: "1", Transport: roundTrip(func(req *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(robots)), Request: req}, nil
		}), Pause: time.Second})
		begin := time.Now()
		for range 2 {
			if _, err := w.Fetch(t.Context(), Request{URL: "http://a.example/page"}); err != nil {
				t.Fatal(err)
			}
		}
		if got := time.Since(begin); got != 14*time.Second {
			t.Errorf("robots.txt and two pages took %s, want 14s", got)
		}
	})
}

// roundTrip is a transport made of a function.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }
