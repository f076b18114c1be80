package web

import (
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Dates is an http.RoundTripper that compares our clock with those of the hosts that answer. A cache may have kept the date of an
// answer for some hours.
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
		d.ahead[req.URL.Host] = d.now().Sub(said)
		d.mu.Unlock()
	}
	return resp, nil
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
