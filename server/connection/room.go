package connection

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
)

// group are the connections of one client that have a place, or all that have none.
type group struct {
	client  netip.Prefix
	crowded bool
}

// crowd are those without a place, whoever they are.
var crowd = group{crowded: true}

func (g group) is(other group) bool { return g == other }

func (g group) placed() bool { return !g.crowded }

// room knows every connection that is open.
type room struct {
	mu     sync.Mutex
	groups map[group]map[*conn]struct{}
	open   int
	now    atomic.Int64 // how many have come: a clock for who has waited the longest
}

func newRoom() *room { return &room{groups: map[group]map[*conn]struct{}{}} }

func (r *room) enter(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.since.Store(r.now.Add(1))
	if r.groups[c.group] == nil {
		r.groups[c.group] = map[*conn]struct{}{}
	}
	r.groups[c.group][c] = struct{}{}
	r.open++
}

func (r *room) leave(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.groups[c.group], c)
	if len(r.groups[c.group]) == 0 {
		delete(r.groups, c.group)
	}
	r.open--
}

// places is how many have a place, of is how many there are in a group.
func (r *room) places() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open - len(r.groups[crowd])
}

func (r *room) of(g group) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.groups[g])
}

// waiting are up to so many connections of the chosen groups that wait for a request: of the client with the most places first,
// and of one client those that have waited the longest.
func (r *room) waiting(most int, chosen func(group) bool) (conns []*conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	type candidate struct {
		conn   *conn
		places int // of its client
		since  int64
	}
	var found []candidate
	for g, all := range r.groups {
		if !chosen(g) {
			continue
		}
		for c := range all {
			if c.phase.Load() == waits {
				found = append(found, candidate{c, len(all), c.since.Load()})
			}
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.places, a.places), cmp.Compare(a.since, b.since))
	})
	for _, f := range found[:min(most, len(found))] {
		conns = append(conns, f.conn)
	}
	return conns
}
