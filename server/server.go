// Package server serves the newest snapshot over HTTP, with metrics and probes. Start at New; routes.go lists
// every address, state.go what is prepared when a snapshot is loaded, watch.go how a new one is noticed.
//
// A request only picks bytes: documents, encodings, validators and headers are all made when a snapshot is loaded,
// and a reload swaps them at once. The package decides nothing about the data, writes no file, asks no other
// machine, and knows neither ranges nor request bodies.
package server

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/net/netutil"
)

// Options are the dependencies and limits of a Server. The zero value works.
type Options struct {
	Log      *slog.Logger         // nil: no log
	Registry *prometheus.Registry // nil: a new one with Go and process metrics
	Now      func() time.Time     // nil: time.Now

	PublicURL       string        // how readers reach the server, for the examples of the index page; "": http://127.0.0.1:8080
	Poll            time.Duration // how often Watch asks the store; 0: 10 seconds
	MaxAge          time.Duration // data older than this make /readyz fail; 0: never
	SeparateMetrics bool          // leave /metrics out of Handler
	MaxConnections  int           // open at once, for each listener; 0: no limit
	Shutdown        time.Duration // how long open requests may take to end; 0: 10 seconds
}

func (o *Options) setDefaults() {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Registry == nil {
		o.Registry = prometheus.NewRegistry()
		o.Registry.MustRegister(collectors.NewGoCollector(),
			collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.PublicURL == "" {
		o.PublicURL = "http://127.0.0.1:8080"
	}
	if o.Poll <= 0 {
		o.Poll = 10 * time.Second
	}
	if o.Shutdown <= 0 {
		o.Shutdown = 10 * time.Second
	}
}

// Server answers requests from one snapshot at a time. Its methods may be called concurrently.
type Server struct {
	options Options
	metrics *metrics
	fixed   map[string]http.Handler // the addresses that do not depend on the snapshot
	current atomic.Pointer[state]   // nil until a snapshot is loaded
}

// New returns a server without a snapshot; until Load or Watch brings one, its documents are answered with 503.
func New(options Options) *Server {
	options.setDefaults()
	s := &Server{options: options}
	s.metrics = newMetrics(options.Registry, s.current.Load)
	s.fixed = s.fixedRoutes()
	return s
}

// Handler answers every address of the server.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.answer) }

// Serve answers on the listener until ctx ends, then lets open requests end. It closes the listener.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.Handler())
}

// ServeMetrics is Serve for a second listener that answers nothing but metrics.
func (s *Server) ServeMetrics(ctx context.Context, l net.Listener) error {
	return s.serve(ctx, l, s.MetricsHandler())
}

func (s *Server) serve(ctx context.Context, l net.Listener, handler http.Handler) error {
	if s.options.MaxConnections > 0 {
		l = netutil.LimitListener(l, s.options.MaxConnections)
	}
	hs := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- hs.Serve(l) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve on %s: %v", l.Addr(), err)
	case <-ctx.Done():
	}
	err := s.stop(ctx, hs)
	<-ended
	return err
}

func (s *Server) stop(ctx context.Context, hs *http.Server) error {
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.options.Shutdown)
	defer cancel()
	if hs.Shutdown(bounded) == nil {
		return nil
	}
	hs.Close()
	return fmt.Errorf("requests were still open %s after the end was asked for and were cut", s.options.Shutdown)
}
