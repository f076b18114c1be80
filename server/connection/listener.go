// Package connection is how connections begin and end: how many may be open, how often one client may ask, with which
// certificate, and how open requests are answered to the end. Start at Serve.
//
// It knows nothing of what is served. The package repeat below it answers requests that come again word for word.
package connection

import (
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
)

// listener keeps the number of connections within a limit and counts them. Whoever comes when all places are taken
// waits in the queue of the operating system.
type listener struct {
	net.Listener
	places chan struct{} // nil: no limit
	open   atomic.Int64
	// unheard is how many of the open connections have had no answer yet. Of those that speak HTTP/2 it counts the ones that
	// have not begun: that protocol has its own way to announce the end.
	unheard atomic.Int64
	closed  chan struct{}
	once    sync.Once // for Close
}

func newListener(l net.Listener, most int) *listener {
	made := &listener{Listener: l, closed: make(chan struct{})}
	if most > 0 {
		made.places = make(chan struct{}, most)
	}
	return made
}

func (l *listener) Accept() (net.Conn, error) {
	if l.places != nil {
		select {
		case l.places <- struct{}{}:
		case <-l.closed:
			return nil, net.ErrClosed
		}
	}
	accepted, err := l.Listener.Accept()
	if err != nil {
		l.free()
		return nil, err
	}
	l.open.Add(1)
	l.unheard.Add(1)
	return &conn{Conn: accepted, from: l}, nil
}

// free gives a place back.
func (l *listener) free() {
	if l.places != nil {
		<-l.places
	}
}

// Close may be called more than once.
func (l *listener) Close() (err error) {
	l.once.Do(func() {
		close(l.closed)
		err = l.Listener.Close()
	})
	return err
}

// conn is a connection that counts.
type conn struct {
	net.Conn
	from  *listener
	once  sync.Once   // for Close
	heard atomic.Bool // it has had an answer, or has ended
}

// Close gives the place of the connection back.
func (c *conn) Close() error {
	c.once.Do(func() {
		c.from.open.Add(-1)
		c.from.free()
	})
	c.hear()
	return c.Conn.Close()
}

// CloseWrite lets net/http say goodbye before it closes.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// hear notes that a connection has had its first answer, or has ended.
func (c *conn) hear() {
	if !c.heard.Load() && c.heard.CompareAndSwap(false, true) {
		c.from.unheard.Add(-1)
	}
}

// noteAnswered is told by net/http what it does with a connection.
func noteAnswered(nc net.Conn, state http.ConnState) {
	if secured, ok := nc.(*tls.Conn); ok {
		nc = secured.NetConn()
	}
	if c, ok := nc.(*conn); ok && state == http.StateIdle {
		c.hear()
	}
}
