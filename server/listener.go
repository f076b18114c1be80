package server

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// counts tell what has become of connections. They may be read at any time.
type counts struct {
	open      atomic.Int64 // now
	limit     atomic.Int64 // how many may be open; 0: as many as the system allows
	displaced atomic.Int64 // waited for a request and were closed to make room for others
	refused   atomic.Int64 // found no place when they came
}

// listener admits connections within the limits. When all places are taken, or all that one client may have, the connection
// that has waited for a request the longest makes room. Where none waits, whoever comes is refused.
type listener struct {
	net.Listener
	limits *Limits
	counts *counts
	once   sync.Once // for Close

	mu      sync.Mutex
	conns   map[*conn]struct{}
	clients tally        // places that they have
	came    atomic.Int64 // how many have come: a clock for who has waited the longest

	// unheard is how many of the open connections have had no answer yet. Of those that speak HTTP/2 it counts the ones that
	// have not begun: that protocol has its own way to announce the end.
	unheard atomic.Int64
}

// conn is a connection that counts.
type conn struct {
	net.Conn
	from   *listener
	client netip.Prefix
	waits  atomic.Int64 // since when it waits for a request, by the clock of the listener; 0: it is being answered
	heard  atomic.Bool  // it has had an answer, or has ended
}

func newListener(l net.Listener, limits *Limits, c *counts) *listener {
	c.limit.Add(int64(limits.MaxConnections))
	return &listener{Listener: l, limits: limits, counts: c, conns: map[*conn]struct{}{}, clients: tally{}}
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, from: l, client: clientOf(accepted.RemoteAddr().String())}
		if c.admitted() {
			return c, nil
		}
		l.counts.refused.Add(1)
		accepted.Close()
	}
}

// admitted is false for a connection for which no place is left.
func (c *conn) admitted() bool {
	l := c.from
	if bounded, can := c.Conn.(interface{ SetWriteBuffer(int) error }); can && l.limits.SendBuffer > 0 {
		bounded.SetWriteBuffer(l.limits.SendBuffer) // what fails here fails with the first answer, too
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	most, all := l.limits.PerClient, l.limits.MaxConnections
	sameClient := func(other *conn) bool { return other.client == c.client }
	full := most > 0 && c.client.IsValid() && l.clients[c.client] >= most && !l.displace(sameClient)
	if full || all > 0 && len(l.conns) >= all && !l.displace(func(*conn) bool { return true }) {
		return false
	}
	c.waits.Store(l.came.Add(1))
	l.conns[c] = struct{}{}
	l.counts.open.Add(1)
	l.unheard.Add(1)
	l.clients.add(c.client, 1)
	return true
}

// displace closes the connection that has waited the longest of those that are meant, and tells whether there was any.
func (l *listener) displace(meant func(*conn) bool) bool {
	var longest *conn
	var since int64
	for c := range l.conns {
		if waits := c.waits.Load(); waits > 0 && meant(c) && (longest == nil || waits < since) {
			longest, since = c, waits
		}
	}
	if longest == nil {
		return false
	}
	if !longest.waits.CompareAndSwap(since, 0) {
		return l.displace(meant) // a request has come on it meanwhile
	}
	l.forget(longest)
	l.counts.displaced.Add(1)
	longest.Conn.Close()
	return true
}

// forget gives the place of a connection back.
func (l *listener) forget(c *conn) {
	if _, is := l.conns[c]; !is {
		return
	}
	delete(l.conns, c)
	c.hear()
	l.counts.open.Add(-1)
	l.clients.add(c.client, -1)
}

// Close may be called more than once.
func (l *listener) Close() (err error) {
	l.once.Do(func() {
		l.counts.limit.Add(-int64(l.limits.MaxConnections))
		err = l.Listener.Close()
	})
	return err
}

// Close gives the place of the connection back.
func (c *conn) Close() error {
	c.from.mu.Lock()
	c.from.forget(c)
	c.from.mu.Unlock()
	return c.Conn.Close()
}

// hear notes that a connection has had its first answer, or has ended.
func (c *conn) hear() {
	if !c.heard.Load() && c.heard.CompareAndSwap(false, true) {
		c.from.unheard.Add(-1)
	}
}

// CloseWrite lets net/http say goodbye before it closes.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// noteState is told by net/http what it does with a connection.
func noteState(nc net.Conn, state http.ConnState) {
	if secured, ok := nc.(*tls.Conn); ok {
		nc = secured.NetConn()
	}
	switch c, ok := nc.(*conn); {
	case !ok:
	case state == http.StateActive:
		c.waits.Store(0)
	case state == http.StateIdle:
		c.waits.Store(c.from.came.Load())
		c.hear()
	}
}

// serve answers on the listener, within the limits, until ctx ends, then lets open requests end. It closes the listener.
func (s *Server) serve(ctx context.Context, l net.Listener, hs *http.Server, c *counts) error {
	connections := newListener(l, &s.options.Limits, c)
	hs.ConnState = noteState
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
	return s.stop(hs, connections, ended)
}

// firstRequest is how long the end waits for the first request of a connection, as long as net/http does.
const firstRequest = 5 * time.Second

// stop first tells clients on their next answer that the connection ends, so that few are idle, with a request
// perhaps already on its way, when the rest is closed. Who has connected and heard nothing yet is answered first:
// once net/http shuts down it drops what it has just read. Nothing more is accepted when ended says so.
func (s *Server) stop(hs *http.Server, connections *listener, ended <-chan error) error {
	limits := s.options.Limits
	s.leaving.Store(true)
	await(limits.Drain, func() bool { return connections.counts.open.Load() == 0 })
	connections.Close()
	<-ended
	ctx, cancel := context.WithTimeout(context.Background(), limits.Shutdown)
	defer cancel()
	await(min(firstRequest, limits.Shutdown), func() bool { return connections.unheard.Load() == 0 })
	if hs.Shutdown(ctx) == nil {
		return nil
	}
	hs.Close()
	return fmt.Errorf("requests were still open %s after the end was asked for and were cut", limits.Drain+limits.Shutdown)
}

// await waits for something to become so, but not for ever.
func await(patience time.Duration, done func() bool) {
	for late := time.Now().Add(patience); !done() && time.Now().Before(late); {
		time.Sleep(5 * time.Millisecond)
	}
}
