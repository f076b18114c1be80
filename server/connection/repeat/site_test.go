package repeat_test

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing/synctest"
	"time"

	"pricepoint/server/connection/repeat"
)

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

func (l *pipes) Close() error { close(l.closed); return nil }

func (l *pipes) Addr() net.Addr { return &net.TCPAddr{} }
