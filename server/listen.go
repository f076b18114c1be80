package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

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
	err := s.stop(ctx, hs, connections)
	<-ended
	return err
}

// stop first tells clients on their next answer that the connection ends, so that few are idle, with a request
// perhaps already on its way, when the rest is closed.
func (s *Server) stop(ctx context.Context, hs *http.Server, connections *listener) error {
	limits := s.options.Limits
	s.leaving.Store(true)
	poll(limits.Drain, func() bool { return connections.open.Load() == 0 })
	connections.Close()
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), limits.Shutdown)
	defer cancel()
	if poll(limits.Shutdown, s.endRepeats) && hs.Shutdown(bounded) == nil {
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
func poll(patience time.Duration, done func() bool) bool {
	deadline := time.Now().Add(patience)
	for !done() {
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(5 * time.Millisecond)
	}
	return true
}
