package collectors

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
)

// robotsLimit bounds a robots.txt in bytes; RFC 9309 asks for at least 500 KiB.
const robotsLimit = 512 << 10

// visit is the transport of one fetch. It gives colly what colly leaves out: the context also for robots.txt,
// turns and deadlines, and bodies that are whole, decoded and bounded.
type visit struct {
	web *Web
	ctx context.Context
}

// RoundTrip implements http.RoundTripper.
func (v *visit) RoundTrip(req *http.Request) (*http.Response, error) {
	if !isRobots(req.URL) {
		return v.request(req, bodyLimit(v.ctx))
	}
	return v.web.robots.get(req.URL.String(), func() (*http.Response, error) {
		resp, err := v.request(req, robotsLimit)
		if err == nil && resp.StatusCode >= 500 {
			// RFC 9309: an unreachable robots.txt forbids everything. colly would allow it.
			return nil, statusError(resp.StatusCode, resp.Header, nil)
		}
		return resp, err
	})
}

// request sends req when it is the host's turn and returns the decoded response.
func (v *visit) request(req *http.Request, limit int) (*http.Response, error) {
	leave, err := v.web.hosts.enter(v.ctx, req.URL.Host)
	if err != nil {
		return nil, err
	}
	defer leave()
	timeout := v.web.options.Timeout
	ctx, cancel := context.WithTimeout(withBodyLimit(v.ctx, limit), timeout)
	defer cancel()
	req = req.Clone(ctx)
	req.Header.Set("Accept-Encoding", "gzip") // set by us, or net/http would decode it without a bound
	resp, err := v.web.options.Transport.RoundTrip(req)
	if err == nil {
		err = decodeBody(resp, limit)
	}
	switch {
	case err == nil:
		return resp, nil
	case ctx.Err() != nil && v.ctx.Err() == nil:
		return nil, fmt.Errorf("no complete answer within %s", timeout)
	}
	return nil, err
}

// robotsMemo keeps the answers to requests for robots.txt, so that a host is asked once a run.
type robotsMemo struct {
	mu   sync.Mutex
	kept map[string]robotsAnswer
}

type robotsAnswer struct {
	status int
	header http.Header
	body   []byte
}

// get returns the kept answer of address, else what fetch answers. Failures are not kept.
func (m *robotsMemo) get(address string, fetch func() (*http.Response, error)) (*http.Response, error) {
	if answer, ok := m.load(address); ok {
		return answer.response(), nil
	}
	resp, err := fetch()
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	answer := robotsAnswer{status: resp.StatusCode, header: resp.Header, body: body}
	m.store(address, answer)
	return answer.response(), nil
}

func (m *robotsMemo) load(address string) (robotsAnswer, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	answer, ok := m.kept[address]
	return answer, ok
}

func (m *robotsMemo) store(address string, answer robotsAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]robotsAnswer{}
	}
	m.kept[address] = answer
}

func (a robotsAnswer) response() *http.Response {
	return &http.Response{StatusCode: a.status, Header: a.header.Clone(), Body: io.NopCloser(bytes.NewReader(a.body))}
}

func isRobots(u *url.URL) bool { return u.Path == "/robots.txt" }

func isRobotsAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isRobots(u)
}
