// Package web fetches payloads: from the live web, politely, or from the archive of an earlier run. Start at Client in
// this file. Under it stands a chain of transports: Live or a Replay asks, and a Recorder writes down what was answered
// and asks again only for what has changed. Every failure is a data.Failure of a known class.
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
	"strings"
	"sync"
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
	mu      sync.Mutex
	hosts   map[string]*host
}

// New returns a Client with the given manners.
func New(o Options) *Client {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Timeout = cmp.Or(o.Timeout, 2*time.Minute)
	return &Client{options: o, hosts: map[string]*host{}}
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
	address.Host = strings.ToLower(address.Host)
	h := w.host(address.Host)
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return Payload{}, ctx.Err()
	}
	allowed := func(to *url.URL) error { return w.allowed(ctx, h, to) }
	if err := allowed(address); err != nil {
		return Payload{}, err
	}
	page, err := w.visit(ctx, h, address, allowed)
	if err != nil {
		return Payload{}, err
	}
	if err := statusError(page.StatusCode, *page.Headers, page.Body); err != nil {
		return Payload{}, err
	}
	if err := noPayload(r.URL, page.Body); err != nil {
		return Payload{}, err
	}
	return newPayload(r.URL, w.received(*page.Headers), page.Body), nil
}

// visit asks a host for an address, and for where that redirects to if it is allowed. It makes its collector without
// colly.NewCollector, which would let COLLY_* environment variables override all of this.
func (w *Client) visit(ctx context.Context, h *host, address *url.URL, allowed func(*url.URL) error) (page *colly.Response, err error) {
	c := &colly.Collector{}
	c.Init()
	c.Context = ctx
	c.UserAgent = w.userAgent()
	c.IgnoreRobotsTxt = true        // allowed asks itself: colly takes what it cannot read for leave
	c.AllowURLRevisit = true        // and counts redirects
	c.ParseHTTPErrorResponse = true // and reads the status
	c.MaxBodySize = MaxBytes + 1    // colly would cut silently; the transport has made sure that nothing is longer
	c.SetRedirectHandler(func(to *http.Request, via []*http.Request) error {
		return cmp.Or(checkRedirect(to.URL, via), allowed(to.URL))
	})
	c.DisableCookies()
	c.WithTransport(politeTransport{w, h})
	c.SetRequestTimeout(0) // colly's client would end every request after ten seconds, retries included; Options.Timeout bounds it
	c.OnResponse(func(r *colly.Response) { page = r })
	if err := c.Visit(address.String()); err != nil {
		return nil, cause(ctx, err)
	}
	return page, nil
}

// received is when the payload was received: the date of its record where there is one.
func (w *Client) received(h http.Header) time.Time {
	if recorded, err := time.Parse(time.RFC3339, h.Get(warcDate)); err == nil {
		return recorded
	}
	return w.options.Now().UTC().Truncate(time.Second)
}

// cause is why there was no answer, without the words of net/http around it.
func cause(ctx context.Context, err error) error {
	var wrapped *url.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &wrapped):
		return wrapped.Err
	}
	return err
}

// maxRedirects is how many redirects a fetch follows; robots.txt gets as many.
const maxRedirects = 5

// checkRedirect refuses to leave the host that was asked, and to give up encryption.
func checkRedirect(to *url.URL, via []*http.Request) error {
	switch from := via[len(via)-1].URL; {
	case len(via) > maxRedirects:
		return data.Failed(data.Redirected, "more than %d redirects, the last to %s", maxRedirects, to)
	case to.Host != from.Host:
		return data.Failed(data.Redirected, "redirected to %s, which is another host; if the page has moved there, its source must ask for it there", to)
	case from.Scheme == "https" && to.Scheme != "https":
		return data.Failed(data.NotSecure, "redirected to %s, which is not encrypted", to)
	}
	return nil
}

// politeTransport gives colly what it leaves out: pauses and deadlines, and bodies that are whole, decoded and bounded.
type politeTransport struct {
	web  *Client
	host *host
}

// RoundTrip sends req after a pause and returns the decoded response.
func (p politeTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := p.host.wait(req.Context()); err != nil {
		return nil, err
	}
	defer func() { p.host.left = time.Now() }()
	timeout := p.web.options.Timeout
	ctx, cancel := context.WithTimeout(req.Context(), timeout)
	defer cancel()
	asked := req.Clone(ctx)
	asked.Header.Set("Accept-Encoding", "gzip") // set by us, or net/http would decode it without a bound
	resp, err := p.web.options.Transport.RoundTrip(asked)
	switch {
	case err != nil && ctx.Err() != nil && req.Context().Err() == nil:
		return nil, data.Failed(data.NoAnswerInTime, "no complete answer within %s", timeout)
	case err != nil:
		return nil, inWords(err)
	}
	if _, err := decodeBody(resp); err != nil {
		return nil, err
	}
	return resp, nil
}

// robotsLimit bounds a robots.txt in bytes; RFC 9309 asks for at least 500 KiB.
const robotsLimit = 512 << 10

// host is what a run knows of a host. One fetch at a time has its turn, and may change the rest.
type host struct {
	turn  chan struct{}
	rules *robotstxt.Group // of its robots.txt; nil when that is yet to be read
	pause time.Duration    // between two requests
	left  time.Time        // when the last request ended
}

// host is that of a name.
func (w *Client) host(name string) *host {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.hosts[name] == nil {
		w.hosts[name] = &host{turn: make(chan struct{}, 1), pause: w.options.Pause}
	}
	return w.hosts[name]
}

// wait waits for the end of the pause, at most until ctx ends.
func (h *host) wait(ctx context.Context) error {
	timer := time.NewTimer(time.Until(h.left.Add(h.pause)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// maxCrawlDelay bounds the pause that a robots.txt may ask for, so that no site can hold up a run.
const maxCrawlDelay = 10 * time.Second

// allowed is ErrDisallowed when the robots.txt of a host does not let us read a page. A host is asked for it once a run, and
// again when that has failed.
func (w *Client) allowed(ctx context.Context, h *host, page *url.URL) (err error) {
	if h.rules == nil {
		if h.rules, err = w.readRobots(ctx, h, page); err != nil {
			return err
		}
		if w.options.Pause > 0 { // a replay has none
			h.pause = max(w.options.Pause, min(h.rules.CrawlDelay, maxCrawlDelay))
		}
	}
	if !h.rules.Test(page.RequestURI()) {
		return ErrDisallowed
	}
	return nil
}

// readRobots reads the rules for this program of the host of a page. Without them nothing may be fetched: RFC 9309 has an
// unreachable robots.txt forbid everything, and so does one that is asked for too often.
func (w *Client) readRobots(ctx context.Context, h *host, page *url.URL) (*robotstxt.Group, error) {
	const without = ", without which nothing may be fetched: "
	address := &url.URL{Scheme: page.Scheme, Host: page.Host, Path: "/robots.txt"}
	answer, err := w.visit(ctx, h, address, func(*url.URL) error { return nil })
	if err == nil && (answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests) {
		err = statusError(answer.StatusCode, *answer.Headers, nil)
	}
	if err == nil && len(answer.Body) > robotsLimit {
		err = tooLarge(robotsLimit)
	}
	if err == nil {
		rules, malformed := robotstxt.FromStatusAndBytes(answer.StatusCode, answer.Body)
		if malformed == nil {
			return rules.FindGroup(w.userAgent()), nil
		}
		return nil, data.Failed(data.RobotsUnreadable, "cannot make sense of robots.txt"+without+"%w", malformed)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	inner := data.FailureOf(err) // a host that cannot be reached shows by its robots.txt first
	class := inner.Class
	if class == data.OtherFailure {
		class = data.RobotsUnreadable
	}
	failure := data.Failed(class, "cannot read %s"+without+"%w", address, err)
	failure.Reason = "cannot read robots.txt" + without + inner.Common()
	return nil, failure
}
