package main

import (
	"context"

	"github.com/spf13/cobra"
)

func newRun(p *program) *cobra.Command {
	c := &cobra.Command{
		Use: "run", Short: "Serve at once, and refresh in the background when due", Args: noArguments,
		Long: "Serve at once and keep the data fresh.\n\n" +
			"Until the store holds a snapshot, the values verified in the built-in catalogue are served. A refresh runs in the\n" +
			"background when the newest snapshot is older than refresh.every. Without a network everything known is still served.",
		RunE: p.with((*parts).runAll),
	}
	bindListen(c)
	return c
}

// runAll serves the catalogue's own snapshot first, so that it answers before anything is read.
func (p *parts) runAll(ctx context.Context, _ []string) error {
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
	}
	return s.Run(ctx, srv, func(ctx context.Context) { srv.Watch(ctx, p.Store) }, p.KeepFresh)
}
