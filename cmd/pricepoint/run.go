package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"pricepoint/collectors"
	"pricepoint/data"
	"pricepoint/normalize"
)

// How long a background refresh waits before it asks again, and how much earlier than due a source is asked along
// with others.
const (
	retryAll    = time.Hour      // after nothing could be read or published
	retryFailed = 24 * time.Hour // for a source that failed beside others that were read
	asWell      = time.Hour
)

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
	srv, err := a.newServer()
	if err != nil {
		return err
	}
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
	var unasked []data.Reading
	for _, s := range collectors.All() {
		unasked = append(unasked, s.Unread())
	}
	built, err := normalize.Build(normalize.Input{
		Catalog: a.catalog, Readings: unasked, Now: a.catalog.Verified.First, Generator: generator(),
	})
	return built.Snapshot, err
}

// keepFresh refreshes what is due, until ctx ends.
func (a *app) keepFresh(ctx context.Context) {
	for ctx.Err() == nil {
		due, wait := a.due()
		if len(due) > 0 {
			wait = 0
			if err := a.refreshOnce(ctx, origin{}, due, false); err != nil && ctx.Err() == nil {
				wait = retryAll
				a.log.Error("refresh failed, what was served before stays", "cause", err, "next", wait)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// due names the sources that should be asked now; when there are none, wait is how long until there are.
func (a *app) due() (names []string, wait time.Duration) {
	statuses, err := a.statusesAtWork()
	if err != nil {
		a.log.Warn("the state of the sources cannot be read; all are asked", "cause", err)
	}
	asked, err := a.asked(nil)
	if err != nil {
		a.log.Error("the settings name no source to ask", "cause", err)
		return nil, a.cfg.Refresh.Every
	}
	report, err := a.store.Report()
	if err != nil {
		report = data.RunReport{} // none, or a broken one: nothing is known of a last run
	}
	wait = a.cfg.Refresh.Every
	soon := min(asWell, wait/10)
	for _, source := range asked {
		at := a.dueAt(source.Name, statuses, report)
		if left := at.Sub(a.now()); left > soon {
			wait = min(wait, left)
		} else {
			names = append(names, source.Name)
		}
	}
	return names, wait
}

// statusesAtWork are those to go by while serving goes on: in a store where nothing is intact, those of the catalogue with
// the last run over them, as they are served then.
func (a *app) statusesAtWork() ([]data.SourceStatus, error) {
	statuses, err := a.statuses()
	if !errors.Is(err, errNoneIntact) {
		return statuses, err
	}
	a.log.Warn("the newest snapshot is not intact", "warning", err)
	baseline, err := a.baseline()
	return a.statusesIn(baseline), err
}

// dueAt is when a source should be asked next: a week after it was last read, sooner after it failed.
func (a *app) dueAt(name string, statuses []data.SourceStatus, report data.RunReport) time.Time {
	i := slices.IndexFunc(statuses, func(s data.SourceStatus) bool { return s.ID == name })
	if i < 0 {
		return time.Time{}
	}
	s := statuses[i]
	known := !report.FinishedAt.IsZero()
	switch failed := s.State == data.Failing || s.State == data.Disallowed; {
	case known && failed && report.Published == "":
		return report.FinishedAt.Add(min(retryAll, a.cfg.Refresh.Every))
	case known && failed:
		return report.FinishedAt.Add(min(retryFailed, a.cfg.Refresh.Every))
	}
	return s.LastFetched.Add(a.cfg.Refresh.Every)
}
