package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/data/store"
)

func newRefresh(a *app) *cobra.Command {
	var from origin
	var only []string
	var dryRun bool
	c := &cobra.Command{
		Use: "refresh", Short: "Read every source once and publish a snapshot", Args: noArguments,
		Long: "Read every source once and publish a snapshot of what they say.\n\n" +
			"A source that fails keeps its last good values. Exit code 3 means that no source could be read and nothing was published.",
		Example: "  pricepoint refresh\n  pricepoint refresh --only pricing_openai,leaderboard_vals\n  pricepoint refresh --replay run.warc.gz --as-of 2026-10-15T00:00:00Z",
		RunE: func(c *cobra.Command, _ []string) error {
			if err := a.load(c); err != nil {
				return err
			}
			return a.refreshOnce(c.Context(), from, only, dryRun)
		},
	}
	from.bind(c)
	c.Flags().StringSliceVar(&only, "only", nil, "read only these sources; the others keep their last values")
	c.Flags().BoolVar(&dryRun, "dry-run", false, "do everything but publish")
	c.Flags().BoolVar(&a.acceptFewer, "accept-fewer", false, "take a source's reading even if more than half of its rows are gone")
	return c
}

// origin is where the pages come from: the web, or a WARC file as it was at some time.
type origin struct {
	replay string
	asOf   timeFlag
}

func (o *origin) bind(c *cobra.Command) {
	c.Flags().StringVar(&o.replay, "replay", "", "read this WARC file instead of the web")
	c.Flags().Var(&o.asOf, "as-of", "with --replay: the time to go back to, like 2026-10-15T00:00:00Z")
}

// check refuses combinations that mean nothing.
func (o *origin) check(now time.Time) error {
	switch {
	case o.replay == "" && !o.asOf.IsZero():
		return usageError{errors.New("--as-of needs --replay: the web has no past; give the WARC file to read")}
	case o.asOf.After(now):
		return usageError{fmt.Errorf("--as-of %s lies in the future: a snapshot of then would stand in the way of every one until then", &o.asOf)}
	default:
		return nil
	}
}

// when is the time of a run that reads from o.
func (o *origin) when(now func() time.Time) time.Time {
	if !o.asOf.IsZero() {
		return o.asOf.Time
	}
	return now()
}

// timeFlag is a time on the command line.
type timeFlag struct{ time.Time }

func (t *timeFlag) String() string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339)
}

func (t *timeFlag) Type() string { return "time" }

func (t *timeFlag) Set(text string) error {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if parsed, err := time.Parse(layout, text); err == nil {
			t.Time = parsed.UTC()
			return nil
		}
	}
	return fmt.Errorf("%q is neither like 2026-10-15T00:00:00Z nor like 2026-10-15", text)
}

// refreshOnce runs one refresh under the store's lock and keeps the report of it.
func (a *app) refreshOnce(ctx context.Context, from origin, only []string, dryRun bool) error {
	if err := from.check(a.now()); err != nil {
		return err
	}
	asked, err := a.asked(only)
	if err != nil {
		return err
	}
	if !dryRun {
		if err := a.readyToSign(); err != nil {
			return err
		}
	}
	unlock, err := a.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	return a.newJob(from, asked, dryRun).run(ctx) // under the lock, so that its time is later than that of the run before
}

// lock keeps other runs out of the store. When one is at work it says so and waits.
func (a *app) lock(ctx context.Context) (unlock func() error, err error) {
	once, cancel := context.WithCancel(ctx)
	cancel() // one try
	unlock, err = a.store.Lock(once)
	if errors.Is(err, store.ErrLocked) && ctx.Err() == nil {
		a.log.Info("waiting", "cause", err)
		return a.store.Lock(ctx)
	}
	return unlock, err
}
