package collectors

import (
	"context"
	"sync"
	"time"
)

// gate lets one request at a time through to a host, with a pause in between.
type gate struct {
	pause time.Duration
	mu    sync.Mutex
	hosts map[string]chan time.Time // holds the turn, which says when the next request may start
}

// enter waits for the turn of host, at most until ctx ends. leave gives the turn back.
func (g *gate) enter(ctx context.Context, host string) (leave func(), err error) {
	turns := g.turns(host)
	var next time.Time
	select {
	case next = <-turns:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	timer := time.NewTimer(time.Until(next))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
		turns <- next
		return nil, ctx.Err()
	}
	return func() { turns <- time.Now().Add(g.pause) }, nil
}

func (g *gate) turns(host string) chan time.Time {
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
