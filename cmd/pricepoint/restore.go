package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/config"
	"pricepoint/data/store"
)

func newRestore(p *program) *cobra.Command {
	var until time.Time
	c := &cobra.Command{
		Use: "restore FROM", Short: "Fill an empty store with everything in another: a backup, a directory or a bucket", Args: arguments(1, 1, "one FROM"),
		Long: "Fill the empty store that --store names with everything in another: every intact snapshot, the raw responses, what was\n" +
			"accepted and the report of the last run, byte for byte and each digest verified. FROM is a directory or the URL of a\n" +
			"bucket: a backup, a copy that was made while a refresh ran, or a store in use.\n\n" +
			"The pointer comes last, so readers see either nothing or everything. After an interruption, give the same command again.\n" +
			"Whatever is broken in FROM is left out and named; if its newest snapshot is broken, the one before it is the newest.\n" +
			"With --until what is later is left out too: no refresh can publish before a snapshot that a wrong clock has made.",
		Example: "  pricepoint restore /backup/pricepoint --store /var/lib/pricepoint\n" +
			"  pricepoint restore 's3://prices/pricepoint?region=eu-central-1' --store /var/lib/pricepoint\n" +
			"  pricepoint restore /var/lib/pricepoint --store 's3://prices/pricepoint?region=eu-central-1'",
		RunE: p.with(func(p *parts, ctx context.Context, args []string) error { return p.restore(ctx, args[0], until) }),
	}
	c.Flags().Func("until", "leave out every snapshot that is later than this `time`, such as 2026-10-15T00:00:00Z", moment(&until))
	return c
}

func (p *parts) restore(ctx context.Context, location string, until time.Time) error {
	if err := config.WholePath(location); err != nil {
		return terminal.Usage(fmt.Errorf("FROM: %v", err))
	}
	from, err := store.At(ctx, location)
	if err != nil {
		return fmt.Errorf("FROM: %v", err)
	}
	from.Use(p.Keys)
	if from.String() == p.Store.String() {
		return terminal.Usage(fmt.Errorf("%s is both FROM and --store; name two stores", from))
	}
	if _, err := from.Pointer(); errors.Is(err, store.ErrEmpty) || errors.Is(err, store.ErrUnavailable) {
		return fmt.Errorf("FROM: %w", err) // before a directory is made for nothing
	}
	unlock, err := p.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	done, err := p.Store.Restore(ctx, from, until)
	for _, why := range done.LeftOut {
		p.Log.Warn("left out", "cause", why)
	}
	if err != nil {
		return err
	}
	return p.out.Print(done, terminal.Table{}, fmt.Sprintf("restored %s, the newest %s, with %s and %s from %s to %s: %.1f MB; %d left out",
		terminal.Several(done.Snapshots, "snapshot"), done.Newest, terminal.Several(done.Archives, "archive"),
		terminal.Several(done.Acceptances, "acceptance"), from, p.Store, float64(done.Bytes)/1e6, len(done.LeftOut)))
}
