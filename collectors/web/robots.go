package web

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/temoto/robotstxt"

	"pricepoint/data"
)

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
