package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/service"
	"pricepoint/data/store"
)

func newServe(p *program) *cobra.Command {
	c := &cobra.Command{
		Use: "serve", Short: "Serve the newest snapshot of the store", Args: noArguments,
		Long: "Serve the newest snapshot of the store over HTTP, and every newer one as soon as it is there.\n\n" +
			"It fetches and writes nothing: pricepoint refresh fills the store. Until there is a snapshot, /readyz says that there is none.",
		RunE: p.with(func(p *parts, ctx context.Context, _ []string) error {
			if _, err := p.Store.Pointer(); errors.Is(err, store.ErrEmpty) {
				p.Log.Warn("there is no snapshot to serve yet; pricepoint refresh makes one, or is --store wrong?", "cause", err)
			}
			s := p.service()
			srv, err := s.NewServer()
			if err != nil {
				return err
			}
			return s.Run(ctx, srv, func(ctx context.Context) { srv.Watch(ctx, p.Store) })
		}),
	}
	bindListen(c)
	return c
}

func bindListen(c *cobra.Command) {
	c.Flags().String("listen", "127.0.0.1:8080", "host:port to serve on")
}

// service is what serving needs of the parts.
func (p *parts) service() *service.Service {
	return &service.Service{Config: p.Config.Server, Log: p.Log, Now: p.Now, Store: p.Store.String(), Version: thisBuild().Version}
}

func newRun(p *program) *cobra.Command {
	var archive string
	c := &cobra.Command{
		Use: "run", Short: "Serve at once, and refresh in the background when due", Args: noArguments,
		Long: "Serve at once and keep the data fresh.\n\n" +
			"Until the store holds a snapshot, the values verified in the built-in catalogue are served. A refresh runs in the\n" +
			"background when the newest snapshot is older than refresh.every. Without a network everything known is still served.\n\n" +
			"--replay reads a WARC file instead of the web, as it was at the end of each month of its last year: prices then have a past.",
		Example: "  pricepoint run\n  pricepoint run --store past --replay archive.warc.gz",
		RunE:    p.with(func(p *parts, ctx context.Context, _ []string) error { return p.run(ctx, archive) }),
	}
	bindListen(c)
	c.Flags().StringVar(&archive, "replay", "", "read this WARC file instead of the web, month by month")
	return c
}

// run serves the catalogue's own snapshot first, so that it answers before anything is read.
func (p *parts) run(ctx context.Context, archive string) error {
	s := p.service()
	srv, err := s.NewServer()
	if err != nil {
		return err
	}
	if _, _, err := p.Store.Latest(); err != nil {
		baseline, err := p.Baseline()
		if err != nil {
			return err
		}
		if err := srv.Load(baseline, nil); err != nil {
			return err
		}
		made := baseline.Manifest.GeneratedAt.Time
		p.Log.Info("what people have looked up is served until a refresh has read the web", "asOf", made.Format(time.DateOnly), "daysAgo", int(p.Now().Sub(made).Hours()/24))
	}
	fresh := p.KeepFresh
	if archive != "" {
		fresh = func(ctx context.Context) { p.PastMonths(ctx, archive) }
	}
	return s.Run(ctx, srv, func(ctx context.Context) { srv.Watch(ctx, p.Store) }, fresh)
}
