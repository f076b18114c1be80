package collectors

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/gocolly/colly/v2"
	"github.com/temoto/robotstxt"

	"pricepoint/data"
)

// ErrDisallowed says that the site's robots.txt does not let us read the address.
var ErrDisallowed = data.Failed(data.RobotsRefuse, "robots.txt disallows it for this program")

// Fetcher gets one document. It is safe for concurrent use.
type Fetcher interface {
	Fetch(context.Context, Request) (Document, error)
}

// Options are the manners of a Web.
type Options struct {
	Version   string            // of this program, for the user agent
	Contact   string            // URL a site owner can write to, for the user agent
	Transport http.RoundTripper // LiveTransport, or a Replay, or a Recorder over one of them
	Pause     time.Duration     // between two requests to one host; 0 for a replay
	Timeout   time.Duration     // of one request, retries and body included; 0 means two minutes
	Now       func() time.Time  // when a payload that carries no WARC-Date was received; nil means time.Now
}

// Web fetches documents politely: robots.txt is obeyed, also after a redirect, one request at a time goes to a
// host, nothing leaves the host that was asked, and no limit ever cuts. It serves one run, for which it
// remembers each host's robots.txt.
type Web struct {
	options Options
	hosts   gate
	robots  robotsMemo
}

// NewWeb returns a Web with the given manners.
func NewWeb(o Options) *Web {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Timeout = cmp.Or(o.Timeout, 2*time.Minute)
	return &Web{options: o, hosts: gate{pause: o.Pause}}
}

// userAgent starts with our name: robots.txt groups are matched against the start of it.
func (w *Web) userAgent() string {
	if w.options.Contact == "" {
		return "pricepoint/" + w.options.Version
	}
	return fmt.Sprintf("pricepoint/%s (+%s)", w.options.Version, w.options.Contact)
}

// Fetch gets the document at r.URL. An error names the address and the cause; it is ErrDisallowed when
// robots.txt refuses, and the context's error when ctx ends.
func (w *Web) Fetch(ctx context.Context, r Request) (Document, error) {
	doc, err := w.fetch(ctx, r)
	if err != nil {
		failure := data.FailureOf(err)
		reason := failure.Common()
		failure = data.Failed(failure.Class, "fetch %s: %w", r.URL, err)
		failure.Reason = reason
		return Document{}, failure
	}
	return doc, nil
}

func (w *Web) fetch(ctx context.Context, r Request) (Document, error) {
	address, err := url.Parse(r.URL)
	if err != nil || address.Host == "" {
		return Document{}, errors.New("not an absolute URL")
	}
	address.Host = strings.ToLower(address.Host) // as colly and AllowedDomains have it
	limit := cmp.Or(r.MaxBytes, DefaultMaxBytes)
	var page *colly.Response
	c := w.collector(address.Hostname(), limit, &visit{web: w, ctx: withBodyLimit(ctx, limit)})
	c.OnResponse(func(r *colly.Response) { page = r })
	// Every hop is a visit of its own, so that it is held against robots.txt like the first.
	for range maxRedirects + 1 {
		page = nil
		if err := c.Visit(address.String()); err != nil {
			return Document{}, cause(ctx, err)
		}
		next, err := redirect(address, page.StatusCode, page.Headers.Get("Location"))
		if err != nil {
			return Document{}, err
		}
		if next == nil {
			return w.document(r, page)
		}
		address = next
	}
	return Document{}, data.Failed(data.Redirected, "more than %d redirects, the last to %s", maxRedirects, address)
}

// collector makes the collector of one fetch. It skips colly.NewCollector, which would let COLLY_* environment
// variables override all of this.
func (w *Web) collector(host string, limit int, transport http.RoundTripper) *colly.Collector {
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
	return c
}

func (w *Web) document(r Request, page *colly.Response) (Document, error) {
	if err := statusError(page.StatusCode, *page.Headers, page.Body); err != nil {
		return Document{}, err
	}
	if err := noPayload(r.URL, page.Body); err != nil {
		return Document{}, err
	}
	return newDocument(r.URL, page.Headers.Get("Content-Type"), w.received(*page.Headers), page.Body), nil
}

// received is when the payload was received: the date of its record where there is one.
func (w *Web) received(h http.Header) time.Time {
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
