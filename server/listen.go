package server

import (
	"context"
	"log/slog"
	"net"
	"net/http"

	"pricepoint/server/connection"
	"pricepoint/server/connection/repeat"
)

// Serve answers on the listener until ctx ends, then lets open requests end. It closes the listener. With
// Options.TLS it speaks HTTP/2 as well.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := s.httpServer(s.Handler())
	hs.TLSConfig = s.options.TLS
	return s.serve(ctx, l, hs, &s.open, func(hs *http.Server) connection.Server {
		if hs.TLSConfig == nil && s.clients == nil {
			return repeat.In(hs, s.repeatable) // without this line net/http parses every request; nothing else changes
		}
		return hs
	})
}

// ServeMetrics is Serve for a second listener that answers nothing but metrics, always without TLS.
func (s *Server) ServeMetrics(ctx context.Context, l net.Listener) error {
	alone := func(hs *http.Server) connection.Server { return hs }
	return s.serve(ctx, l, s.httpServer(s.MetricsHandler()), new(connection.Counts), alone)
}

func (s *Server) serve(ctx context.Context, l net.Listener, hs *http.Server, counts *connection.Counts, in func(*http.Server) connection.Server) error {
	limits := s.options.Limits
	within := connection.Limits{
		Connections: limits.MaxConnections, PerClient: limits.PerClient, SendBuffer: limits.SendBuffer, LeastRate: limits.LeastRate,
	}
	return connection.Serve(ctx, l, hs, in, within, counts, connection.Ending{
		Begins: func() { s.leaving.Store(true) }, Drain: limits.Drain, Shutdown: limits.Shutdown,
	})
}

func (s *Server) httpServer(handler http.Handler) *http.Server {
	limits := s.options.Limits
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: limits.ReadHeader,
		ReadTimeout:       limits.Read,
		WriteTimeout:      limits.Write,
		IdleTimeout:       limits.Idle,
		MaxHeaderBytes:    2 * limits.HeaderBytes,                                                       // what lies between is refused by refuse, which says why
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: 100, WriteByteTimeout: limits.Write}, // WriteTimeout ends a stream only
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
	}
}
