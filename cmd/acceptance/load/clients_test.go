//go:build proof

package load

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"time"
)

// slack is what a busy machine adds.
const slack = 15 * time.Second

// clients are all there are. Each does something, again and again until ctx ends.
func (l *load) clients(ctx context.Context) (all []func()) {
	for n := range 36 { // most have a connection of their own, every twelfth one over HTTP/2 with eight questions at once
		http2, atOnce := n%12 == 0, 1
		if http2 {
			atOnce = 8
		}
		client := l.connection(ctx, http2)
		for i := range atOnce {
			a := &asker{load: l, client: client, random: rand.New(rand.NewPCG(uint64(n), uint64(i))), tags: map[string]string{}}
			all = append(all, func() { l.tolerate(ctx, "a client that behaves", a.ask(ctx)) })
		}
	}
	for _, m := range []struct {
		how     string
		clients int
		do      func(context.Context) error
	}{
		{"reads a kilobyte a second", 6, l.readSlowly}, {"sends a header byte by byte", 4, l.writeSlowly}, {"opens streams and resets them", 1, l.reset},
	} {
		for range m.clients {
			all = append(all, func() {
				l.tolerate(ctx, "a client that "+m.how, m.do(ctx))
				pause(ctx, 100*time.Millisecond)
			})
		}
	}
	return all
}

// tolerate reports an error, unless the load has ended and all connections with it.
func (l *load) tolerate(ctx context.Context, who string, err error) {
	if err != nil && ctx.Err() == nil {
		l.fault(who, err)
	}
}

// connection is one connection to the server, up to the end of the load: with HTTP/2, many questions are open on it at once.
func (l *load) connection(load context.Context, http2 bool) *http.Client {
	transport := &http.Transport{MaxConnsPerHost: 1, DisableCompression: true, ForceAttemptHTTP2: http2, HTTP2: &http.HTTP2Config{MaxReceiveBufferPerStream: 64 << 10}}
	if transport.TLSClientConfig = l.secure.Clone(); !http2 {
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		if err == nil {
			context.AfterFunc(load, func() { c.Close() })
		}
		return c, err
	}
	context.AfterFunc(load, transport.CloseIdleConnections)
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// asker is a client that behaves: it asks one question after the other, and has every answer judged.
type asker struct {
	*load
	client *http.Client
	random *rand.Rand
	tags   map[string]string // of the last answers, by address and encoding
}

// ask asks one question. Of two who have a document already, one asks only for what has changed since.
func (a *asker) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, a.limits.header+a.limits.write+slack)
	defer cancel()
	questions := *a.questions.Load()
	q := questions[a.random.IntN(len(questions))]
	r, err := http.NewRequestWithContext(ctx, q.method, a.base+q.path, strings.NewReader(q.body))
	if err != nil {
		return err
	}
	for _, h := range q.headers {
		r.Header.Set(h[0], h[1])
	}
	name, asked := q.path+" "+r.Header.Get("Accept-Encoding"), ""
	if q.tagged && a.random.IntN(2) == 0 && a.tags[name] != "" {
		asked = a.tags[name]
		r.Header.Set("If-None-Match", asked)
	}
	response, err := a.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	a.answers[response.Proto].Add(1)
	if q.tagged && response.StatusCode == http.StatusOK {
		a.tags[name] = response.Header.Get("ETag")
	}
	return a.judge(q, asked, response, body)
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// hold greets the server, and does something with a connection whose system takes little of an answer that nobody reads.
func (l *load) hold(ctx context.Context, do func(net.Conn) error) error {
	plain, err := new(net.Dialer).DialContext(ctx, "tcp", l.address)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer plain.Close()
	defer context.AfterFunc(ctx, func() { plain.Close() })()
	plain.(*net.TCPConn).SetReadBuffer(4 << 10)
	c := tls.Client(plain, l.secure)
	if err := c.HandshakeContext(ctx); err != nil {
		return fmt.Errorf("greet: %w", err)
	}
	return do(c)
}

// within says that something should have ended by then.
func within(began time.Time, limit time.Duration) error {
	if took := time.Since(began); took > limit+slack {
		return fmt.Errorf("was cut after %s; the limit is %s", took.Round(time.Second), limit)
	}
	return nil
}

func (l *load) readSlowly(ctx context.Context) error {
	return l.hold(ctx, func(c net.Conn) error {
		began, limit := time.Now(), l.limits.write+l.limits.idle
		if _, err := fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n\r\n", *l.longest.Load()); err != nil {
			return err
		}
		for some := make([]byte, 256); ctx.Err() == nil && within(began, limit) == nil; pause(ctx, 250*time.Millisecond) {
			if _, err := c.Read(some); err != nil {
				return nil
			}
		}
		return within(began, limit)
	})
}

func (l *load) writeSlowly(ctx context.Context) error {
	return l.hold(ctx, func(c net.Conn) error {
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
func (l *load) reset(ctx context.Context) error {
	client := l.connection(ctx, true)
	defer client.CloseIdleConnections()
	for range 50 {
		one, cancel := context.WithCancel(ctx)
		traced := httptrace.WithClientTrace(one, &httptrace.ClientTrace{WroteHeaders: cancel})
		r, err := http.NewRequestWithContext(traced, http.MethodGet, l.base+*l.longest.Load(), nil)
		if err != nil {
			return err
		}
		r.Header.Set("Accept-Encoding", "identity")
		if answer, err := client.Do(r); err == nil {
			answer.Body.Close()
		}
		cancel()
	}
	return nil
}
