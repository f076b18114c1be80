package connection

import (
	"hash/maphash"
	"net/netip"
	"sync/atomic"
	"time"
)

// Limiter lets every client ask so often on average and some times at once (the generic cell rate algorithm). It
// remembers one moment for a client, in a table that does not grow: clients that fall on the same entry share its rate,
// and no client can choose with whom.
type Limiter struct {
	seed   maphash.Seed
	origin time.Time
	every  time.Duration // between two requests at the allowed rate
	ahead  time.Duration // how far before its turn a request may come
	turns  [1 << 16]atomic.Int64
}

// NewLimiter lets a client ask so often a second, and burst times at once; nil for no limit.
func NewLimiter(perSecond, burst int, now time.Time) *Limiter {
	if perSecond <= 0 {
		return nil
	}
	every := time.Second / time.Duration(perSecond)
	return &Limiter{seed: maphash.MakeSeed(), origin: now, every: every, ahead: time.Duration(burst-1) * every}
}

// Wait takes a client's next turn and returns 0, or how long the client should wait for one.
func (l *Limiter) Wait(address string, now time.Time) time.Duration {
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
