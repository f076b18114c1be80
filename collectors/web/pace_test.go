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

func TestOneRequestAtATimeWithAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		var asked []time.Duration
		w := New(Options{Version: "1", Transport: roundTrip(func(req *http.Request) (*http.Response, error) {
			asked = append(asked, time.Since(begin))
			time.Sleep(time.Second) // the request, on the bubble's own clock
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("User-agent: *")), Request: req}, nil
		}), Pause: 2 * time.Second})
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				if _, err := w.Fetch(t.Context(), Request{URL: "http://a.example/page"}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		want := []time.Duration{0, 3 * time.Second, 6 * time.Second}
		if diff := cmp.Diff(want, asked); diff != "" {
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
