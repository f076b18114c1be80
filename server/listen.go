package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// firstRequest is how long the end waits for the first request of a connection, as long as net/http does.
const firstRequest = 5 * time.Second

// Serve answers on the listener until ctx ends, then lets open requests end. It closes the listener. With
// Options.TLS it speaks HTTP/2 as well.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := s.httpServer(s.Handler())
	hs.TLSConfig = s.options.TLS
	return s.serve(ctx, l, hs)
}

// ServeMetrics is Serve for a second listener that answers nothing but metrics, always without TLS.
func (s *Server) ServeMetrics(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.httpServer(s.MetricsHandler()))
}

func (s *Server) httpServer(handler http.Handler) *http.Server {
	limits := s.options.Limits
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: limits.ReadHeader,
		ReadTimeout:       limits.Read,
		WriteTimeout:      limits.Write,
		IdleTimeout:       limits.Idle,
		MaxHeaderBytes:    2 * limits.HeaderBytes, // what lies between is refused by refuse, which says why
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: 100},
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
		ConnContext:       withConn,
		ConnState:         connState,
	}
}

func (s *Server) serve(ctx context.Context, l net.Listener, hs *http.Server) error {
	connections := s.listener(l, hs.TLSConfig == nil)
	ended := make(chan error, 1)
	go func() {
		if hs.TLSConfig != nil {
			ended <- hs.ServeTLS(connections, "", "")
		} else {
			ended <- hs.Serve(connections)
		}
	}()
	select {
	case err := <-ended:
		return fmt.Errorf("serve on %s: %v", l.Addr(), err)
	case <-ctx.Done():
	}
	return s.stop(ctx, hs, connections, ended)
}

// stop first tells clients on their next answer that the connection ends, so that few are idle, with a request
// perhaps already on its way, when the rest is closed. Who has connected and heard nothing yet is answered first:
// once net/http shuts down it drops what it has just read. Nothing more is accepted when ended says so.
func (s *Server) stop(ctx context.Context, hs *http.Server, connections *listener, ended <-chan error) error {
	limits := s.options.Limits
	ctx = context.WithoutCancel(ctx)
	s.leaving.Store(true)
	poll(ctx, limits.Drain, func() bool { return connections.open.Load() == 0 })
	connections.Close()
	<-ended
	ctx, cancel := context.WithTimeout(ctx, limits.Shutdown)
	defer cancel()
	poll(ctx, firstRequest, func() bool { return connections.unheard.Load() == 0 })
	if poll(ctx, limits.Shutdown, s.endRepeats) && hs.Shutdown(ctx) == nil {
		return nil
	}
	hs.Close()
	return fmt.Errorf("requests were still open %s after the end was asked for and were cut", limits.Drain+limits.Shutdown)
}

// endRepeats reports whether no repeated request is being answered: none begins once leaving is set.
func (s *Server) endRepeats() bool {
	if !s.repeats.TryLock() {
		return false
	}
	s.repeats.Unlock()
	return true
}

// poll waits for something to become so, and reports whether it has.
func poll(ctx context.Context, patience time.Duration, done func() bool) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for !done() {
		if ctx.Err() != nil {
			return false
		}
		time.Sleep(5 * time.Millisecond)
	}
	return true
}
