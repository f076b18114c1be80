package connection

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// conn is a connection that counts.
type conn struct {
	net.Conn
	from  *listener
	group group       // of one without a place only a probe is answered
	slow  atomic.Bool // it was cut
	once  sync.Once   // for Close
	heard atomic.Bool // it has had an answer, or has ended

	phase atomic.Int32 // waits, works or gone
	since atomic.Int64 // when it began to wait, by the clock of the room

	sent    atomic.Int64 // bytes of the answers it works on
	writeBy atomic.Int64 // the deadline that net/http has set, in Unix nanoseconds; 0: none
}

// What a connection does.
const (
	waits int32 = iota // for a request, or for the rest of one
	works              // on answers
	gone               // had to make room
)

// Close gives the place of the connection back.
func (c *conn) Close() error {
	c.once.Do(func() {
		c.from.counts.Open.Add(-1)
		c.from.room.leave(c)
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

// noteState is told by net/http what it does with a connection.
func noteState(nc net.Conn, state http.ConnState) {
	c := connOf(nc)
	if c == nil {
		return
	}
	switch state {
	case http.StateActive:
		c.phase.CompareAndSwap(waits, works) // one that is gone cannot be written to
		c.sent.Store(0)
	case http.StateIdle:
		c.since.Store(c.from.room.now.Load())
		c.phase.CompareAndSwap(works, waits)
		c.hear()
	}
}

// connOf is the connection below what net/http has.
func connOf(nc net.Conn) *conn {
	if secured, ok := nc.(*tls.Conn); ok {
		nc = secured.NetConn()
	}
	c, _ := nc.(*conn)
	return c
}

type crowdedKey struct{}

// noteCrowded lets the handler know of a connection without a place.
func noteCrowded(ctx context.Context, nc net.Conn) context.Context {
	if c := connOf(nc); c != nil && c.group == crowd {
		return context.WithValue(ctx, crowdedKey{}, true)
	}
	return ctx
}

// Crowded tells whether a request came on a connection for which there was no place. Nothing but a probe should be
// answered there, and then the connection should end.
func Crowded(r *http.Request) bool { return r.Context().Value(crowdedKey{}) != nil }

// Write bounds the time a client takes once an answer is longer than what the system keeps of it. Each piece gets as long
// as a client of the least rate takes for all that may be ahead of it and the piece itself.
func (c *conn) Write(p []byte) (written int, err error) {
	if c.short(len(p)) {
		written, err = c.Conn.Write(p)
		c.sent.Add(int64(written))
		return written, c.cut(err)
	}
	for err == nil && written < len(p) {
		var n int
		c.hurry()
		n, err = c.Conn.Write(p[written:min(len(p), written+pieceBytes)])
		written += n
	}
	c.sent.Add(int64(written))
	if err == nil {
		err = c.Conn.SetWriteDeadline(c.deadline())
	}
	return written, c.cut(err)
}

// short tells whether the system keeps all of an answer, with so many bytes more.
func (c *conn) short(more int) bool {
	limits := &c.from.limits
	return limits.LeastRate <= 0 || c.sent.Load()+int64(more) <= int64(limits.SendBuffer)
}

// pieceBytes is how much of a long answer is written at once.
const pieceBytes = 32 << 10

// hurry sets the deadline of a piece, which is never later than that of the answer.
func (c *conn) hurry() {
	limits := &c.from.limits
	piece := time.Now().Add(time.Duration(limits.SendBuffer+pieceBytes) * time.Second / time.Duration(limits.LeastRate))
	if all := c.deadline(); !all.IsZero() && all.Before(piece) {
		piece = all
	}
	c.Conn.SetWriteDeadline(piece) // fails only when writing will
}

// cut resets a connection that was too slow, so that the system does not keep for minutes what it has not taken.
func (c *conn) cut(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) && c.slow.CompareAndSwap(false, true) {
		c.from.counts.Slow.Add(1)
		if abrupt, can := c.Conn.(interface{ SetLinger(int) error }); can {
			abrupt.SetLinger(0)
		}
	}
	return err
}

// deadline is the one that net/http has set, zero for none.
func (c *conn) deadline() time.Time {
	if at := c.writeBy.Load(); at != 0 {
		return time.Unix(0, at)
	}
	return time.Time{}
}

// SetWriteDeadline is that of the connection.
func (c *conn) SetWriteDeadline(t time.Time) error {
	c.noteDeadline(t)
	return c.Conn.SetWriteDeadline(t)
}

// SetDeadline is that of the connection.
func (c *conn) SetDeadline(t time.Time) error {
	c.noteDeadline(t)
	return c.Conn.SetDeadline(t)
}

func (c *conn) noteDeadline(t time.Time) {
	at := int64(0)
	if !t.IsZero() {
		at = t.UnixNano()
	}
	c.writeBy.Store(at)
}
