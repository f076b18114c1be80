//go:build proof

package load

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"time"
)

// misbehaviour is a client that takes more than its share, over one connection. An error is something that the server should
// not have let it do.
type misbehaviour struct {
	name    string
	clients int // of each server
	client  func(*load, context.Context, *served) error
}

var misbehaviours = []misbehaviour{
	{"reads a kilobyte a second", 6, (*load).readSlowly},
	{"sends a header byte by byte", 4, (*load).writeSlowly},
	{"opens streams and resets them", 1, (*load).reset},
}

// misbehaving starts those clients, one connection after the other each.
func (l *load) misbehaving(ctx context.Context, all *sync.WaitGroup, both []*served) {
	for _, m := range misbehaviours {
		for _, s := range both {
			for range m.clients {
				all.Go(func() {
					for ctx.Err() == nil {
						if err := m.client(l, ctx, s); err != nil && ctx.Err() == nil {
							l.faults.add("a client that "+m.name+", "+s.name, err)
						}
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
func hold(ctx context.Context, s *served, do func(net.Conn) error) error {
	c, err := s.dial("http/1.1")
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer c.Close()
	defer until(ctx, c.Close)()
	if secured, ok := c.(*tls.Conn); ok {
		small(secured.NetConn())
		if err := secured.HandshakeContext(ctx); err != nil {
			return fmt.Errorf("greet: %w", err)
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
func within(began time.Time, limit time.Duration) error {
	if took := time.Since(began); took > limit+slack {
		return fmt.Errorf("was cut after %s; the limit is %s", took.Round(time.Second), limit)
	}
	return nil
}

func (l *load) readSlowly(ctx context.Context, s *served) error {
	return hold(ctx, s, func(c net.Conn) error {
		began := time.Now()
		if _, err := io.WriteString(c, l.request(*l.mix.largest.Load())); err != nil {
			return err
		}
		taken := 0
		for some := make([]byte, 256); ctx.Err() == nil; pause(ctx, 250*time.Millisecond) {
			n, err := c.Read(some)
			if taken += n; err != nil {
				return within(began, l.limits.write+l.limits.idle)
			}
			if time.Since(began) > l.limits.write+l.limits.idle+slack {
				return fmt.Errorf("%d bytes were taken in %s", taken, time.Since(began))
			}
		}
		return nil
	})
}

func (l *load) writeSlowly(ctx context.Context, s *served) error {
	return hold(ctx, s, func(c net.Conn) error {
		began := time.Now()
		header := "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + strings.Repeat("x", 5000)
		for i := range header {
			if _, err := io.WriteString(c, header[i:i+1]); err != nil {
				return within(began, l.limits.header)
			}
			if pause(ctx, 50*time.Millisecond); ctx.Err() != nil {
				break
			}
		}
		return fmt.Errorf("a header of %d bytes was taken in %s", len(header), time.Since(began))
	})
}

// reset asks for the longest document over HTTP/2, many times at once, and wants none of it.
func (l *load) reset(ctx context.Context, s *served) error {
	if s.secure == nil {
		<-ctx.Done() // there is no HTTP/2 without TLS
		return nil
	}
	client := s.connection(ctx, true)
	defer client.CloseIdleConnections()
	for range 50 {
		one, cancel := context.WithCancel(ctx)
		r, err := l.largest(httptrace.WithClientTrace(one, &httptrace.ClientTrace{WroteHeaders: cancel}), s)
		if err != nil {
			return err
		}
		if answer, err := client.Do(r); err == nil {
			answer.Body.Close()
		}
	}
	return nil
}

// largest asks for the longest document as it is.
func (l *load) largest(ctx context.Context, s *served) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+*l.mix.largest.Load(), nil)
	if err == nil {
		r.Header.Set("Accept-Encoding", "identity")
	}
	return r, err
}

// until ends a connection when the load ends, so that nobody waits for it.
func until(ctx context.Context, close func() error) (stop func() bool) {
	return context.AfterFunc(ctx, func() { close() })
}
