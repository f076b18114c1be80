package web

import (
	"cmp"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
)

// LiveOptions bound a Live. Zero durations mean the defaults.
type LiveOptions struct {
	AllowPrivate bool          // also talk to private, loopback and link-local addresses
	Retries      int           // after the first attempt
	FirstDelay   time.Duration // before the first retry, then doubled; 1 s
	MaxDelay     time.Duration // no wait is longer, whatever Retry-After asks for; 30 s
	Now          func() time.Time
	Base         http.RoundTripper // asks once; nil asks the network
}

// Live asks the web. It repeats what fails for the moment (429, 5xx, broken connections), and refuses
// to talk to private addresses, so that no page can lead us into the network we run in. A proxy in the
// environment is used; one at a private address needs AllowPrivate.
func Live(o LiveOptions) http.RoundTripper {
	o.FirstDelay = cmp.Or(o.FirstDelay, time.Second)
	o.MaxDelay = max(cmp.Or(o.MaxDelay, 30*time.Second), o.FirstDelay+1)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Base == nil {
		o.Base = o.transport()
	}
	return o.retrying(whole{o.Base})
}

// retrying asks inner again as long as that may help.
func (o LiveOptions) retrying(inner http.RoundTripper) http.RoundTripper {
	policy := failsafehttp.NewRetryPolicyBuilder().
		AbortIf(isFinal).
		WithMaxRetries(o.Retries).
		WithBackoff(o.FirstDelay, o.MaxDelay).
		WithDelayFunc(o.retryAfter).
		ReturnLastFailure().
		Build()
	return failsafehttp.NewRoundTripper(inner, policy)
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

// retryAfter is how long the server asks us to wait, capped; -1 leaves it to the back-off.
func (o LiveOptions) retryAfter(exec failsafe.ExecutionAttempt[*http.Response]) time.Duration {
	resp := exec.LastResult()
	if resp == nil {
		return -1
	}
	asked := resp.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(asked); err == nil && seconds >= 0 {
		return min(time.Duration(min(seconds, 1<<20))*time.Second, o.MaxDelay)
	}
	if at, err := http.ParseTime(asked); err == nil {
		return min(max(at.Sub(o.Now()), 0), o.MaxDelay)
	}
	return -1
}

// isFinal reports whether asking again cannot help.
func isFinal(_ *http.Response, err error) bool {
	var unknown *net.DNSError
	return errors.Is(err, errPrivate) || isTooLarge(err) || errors.As(err, &unknown) && unknown.IsNotFound
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
