package web

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"pricepoint/data"
)

// LiveOptions bound a Live. Zero durations mean the defaults.
type LiveOptions struct {
	AllowPrivate bool          // also talk to private, loopback and link-local addresses
	Retries      int           // after the first attempt
	FirstDelay   time.Duration // before the first retry, then doubled; 1 s
	MaxDelay     time.Duration // the longest wait, even if Retry-After asks for more; 30 s
	Now          func() time.Time
}

// Live asks the web. It repeats what fails for the moment (429, 5xx, broken connections), and refuses
// to talk to private addresses, so that no page can lead us into the network we run in. A proxy in the
// environment is used; one at a private address needs AllowPrivate.
func Live(o LiveOptions) http.RoundTripper {
	o.FirstDelay = cmp.Or(o.FirstDelay, time.Second)
	o.MaxDelay = max(cmp.Or(o.MaxDelay, 30*time.Second), o.FirstDelay)
	if o.Now == nil {
		o.Now = time.Now
	}
	return retrying{o.transport(), o}
}

func (o LiveOptions) transport() *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	if !o.AllowPrivate {
		dialer.Control = refusePrivate
	}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  30 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		IdleConnTimeout:        10 * time.Second,
		DisableCompression:     true,
	}
}

var errPrivate = data.Failed(data.NoConnection, "the host has a private address, which only a deployment that trusts its sources may allow (collect.allow_private)")

// reserved are networks that are not of the public Internet, beyond those that netip knows.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),   // shared by a provider's customers (RFC 6598); some clouds keep their metadata there
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments, among them a cloud's metadata
	netip.MustParsePrefix("198.18.0.0/15"),   // benchmarks
	netip.MustParsePrefix("240.0.0.0/4"),     // unassigned, and broadcast
	netip.MustParsePrefix("64:ff9b:1::/48"),  // a network's own translation to IPv4 (RFC 8215)
	netip.MustParsePrefix("::ffff:0:0:0/96"), // translated IPv4 (RFC 7915)
	netip.MustParsePrefix("::/96"),           // IPv4-compatible, long abandoned
	netip.MustParsePrefix("2001::/32"),       // Teredo
	netip.MustParsePrefix("fec0::/10"),       // site-local, long abandoned
}

// carriers are IPv6 networks whose addresses stand for an IPv4 address, and the byte at which it starts.
var carriers = map[netip.Prefix]int{
	netip.MustParsePrefix("64:ff9b::/96"): 12, // NAT64 (RFC 6052)
	netip.MustParsePrefix("2002::/16"):    2,  // 6to4 (RFC 3056)
}

// refusePrivate looks at the address a name has resolved to, just before it is dialled.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("dial %s: %v", address, err)
	}
	ip := meant(target.Addr())
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) }) {
		return errPrivate
	}
	return nil
}

// meant is the address that a packet to ip ends up at: many IPv6 addresses stand for one of IPv4.
func meant(ip netip.Addr) netip.Addr {
	ip = ip.WithZone("").Unmap()
	for network, at := range carriers {
		if network.Contains(ip) {
			all := ip.As16()
			return netip.AddrFrom4([4]byte(all[at:]))
		}
	}
	return ip
}

// retrying asks inner again as long as that may help. Requests have no body.
type retrying struct {
	inner http.RoundTripper
	LiveOptions
}

// RoundTrip implements http.RoundTripper.
func (t retrying) RoundTrip(req *http.Request) (*http.Response, error) {
	delay := t.FirstDelay
	for retries := 0; ; retries++ {
		resp, err := t.once(req)
		if retries == t.Retries || !isPassing(resp, err) {
			return resp, err
		}
		wait := delay
		if asked, ok := t.retryAfter(resp); ok {
			wait = asked
		}
		select {
		case <-time.After(wait):
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
		delay = min(2*delay, t.MaxDelay)
	}
}

// once asks, and takes the body into memory: a connection that breaks in the middle of one is tried again as well, and an answer
// that is thrown away holds no connection.
func (t retrying) once(req *http.Request) (*http.Response, error) {
	resp, err := t.inner.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Header.Del(warcDate) // only a record may say when it was made
	if _, err := bufferBody(resp); err != nil {
		return nil, err
	}
	return resp, nil
}

// isPassing reports whether asking again may help.
func isPassing(resp *http.Response, err error) bool {
	if err == nil {
		return resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500 && resp.StatusCode != http.StatusNotImplemented
	}
	var lookup *net.DNSError
	unknown := errors.As(err, &lookup) && lookup.IsNotFound
	_, distrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return !unknown && !distrusted && !isTooLarge(err) && !errors.Is(err, errPrivate) && !errors.Is(err, context.Canceled)
}

// retryAfter is how long the server asks us to wait, capped.
func (t retrying) retryAfter(resp *http.Response) (time.Duration, bool) {
	if resp == nil {
		return 0, false
	}
	asked := resp.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(asked); err == nil && seconds >= 0 {
		return min(time.Duration(min(seconds, 1<<20))*time.Second, t.MaxDelay), true
	}
	if at, err := http.ParseTime(asked); err == nil {
		return min(max(at.Sub(t.Now()), 0), t.MaxDelay), true
	}
	return 0, false
}

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
