package collectors

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestGateLetsOneThroughWithAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate{pause: 2 * time.Second}
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

func TestGateKeepsHostsApart(t *testing.T) {
	g := gate{pause: time.Hour}
	for _, host := range []string{"a.example", "b.example"} {
		if _, err := g.enter(t.Context(), host); err != nil {
			t.Fatal(err)
		}
	}
}

func TestGateWaitEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate{pause: time.Hour}
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
