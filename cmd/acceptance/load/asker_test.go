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
	"sync/atomic"
	"time"
)

// asker is a client that behaves: it asks what the mix says, one question after the other, and has every answer judged.
type asker struct {
	load   *load
	count  *atomic.Int64 // of answers
	random *rand.Rand
	tags   map[string]string // of the last answers, by the name of the question
}

// connection is one connection to a server, up to the end of the load: with HTTP/2, many questions are open on it at once.
func (s *served) connection(load context.Context, http2 bool) *http.Client {
	transport := &http.Transport{MaxConnsPerHost: 1, DisableCompression: true, ForceAttemptHTTP2: http2, HTTP2: &http.HTTP2Config{MaxReceiveBufferPerStream: 64 << 10}}
	if transport.TLSClientConfig = s.secure.Clone(); !http2 {
		transport.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	}
	transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		if err == nil {
			until(load, c.Close)
		}
		return c, err
	}
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// talk asks again and again until ctx ends.
func (a *asker) talk(ctx context.Context, s *served, client *http.Client) error {
	for ctx.Err() == nil {
		if err := a.ask(ctx, s, client); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

// ask asks one question, and has the answer judged and counted.
func (a *asker) ask(ctx context.Context, s *served, client *http.Client) error {
	ctx, cancel := context.WithTimeout(ctx, a.load.longest())
	defer cancel()
	q, asked := a.load.mix.choose(a.random), ""
	r, err := http.NewRequestWithContext(ctx, q.method, s.base+q.path, strings.NewReader(q.body))
	if err != nil {
		return err
	}
	for _, h := range q.headers {
		r.Header.Set(h[0], h[1])
	}
	if q.encoding != "" {
		r.Header.Set("Accept-Encoding", q.encoding)
	}
	if asked = a.tags[q.name]; q.conditional && asked != "" {
		r.Header.Set("If-None-Match", `"`+asked+`"`)
	}
	response, err := client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	got, err := read(response, func(got *answer) bool { return a.load.judge.wants(q, got) })
	if err != nil {
		return err
	}
	a.count.Add(1)
	if q.conditional && got.status == http.StatusOK {
		a.tags[q.name] = got.tag
	}
	return a.load.judge.judge(q, asked, &got)
}

// read is an answer, with its body where somebody wants it.
func read(response *http.Response, wants func(*answer) bool) (got answer, err error) {
	h := response.Header
	got = answer{status: response.StatusCode, tag: strings.Trim(h.Get("ETag"), `"`), encoding: h.Get("Content-Encoding"), kind: h.Get("Content-Type"), again: h.Get("Retry-After") != ""}
	if got.length = int(max(0, response.ContentLength)); wants(&got) {
		got.body, err = io.ReadAll(response.Body)
		got.length = len(got.body)
		return got, err
	}
	length, err := io.Copy(io.Discard, response.Body)
	got.length = int(length)
	return got, err
}

// longest is how long an answer may take by the server's own limits.
func (l *load) longest() time.Duration { return l.limits.header + l.limits.write + slack }

// slack is what a busy machine adds.
const slack = 15 * time.Second
