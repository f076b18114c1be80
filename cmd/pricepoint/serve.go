package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"pricepoint/data/store"
	"pricepoint/server"
)

func newServe(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "Serve the newest snapshot of the store", Args: noArguments,
		Long: "Serve the newest snapshot of the store over HTTP, and every newer one as soon as it is there.\n\n" +
			"It fetches and writes nothing: pricepoint refresh fills the store. Until there is a snapshot /readyz says so.",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			if _, err := a.store.Pointer(); errors.Is(err, store.ErrEmpty) {
				a.log.Warn("there is no snapshot to serve yet; pricepoint refresh makes one, and is --store right?", "cause", err)
			}
			srv, err := a.newServer()
			if err != nil {
				return err
			}
			return a.serve(c.Context(), srv, func(ctx context.Context) { srv.Watch(ctx, a.store) })
		},
	}
	bindListen(c)
	return c
}

func bindListen(c *cobra.Command) {
	c.Flags().String("listen", "127.0.0.1:8080", "host:port to serve on")
}

func (a *app) newServer() (*server.Server, error) {
	cfg := a.cfg.Server
	options := server.Options{
		Log: a.log, Now: a.now, PublicURL: a.publicURL(), ReportURL: cfg.ReportURL, Poll: cfg.Poll, MaxAge: cfg.MaxAge,
		SeparateMetrics: cfg.MetricsListen != "", AccessLog: cfg.AccessLog,
		Limits: server.Limits{
			ReadHeader: cfg.ReadHeaderTimeout, Read: cfg.ReadTimeout, Write: cfg.WriteTimeout, Idle: cfg.IdleTimeout,
			HeaderBytes: cfg.MaxHeaderBytes, MaxConnections: cfg.MaxConnections,
			RatePerClient: cfg.RateLimit, Burst: cfg.RateBurst, Drain: cfg.Drain, Shutdown: cfg.Shutdown,
		},
	}
	if cfg.TLSCert != "" {
		var err error
		if options.TLS, err = server.LoadTLS(cfg.TLSCert, cfg.TLSKey); err != nil {
			return nil, usageError{fmt.Errorf("server.tls_cert and server.tls_key: %v", err)}
		}
	}
	return server.New(options), nil
}

// scheme is how the documents are served.
func (a *app) scheme() string {
	if a.cfg.Server.TLSCert != "" {
		return "https://"
	}
	return "http://"
}

// publicURL is how readers reach the server, as far as its settings tell.
func (a *app) publicURL() string {
	if a.cfg.Server.PublicURL != "" {
		return a.cfg.Server.PublicURL
	}
	host, port, err := net.SplitHostPort(a.cfg.Server.Listen)
	if err != nil || host == "" || net.ParseIP(host).IsUnspecified() {
		host = "localhost"
	}
	return a.scheme() + net.JoinHostPort(host, port)
}

// serve answers requests until ctx ends or a listener fails, with the background work beside it.
func (a *app) serve(ctx context.Context, srv *server.Server, background ...func(context.Context)) error {
	listeners, err := a.listeners(srv)
	if err != nil {
		return err
	}
	defer runtime.KeepAlive(ballast())
	looked := make(chan struct{})
	for l, then := range listeners {
		listeners[l] = after(looked, a.toTheEnd(then))
	}
	background = append(background,
		func(ctx context.Context) { a.announce(ctx, srv, looked) }, func(ctx context.Context) { a.watchdog(ctx, srv) })
	return together(ctx, listeners, background)
}

// toTheEnd logs what goes wrong once the end was asked for, when nobody waits for the error any more.
func (a *app) toTheEnd(then answer) answer {
	return func(ctx context.Context, l net.Listener) error {
		err := then(ctx, l)
		if err != nil && ctx.Err() != nil {
			a.log.Warn("not everybody was answered to the end", "cause", err)
			return nil
		}
		return err
	}
}

// ballast is memory that is never written to and so never taken from the machine. It makes the garbage collector, which
// waits until as much is new as was in use, wait for tens of megabytes more: what serving leaves behind is then
// collected a few times a second at most. Whoever sets limits of their own gets none.
func ballast() []byte {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return nil
	}
	return make([]byte, 32<<20)
}

func listen(address, key string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%v; set %s (or --listen) to a free address", err, key)
	}
	return l, nil
}

// together runs everything until ctx ends or one listener fails, and returns when all of it has ended.
func together(ctx context.Context, listeners map[net.Listener]answer, background []func(context.Context)) error {
	parent := ctx
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	var wg sync.WaitGroup
	for l, answer := range listeners {
		wg.Go(func() {
			if err := answer(ctx, l); err != nil {
				cancel(err)
			}
		})
	}
	for _, work := range background {
		wg.Go(func() { work(ctx) })
	}
	<-ctx.Done()
	wg.Wait()
	if parent.Err() != nil {
		return nil // asked to stop
	}
	return context.Cause(ctx)
}
