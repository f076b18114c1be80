package server

import (
	"bytes"
	"net/http"
	"time"
)

// repeat answers a request that is known. failed is why the answer could not be sent.
func (c *conn) repeat(request []byte) (repeated bool, failed error) {
	s := c.from.server
	if !s.repeats.TryRLock() {
		return false, nil
	}
	defer s.repeats.RUnlock()
	current := s.current.Load()
	if current == nil || s.leaving.Load() {
		return false, nil
	}
	a := current.known.find(request)
	if a == nil {
		return false, nil
	}
	now := time.Now()
	c.extend(now)
	return true, c.send(a, now, false)
}

// Write is called by net/http, which after a handler that left its reply here has only an empty answer to send.
func (c *conn) Write(p []byte) (int, error) {
	if c.reply == nil {
		return c.Conn.Write(p)
	}
	a := c.reply
	c.reply = nil
	if err := c.send(a, c.began, bytes.Contains(p, closing)); err != nil {
		return 0, err
	}
	return len(p), nil
}

var closing = []byte("\r\nConnection: close")

// send writes an answer in one piece.
func (c *conn) send(a *answer, began time.Time, last bool) error {
	s := c.from.server
	c.start = began.UTC().AppendFormat(append(c.start[:0], a.start...), http.TimeFormat)
	if last {
		c.start = append(c.start, closing...)
	}
	c.parts = [...][]byte{c.start, a.rest, a.body}
	c.buffers = c.parts[:]
	n, err := c.buffers.WriteTo(c.Conn)
	sent := max(0, int(n)-len(c.start)-len(a.rest))
	s.metrics.observe(a, false, sent, time.Since(began))
	if s.access.next() {
		s.access.write(http.MethodGet, a.route, c.RemoteAddr().String(), a.status, sent, time.Since(began))
	}
	return err
}

// A deadline is set anew once in this time, and by as much later, since that is not free.
const extendEvery = time.Second

// extend gives the client time to take the answer and to ask again.
func (c *conn) extend(now time.Time) {
	if now.Sub(c.extended) < extendEvery {
		return
	}
	c.extended = now
	limits := c.from.server.options.Limits
	c.SetWriteDeadline(now.Add(limits.Write + extendEvery))
	c.SetReadDeadline(now.Add(limits.Idle + extendEvery))
}
