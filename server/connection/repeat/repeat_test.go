package repeat_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"pricepoint/server/connection/repeat"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// site has ready answers for GET and HEAD of three addresses. All others answer what came, so that nothing is lost unseen.
type site struct{ repeated atomic.Int64 }

var (
	small = []byte("small\n")
	large = bytes.Repeat([]byte("0123456789abcdef"), 700) // more than any buffer of net/http
)

func (s *site) Ready(r *http.Request) (repeat.Answer, bool) {
	header := http.Header{"Etag": {`"1"`}, "Vary": {"Accept-Encoding"}, "Access-Control-Allow-Origin": {"*"}}
	a := repeat.Answer{Status: 200, Header: header, Sent: func(net.Addr, int, time.Duration) { s.repeated.Add(1) }}
	if r.Method != "GET" && r.Method != "HEAD" {
		return a, false
	}
	switch {
	case r.URL.Path == "/small" && r.Header.Get("If-None-Match") != "":
		a.Status = 304
		return a, true
	case r.URL.Path == "/small":
		a.Body = small
	case r.URL.Path == "/large":
		a.Body = large
	case r.URL.Path == "/empty":
		a.Body = []byte{}
	default:
		return a, false
	}
	header["Content-Type"], header["Content-Length"] = []string{"text/plain"}, []string{fmt.Sprint(len(a.Body))}
	return a, true
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if a, ready := s.Ready(r); ready {
		for name, value := range a.Header {
			w.Header()[name] = value
		}
		w.WriteHeader(a.Status)
		if r.Method == "GET" && a.Body != nil {
			w.Write(a.Body)
		}
		return
	}
	body, err := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %s %s %q %v %q %v\n", r.Method, r.RequestURI, r.Host, r.Header, r.ContentLength, body, err != nil)
}

// warming are what a client says first, twice or more each, so that it is remembered.
var warming = []string{
	get("/small"), get("/large"), get("/empty"), get("/small", `If-None-Match: "1"`), get("/large", "Accept-Encoding: gzip"),
}

// scripts are told on a connection each, after all of them were told thrice to a server that is warmed. What comes in a
// piece of its own looks like one whole request, and is not, or must not be remembered.
var scripts = [][]string{
	{"GET /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", get("/small")},
	{"GET /small HTTP/1.0\r\n\r\n", get("/small")},
	{"GET /small HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", get("/small")},
	{withLength, "hello", get("/small"), withLength, "hello"},
	{withLength, "helloPOST /other HTTP/1.1\r\nHost: x\r\nX: ", get("/small"), get("/small")},
	{withChunks, chunk("hello") + chunk(""), get("/small"), withChunks, chunk(""), get("/small")},
	{withChunks, chunk(get("/small")), get("/small")},
	{"GET /small HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n", "hello", get("/small")},
	{"GET /small HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n", get("/small")},
	{"GET /other HTTP/1.1\r\nHost: x\r\n\r\nPOST /other HTTP/1.1\r\nX: ", get("/small"), get("/small")},
	{get("/small")[:30], get("/small")[30:], get("/small")},
	{"\r\n", get("/small"), get("/small")},
}

const (
	withLength = "GET /small HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n"
	withChunks = "GET /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
)

func get(target string, headers ...string) string {
	return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + strings.Join(append(headers, ""), "\r\n") + "\r\n"
}

// hostile is what a client may say that somebody who does not parse could take for something else.
var hostile = []string{
	get("/small"), get("/large"), get("/empty"), get("/small", `If-None-Match: "1"`), get("/large", "Accept-Encoding: gzip"), // as remembered
	get("/small") + get("/large"), get("/small") + get("/small") + get("/small"), // pipelined
	"GET /small HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
	"POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: " + fmt.Sprint(len(get("/small"))) + "\r\n\r\n" + get("/small"),
	"POST /other HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(get("/small")) + chunk(""),
	"GET /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(get("/small")) + chunk(""),
	"POST /other HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
	"POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(get("/small")) + chunk(""),
	"GET /small HTTP/1.1\nHost: x\n\n", "GET /small HTTP/1.1\r\nHost: x\n\r\n", "GET /other HTTP/1.1\nHost: x\n\n" + get("/small"), // bare line feeds
	"GET /small HTTP/1.0\r\n\r\n", "GET /small HTTP/1.0\r\nConnection: keep-alive\r\nHost: x\r\n\r\n",
	"GET http://elsewhere.example/small HTTP/1.1\r\nHost: x\r\n\r\n", "GET http://elsewhere.example/other HTTP/1.1\r\nHost: x\r\n\r\n",
	"GET /small HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET /small HTTP/1.1\r\n\r\n", // two hosts, none
	"GET /other HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n", "GET /small HTTP/1.1\r\nHost: x\r\nX: a\r\n\tGET /large HTTP/1.1\r\n\r\n", // obs-fold
	"GET /small HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET /small HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
	"HEAD /small HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "GET  /small HTTP/1.1\r\nHost: x\r\n\r\n",
	get("/other"), get("/small", "X: "+strings.Repeat("x", 2000)), get("/small", "X: \x00"), get("/small", "X : y"),
	"\r\n", "\n", "G", "GET ", "\r\n\r\n", "garbage\r\n\r\n", "0\r\n\r\n",
	get("/other") + "POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\n", // the next request is its body
}

func chunk(text string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(text), text) }

// TestAnswersAreThoseOfNetHTTP says the same to a warmed server, a cold one and net/http alone, split in the same ways.
func TestAnswersAreThoseOfNetHTTP(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 13))
	rounds := 600
	if testing.Short() {
		rounds = 200
	}
	repeated := int64(0)
	for range rounds {
		var said []string
		for range 1 + random.IntN(5) {
			choice := random.IntN(len(hostile))
			if random.IntN(2) == 0 {
				choice = random.IntN(len(warming))
			}
			said = append(said, hostile[choice])
		}
		repeated += compare(t, resplit(random, said))
	}
	if repeated < int64(rounds)/4 {
		t.Errorf("only %d of the requests were answered without net/http; the test shows little", repeated)
	}
}

// TestSplitAnywhere says two requests in two pieces, split at every byte.
func TestSplitAnywhere(t *testing.T) {
	for _, text := range []string{
		get("/small") + get("/large"), get("/small", `If-None-Match: "1"`) + get("/small"),
		"POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: " + fmt.Sprint(len(get("/small"))) + "\r\n\r\n" + get("/small") + get("/small"),
	} {
		for at := range len(text) {
			compare(t, []string{get("/empty"), text[:at], text[at:], get("/small"), get("/small")})
		}
	}
}

func TestScripts(t *testing.T) {
	for _, script := range scripts {
		compare(t, script)
	}
}

// resplit cuts and joins what is said anew, or leaves it as it is.
func resplit(random *rand.Rand, said []string) (pieces []string) {
	switch random.IntN(3) {
	case 0:
		return said
	case 1:
		return []string{strings.Join(said, "")}
	}
	for _, text := range said {
		for len(text) > 1 && random.IntN(2) == 0 {
			at := 1 + random.IntN(len(text)-1)
			pieces, text = append(pieces, text[:at]), text[at:]
		}
		pieces = append(pieces, text)
	}
	return pieces
}

// FuzzAnswers is TestAnswersAreThoseOfNetHTTP over any bytes.
func FuzzAnswers(f *testing.F) {
	for _, text := range hostile {
		f.Add([]byte(text), 7)
	}
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		at = max(0, min(at, len(text)))
		compare(t, []string{string(text[:at]), string(text[at:]), get("/small")})
	})
}

// compare fails unless the same comes back, byte for byte but for the date, and the connection is said to have done the
// same. It returns how often net/http was not asked.
func compare(t *testing.T, pieces []string) (repeated int64) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var want []byte
		var wantStates []http.ConnState
		for n, front := range []struct {
			name string
			warm bool
			in   func(*http.Server, *site) serving
		}{
			{"net/http", false, func(hs *http.Server, _ *site) serving { return hs }},
			{"cold", false, layer},
			{"warmed", true, layer},
		} {
			s := &site{}
			hs := &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, IdleTimeout: time.Minute}
			var mu sync.Mutex
			var states []http.ConnState
			hs.ConnState = func(_ net.Conn, state http.ConnState) { mu.Lock(); defer mu.Unlock(); states = append(states, state) }
			l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
			srv := front.in(hs, s)
			ended := make(chan struct{})
			go func() { srv.Serve(l); close(ended) }()
			if front.warm {
				converse(l, slices.Repeat(warming, 3))
				for _, script := range slices.Repeat(scripts, 3) {
					converse(l, script)
				}
			}
			before := s.repeated.Load()
			mu.Lock()
			states = nil
			mu.Unlock()
			got := dates.ReplaceAll(converse(l, pieces), []byte("Date: then"))
			repeated = s.repeated.Load() - before
			srv.Close()
			<-ended
			synctest.Wait()
			if n == 0 {
				want, wantStates = got, states
			} else if !bytes.Equal(got, want) {
				t.Errorf("%s answers %q\nwith\n%s\nwant\n%s", front.name, pieces, got, want)
			} else if !slices.Equal(states, wantStates) {
				t.Errorf("%s goes through %v with %q, want %v", front.name, states, pieces, wantStates)
			}
		}
	})
	return repeated
}

type serving interface {
	Serve(net.Listener) error
	Close() error
}

func layer(hs *http.Server, s *site) serving {
	return repeat.In(hs, func() repeat.Answers { return s })
}

var dates = regexp.MustCompile(`Date: [^\r\n]*`)

// converse says every piece on one connection once the one before has been dealt with, and returns all answers. The
// first request of a connection is never repeated, so there is one before the pieces.
func converse(l *pipes, pieces []string) []byte {
	client, end := net.Pipe()
	l.conns <- end
	all := make(chan []byte)
	go func() {
		heard, _ := io.ReadAll(client) // the server closes it in one way or another
		all <- heard
	}()
	for _, piece := range append([]string{get("/other")}, pieces...) {
		client.SetWriteDeadline(time.Now().Add(30 * time.Second))
		if _, err := io.WriteString(client, piece); err != nil {
			break // the server has seen enough
		}
		synctest.Wait()
	}
	time.Sleep(5 * time.Minute) // in the bubble: every timeout passes
	client.Close()
	return <-all
}

// pipes is a listener for connections in memory, on which every write is one read if the reader has room.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipes) Close() error   { close(l.closed); return nil }
func (l *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// TestClientThatGoesCancels lets a client go while its request is at work, cold and after repeated ones.
func TestClientThatGoesCancels(t *testing.T) {
	for _, warm := range []int{0, 4} {
		began, cancelled := make(chan struct{}), make(chan struct{})
		s := &site{}
		hs := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/slow" {
				s.ServeHTTP(w, r)
				return
			}
			close(began)
			select {
			case <-r.Context().Done():
				close(cancelled)
			case <-time.After(time.Minute):
			}
		})}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		srv := layer(hs, s)
		ended := make(chan struct{})
		go func() { srv.Serve(l); close(ended) }()
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(c)
		for range warm {
			io.WriteString(c, get("/small"))
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, res.Body)
		}
		io.WriteString(c, get("/slow"))
		<-began
		c.Close()
		select {
		case <-cancelled:
		case <-time.After(10 * time.Second):
			t.Errorf("after %d requests: the context of the request was not cancelled", warm)
		}
		srv.Close()
		<-ended
	}
}

// TestRequestsSentAhead sends the next request while the handler is at work on the one before, whole and in part.
func TestRequestsSentAhead(t *testing.T) {
	for _, ahead := range []int{1, 2, len(get("/small"))} {
		s := &site{}
		begin, proceed := make(chan struct{}), make(chan struct{})
		hs := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/other" {
				begin <- struct{}{}
				<-proceed
			}
			s.ServeHTTP(w, r)
		})}
		l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		srv := layer(hs, s)
		ended := make(chan struct{})
		go func() { srv.Serve(l); close(ended) }()
		client, end := net.Pipe()
		l.conns <- end
		in := bufio.NewReader(client)
		hear := func() string {
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			return string(body)
		}
		for range 3 {
			io.WriteString(client, get("/small"))
			hear()
		}
		io.WriteString(client, get("/other"))
		<-begin
		next := get("/small")
		said := make(chan struct{})
		go func() { // a pipe takes the first byte now and the rest when somebody reads
			io.WriteString(client, next[:ahead])
			io.WriteString(client, next[ahead:])
			close(said)
		}()
		time.Sleep(time.Millisecond)
		proceed <- struct{}{}
		if got := hear(); !strings.HasPrefix(got, "GET /other") {
			t.Errorf("%d bytes ahead: %q", ahead, got)
		}
		if got := hear(); got != string(small) {
			t.Errorf("%d bytes ahead: %q", ahead, got)
		}
		<-said
		client.Close()
		srv.Close()
		<-ended
	}
}

// TestOtherAnswersReplaceThose lets what is ready change while a client goes on asking.
func TestOtherAnswersReplaceThose(t *testing.T) {
	var now atomic.Pointer[version]
	hs := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a, _ := now.Load().Ready(r)
		w.Header()["Content-Length"] = a.Header["Content-Length"]
		w.Write(a.Body)
	})}
	l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := repeat.In(hs, func() repeat.Answers { return now.Load() })
	now.Store(&version{body: "0"})
	ended := make(chan struct{})
	go func() { srv.Serve(l); close(ended) }()
	client, end := net.Pipe()
	l.conns <- end
	in := bufio.NewReader(client)
	for n := range 40 {
		want := fmt.Sprint(n / 8)
		now.Store(cmp.Or(replaced(now.Load(), want), now.Load()))
		io.WriteString(client, get("/"))
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Body); err != nil || string(body) != want {
			t.Errorf("request %d: %q, %v; want %s", n, body, err, want)
		}
	}
	if now.Load().repeated.Load() == 0 {
		t.Error("nothing was repeated")
	}
	client.Close()
	srv.Close()
	<-ended
}

// version answers everything alike.
type version struct {
	body     string
	repeated atomic.Int64
}

func (v *version) Ready(*http.Request) (repeat.Answer, bool) {
	return repeat.Answer{Status: 200, Header: http.Header{"Content-Length": {"1"}}, Body: []byte(v.body),
		Sent: func(net.Addr, int, time.Duration) { v.repeated.Add(1) }}, true
}

// replaced returns another version if the body is to be another.
func replaced(v *version, body string) *version {
	if v.body == body {
		return nil
	}
	return &version{body: body}
}

// TestShutdownWaitsForARepeatedAnswer lets an answer that net/http knows nothing of arrive whole.
func TestShutdownWaitsForARepeatedAnswer(t *testing.T) {
	s := &site{}
	l := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := repeat.In(&http.Server{Handler: s}, func() repeat.Answers { return s })
	ended := make(chan struct{})
	go func() { srv.Serve(l); close(ended) }()
	client, end := net.Pipe()
	l.conns <- end
	in := bufio.NewReader(client)
	for n := range 4 {
		io.WriteString(client, get("/large"))
		if n == 3 {
			in.Peek(1) // the answer is on its way
			go srv.Shutdown(context.Background())
			time.Sleep(20 * time.Millisecond)
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Body); err != nil || !bytes.Equal(body, large) {
			t.Errorf("request %d: %d bytes, %v", n, len(body), err)
		}
	}
	if s.repeated.Load() == 0 {
		t.Error("nothing was repeated")
	}
	client.Close()
	<-ended
}
