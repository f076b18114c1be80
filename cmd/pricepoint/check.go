package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"pricepoint/data"
	"pricepoint/data/store"
)

// check reads sources now, as a refresh would, and stores nothing. A source that cannot be read is an error.
func (a *app) check(ctx context.Context, from origin, only []string) error {
	if err := from.check(a.now()); err != nil {
		return err
	}
	quiet := *a
	quiet.log = slog.New(slog.DiscardHandler) // the table says it all
	asked, err := a.asked(only)
	if err != nil {
		return err
	}
	var previous *data.Snapshot
	if newest, _, err := a.store.Latest(); err == nil {
		previous = &newest
	} else if !errors.Is(err, store.ErrEmpty) {
		return err
	}
	done, err := quiet.newJob(from, asked, true).publish(ctx, previous)
	if err != nil && !errors.Is(err, errNothingPublished) {
		return err
	}
	if err := a.print(done.sources, checkTable(done.sources)); err != nil {
		return err
	}
	return failed(done.sources)
}

// failed is an error when a source could not be read.
func failed(outcomes []data.SourceOutcome) error {
	n := 0
	for _, o := range outcomes {
		if !o.OK {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d sources cannot be read; their last good values stay in use", n, len(outcomes))
}

func checkTable(outcomes []data.SourceOutcome) rows {
	t := rows{header: table.Row{"source", "state", "rows", "newest change", "took", "cause"}}
	for _, o := range outcomes {
		took := time.Duration(o.Milliseconds) * time.Millisecond
		t.lines = append(t.lines, table.Row{o.ID, o.State, o.Rows, dayOf(o.LastChanged), took, o.Cause})
	}
	return t
}
