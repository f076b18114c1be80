//go:build proof

package load

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/http2"
)

// misbehaviour is a client that takes more than its share, over one connection, and returns how that ended. An error is
// something that the server should not have let it do.
type misbehaviour struct {
	name    string
	clients int // of each server
	client  func(*load, context.Context, *served) (outcome string, err error)
}

var misbehaviours = []misbehaviour{
	{"reads a kilobyte a second", 6, (*load).readSlowly},
	{"sends a header byte by byte", 4, (*load).writeSlowly},
	{"says nothing", 4, (*load).sayNothing},
	{"asks once and stays", 8, (*load).stay},
	{"leaves in the middle of an answer", 2, (*load).abort},
	{"asks for much and reads nothing", 2, (*load).ignore},
	{"says what is no request", 2, (*load).babble},
	{"opens streams and resets them", 1, (*load).reset},
	{"takes nothing of a stream", 1, (*load).stall},
}

// misbehaving starts those clients, one connection after the other each.
func (l *load) misbehaving(ctx context.Context, all *sync.WaitGroup, both []*served) {
	for _, m := range misbehaviours {
		for _, s := range both {
			for range m.clients {
				all.Go(func() {
					for ctx.Err() == nil {
						outcome, err := m.client(l, ctx, s)
						if ctx.Err() != nil {
							return
						}
						if err != nil {
							l.faults.add("a client that "+m.name+", "+s.name, err)
						}
						l.book.note(fmt.Sprintf("a client that %s, %s: %s", m.name, s.name, outcome))
						pause(ctx, 100*time.Millisecond)
					}
				})
			}
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// hold connects, and does something with the connection that the load ends when it ends itself.
func hold(ctx context.Context, s *served, protocol string, do func(net.Conn) (string, error)) (string, error) {
	c, err := s.dial(protocol)
	if err != nil {
		return "could not connect", failed(ctx, "connect", err)
	}
	defer c.Close()
	defer until(ctx, c.Close)()
	if secured, ok := c.(*tls.Conn); ok {
		small(secured.NetConn())
		if err := secured.HandshakeContext(ctx); err != nil {
			return "could not connect", failed(ctx, "greet", err)
		}
	}
	small(c)
	return do(c)
}

// small keeps the system from taking an answer that the client does not read.
func small(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetReadBuffer(4 << 10)
	}
}

func (l *load) request(path string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n"
}

// within says that something should have ended by then.
func within(began time.Time, limit time.Duration, outcome string) (string, error) {
	if took := time.Since(began); took > limit+slack {
		return outcome, fmt.Errorf("%s after %s; the limit is %s", outcome, took.Round(time.Second), limit)
	}
	return outcome, nil
}

func (l *load) readSlowly(ctx context.Context, s *served) (string, error) {
	return hold(ctx, s, "http/1.1", func(c net.Conn) (string, error) {
		began := time.Now()
		if _, err := io.WriteString(c, l.request(*l.mix.largest.Load())); err != nil {
			return "was not heard", err
		}
		taken := 0
		for some := make([]byte, 256); ctx.Err() == nil; pause(ctx, 250*time.Millisecond) {
			n, err := c.Read(some)
			if taken += n; err != nil {
				return within(began, l.limits.write+l.limits.idle, "was cut")
			}
			if time.Since(began) > l.limits.write+l.limits.idle+slack {
				return "was not cut", fmt.Errorf("%d bytes were taken in %s", taken, time.Since(began))
			}
		}
		return "", nil
	})
}

func (l *load) writeSlowly(ctx context.Context, s *served) (string, error) {
	return hold(ctx, s, "http/1.1", func(c net.Conn) (string, error) {
		began := time.Now()
		header := "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + strings.Repeat("x", 5000)
		for i := range header {
			if _, err := io.WriteString(c, header[i:i+1]); err != nil {
				return within(began, l.limits.header, "was cut")
			}
			if pause(ctx, 50*time.Millisecond); ctx.Err() != nil {
				break
			}
		}
		return "was not cut", fmt.Errorf("a header of %d bytes was taken in %s", len(header), time.Since(began))
	})
}

// sayNothing also says no greeting of TLS.
func (l *load) sayNothing(ctx context.Context, s *served) (string, error) {
	c, err := net.Dial("tcp", s.address)
	if err != nil {
		return "could not connect", failed(ctx, "connect", err)
	}
	defer c.Close()
	defer until(ctx, c.Close)()
	began := time.Now()
	c.SetReadDeadline(began.Add(l.limits.idle + slack))
	_, err = io.Copy(io.Discard, c)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return "was not cut", fmt.Errorf("a silent connection is open after %s", time.Since(began))
	}
	return within(began, l.limits.header, "was cut")
}

func (l *load) stay(ctx context.Context, s *served) (string, error) {
	return hold(ctx, s, "http/1.1", func(c net.Conn) (string, error) {
		if _, err := io.WriteString(c, l.request("/healthz")); err != nil {
			return "was not heard", err
		}
		began := time.Now()
		c.SetReadDeadline(began.Add(l.limits.idle + slack))
		heard, err := io.ReadAll(c)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return "was not closed", fmt.Errorf("a connection that waits is open after %s", time.Since(began))
		}
		if !bytes.HasSuffix(heard, []byte("ok\n")) {
			return "was not answered", fmt.Errorf("%q, %v", heard, err)
		}
		return within(began, l.limits.idle, "was closed")
	})
}

func (l *load) abort(ctx context.Context, s *served) (string, error) {
	return hold(ctx, s, "http/1.1", func(c net.Conn) (string, error) {
		if _, err := io.WriteString(c, l.request(*l.mix.largest.Load())); err != nil {
			return "was not heard", err
		}
		if _, err := io.CopyN(io.Discard, c, 20_000); err != nil {
			return "was not answered", err
		}
		if secured, ok := c.(*tls.Conn); ok {
			c = secured.NetConn()
		}
		c.(*net.TCPConn).SetLinger(0)
		return "left", c.Close()
	})
}

func (l *load) ignore(ctx context.Context, s *served) (string, error) {
	return hold(ctx, s, "http/1.1", func(c net.Conn) (string, error) {
		c.SetWriteDeadline(time.Now().Add(time.Second))
		for range 200 {
			if _, err := io.WriteString(c, l.request("/api/tools.json")); err != nil {
				return "was held up", nil
			}
		}
		pause(ctx, time.Second)
		return "left", nil
	})
}

// noRequests are not valid HTTP/1.1, or ask for what cannot be.
var noRequests = []string{
	"GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
	"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 70_000) + "\r\n\r\n",
	"POST /mcp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
	"PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n", "\x16\x03\x01\x00\x05hello", "GET /" + strings.Repeat("../", 2000) + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
}

var refusal = regexp.MustCompile(`^HTTP/1\.[01] [45]\d\d `)

// babble is answered with a refusal or none, never with a document.
func (l *load) babble(ctx context.Context, s *served) (string, error) {
	text := noRequests[time.Now().UnixNano()/1000%int64(len(noRequests))]
	return hold(ctx, s, "http/1.1", func(c net.Conn) (string, error) {
		c.SetDeadline(time.Now().Add(l.limits.idle + slack))
		io.WriteString(c, text) // it may refuse before it has heard all
		heard, err := io.ReadAll(c)
		switch {
		case ctx.Err() != nil:
			return "", nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return "was left open", fmt.Errorf("after %.60q: %v", text, err)
		case len(heard) > 0 && !refusal.Match(heard):
			return "was answered", fmt.Errorf("%.60q is answered with %.200q", text, heard)
		case len(heard) == 0:
			return "was cut", nil
		}
		return "was refused", nil
	})
}

// reset asks for the longest document over HTTP/2, many times at once, and wants none of it.
func (l *load) reset(ctx context.Context, s *served) (string, error) {
	if s.secure == nil {
		<-ctx.Done() // there is no HTTP/2 without TLS
		return "", nil
	}
	return hold(ctx, s, "h2", func(c net.Conn) (string, error) {
		conn, err := newConnection2(c, window)
		if err != nil {
			return "was not heard", err
		}
		asker := newAsker(l, newTally(), 0)
		asker.next = func() *question { return get(*l.mix.largest.Load(), "identity") }
		for range 50 {
			id := conn.stream
			if err := asker.ask2(conn); err != nil {
				return "was cut", nil
			}
			if err := conn.frames.WriteRSTStream(id, http2.ErrCodeCancel); err != nil {
				return "was cut", nil
			}
		}
		pause(ctx, 100*time.Millisecond)
		return "left", nil
	})
}

// stall opens a stream that takes a kilobyte, and no more.
func (l *load) stall(ctx context.Context, s *served) (string, error) {
	if s.secure == nil {
		<-ctx.Done()
		return "", nil
	}
	return hold(ctx, s, "h2", func(c net.Conn) (string, error) {
		conn, err := newConnection2(c, 1024)
		if err != nil {
			return "was not heard", err
		}
		asker := newAsker(l, newTally(), 0)
		asker.next = func() *question { return get(*l.mix.largest.Load(), "identity") }
		if err := asker.ask2(conn); err != nil {
			return "was not heard", err
		}
		began := time.Now()
		c.SetReadDeadline(began.Add(l.limits.write + slack))
		for ctx.Err() == nil {
			if _, err := conn.take(l.judge); errors.Is(err, os.ErrDeadlineExceeded) {
				return "was not cut", fmt.Errorf("a stream is open after %s", time.Since(began))
			} else if err != nil {
				return within(began, l.limits.write, "was cut")
			}
		}
		return "", nil
	})
}
