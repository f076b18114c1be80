package web

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// A run that has reached nobody for so long, and has tried so many hosts, has no way to the web.
const (
	lostAfter   = 10 * time.Second
	fewestHosts = 3
)

// Machine is an http.RoundTripper that learns from the answers what is wrong with this machine. It ends a run which reaches nobody:
// that is its network or DNS, and to ask every site again and again would take minutes. One connection to anybody, and the run goes
// on for good. And it compares the clock with those of the hosts that answer. A cache may have kept the date of an answer for some
// hours.
type Machine struct {
	inner   http.RoundTripper
	now     func() time.Time
	mu      sync.Mutex
	reached bool
	missed  map[string]bool // the hosts that could not be reached
	begun   time.Time
	giveUp  context.CancelCauseFunc
	ahead   map[string]time.Duration // of the last answer, by host
}

// NewMachine looks at what comes out of inner, and at the clock now.
func NewMachine(inner http.RoundTripper, now func() time.Time) *Machine {
	return &Machine{inner: inner, now: now, missed: map[string]bool{}, ahead: map[string]time.Duration{}}
}

// Run begins a run. Its context ends when nobody is reached, with that as its cause.
func (m *Machine) Run(ctx context.Context) (context.Context, context.CancelFunc) {
	m.begun = time.Now()
	ctx, m.giveUp = context.WithCancelCause(ctx)
	return ctx, func() { m.giveUp(context.Canceled) }
}

// RoundTrip implements http.RoundTripper.
func (m *Machine) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := m.inner.RoundTrip(req)
	m.mu.Lock()
	defer m.mu.Unlock()
	_, unresolved := errors.AsType[*net.DNSError](err)
	dialed, failed := errors.AsType[*net.OpError](err)
	switch {
	case !unresolved && (!failed || dialed.Op != "dial"):
		m.reached = m.reached || req.Context().Err() == nil
	case !m.reached && m.giveUp != nil:
		m.missed[req.URL.Host] = true
		if len(m.missed) >= fewestHosts && time.Since(m.begun) >= lostAfter {
			m.giveUp(fmt.Errorf("no site could be reached for %s: %w", lostAfter, inWords(err)))
		}
	}
	if err != nil {
		return nil, err
	}
	if said, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		m.ahead[req.URL.Host] = m.now().Sub(said)
	}
	return resp, nil
}

// Ahead is how far the clock is ahead of the middle of what the hosts say, and how many have said it. One that is wrong,
// or half of them, cannot put it off: of two in the middle, the one that is nearer to our clock counts.
func (m *Machine) Ahead() (by time.Duration, hosts int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.ahead) == 0 {
		return 0, 0
	}
	all := slices.Sorted(maps.Values(m.ahead))
	lower, upper := all[(len(all)-1)/2], all[len(all)/2]
	if lower.Abs() < upper.Abs() {
		return lower, len(all)
	}
	return upper, len(all)
}
