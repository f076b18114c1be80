package web

import (
	"context"
	"net/http"

	"pricepoint/data"
)

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
