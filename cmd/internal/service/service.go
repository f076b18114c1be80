// Package service runs the server until it is told to stop: on the addresses of the settings or the sockets of systemd,
// which it tells when it is ready and that it still answers. Start at Service.Run.
//
// What is answered to a request is decided in package server, and what is published in package refresh.
package service

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"time"

	"golang.org/x/sync/errgroup"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/server"
)

// Service is what serving needs.
type Service struct {
	Config  config.Server
	Log     *slog.Logger
	Now     func() time.Time
	Store   string // what is served, for the log
	Version string // of the program, for its metrics
}

// NewServer makes a server as the settings say.
func (s *Service) NewServer() (*server.Server, error) {
	cfg := s.Config
	options := server.Options{
		Log: s.Log, Now: s.Now, Version: s.Version, PublicURL: PublicURL(s.Config), ReportURL: cfg.ReportURL, Poll: cfg.Poll, MaxAge: cfg.MaxAge,
		SeparateMetrics: cfg.MetricsListen != "", AccessLog: cfg.AccessLog,
		Limits: server.Limits{
			ReadHeader: cfg.ReadHeaderTimeout, Read: cfg.ReadTimeout, Write: cfg.WriteTimeout, Idle: cfg.IdleTimeout,
			HeaderBytes: cfg.MaxHeaderBytes, MaxConnections: cfg.MaxConnections, PerClient: cfg.MaxConnectionsPerClient,
			SendBuffer:    cfg.SendBuffer,
			RatePerClient: cfg.RateLimit, Burst: cfg.RateBurst, Drain: cfg.Drain, Shutdown: cfg.Shutdown,
		},
	}
	if cfg.TLSCert != "" {
		var err error
		if options.TLS, err = server.LoadTLS(cfg.TLSCert, cfg.TLSKey, s.Log); err != nil {
			return nil, terminal.Usage(fmt.Errorf("server.tls_cert and server.tls_key: %v", err))
		}
	}
	return server.New(options), nil
}

// Scheme is how the documents are served.
func Scheme(cfg config.Server) string {
	if cfg.TLSCert != "" {
		return "https://"
	}
	return "http://"
}

// PublicURL is how readers reach the server, as far as its settings tell.
func PublicURL(cfg config.Server) string {
	if cfg.PublicURL != "" {
		return cfg.PublicURL
	}
	host, port, err := net.SplitHostPort(cfg.Listen)
	if err != nil || host == "" || net.ParseIP(host).IsUnspecified() {
		host = "localhost"
	}
	return Scheme(cfg) + net.JoinHostPort(host, port)
}

// Run answers requests until ctx ends or a listener fails, with the background work beside it, and returns when all of it has ended.
func (s *Service) Run(ctx context.Context, srv *server.Server, background ...func(context.Context)) error {
	listeners, err := s.listeners(srv)
	if err != nil {
		return err
	}
	looked := make(chan struct{})
	all, running := errgroup.WithContext(ctx)
	for l, serve := range listeners {
		all.Go(func() error {
			select { // clients wait in the queue of the socket meanwhile
			case <-looked:
			case <-running.Done():
			}
			err := serve(running, l)
			if err != nil && running.Err() != nil { // nobody waits for the error any more
				s.Log.Warn("not every open request was answered", "cause", err)
			}
			return err
		})
	}
	background = append(background, func(ctx context.Context) { s.announce(ctx, srv, looked) }, s.watchdog)
	for _, work := range background {
		all.Go(func() error {
			work(running)
			return nil
		})
	}
	if err := all.Wait(); ctx.Err() == nil {
		return err
	}
	return nil // asked to stop
}
