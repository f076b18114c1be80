// Package connection is how connections begin and end: how many may be open, how often one client may ask, how slowly it
// may take an answer, with which certificate, and how open requests are answered to the end. Start at Serve.
//
// It knows nothing of what is served.
package connection

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Limits are what connections may take. The zero value has none.
type Limits struct {
	Connections int // open at once on a listener
	PerClient   int // of these from one IPv4 address, or from the IPv6 network of one customer
	SendBuffer  int // bytes of an answer that the system keeps for a connection
	LeastRate   int // bytes a second that a client must take of an answer that is longer than that
}

// Counts tell what has become of connections. They may be read at any time.
type Counts struct {
	Open      atomic.Int64 // now
	Limit     atomic.Int64 // how many may be open; 0: as many as the system allows
	Displaced atomic.Int64 // waited for a request and were closed to make room for others
	Crowded   atomic.Int64 // had no place when they came: probes alone were answered on them
	Slow      atomic.Int64 // took an answer too slowly and were cut
}

// listener admits connections within the limits.
//
// When all places are taken, or all that one client may have, connections that only wait for a request make room: those of
// the client with the most first. Where none waits, whoever comes is admitted for a probe alone.
type listener struct {
	net.Listener
	limits Limits
	counts *Counts
	room   *room
	once   sync.Once // for Close

	// unheard is how many of the open connections have had no answer yet. Of those that speak HTTP/2 it counts the ones that
	// have not begun: that protocol has its own way to announce the end.
	unheard atomic.Int64
}

func newListener(l net.Listener, limits Limits, counts *Counts) *listener {
	counts.Limit.Add(int64(limits.Connections))
	return &listener{Listener: l, limits: limits, counts: counts, room: newRoom()}
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.admit(accepted); c != nil {
			return c, nil
		}
	}
}

// admit returns nil for a connection for which not even a probe's place is left.
func (l *listener) admit(accepted net.Conn) *conn {
	if bounded, can := accepted.(interface{ SetWriteBuffer(int) error }); can && l.limits.SendBuffer > 0 {
		bounded.SetWriteBuffer(l.limits.SendBuffer) // what fails here fails with the first answer, too
	}
	c := &conn{Conn: accepted, from: l, group: group{client: clientOf(accepted.RemoteAddr().String())}}
	if !l.hasPlace(c.group) {
		c.group = crowd
		l.counts.Crowded.Add(1)
		if l.room.of(crowd) >= forProbes && !l.displace(1, crowd.is) {
			accepted.Close()
			return nil
		}
	}
	l.room.enter(c)
	l.counts.Open.Add(1)
	l.unheard.Add(1)
	return c
}

// forProbes is how many connections there may be beyond the limit. Of more that come, the one that has waited the longest
// goes: a probe asks at once.
const forProbes = 32

// hasPlace makes room if it must.
func (l *listener) hasPlace(g group) bool {
	if most := l.limits.PerClient; most > 0 && g.client.IsValid() && l.room.of(g) >= most && !l.displace(atOnce(most), g.is) {
		return false
	}
	most := l.limits.Connections
	return most <= 0 || l.room.places() < most || l.displace(atOnce(most), group.placed)
}

// atOnce is how many connections make room when one must: looking for them costs, so they are several where there are many.
func atOnce(limit int) int { return max(1, limit/100) }

// displace closes up to so many connections of the chosen groups that still wait, and tells whether there were any.
func (l *listener) displace(most int, chosen func(group) bool) bool {
	closed := false
	for _, c := range l.room.waiting(most, chosen) {
		if c.phase.CompareAndSwap(waits, gone) {
			c.Close()
			l.counts.Displaced.Add(1)
			closed = true
		}
	}
	return closed
}

// empty tells whether no connection is open.
func (l *listener) empty() bool { return l.room.places()+l.room.of(crowd) == 0 }

// Close may be called more than once.
func (l *listener) Close() (err error) {
	l.once.Do(func() {
		l.counts.Limit.Add(-int64(l.limits.Connections))
		err = l.Listener.Close()
	})
	return err
}

// Ending is what Serve does when its context ends.
type Ending struct {
	Begins   func()        // is called first: from now on answers should tell clients that the connection ends
	Drain    time.Duration // how long the end is told to clients before the listener closes
	Shutdown time.Duration // how long open requests may take to end after that
}

// Serve answers on the listener, within the limits, until ctx ends, then lets open requests end. It closes the listener.
// With hs.TLSConfig it speaks TLS.
func Serve(ctx context.Context, l net.Listener, hs *http.Server, limits Limits, counts *Counts, end Ending) error {
	connections := newListener(l, limits, counts)
	hs.ConnState, hs.ConnContext = noteState, noteCrowded
	ended := make(chan error, 1)
	go func() {
		if hs.TLSConfig != nil {
			ended <- hs.ServeTLS(connections, "", "")
		} else {
			ended <- hs.Serve(connections)
		}
	}()
	select {
	case err := <-ended:
		return fmt.Errorf("serve on %s: %v", l.Addr(), err)
	case <-ctx.Done():
	}
	return end.stop(ctx, hs, connections, ended)
}

// firstRequest is how long the end waits for the first request of a connection, as long as net/http does.
const firstRequest = 5 * time.Second

// stop first tells clients on their next answer that the connection ends, so that few are idle, with a request
// perhaps already on its way, when the rest is closed. Who has connected and heard nothing yet is answered first:
// once net/http shuts down it drops what it has just read. Nothing more is accepted when ended says so.
func (e Ending) stop(ctx context.Context, hs *http.Server, connections *listener, ended <-chan error) error {
	ctx = context.WithoutCancel(ctx)
	e.Begins()
	poll(ctx, e.Drain, func() bool { return connections.empty() })
	connections.Close()
	<-ended
	ctx, cancel := context.WithTimeout(ctx, e.Shutdown)
	defer cancel()
	poll(ctx, firstRequest, func() bool { return connections.unheard.Load() == 0 })
	if hs.Shutdown(ctx) == nil {
		return nil
	}
	hs.Close()
	return fmt.Errorf("requests were still open %s after the end was asked for and were cut", e.Drain+e.Shutdown)
}

// poll waits for something to become so.
func poll(ctx context.Context, patience time.Duration, done func() bool) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !done() && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
}
