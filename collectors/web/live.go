package web

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
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
	Base         http.RoundTripper // asks once; nil asks the network
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
	if o.Base == nil {
		o.Base = o.transport()
	}
	return retrying{whole{o.Base}, o}
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

// whole takes the body into memory below the retries: a connection that breaks in the middle of a body is
// retried as well, and an answer that is thrown away holds no connection.
type whole struct{ inner http.RoundTripper }

func (t whole) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.inner.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	resp.Header.Del(warcDate) // only a record may say when it was made
	if _, err := bufferBody(resp, bodyLimit(req.Context())); err != nil {
		return nil, err
	}
	return resp, nil
}

var errPrivate = data.Failed(data.NoConnection, "the host has a private address, which only a deployment that trusts its sources may allow (collect.allow_private)")

// shared are the addresses that a provider's customers share (RFC 6598); some clouds keep their metadata there.
var shared = netip.MustParsePrefix("100.64.0.0/10")

// refusePrivate looks at the address a name has resolved to, just before it is dialled.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	target, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("dial %s: %v", address, err)
	}
	ip := target.Addr().WithZone("").Unmap()
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || shared.Contains(ip) {
		return errPrivate
	}
	return nil
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
		resp, err := t.inner.RoundTrip(req)
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
