package server

import (
	"hash/maphash"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// limiter lets every client ask so often on average and some times at once (the generic cell rate algorithm). It
// remembers one moment for a client, in a table that does not grow: clients that fall on the same entry share its rate,
// and no client can choose with whom.
type limiter struct {
	seed   maphash.Seed
	origin time.Time
	every  time.Duration // between two requests at the allowed rate
	ahead  time.Duration // how far before its turn a request may come
	turns  [1 << 16]atomic.Int64
}

// newLimiter lets a client ask so often a second, and burst times at once; nil for no limit.
func newLimiter(perSecond, burst int, now time.Time) *limiter {
	if perSecond <= 0 {
		return nil
	}
	every := time.Second / time.Duration(perSecond)
	return &limiter{seed: maphash.MakeSeed(), origin: now, every: every, ahead: time.Duration(burst-1) * every}
}

// wait takes a client's next turn and returns 0, or how long the client should wait for one.
func (l *limiter) wait(address string, now time.Time) time.Duration {
	turn := &l.turns[maphash.Comparable(l.seed, clientOf(address))%uint64(len(l.turns))]
	passed := now.Sub(l.origin)
	for {
		taken := turn.Load()
		next := max(time.Duration(taken), passed)
		if early := next - passed - l.ahead; early > 0 {
			return early
		}
		if turn.CompareAndSwap(taken, int64(next+l.every)) {
			return 0
		}
	}
}

// clientOf is who asks: an IPv4 address, or the network that one IPv6 customer has.
func clientOf(address string) netip.Prefix {
	from, err := netip.ParseAddrPort(address)
	if err != nil {
		return netip.Prefix{}
	}
	ip := from.Addr().Unmap()
	bits := 64
	if ip.Is4() {
		bits = 32
	}
	prefix, _ := ip.Prefix(bits) // within the length of the address
	return prefix
}

// tally is how much each client has of something; who has nothing is not in it.
type tally map[netip.Prefix]int

func (t tally) add(client netip.Prefix, n int) {
	if t[client] += n; t[client] == 0 {
		delete(t, client)
	}
}

// backlog bounds the memory of answers that are made for one request and held until their client has taken them. Answers
// that are ready for everybody need none of it.
type backlog struct {
	all int // bytes

	mu      sync.Mutex
	held    int
	clients tally
}

// hold asks for room for an answer to an address. release gives it back; it is nil where there is none. No client holds more than
// a third of what is left, which is a quarter of all while it is alone: however many take as much as they can, some is left.
func (b *backlog) hold(address string, bytes int) (release func()) {
	client := clientOf(address)
	b.mu.Lock()
	defer b.mu.Unlock()
	if 3*(b.clients[client]+bytes) > b.all-b.held {
		return nil
	}
	b.held += bytes
	b.clients.add(client, bytes)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.held -= bytes
		b.clients.add(client, -bytes)
	}
}
