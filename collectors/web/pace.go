package web

import (
	"context"
	"sync"
	"time"
)

// maxCrawlDelay bounds the pause that a robots.txt may ask for, so that no site can hold up a run.
const maxCrawlDelay = 10 * time.Second

// pace lets one request at a time through to a host, with a pause between two.
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
