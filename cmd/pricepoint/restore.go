package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"pricepoint/config"
	"pricepoint/data/store"
)

func newRestore(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "restore FROM", Short: "Fill an empty store with all of another: a backup, a directory or a bucket", Args: oneArgument("FROM"),
		Long: "Fill the empty store that --store names with all of another: every intact snapshot, the raw responses, what was\n" +
			"accepted and the report of the last run, byte for byte and each digest verified. FROM is a directory or the URL of a\n" +
			"bucket: a backup, a copy that was made while a refresh ran, or a store in use.\n\n" +
			"The pointer comes last, so readers see either nothing or all; when it was broken off, give the same command again.\n" +
			"What is broken in FROM is left out and told, and a copy of which the newest snapshot is broken begins with the one before.",
		Example: "  pricepoint restore /backup/pricepoint --store /var/lib/pricepoint\n" +
			"  pricepoint restore 's3://prices/pricepoint?region=eu-central-1' --store /var/lib/pricepoint\n" +
			"  pricepoint restore /var/lib/pricepoint --store 's3://prices/pricepoint?region=eu-central-1'",
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.restore(c.Context(), args[0])
		},
	}
	return c
}

func (a *app) restore(ctx context.Context, location string) error {
	if err := config.WholePath(location); err != nil {
		return usageError{fmt.Errorf("FROM: %v", err)}
	}
	from, err := openStore(ctx, location)
	if err != nil {
		return fmt.Errorf("FROM: %v", err)
	}
	if _, err := os.Stat(location); errors.Is(err, fs.ErrNotExist) && !strings.Contains(location, "://") {
		return fmt.Errorf("FROM: there is no directory %s", location)
	}
	if from.String() == a.store.String() {
		return usageError{fmt.Errorf("%s is where to restore from and, by --store, where to; name two stores", from)}
	}
	if _, err := from.Pointer(); errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnavailable) {
		return fmt.Errorf("FROM: %w", err) // before a directory is made for nothing
	}
	unlock, err := a.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	done, err := a.store.Restore(ctx, from)
	for _, why := range done.LeftOut {
		a.log.Warn("left out", "cause", why)
	}
	if err != nil {
		return err
	}
	if a.cfg.Output == "json" {
		return a.print(done, rows{})
	}
	_, err = fmt.Fprintf(a.stdout, "restored %s, the newest %s, with %s and %s from %s to %s: %.1f MB; %d left out\n",
		several(done.Snapshots, "snapshot"), done.Newest, several(done.Archives, "archive"), several(done.Acceptances, "acceptance"), from, a.store, float64(done.Bytes)/1e6, len(done.LeftOut))
	return err
}
