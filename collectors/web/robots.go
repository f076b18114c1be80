package web

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/temoto/robotstxt"

	"pricepoint/data"
)

// robotsLimit bounds a robots.txt in bytes; RFC 9309 asks for at least 500 KiB.
const robotsLimit = 512 << 10

// allowed is ErrDisallowed when a host's robots.txt does not let us read a page. A host is asked for it once a run, and
// again when that has failed.
func (w *Client) allowed(ctx context.Context, page *url.URL) (err error) {
	rules, kept, err := w.robots.take(ctx, page.Scheme+"://"+page.Host)
	if err != nil {
		return err
	}
	defer func() { kept <- rules }()
	if rules == nil {
		if rules, err = w.readRobots(ctx, page); err != nil {
			return err
		}
		w.hosts.slow(page.Host, rules.CrawlDelay)
	}
	path := cmp.Or(page.EscapedPath(), "/")
	if page.RawQuery != "" {
		path += "?" + page.RawQuery
	}
	if !rules.Test(path) {
		return ErrDisallowed
	}
	return nil
}

// readRobots reads the rules for this program of the host of a page. Without them nothing may be fetched: RFC 9309 has an
// unreachable robots.txt forbid everything, and so does one that is asked for too often.
func (w *Client) readRobots(ctx context.Context, page *url.URL) (*robotstxt.Group, error) {
	const without = ", without which nothing may be fetched: "
	address := &url.URL{Scheme: page.Scheme, Host: page.Host, Path: "/robots.txt"}
	answer, err := w.visit(ctx, address, robotsLimit, func(context.Context, *url.URL) error { return nil })
	if err == nil && (answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests) {
		err = statusError(answer.StatusCode, *answer.Headers, nil)
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

// maxCrawlDelay bounds the pause that a robots.txt may ask for, so that no site can hold up a run.
const maxCrawlDelay = 10 * time.Second

// turns let one at a time through for each name, which finds there what the one before it has left.
type turns[T any] struct {
	mu     sync.Mutex
	byName map[string]chan T
}

// take waits for the turn of a name, at most until ctx ends. Whoever has it gives what is left there to turn.
func (t *turns[T]) take(ctx context.Context, name string) (left T, turn chan<- T, err error) {
	t.mu.Lock()
	if t.byName == nil {
		t.byName = map[string]chan T{}
	}
	mine := t.byName[name]
	if mine == nil {
		mine = make(chan T, 1)
		mine <- left
		t.byName[name] = mine
	}
	t.mu.Unlock()
	select {
	case left = <-mine:
		return left, mine, nil
	case <-ctx.Done():
		return left, nil, ctx.Err()
	}
}

// pace lets one request at a time through to a host, with a pause between two.
type pace struct {
	pause time.Duration
	hosts turns[lastVisit]
}

// lastVisit is when the last request to a host ended, and the pause that the host has asked for.
type lastVisit struct {
	ended time.Time
	asked time.Duration
}

// enter waits for the turn of host, at most until ctx ends. leave gives the turn back.
func (g *pace) enter(ctx context.Context, host string) (leave func(), err error) {
	last, turn, err := g.hosts.take(ctx, host)
	if err != nil {
		return nil, err
	}
	timer := time.NewTimer(time.Until(last.ended.Add(max(g.pause, last.asked))))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		turn <- last
		return nil, ctx.Err()
	}
	return func() { turn <- lastVisit{time.Now(), last.asked} }, nil
}

// slow makes the pauses of a host as long as it has asked for. Without pauses (a replay) it does nothing.
func (g *pace) slow(host string, delay time.Duration) {
	if g.pause == 0 {
		return
	}
	last, turn, _ := g.hosts.take(context.Background(), host)
	last.asked = min(delay, maxCrawlDelay)
	turn <- last
}
