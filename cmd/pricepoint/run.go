package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/normalize"
)

// retryAfter is how long a failed background refresh waits before the next try.
const retryAfter = time.Hour

func newRun(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "run", Short: "Serve at once, and refresh in the background when due", Args: noArguments,
		Long: "Serve at once and keep the data fresh.\n\n" +
			"Until the store holds a snapshot, the values verified in the built-in catalogue are served. A refresh runs in the\n" +
			"background when the newest snapshot is older than refresh.every. Without a network everything known is still served.",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.runAll(c.Context())
		},
	}
	bindListen(c)
	return c
}

// runAll serves the catalogue's own snapshot first, so that it answers before anything is read.
func (a *app) runAll(ctx context.Context) error {
	srv := a.newServer()
	if _, _, err := a.store.Latest(); err != nil {
		baseline, err := a.baseline()
		if err != nil {
			return err
		}
		if err := srv.Load(baseline, nil); err != nil {
			return err
		}
	}
	return a.serve(ctx, srv, func(ctx context.Context) { srv.Watch(ctx, a.store) }, a.keepFresh)
}

// baseline is the snapshot the catalogue makes on its own. It is served, never stored.
func (a *app) baseline() (data.Snapshot, error) {
	var unasked []normalize.Reading
	for _, s := range collectors.All() {
		unasked = append(unasked, unread(s))
	}
	built, err := normalize.Build(normalize.Input{
		Catalog: a.catalog, Readings: unasked, Now: a.catalog.Verified.First, Generator: generator(),
	})
	return built.Snapshot, err
}

// keepFresh refreshes whenever the newest snapshot is too old, until ctx ends.
func (a *app) keepFresh(ctx context.Context) {
	wait := a.untilDue()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		err := a.refreshOnce(ctx, origin{}, nil, false)
		if ctx.Err() != nil {
			return
		}
		wait = max(a.untilDue(), time.Minute)
		if err != nil {
			wait = retryAfter
			a.log.Error("refresh failed, the data served before stay", "cause", err, "next", wait)
		}
	}
}

// untilDue is how long the newest snapshot may still stand.
func (a *app) untilDue() time.Duration {
	pointer, err := a.store.Pointer()
	if err != nil {
		return 0
	}
	made, err := data.ParseVersion(pointer.Version)
	if err != nil {
		return 0
	}
	return max(0, made.Add(a.cfg.Refresh.Every).Sub(a.now()))
}
