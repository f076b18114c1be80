//go:build proof

package load

import (
	"context"
	"crypto/tls"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"
)

// patience is how long an answer may take on a busy machine.
const patience = time.Minute

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
			all = append(all, func() {
				if err := a.ask(ctx); err != nil && ctx.Err() == nil { // all connections end with the load
					l.fault(err)
				}
			})
		}
	}
	return all
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
	ctx, cancel := context.WithTimeout(ctx, patience)
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
