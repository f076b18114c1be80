package connection

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
)

// room knows every connection that is open.
type room struct {
	mu      sync.Mutex
	clients map[netip.Prefix]map[*conn]struct{} // those with a place
	crowd   map[*conn]struct{}                  // those without
	open    int                                 // those with a place
	now     atomic.Int64                        // how many have come: a clock for who has waited the longest
}

func newRoom() *room {
	return &room{clients: map[netip.Prefix]map[*conn]struct{}{}, crowd: map[*conn]struct{}{}}
}

func (r *room) enter(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.since.Store(r.now.Add(1))
	if c.crowded {
		r.crowd[c] = struct{}{}
		return
	}
	if r.clients[c.client] == nil {
		r.clients[c.client] = map[*conn]struct{}{}
	}
	r.clients[c.client][c] = struct{}{}
	r.open++
}

func (r *room) leave(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c.crowded {
		delete(r.crowd, c)
		return
	}
	delete(r.clients[c.client], c)
	if len(r.clients[c.client]) == 0 {
		delete(r.clients, c.client)
	}
	r.open--
}

// placed is how many have a place.
func (r *room) placed() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.open
}

// of is how many places a client has.
func (r *room) of(client netip.Prefix) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.clients[client])
}

// crowded is how many have no place.
func (r *room) crowded() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.crowd)
}

// waiting are up to so many connections that wait for a request: of the client with the most places first, and of one
// client those that have waited the longest.
func (r *room) waiting(most int) []*conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []candidate
	for _, all := range r.clients {
		found = appendWaiting(found, all)
	}
	return first(found, most)
}

// waitingOf are those of one client.
func (r *room) waitingOf(client netip.Prefix, most int) []*conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	return first(appendWaiting(nil, r.clients[client]), most)
}

// waitingCrowd are those without a place.
func (r *room) waitingCrowd(most int) []*conn {
	r.mu.Lock()
	defer r.mu.Unlock()
	return first(appendWaiting(nil, r.crowd), most)
}

// candidate is a connection that may make room.
type candidate struct {
	conn   *conn
	places int // of its client
	since  int64
}

func appendWaiting(found []candidate, all map[*conn]struct{}) []candidate {
	for c := range all {
		if c.phase.Load() == waits {
			found = append(found, candidate{c, len(all), c.since.Load()})
		}
	}
	return found
}

func first(found []candidate, most int) []*conn {
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.places, a.places), cmp.Compare(a.since, b.since))
	})
	var conns []*conn
	for _, f := range found[:min(most, len(found))] {
		conns = append(conns, f.conn)
	}
	return conns
}
