package repeat

import (
	"bytes"
	"hash/maphash"
	"net"
	"net/http"
	"time"
)

// conn is a connection on which net/http sees only the requests that nobody can repeat.
//
// What one read brings is taken for one whole request only while everything the connection has brought so far came
// that way. From the first read that was anything else, such as half a request, two of them or a body, all is left to
// net/http.
type conn struct {
	net.Conn
	server *Server
	phase  phase
	hash   uint64 // of the request that is being answered; 0 unless it may be remembered
	words  string // of the same, when it was seen before

	ahead    [1]byte // came while net/http was at work on a request, and is for the next one
	hasAhead bool

	extended time.Time // when the deadlines were set here last; zero since net/http set its own
	start    []byte    // of an answer, kept to save an allocation
	parts    [2][]byte
	buffers  net.Buffers
}

// phase is what net/http does with a connection.
type phase int

const (
	opened    phase = iota // waits for the first request
	answering              // is at work on a request
	between                // waits for another request, and has used up all it was given
	left                   // for net/http alone
)

// Read is called by net/http to read a request, and while a handler is running, for one byte, to notice that a client
// has gone. A byte that comes then is kept for the next request and not told, so that this request is whole as well.
func (c *conn) Read(p []byte) (int, error) {
	if c.phase == answering && len(p) == 1 && !c.hasAhead {
		n, err := c.Conn.Read(c.ahead[:])
		c.hasAhead = n == 1
		return 0, err
	}
	for {
		n, err := c.read(p)
		if n == 0 {
			return 0, err
		}
		switch {
		case c.phase == answering:
			c.phase = left
		case c.phase == between && err == nil:
			if repeated, failed := c.repeat(p[:n]); failed != nil {
				return 0, failed
			} else if repeated {
				continue
			}
			c.hand(p[:n])
		case c.phase != left:
			c.hand(p[:n])
		}
		return n, err
	}
}

// read puts the byte that came ahead before what comes now. Only between requests may it wait for more than that byte,
// as net/http does then.
func (c *conn) read(p []byte) (int, error) {
	if !c.hasAhead || len(p) == 0 {
		return c.Conn.Read(p)
	}
	p[0], c.hasAhead = c.ahead[0], false
	if c.phase != between || len(p) == 1 {
		return 1, nil
	}
	n, err := c.Conn.Read(p[1:])
	return 1 + n, err
}

// hand notes what net/http gets to read.
func (c *conn) hand(request []byte) {
	c.phase, c.hash, c.words = answering, 0, ""
	if !isOneRequest(request) {
		c.phase = left
		return
	}
	if len(request) <= longestKnown {
		c.hash = maphash.Bytes(c.server.seed, request)
		if c.server.seen[c.hash%slots].Swap(c.hash) == c.hash {
			c.words = string(request)
		}
	}
}

// isOneRequest tells whether the bytes can only be one request, provided it has no body. net/http also takes a bare
// line feed for the end of a line.
func isOneRequest(b []byte) bool {
	return bytes.HasPrefix(b, []byte("GET ")) && bytes.Index(b, []byte("\r\n\r\n")) == len(b)-4 &&
		bytes.Count(b, []byte("\n")) == bytes.Count(b, []byte("\r\n"))
}

// repeat answers a request that is known. failed is why the answer could not be sent.
func (c *conn) repeat(request []byte) (repeated bool, failed error) {
	s := c.server
	if !s.answering.TryRLock() {
		return false, nil
	}
	defer s.answering.RUnlock()
	known := s.find(request)
	if known == nil {
		return false, nil
	}
	now := time.Now()
	s.state(c.Conn, http.StateActive)
	c.extend(now)
	failed = c.send(known, now)
	s.state(c.Conn, http.StateIdle)
	return true, failed
}

// send writes an answer in one piece.
func (c *conn) send(known *request, now time.Time) error {
	c.start = now.UTC().AppendFormat(append(c.start[:0], known.head...), http.TimeFormat)
	c.start = append(c.start, "\r\n\r\n"...)
	c.parts = [...][]byte{c.start, known.answer.Body}
	c.buffers = c.parts[:]
	n, err := c.write(&c.buffers)
	known.answer.Sent(c.RemoteAddr(), max(0, int(n)-len(c.start)), time.Since(now))
	return err
}

// write writes the parts in one call of the system where the connection can.
func (c *conn) write(parts *net.Buffers) (int64, error) {
	if whole, can := c.Conn.(interface {
		WriteParts(*net.Buffers) (int64, error)
	}); can {
		return whole.WriteParts(parts)
	}
	return parts.WriteTo(c.Conn)
}

// A deadline is set anew once in this time, and by as much later, since that is not free.
const extendEvery = time.Second

// extend gives the client time to take the answer and to ask again.
func (c *conn) extend(now time.Time) {
	if now.Sub(c.extended) < extendEvery {
		return
	}
	c.extended = now
	if limit := c.server.WriteTimeout; limit > 0 {
		c.SetWriteDeadline(now.Add(limit + extendEvery))
	}
	if limit := c.server.IdleTimeout; limit > 0 {
		c.SetReadDeadline(now.Add(limit + extendEvery))
	}
}

// idle is called when net/http has answered a request and waits for the next.
func (c *conn) idle() {
	if c.phase == answering {
		c.phase, c.extended = between, time.Time{}
	}
}

// CloseWrite lets net/http say goodbye before it closes.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// connKey is where the handler finds the connection of a request.
type connKey struct{}

// connOf returns the connection on which a request may be remembered, nil if it must not.
func connOf(r *http.Request) *conn {
	c, ok := r.Context().Value(connKey{}).(*conn)
	if !ok || c.phase != answering || c.words == "" || r.ProtoMajor != 1 || r.ProtoMinor != 1 || r.Close ||
		r.ContentLength != 0 { // -1 when it is sent in chunks
		return nil
	}
	return c
}
