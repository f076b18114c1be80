package web

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strconv"
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

// Dates is an http.RoundTripper that compares our clock with those of the hosts that answer.
type Dates struct {
	inner http.RoundTripper
	now   func() time.Time
	mu    sync.Mutex
	ahead map[string]time.Duration // of the last answer, by host
}

// NewDates compares the clock now with what comes out of inner.
func NewDates(inner http.RoundTripper, now func() time.Time) *Dates {
	return &Dates{inner: inner, now: now, ahead: map[string]time.Duration{}}
}

// RoundTrip implements http.RoundTripper.
func (d *Dates) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := d.inner.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if said, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		d.mu.Lock()
		d.ahead[req.URL.Host] = aheadOf(d.now(), said, age(resp))
		d.mu.Unlock()
	}
	return resp, nil
}

// aheadOf is how far a clock is ahead of an answer. Of a cache that has kept it for a while, some send the Date it had then,
// as RFC 9111 wants, and others the present, so it is any time in between.
func aheadOf(now, said time.Time, age time.Duration) time.Duration {
	if now.Before(said) {
		return now.Sub(said)
	}
	return max(0, now.Sub(said.Add(age)))
}

// age is how long a cache says it has kept an answer.
func age(resp *http.Response) time.Duration {
	seconds, err := strconv.ParseUint(resp.Header.Get("Age"), 10, 31)
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// Ahead is how far our clock is ahead of the middle of what the hosts say, and how many have said it. One that is wrong,
// or half of them, cannot put it off: of two in the middle, the one that is nearer to our clock counts.
func (d *Dates) Ahead() (by time.Duration, hosts int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.ahead) == 0 {
		return 0, 0
	}
	all := slices.Sorted(maps.Values(d.ahead))
	lower, upper := all[(len(all)-1)/2], all[len(all)/2]
	if lower.Abs() < upper.Abs() {
		return lower, len(all)
	}
	return upper, len(all)
}
