package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// A run that has reached nobody for so long, and has tried so many hosts, has no way to the web.
const (
	lostAfter   = 10 * time.Second
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
	r.begun = time.Now()
	ctx, r.giveUp = context.WithCancelCause(ctx)
	return ctx, func() { r.giveUp(context.Canceled) }
}

// RoundTrip implements http.RoundTripper.
func (r *Reach) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := r.inner.RoundTrip(req)
	r.mu.Lock()
	defer r.mu.Unlock()
	_, unresolved := errors.AsType[*net.DNSError](err)
	dialed, failed := errors.AsType[*net.OpError](err)
	switch {
	case !unresolved && (!failed || dialed.Op != "dial"):
		r.reached = r.reached || req.Context().Err() == nil
	case !r.reached && r.giveUp != nil:
		r.missed[req.URL.Host] = true
		if len(r.missed) >= fewestHosts && time.Since(r.begun) >= lostAfter {
			r.giveUp(fmt.Errorf("no site could be reached for %s: %w", lostAfter, inWords(err)))
		}
	}
	return resp, err
}
