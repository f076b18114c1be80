// Package web fetches payloads: from the live web, politely, or from the archive of an earlier run. Start at Client in
// this file. Under it stands a chain of transports: Live or a Replay asks, a Recorder writes down what was answered, and
// Conditional asks again only for what has changed. Every failure is a data.Failure of a known class.
//
// It is the only package that knows colly. It does not read what it fetches; that is for package page and the sources.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gocolly/colly/v2"
	"github.com/temoto/robotstxt"

	"pricepoint/data"
)

// ErrDisallowed says that the site's robots.txt does not let us read the address.
var ErrDisallowed = data.Failed(data.RobotsRefuse, "robots.txt disallows it for this program")

// Fetcher gets one payload. It is safe for concurrent use.
type Fetcher interface {
	Fetch(context.Context, Request) (Payload, error)
}

// Options are the manners of a Client.
type Options struct {
	Version   string            // of this program, for the user agent
	Contact   string            // URL a site owner can write to, for the user agent
	Transport http.RoundTripper // Live, or a Replay, or a Recorder over one of them
	Pause     time.Duration     // between two requests to one host; 0 for a replay
	Timeout   time.Duration     // of one request, retries and body included; 0 means two minutes
	Now       func() time.Time  // when a payload that carries no WARC-Date was received; nil means time.Now
}

// Client fetches payloads politely: robots.txt is obeyed, also after a redirect, one request at a time goes to a
// host, redirects stay on the host that was asked, and a limit is an error and never cuts. It serves one run, for which it
// remembers each host's robots.txt.
type Client struct {
	options Options
	hosts   pace
	robots  robotsMemo
}

// New returns a Client with the given manners.
func New(o Options) *Client {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Timeout = cmp.Or(o.Timeout, 2*time.Minute)
	return &Client{options: o, hosts: pace{pause: o.Pause}}
}

// userAgent starts with our name: robots.txt groups are matched against the start of it.
func (w *Client) userAgent() string {
	if w.options.Contact == "" {
		return "pricepoint/" + w.options.Version
	}
	return fmt.Sprintf("pricepoint/%s (+%s)", w.options.Version, w.options.Contact)
}

// Fetch gets the payload at r.URL. An error names the address and the cause; it is ErrDisallowed when
// robots.txt refuses, and the context's error when ctx ends.
func (w *Client) Fetch(ctx context.Context, r Request) (Payload, error) {
	doc, err := w.fetch(ctx, r)
	if err != nil {
		failure := data.FailureOf(err)
		reason := failure.Common()
		failure = data.Failed(failure.Class, "fetch %s: %w", r.URL, err)
		failure.Reason = reason
		return Payload{}, failure
	}
	return doc, nil
}

func (w *Client) fetch(ctx context.Context, r Request) (Payload, error) {
	address, err := url.Parse(r.URL)
	if err != nil || address.Host == "" {
		return Payload{}, errors.New("not an absolute URL")
	}
	address.Host = strings.ToLower(address.Host) // as colly and AllowedDomains have it
	limit := cmp.Or(r.MaxBytes, DefaultMaxBytes)
	var page *colly.Response
	c := w.collector(address.Hostname(), limit, &politeTransport{web: w, ctx: withBodyLimit(ctx, limit)})
	c.OnResponse(func(r *colly.Response) { page = r })
	// Every hop is a visit of its own, so that it is held against robots.txt like the first.
	for range maxRedirects + 1 {
		page = nil
		if err := c.Visit(address.String()); err != nil {
			return Payload{}, cause(ctx, err)
		}
		next, err := redirect(address, page.StatusCode, page.Headers.Get("Location"))
		if err != nil {
			return Payload{}, err
		}
		if next == nil {
			return w.payload(r, page)
		}
		address = next
	}
	return Payload{}, data.Failed(data.Redirected, "more than %d redirects, the last to %s", maxRedirects, address)
}

// collector makes the collector of one fetch. It skips colly.NewCollector, which would let COLLY_* environment
// variables override all of this.
func (w *Client) collector(host string, limit int, transport http.RoundTripper) *colly.Collector {
	c := &colly.Collector{}
	c.Init()
	c.UserAgent = w.userAgent()
	c.IgnoreRobotsTxt = false
	c.AllowedDomains = []string{host}
	c.AllowURLRevisit = true         // fetch counts redirects itself
	c.ParseHTTPErrorResponse = true  // and reads the status itself
	c.MaxBodySize = limit + 1        // colly would cut silently; visit has made sure that nothing is longer
	c.SetRedirectHandler(robotsOnly) // and with it colly's own check of AllowedDomains
	c.DisableCookies()
	c.WithTransport(transport)
	c.SetRequestTimeout(0) // colly's client would end every request after ten seconds, retries included; Options.Timeout bounds it
	return c
}

func (w *Client) payload(r Request, page *colly.Response) (Payload, error) {
	if err := statusError(page.StatusCode, *page.Headers, page.Body); err != nil {
		return Payload{}, err
	}
	if err := noPayload(r.URL, page.Body); err != nil {
		return Payload{}, err
	}
	return newPayload(r.URL, page.Headers.Get("Content-Type"), w.received(*page.Headers), page.Body), nil
}

// received is when the payload was received: the date of its record where there is one.
func (w *Client) received(h http.Header) time.Time {
	if recorded, err := time.Parse(time.RFC3339, h.Get(warcDate)); err == nil {
		return recorded
	}
	return w.options.Now().UTC().Truncate(time.Second)
}

// cause puts what colly and net/http return into the terms of Fetch.
func cause(ctx context.Context, err error) error {
	var wrapped *url.Error
	var malformed *robotstxt.ParseError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, colly.ErrRobotsTxtBlocked):
		return ErrDisallowed
	case errors.As(err, &malformed):
		return data.Failed(data.RobotsUnreadable, "cannot make sense of robots.txt, without which nothing may be fetched: %w", malformed)
	case errors.As(err, &wrapped) && isRobotsAddress(wrapped.URL):
		return unreadableRobots(wrapped)
	case errors.As(err, &wrapped) && errors.Is(err, colly.ErrForbiddenDomain):
		return elsewhere(wrapped.URL)
	case errors.As(err, &wrapped):
		return wrapped.Err
	}
	return err
}

// redirects are the statuses whose Location is followed.
var redirects = []int{
	http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect,
}

// redirect returns where an answer sends us, nil when it is the destination. It refuses to give up encryption.
func redirect(from *url.URL, status int, location string) (*url.URL, error) {
	if !slices.Contains(redirects, status) {
		return nil, nil
	}
	to, err := from.Parse(location)
	if err != nil || *to == *from {
		return nil, data.Failed(data.Redirected, "redirected to %q, which leads nowhere", location)
	}
	if to.Host != from.Host { // colly has refused other names; this is another port
		return nil, elsewhere(to.String())
	}
	if from.Scheme == "https" && to.Scheme != "https" {
		return nil, data.Failed(data.NotSecure, "redirected to %s, which is not encrypted", to)
	}
	return to, nil
}

// elsewhere says that an answer leads off the host that was asked, to this address.
func elsewhere(address string) *data.Failure {
	return data.Failed(data.Redirected, "redirected to %s, which is another host; if the page has moved there, its source must ask for it there", address)
}

// politeTransport is the transport of one fetch. It gives colly what colly leaves out: the context also for robots.txt,
// turns and deadlines, and bodies that are whole, decoded and bounded.
type politeTransport struct {
	web *Client
	ctx context.Context
}

// RoundTrip implements http.RoundTripper.
func (v *politeTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if !isRobots(req.URL) {
		return v.request(req, bodyLimit(v.ctx))
	}
	answer, err := v.web.robots.get(v.ctx, req.URL.String(), func() (*http.Response, error) {
		resp, err := v.request(req, robotsLimit)
		if err == nil && (resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests) {
			// RFC 9309: an unreachable robots.txt forbids everything. colly would allow it, and what is asked of too much.
			return nil, statusError(resp.StatusCode, resp.Header, nil)
		}
		return resp, err
	})
	if err != nil {
		return nil, err
	}
	v.web.hosts.slow(req.URL.Host, answer.crawlDelay(v.web.userAgent()))
	return answer.response(), nil
}

// request sends req when it is the host's turn and returns the decoded response.
func (v *politeTransport) request(req *http.Request, limit int) (*http.Response, error) {
	leave, err := v.web.hosts.enter(v.ctx, req.URL.Host)
	if err != nil {
		return nil, err
	}
	defer leave()
	timeout := v.web.options.Timeout
	// Not the context of req: for robots.txt it has none of the run.
	ctx, cancel := context.WithTimeout(withBodyLimit(v.ctx, limit), timeout)
	defer cancel()
	req = req.Clone(ctx)
	req.Header.Set("Accept-Encoding", "gzip") // set by us, or net/http would decode it without a bound
	resp, err := v.web.options.Transport.RoundTrip(req)
	switch {
	case err != nil && ctx.Err() != nil && v.ctx.Err() == nil:
		return nil, data.Failed(data.NoAnswerInTime, "no complete answer within %s", timeout)
	case err != nil:
		return nil, inWords(err)
	}
	if err := decodeBody(resp, limit); err != nil {
		return nil, err
	}
	return resp, nil
}
