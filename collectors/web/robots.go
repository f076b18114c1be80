package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"pricepoint/data"
)

// robotsLimit bounds a robots.txt in bytes; RFC 9309 asks for at least 500 KiB.
const robotsLimit = 512 << 10

// maxRedirects is how many redirects a fetch follows; robots.txt gets as many.
const maxRedirects = 5

// What a robots.txt may have: each pattern is compiled whenever the rules are asked, and each line is parsed. The longest of the sites
// that are read has 150 lines.
const (
	maxRobotsLines    = 10_000
	maxRobotsPatterns = 32 << 10 // bytes of lines with a wildcard
)

// affordableRobots refuses rules that take more time or memory than any real ones. Nobody knows what they allow then.
func affordableRobots(body []byte) error {
	lines, patterns := 0, 0
	for line := range bytes.FieldsFuncSeq(body, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if lines++; bytes.ContainsAny(line, "*$") {
			patterns += len(line)
		}
	}
	if lines > maxRobotsLines || patterns > maxRobotsPatterns {
		return data.Failed(data.RobotsUnreadable, "robots.txt has %d lines and %d bytes of patterns; more than %d and %d are not read",
			lines, patterns, maxRobotsLines, maxRobotsPatterns)
	}
	return nil
}

func isRobots(u *url.URL) bool { return u.Path == "/robots.txt" }

func isRobotsAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isRobots(u)
}

// robotsOnly lets colly follow the redirects of robots.txt and leaves all others to fetch.
func robotsOnly(to *http.Request, via []*http.Request) error {
	from := via[len(via)-1]
	if !isRobots(via[0].URL) {
		return http.ErrUseLastResponse
	}
	if to.URL.Host != from.URL.Host || from.URL.Scheme == "https" && to.URL.Scheme != "https" {
		return data.Failed(data.RobotsUnreadable, "robots.txt redirects to %s, which is another host or not encrypted", to.URL)
	}
	if len(via) > maxRedirects {
		return data.Failed(data.RobotsUnreadable, "robots.txt redirects more than %d times", maxRedirects)
	}
	return nil
}

// unreadableRobots says why a robots.txt cannot be had. A host that cannot be reached shows by its robots.txt first.
func unreadableRobots(err *url.Error) *data.Failure {
	const without = ", without which nothing may be fetched: "
	inner := data.FailureOf(err.Err)
	class := inner.Class
	if class == data.OtherFailure {
		class = data.RobotsUnreadable
	}
	failure := data.Failed(class, "cannot read %s"+without+"%w", err.URL, err.Err)
	failure.Reason = "cannot read robots.txt" + without + inner.Common()
	return failure
}

// robotsMemo keeps the answers to requests for robots.txt, so that a host is asked once a run.
type robotsMemo struct {
	mu   sync.Mutex
	kept map[string]chan *robotsAnswer // by address; holds the answer, nil when it is yet to be had
}

type robotsAnswer struct {
	status int
	header http.Header
	body   []byte
}

// get returns the answer that is kept for address, or else fetches it. Others who ask for it wait. Failures are not
// kept.
func (m *robotsMemo) get(ctx context.Context, address string, fetch func() (*http.Response, error)) (*robotsAnswer, error) {
	kept := m.of(address)
	var answer *robotsAnswer
	select {
	case answer = <-kept:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { kept <- answer }()
	if answer != nil {
		return answer, nil
	}
	resp, err := fetch()
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if err := affordableRobots(body); err != nil {
		return nil, err
	}
	answer = &robotsAnswer{resp.StatusCode, resp.Header, body}
	return answer, nil
}

func (m *robotsMemo) of(address string) chan *robotsAnswer {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]chan *robotsAnswer{}
	}
	if m.kept[address] == nil {
		m.kept[address] = make(chan *robotsAnswer, 1)
		m.kept[address] <- nil
	}
	return m.kept[address]
}

func (a *robotsAnswer) response() *http.Response {
	return &http.Response{StatusCode: a.status, Header: a.header.Clone(), Body: io.NopCloser(bytes.NewReader(a.body))}
}

// crawlDelay is the pause between two requests that the site asks of this agent; 0 when it asks for none.
func (a *robotsAnswer) crawlDelay(agent string) time.Duration {
	rules, err := robotstxt.FromStatusAndBytes(a.status, a.body)
	if err != nil {
		return 0 // colly reads the same and refuses to go on
	}
	return rules.FindGroup(agent).CrawlDelay
}
