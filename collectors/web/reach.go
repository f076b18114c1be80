package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"
)

// A run that has reached nobody for so long, and has tried so many hosts, has no way to the web.
const (
	lostAfter   = 20 * time.Second
	fewestHosts = 3
)

// Reach is an http.RoundTripper that ends a run which reaches nobody: that is this machine's network or DNS, and to ask
// every site again and again would take minutes. One connection to anybody, and the run goes on for good.
type Reach struct {
	inner   http.RoundTripper
	mu      sync.Mutex
	reached bool
	missed  map[string]bool // the hosts that could not be reached
	begun   time.Time
	giveUp  context.CancelCauseFunc
}

// NewReach looks at what comes out of inner.
func NewReach(inner http.RoundTripper) *Reach { return &Reach{inner: inner, missed: map[string]bool{}} }

// Run begins a run. Its context ends when nobody is reached, with that as its cause.
func (r *Reach) Run(ctx context.Context) (context.Context, context.CancelFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begun = time.Now()
	ctx, r.giveUp = context.WithCancelCause(ctx)
	return ctx, func() { r.giveUp(context.Canceled) }
}

// RoundTrip implements http.RoundTripper.
func (r *Reach) RoundTrip(req *http.Request) (*http.Response, error) {
	host := req.URL.Host
	trace := &httptrace.ClientTrace{
		DNSDone: func(done httptrace.DNSDoneInfo) {
			if done.Err != nil {
				r.miss(host, done.Err)
			}
		},
		ConnectDone: func(_, _ string, err error) {
			if err != nil {
				r.miss(host, err)
			} else {
				r.hit()
			}
		},
	}
	return r.inner.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
}

func (r *Reach) hit() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.reached = true
}

func (r *Reach) miss(host string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.missed[host] = true
	if !r.reached && r.giveUp != nil && len(r.missed) >= fewestHosts && time.Since(r.begun) >= lostAfter {
		r.giveUp(fmt.Errorf("no site could be reached for %s: %w", lostAfter, inWords(err)))
	}
}
