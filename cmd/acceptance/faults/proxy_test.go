//go:build proof

package faults

import (
	"bytes"
	"context"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"
)

// proxy stands between programs and their storage, and spoils some of what they ask.
type proxy struct {
	address string
	to      *httputil.ReverseProxy
	delay   time.Duration  // of what comes late, at most
	late    sync.WaitGroup // what has not arrived yet

	mu      sync.Mutex
	often   float64 // how likely a request is spoilt
	random  *rand.Rand
	outage  int // requests of which nothing becomes yet
	asked   int
	reached map[int]chan struct{} // by number of a request
	spoilt  map[string]int
}

// startProxy starts one that spoils nothing yet, until the test ends.
func startProxy(t testing.TB, storage string, stream uint64, delay time.Duration) *proxy {
	p := &proxy{
		delay: delay, random: rand.New(rand.NewPCG(*seed, stream)), reached: map[int]chan struct{}{}, spoilt: map[string]int{},
		to: &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: storage})
			r.Out.Host = r.In.Host // the signature covers it
		}},
	}
	server := httptest.NewServer(p)
	p.address = server.Listener.Addr().String()
	t.Cleanup(func() { p.late.Wait(); server.Close() })
	return p
}

// request is what a program asks, with its whole body.
type request struct {
	*http.Request
	body []byte
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // whoever asked was killed
	}
	p.chosen(r.Method)(p, w, request{r, body})
}

// spoil is what becomes of a request.
type spoil struct {
	name   string
	of     []string // methods; nil for all
	become func(p *proxy, w http.ResponseWriter, r request)
}

var reading, writing = []string{http.MethodGet}, []string{http.MethodPut, http.MethodDelete}

// spoils are all that can become of a request.
var spoils = []spoil{
	{"too busy", nil, func(_ *proxy, w http.ResponseWriter, _ request) { refuse(w, http.StatusServiceUnavailable, "SlowDown") }},
	{"broken", nil, func(_ *proxy, w http.ResponseWriter, _ request) {
		refuse(w, http.StatusInternalServerError, "InternalError")
	}},
	{"reset before it is done", nil, func(_ *proxy, w http.ResponseWriter, _ request) { breakOff(w, nil) }},
	{"reset when it is done", nil, func(p *proxy, w http.ResponseWriter, r request) { p.do(r); breakOff(w, nil) }},
	{"done and called broken", writing, func(p *proxy, w http.ResponseWriter, r request) {
		p.do(r)
		refuse(w, http.StatusInternalServerError, "InternalError")
	}},
	{"done twice", writing, func(p *proxy, w http.ResponseWriter, r request) { p.do(r); send(w, p.do(r)) }},
	{"done again later", writing, func(p *proxy, w http.ResponseWriter, r request) { send(w, p.do(r)); p.doLater(r) }},
	{"reset and done later", writing, func(p *proxy, w http.ResponseWriter, r request) { p.doLater(r); breakOff(w, nil) }},
	{"answered late", nil, func(p *proxy, w http.ResponseWriter, r request) { time.Sleep(p.delay / 10); send(w, p.do(r)) }},
	{"cut off", reading, func(p *proxy, w http.ResponseWriter, r request) { p.cut(w, p.do(r)) }},
	{"of a wrong length", reading, func(p *proxy, w http.ResponseWriter, r request) { p.shorten(w, p.do(r)) }},
}

// chosen says what becomes of the next request.
func (p *proxy) chosen(method string) func(*proxy, http.ResponseWriter, request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked++
	if reached := p.reached[p.asked]; reached != nil {
		close(reached)
	}
	switch {
	case p.outage > 0:
		p.outage--
		p.spoilt["in an outage"]++
		return spoils[0].become
	case p.random.Float64() >= p.often:
		return func(p *proxy, w http.ResponseWriter, r request) { send(w, p.do(r)) }
	}
	for {
		s := spoils[p.random.IntN(len(spoils))]
		if s.of == nil || slices.Contains(s.of, method) {
			p.spoilt[s.name]++
			return s.become
		}
	}
}

// spoil says how likely requests are spoilt from now on, and how many of the next are part of an outage.
func (p *proxy) spoil(often float64, outage int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.often, p.outage = often, outage
}

// after is closed when so many more requests have come.
func (p *proxy) after(requests int) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	reached := p.reached[p.asked+requests]
	if reached == nil {
		reached = make(chan struct{})
		p.reached[p.asked+requests] = reached
	}
	return reached
}

// do has the storage do what is asked, whether or not anybody waits for the answer.
func (p *proxy) do(r request) *httptest.ResponseRecorder {
	answer, again := httptest.NewRecorder(), r.Clone(context.Background())
	again.Body = io.NopCloser(bytes.NewReader(r.body))
	p.to.ServeHTTP(answer, again)
	return answer
}

func (p *proxy) doLater(r request) {
	p.mu.Lock()
	delay := time.Duration(p.random.Int64N(int64(p.delay)))
	p.mu.Unlock()
	p.late.Go(func() { time.Sleep(delay); p.do(r) })
}

func (p *proxy) less(n int) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.random.IntN(max(n, 1))
}

// cut ends the connection before the whole body is sent.
func (p *proxy) cut(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	var text bytes.Buffer
	body := answer.Body.Len()
	answer.Result().Write(&text)
	breakOff(w, text.Bytes()[:text.Len()-body+p.less(body)])
}

// shorten sends a part of the body and says that it is all.
func (p *proxy) shorten(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	answer.Body.Truncate(p.less(answer.Body.Len()))
	answer.Header().Del("Content-Length")
	send(w, answer)
}

func send(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	w.Write(answer.Body.Bytes())
}

// refuse answers as Amazon does.
func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	io.WriteString(w, "<Error><Code>"+code+"</Code><Message>Please try again.</Message></Error>")
}

func breakOff(w http.ResponseWriter, after []byte) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	conn.Write(after)
	if tcp, ok := conn.(*net.TCPConn); ok && len(after) == 0 {
		tcp.SetLinger(0) // a reset instead of an end
	}
	conn.Close()
}
