package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// conn is a connection that answers a request in the very words of an earlier one without having net/http parse it
// again. Reading, checking and describing a request is most of what serving ready bytes costs, and clients that poll
// say the same every time.
//
// Whatever is new is read, parsed and answered by net/http. The words of a request it has answered from a prepared
// document are remembered with the answer, in the state, and so forgotten with the snapshot. When net/http waits for
// the next request and those words arrive, they are answered here and net/http goes on waiting.
//
// Nothing is parsed here, so nothing can be parsed differently. What one read brings is taken for one whole request
// only while everything the connection has brought so far came that way: from the first read that was anything else,
// such as half a request, two of them or a body, all is left to net/http.
type conn struct {
	net.Conn
	from  *listener
	once  sync.Once // for Close
	plain bool      // the bytes are those of HTTP

	phase   phase
	other   atomic.Bool // a read brought anything but one whole request
	watched atomic.Bool // net/http will read beside the handler
	heard   atomic.Bool // it has had an answer, or has ended
	asked   []byte      // what the request that is being answered said; nil unless it may be remembered
	reply   *answer     // to be sent in place of the empty one that net/http sends next
	began   time.Time   // when the reply was asked for

	extended time.Time // when the deadlines were set here last; zero since net/http set its own
	start    []byte    // of an answer, kept to save an allocation
	parts    [3][]byte
	buffers  net.Buffers
}

// phase is what net/http does with a connection.
type phase int

const (
	opened    phase = iota // waits for the first request
	answering              // is at work on a request
	between                // waits for another request, and has used up all it was given
)

// Read is called by net/http to read a request, and beside a running handler, for one byte, to notice that a client
// has gone. That byte could be the first of the next request. No handler takes so long that it is worth knowing, so
// once in a request there is said to be nothing to read.
func (c *conn) Read(p []byte) (int, error) {
	if len(p) == 1 && c.watched.CompareAndSwap(true, false) {
		return 0, nil
	}
	for {
		n, err := c.Conn.Read(p)
		if n == 0 || !c.plain {
			return n, err
		}
		if c.phase == answering {
			c.other.Store(true)
			return n, err
		}
		if c.phase == between && err == nil {
			if repeated, failed := c.repeat(p[:n]); failed != nil {
				return 0, failed
			} else if repeated {
				continue
			}
		}
		c.hand(p[:n])
		return n, err
	}
}

// hand notes what net/http gets to read, in the buffer where it stays while the request is answered.
func (c *conn) hand(request []byte) {
	c.phase, c.asked = answering, nil
	c.watched.Store(true)
	if isOneRequest(request) {
		c.asked = request
	} else {
		c.other.Store(true)
	}
}

// isOneRequest tells whether the bytes can only be one request, provided it has no body. net/http also takes a bare
// line feed for the end of a line.
func isOneRequest(b []byte) bool {
	return bytes.HasPrefix(b, []byte("GET ")) && bytes.Index(b, []byte("\r\n\r\n")) == len(b)-4 &&
		bytes.Count(b, []byte("\n")) == bytes.Count(b, []byte("\r\n"))
}

// CloseWrite lets net/http say goodbye before it closes.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// Close gives the place of the connection back.
func (c *conn) Close() error {
	c.once.Do(c.from.leave)
	c.hear()
	return c.Conn.Close()
}

// hear notes the first answer.
func (c *conn) hear() {
	if c.heard.CompareAndSwap(false, true) {
		c.from.unheard.Add(-1)
	}
}

// connState is told by net/http what it does with a connection.
func connState(nc net.Conn, state http.ConnState) {
	if secured, ok := nc.(*tls.Conn); ok {
		nc = secured.NetConn()
	}
	c, ok := nc.(*conn)
	if !ok || state != http.StateIdle {
		return
	}
	c.hear()
	c.asked = nil
	if !c.other.Load() {
		c.phase, c.extended = between, time.Time{}
	}
}

type connKey struct{}

// withConn lets handlers find the connection of a request.
func withConn(ctx context.Context, nc net.Conn) context.Context {
	if c, ok := nc.(*conn); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// connOf returns the connection that can answer a request by itself, nil if net/http must.
func connOf(r *http.Request) *conn {
	c, ok := r.Context().Value(connKey{}).(*conn)
	if !ok || c.asked == nil || r.ProtoMajor != 1 || r.ProtoMinor != 1 || r.ContentLength != 0 { // -1 when it is sent in chunks
		return nil
	}
	return c
}
