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
	kept turns[*robotsAnswer] // by address; nil when it is yet to be had
}

type robotsAnswer struct {
	status int
	header http.Header
	body   []byte
}

// get returns the answer that is kept for address, or else fetches it. Others who ask for it wait. Failures are not
// kept.
func (m *robotsMemo) get(ctx context.Context, address string, fetch func() (*http.Response, error)) (*robotsAnswer, error) {
	kept := m.kept.of(address)
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

// maxCrawlDelay bounds the pause that a robots.txt may ask for, so that no site can hold up a run.
const maxCrawlDelay = 10 * time.Second

// turns let one at a time through for each name, which finds there what the one before it has left.
type turns[T any] struct {
	mu     sync.Mutex
	byName map[string]chan T
}

// of holds the turn of a name. Whoever takes it gives it back.
func (t *turns[T]) of(name string) chan T {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byName == nil {
		t.byName = map[string]chan T{}
	}
	if t.byName[name] == nil {
		var first T
		t.byName[name] = make(chan T, 1)
		t.byName[name] <- first
	}
	return t.byName[name]
}

// pace lets one request at a time through to a host, with a pause between two.
type pace struct {
	pause time.Duration
	hosts turns[time.Time] // when the last request ended
	mu    sync.Mutex
	asked map[string]time.Duration // the pauses that hosts have asked for
}

// enter waits for the turn of host, at most until ctx ends. leave gives the turn back.
func (g *pace) enter(ctx context.Context, host string) (leave func(), err error) {
	turn := g.hosts.of(host)
	var ended time.Time
	select {
	case ended = <-turn:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	timer := time.NewTimer(time.Until(ended.Add(g.pauseOf(host))))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		turn <- ended
		return nil, ctx.Err()
	}
	return func() { turn <- time.Now() }, nil
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
