package server

import (
	"context"
	"log/slog"
	"net"
	"net/http"

	"pricepoint/server/connection"
)

// Serve answers on the listener until ctx ends, then lets open requests end. It closes the listener. With
// Options.TLS it speaks HTTP/2 as well.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	hs := s.httpServer(s.Handler())
	hs.TLSConfig = s.options.TLS
	return s.serve(ctx, l, hs, &s.open)
}

// ServeMetrics is Serve for a second listener that answers nothing but metrics, always without TLS.
func (s *Server) ServeMetrics(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.httpServer(s.MetricsHandler()), new(connection.Counts))
}

func (s *Server) serve(ctx context.Context, l net.Listener, hs *http.Server, counts *connection.Counts) error {
	limits := s.options.Limits
	within := connection.Limits{
		Connections: limits.MaxConnections, PerClient: limits.PerClient, SendBuffer: limits.SendBuffer, LeastRate: limits.LeastRate,
	}
	return connection.Serve(ctx, l, hs, within, counts, connection.Ending{
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
