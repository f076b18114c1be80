package server

import (
	"fmt"
	"hash/maphash"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync/atomic"
	"time"
)

// longestTarget is how many bytes the address of a request may have.
const longestTarget = 8000

// refusal says why a request is not even looked at.
type refusal struct {
	status int
	detail string
	wait   time.Duration // before it may be tried again; 0: that would not help
}

// refuse returns nil for a request that is looked at.
func (s *Server) refuse(r *http.Request) *refusal {
	limits := s.options.Limits
	if n := len(r.RequestURI); n > longestTarget {
		return &refusal{status: http.StatusRequestURITooLong, detail: fmt.Sprintf(
			"the address is %d bytes long and may have %d; no document takes parameters, so leave them out", n, longestTarget)}
	}
	if n := headerBytes(r); n > limits.HeaderBytes {
		return &refusal{status: http.StatusRequestHeaderFieldsTooLarge, detail: fmt.Sprintf(
			"the header of the request is %d bytes long and may have %d; nothing here needs cookies or tokens, so leave them out", n, limits.HeaderBytes)}
	}
	if s.clients == nil || s.fixed[r.URL.Path] != nil {
		return nil
	}
	wait := s.clients.wait(r.RemoteAddr, s.options.Now())
	if wait <= 0 {
		return nil
	}
	return &refusal{status: http.StatusTooManyRequests, wait: wait, detail: fmt.Sprintf(
		"one client may ask %d times a second; ask again in %s, and let an ETag save you from asking for what you have",
		limits.RatePerClient, wait.Round(time.Millisecond))}
}

func (f *refusal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.wait > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(f.wait.Seconds()))))
	}
	writeProblem(w, r, f.status, f.detail)
}

// headerBytes is about how long the header of a request was.
func headerBytes(r *http.Request) int {
	const separators = len(": \r\n")
	n := len(r.Method) + len(r.RequestURI) + len(r.Host)
	for name, values := range r.Header {
		for _, value := range values {
			n += len(name) + len(value) + separators
		}
	}
	return n
}

// limiter lets every client ask so often on average and some times at once (the generic cell rate algorithm). It
// remembers one moment for a client, in a table that does not grow: the few clients that fall on the same entry share
// its rate, and nobody can tell beforehand with whom.
type limiter struct {
	seed   maphash.Seed
	origin time.Time
	every  time.Duration // between two requests at the allowed rate
	ahead  time.Duration // how far before its turn a request may come
	turns  [1 << 16]atomic.Int64
}

func newLimiter(l Limits, now time.Time) *limiter {
	if l.RatePerClient <= 0 {
		return nil
	}
	every := time.Second / time.Duration(l.RatePerClient)
	return &limiter{seed: maphash.MakeSeed(), origin: now, every: every, ahead: time.Duration(l.Burst-1) * every}
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
