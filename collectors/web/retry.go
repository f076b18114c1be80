package web

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"
)

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
