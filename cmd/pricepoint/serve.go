package main

import (
	"context"
	"errors"
	"fmt"
	"net"
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
			srv := a.newServer()
			return a.serve(c.Context(), srv, func(ctx context.Context) { srv.Watch(ctx, a.store) })
		},
	}
	bindListen(c)
	return c
}

func bindListen(c *cobra.Command) {
	c.Flags().String("listen", "127.0.0.1:8080", "host:port to serve on")
}

func (a *app) newServer() *server.Server {
	cfg := a.cfg.Server
	return server.New(server.Options{
		Log: a.log, Now: a.now, PublicURL: a.publicURL(), Poll: cfg.Poll, MaxAge: cfg.MaxAge,
		SeparateMetrics: cfg.MetricsListen != "", MaxConnections: cfg.MaxConnections, Shutdown: cfg.Shutdown,
	})
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
	return "http://" + net.JoinHostPort(host, port)
}

// serve answers requests until ctx ends or a listener fails, with the background work beside it.
func (a *app) serve(ctx context.Context, srv *server.Server, background ...func(context.Context)) error {
	documents, err := listen(a.cfg.Server.Listen, "server.listen")
	if err != nil {
		return err
	}
	listeners := map[net.Listener]func(context.Context, net.Listener) error{documents: srv.Serve}
	if a.cfg.Server.MetricsListen != "" {
		metrics, err := listen(a.cfg.Server.MetricsListen, "server.metrics_listen")
		if err != nil {
			documents.Close()
			return err
		}
		listeners[metrics] = srv.ServeMetrics
	}
	a.log.Info("serving", "url", "http://"+documents.Addr().String()+"/", "store", a.store.String())
	return together(ctx, listeners, background)
}

func listen(address, key string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%v; set %s (or --listen) to a free address", err, key)
	}
	return l, nil
}

// together runs everything until ctx ends or one listener fails, and returns when all of it has ended.
func together(ctx context.Context, listeners map[net.Listener]func(context.Context, net.Listener) error, background []func(context.Context)) error {
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
