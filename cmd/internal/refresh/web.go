package refresh

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/warc"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// pages fetches documents for one run.
type pages struct {
	web.Fetcher
	options collectors.RunOptions
	machine *web.Machine // nil for a replay
}

// openPages reads from the web or from a replay, and records every response in the archive. The web need not send
// again what is known from an earlier run.
func (r *Refresher) openPages(from Origin, made time.Time, archive io.Writer, earlier web.Earlier) (pages, error) {
	recorded := warc.NewWriter(archive)
	if err := recorded.WriteInfo(made, r.Program); err != nil {
		return pages{}, fmt.Errorf("start the archive of the run: %v", err)
	}
	var p pages
	options := web.Options{Version: strings.TrimPrefix(r.Program, "pricepoint/"), Contact: r.Config.Collect.Contact, Timeout: r.Config.Collect.Timeout, Now: r.Now}
	if from.Replay != "" {
		replay, err := web.OpenReplay(from.Replay, made)
		if err != nil {
			return p, err
		}
		p.options = collectors.RunOptions{Newest: replay.Date, Concurrency: 1} // one order of records, so that the same replay gives the same archive
		options.Transport = web.NewRecorder(replay, recorded, r.Now, web.Earlier{})
	} else {
		options.Pause = r.Config.Collect.Pause
		p.machine = web.NewMachine(web.Live(web.LiveOptions{AllowPrivate: r.Config.Collect.AllowPrivate, Retries: 2, Now: r.Now}), r.Now)
		options.Transport = web.NewRecorder(p.machine, recorded, r.Now, earlier)
	}
	p.Fetcher = web.New(options)
	return p, nil
}

// read asks sources and keeps nothing.
func (r *Refresher) read(ctx context.Context, from Origin, sources []collectors.Source) ([]data.Reading, error) {
	pages, err := r.openPages(from, cmp.Or(from.AsOf, r.Now()), io.Discard, web.Earlier{})
	if err != nil {
		return nil, err
	}
	return collectors.Run(ctx, pages, sources, pages.options), nil
}

// A clock that is ahead would do lasting harm: versions are times, and nothing can be published before the newest. So a
// run that asks the web believes the sites when so many of them agree that the clock is off by so much.
const (
	fewestSites = 3
	mostOff     = 24 * time.Hour
)

// trustClock is an error when the sites say that the clock is wrong.
func (p pages) trustClock(now time.Time) error {
	if p.machine == nil {
		return nil
	}
	ahead, sites := p.machine.Ahead()
	if sites < fewestSites || ahead.Abs() < mostOff {
		return nil
	}
	return fmt.Errorf("the clock says %s, and %d sites say %s: set the clock, then refresh again; nothing is published by a wrong one",
		data.At(now), sites, data.At(now.Add(-ahead)))
}

// WithoutFuture is what an operator types to leave behind the snapshots of a store that are later than now.
func WithoutFuture(store string, now time.Time) string {
	return fmt.Sprintf("pricepoint restore %s --until %s --store NEW", store, now.UTC().Format(time.RFC3339))
}

// BoardReadings are what every board of the catalogue prints. One that is missing is an error: without it the lines
// would be others; the others are returned beside it.
func (r *Refresher) BoardReadings(ctx context.Context, from Origin) ([]data.Reading, error) {
	var names []string
	for _, column := range r.Catalog.Scoring.Columns {
		if !slices.Contains(names, column.Source) {
			names = append(names, column.Source)
		}
	}
	sources, err := registry.Select(names)
	if err != nil {
		return nil, err
	}
	readings, err := r.read(ctx, from, sources)
	for _, board := range readings {
		if board.Failure != nil {
			err = cmp.Or(err, fmt.Errorf("%s: %v", board.Source, board.Failure))
		}
	}
	return readings, err
}
