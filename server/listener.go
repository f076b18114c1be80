package server

import (
	"net"
	"sync"
	"sync/atomic"
)

// listener keeps the number of connections within a limit and counts them. Whoever comes when all places are taken
// waits in the queue of the operating system.
type listener struct {
	net.Listener
	server *Server
	plain  bool          // without TLS
	places chan struct{} // nil: no limit
	open   atomic.Int64
	// unheard is how many of the open have not been answered yet, or have not even begun to speak HTTP/2: that has words of
	// its own for the end.
	unheard atomic.Int64
	closed  chan struct{}
	once    sync.Once // for Close
}

func (s *Server) listener(l net.Listener, plain bool) *listener {
	made := &listener{Listener: l, server: s, plain: plain, closed: make(chan struct{})}
	if n := s.options.Limits.MaxConnections; n > 0 {
		made.places = make(chan struct{}, n)
	}
	return made
}

func (l *listener) Accept() (net.Conn, error) {
	if l.places != nil {
		select {
		case l.places <- struct{}{}:
		case <-l.closed:
			return nil, net.ErrClosed
		}
	}
	accepted, err := l.Listener.Accept()
	if err != nil {
		l.free()
		return nil, err
	}
	l.open.Add(1)
	l.unheard.Add(1)
	return &conn{Conn: accepted, from: l, plain: l.plain && l.server.clients == nil}, nil
}

// leave is the end of a connection.
func (l *listener) leave() {
	l.open.Add(-1)
	l.free()
}

// free gives a place back.
func (l *listener) free() {
	if l.places != nil {
		<-l.places
	}
}

// Close may be called more than once.
func (l *listener) Close() (err error) {
	l.once.Do(func() {
		close(l.closed)
		err = l.Listener.Close()
	})
	return err
}
