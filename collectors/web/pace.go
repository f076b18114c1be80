package web

import (
	"context"
	"net/http"
	"sync"
	"time"

	"pricepoint/data"
)

// maxCrawlDelay bounds the pause that a robots.txt may ask for, so that no site can hold up a run.
const maxCrawlDelay = 10 * time.Second

// gate lets one request at a time through to a host, with a pause in between.
type pace struct {
	pause time.Duration
	mu    sync.Mutex
	hosts map[string]chan time.Time // holds the turn, which says when the last request ended
	asked map[string]time.Duration  // the pauses that hosts have asked for
}

// enter waits for the turn of host, at most until ctx ends. leave gives the turn back.
func (g *pace) enter(ctx context.Context, host string) (leave func(), err error) {
	turns := g.turns(host)
	var ended time.Time
	select {
	case ended = <-turns:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	timer := time.NewTimer(time.Until(ended.Add(g.pauseOf(host))))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		turns <- ended
		return nil, ctx.Err()
	}
	return func() { turns <- time.Now() }, nil
}

func (g *pace) turns(host string) chan time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.hosts == nil {
		g.hosts = map[string]chan time.Time{}
	}
	if g.hosts[host] == nil {
		g.hosts[host] = make(chan time.Time, 1)
		g.hosts[host] <- time.Time{}
	}
	return g.hosts[host]
}

// slow makes the pauses of a host as long as it has asked for. Without pauses (a replay) it does nothing.
func (g *pace) slow(host string, delay time.Duration) {
	if g.pause == 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.asked == nil {
		g.asked = map[string]time.Duration{}
	}
	g.asked[host] = min(delay, maxCrawlDelay)
}

func (g *pace) pauseOf(host string) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return max(g.pause, g.asked[host])
}

// visit is the transport of one fetch. It gives colly what colly leaves out: the context also for robots.txt,
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
		if err == nil && resp.StatusCode >= 500 {
			// RFC 9309: an unreachable robots.txt forbids everything. colly would allow it.
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
	// Not the context of req: for robots.txt it is none, and else colly's client ends it after ten seconds, retries included.
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
