// Package repeat answers a request that comes again word for word without having net/http parse it again. Reading,
// checking and describing a request is most of what serving ready bytes costs, and clients that poll say the same every
// time. Start at In, which puts it in front of an http.Server; without the line that calls it, everything is answered
// the same, a little later.
//
// Whatever is new is read, parsed and answered by net/http. The words of a request to which the handler had a ready
// answer are remembered with it once they have come twice. When net/http waits for the next request and those words
// arrive, they are answered here and net/http goes on waiting. Nothing is parsed here, so nothing can be parsed
// differently. The package chooses no answer, and does not serve TLS, HTTP/2 or anything but GET.
//
// It rests on what net/http does but does not promise, tried with Go 1.26; TestAnswersAreThoseOfNetHTTP
// would tell of another release:
//   - it reads a connection only to get a request, its body, or one byte while a handler is running, and takes 0 bytes
//     without an error there for "the client is still there, and has said nothing";
//   - it reports StateIdle after it has sent an answer and before it reads the next request, and then it has read
//     nothing beyond the request before, unless a read brought more;
//   - between two requests it waits in Read, sets the read deadline before and no other until Read has returned;
//   - it writes the header of an answer sorted by name, then the date.
package repeat

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Answers are what a handler has ready. They must be comparable; answers that are ready for one Answers are forgotten
// once there are others.
type Answers interface {
	// Ready returns what the handler answers to a request, every time; false: that varies.
	Ready(*http.Request) (Answer, bool)
}

// Answer is what net/http would send, except for the date.
type Answer struct {
	Status int
	Header http.Header // complete, with the length of the body
	Body   []byte
	Sent   func(to net.Addr, bodyBytes int, took time.Duration) // is told each time
}

// Server is an http.Server behind a layer that answers what is repeated.
type Server struct {
	*http.Server
	current func() Answers
	state   func(net.Conn, http.ConnState) // is told what is done with a connection, as by net/http

	seed      maphash.Seed
	seen      [slots]atomic.Uint64 // the hash of what fell on a place last
	known     atomic.Pointer[known]
	answering sync.RWMutex // held for reading while a repeated request is answered
}

// In puts the layer in front of a server that speaks no TLS. current returns what is ready now, nil for nothing.
func In(hs *http.Server, current func() Answers) *Server {
	s := &Server{Server: hs, current: current, seed: maphash.MakeSeed()}
	handler, inner := hs.Handler, hs.ConnContext
	if s.state = hs.ConnState; s.state == nil {
		s.state = func(net.Conn, http.ConnState) {}
	}
	hs.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r)
		if c := connOf(r); c != nil {
			s.remember(c, r)
		}
	})
	hs.ConnContext = func(ctx context.Context, nc net.Conn) context.Context {
		c, ours := nc.(*conn)
		if ours {
			nc, ctx = c.Conn, context.WithValue(ctx, connKey{}, c)
		}
		if inner != nil {
			ctx = inner(ctx, nc)
		}
		return ctx
	}
	hs.ConnState = func(nc net.Conn, now http.ConnState) {
		if c, ok := nc.(*conn); ok {
			if nc = c.Conn; now == http.StateIdle {
				c.idle()
			}
		}
		s.state(nc, now)
	}
	return s
}

// Serve is that of http.Server.
func (s *Server) Serve(l net.Listener) error { return s.Server.Serve(listener{l, s}) }

type listener struct {
	net.Listener
	server *Server
}

func (l listener) Accept() (net.Conn, error) {
	nc, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: nc, server: l.server}, nil
}

// Shutdown is that of http.Server, which takes connections for idle on which an answer is sent here. It waits for those
// first, and lets none begin.
func (s *Server) Shutdown(ctx context.Context) error {
	for !s.answering.TryLock() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	return s.Server.Shutdown(ctx)
}

const (
	slots        = 512
	longestKnown = 1024 // bytes of a request worth remembering
)

// known are the requests that came more than once, word for word, with what is answered. It needs no lock and never
// grows: a request that falls on the place of another replaces it.
type known struct {
	of     Answers
	places [slots]atomic.Pointer[request]
}

// request is a request with its answer.
type request struct {
	words  string
	head   []byte // of the answer, up to the date
	answer Answer
}

// find returns a request with its answer, nil for one that is not known.
func (s *Server) find(words []byte) *request {
	known := s.known.Load()
	if known == nil || len(words) > longestKnown {
		return nil
	}
	found := known.places[maphash.Bytes(s.seed, words)%slots].Load()
	if found == nil || found.words != string(words) || known.of != s.current() {
		return nil
	}
	return found
}

// remember keeps a request that came for the second time, if its answer is ready.
func (s *Server) remember(c *conn, r *http.Request) {
	current := s.current()
	if current == nil {
		return
	}
	answer, ready := current.Ready(r)
	if !ready {
		return
	}
	list := s.known.Load()
	if list == nil || list.of != current {
		list = &known{of: current}
		s.known.Store(list)
	}
	list.places[c.hash%slots].Store(&request{c.words, head(answer), answer})
}

// head is what net/http writes up to the date.
func head(a Answer) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\n", a.Status, http.StatusText(a.Status))
	a.Header.Write(&b)
	b.WriteString("Date: ")
	return b.Bytes()
}
