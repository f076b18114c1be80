// Package refresh is the job that keeps the data fresh: collect from the sources, decide what is true, publish a
// snapshot, report how it went. Start at Refresher.Once for one run and at Refresher.KeepFresh for all of them.
//
// It reads no page and decides no value itself: packages collectors and normalize do. It prints nothing; what an
// operator should know it logs.
package refresh

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors/registry"
	"pricepoint/config"
	"pricepoint/data"
	"pricepoint/data/store"
)

// ErrNothingPublished says that a refresh ended without a new snapshot although one was due.
var ErrNothingPublished = errors.New("nothing was published")

// ErrUnreached says that no source could be reached at all, as on a machine without a network.
var ErrUnreached = errors.New("no source could be reached, the last good values stay")

// Refresher is what a run works with.
type Refresher struct {
	published.Data
	Config      config.Config
	Keys        *store.Keys
	Line        *terminal.LiveLine // nil unless the log goes to a terminal
	AcceptFewer bool               // take readings that have lost most of their rows
}

// Origin is where the pages come from: the web, or a WARC file as it was at some time.
type Origin struct {
	Replay string    // the WARC file; "" is the web
	AsOf   time.Time // zero: now
}

// Check refuses combinations that mean nothing.
func (o Origin) Check(now time.Time) error {
	switch {
	case o.Replay == "" && !o.AsOf.IsZero():
		return terminal.Usage(errors.New("--as-of needs --replay: the web has no past; give the WARC file to read"))
	case o.AsOf.After(now):
		return terminal.Usage(fmt.Errorf("--as-of %s is in the future: a snapshot of that time would block every earlier one", o.AsOf.Format(time.RFC3339)))
	default:
		return nil
	}
}

// Once runs one refresh under the store's lock and keeps the report of it. The outcome is complete beside an error too,
// unless the error is of the kind that terminal.Usage marks or the store cannot be locked: then nothing was begun.
func (r *Refresher) Once(ctx context.Context, from Origin, only []string, dryRun bool) (Outcome, error) {
	if err := from.Check(r.Now()); err != nil {
		return Outcome{}, err
	}
	asked, err := r.Asked(only)
	if err != nil {
		return Outcome{}, err
	}
	if !dryRun {
		if err := ReadyToSign(r.Keys); err != nil {
			return Outcome{}, err
		}
	}
	unlock, err := r.Lock(ctx)
	if err != nil {
		return Outcome{}, err
	}
	defer unlock()
	return r.Job(from, asked, dryRun).run(ctx) // under the lock, so that its time is later than that of the run before
}

// ReadyToSign refuses a key that cannot sign, and to publish unsigned where signatures are checked, before a run spends any time.
func ReadyToSign(keys *store.Keys) error {
	if err := keys.Ready(); err != nil {
		return terminal.Usage(fmt.Errorf("sign.key: %v", err))
	}
	if keys.Checks() && !keys.Signs() {
		return terminal.Usage(errors.New("sign.public_key is set and sign.key is not: no server that checks would take what this publishes; " +
			"set sign.key, or unset sign.public_key to publish unsigned"))
	}
	return nil
}

// Check reads sources now, as a refresh would, and stores nothing. It logs nothing either: what it returns says it all.
func (r *Refresher) Check(ctx context.Context, from Origin, only []string) ([]data.SourceOutcome, error) {
	if err := from.Check(r.Now()); err != nil {
		return nil, err
	}
	quiet := *r
	quiet.Log = slog.New(slog.DiscardHandler)
	asked, err := r.Asked(only)
	if err != nil {
		return nil, err
	}
	var previous *data.Snapshot
	if newest, _, err := r.Store.Latest(); err == nil {
		previous = &newest
	} else if !errors.Is(err, store.ErrEmpty) {
		return nil, err
	}
	done, err := quiet.Job(from, asked, true).publish(ctx, previous)
	if err != nil && !errors.Is(err, ErrNothingPublished) {
		return nil, err
	}
	return done.Sources, nil
}

// Observe reads one source and decides nothing.
func (r *Refresher) Observe(ctx context.Context, from Origin, name string) ([]data.Observation, error) {
	if err := from.Check(r.Now()); err != nil {
		return nil, err
	}
	sources, err := registry.Select([]string{name})
	if err != nil {
		return nil, terminal.Usage(err)
	}
	readings, err := r.read(ctx, from, sources)
	if err != nil {
		return nil, err
	}
	if failed := readings[0].Failure; failed != nil {
		return nil, fmt.Errorf("%s: %w", name, failed)
	}
	return readings[0].Observations, nil
}

// Refuse fails readings that must not replace the last good ones: those of older pages, since a replay must not undo what newer
// ones said, and unless acceptFewer those that have lost much, since part of the page was probably not understood.
func Refuse(results []data.Reading, previous *data.Snapshot, acceptFewer bool) {
	if previous == nil {
		return
	}
	for i := range results {
		r := &results[i]
		before := data.Find(previous.Manifest.Sources, func(s data.SourceRecord) bool { return s.ID == r.Source })
		if before == nil {
			continue
		}
		for _, d := range r.Inputs {
			if d.FetchedAt.Before(before.LastConfirmed.Time) {
				r.Failure = data.Failed(data.PageTooOld, "%s is of %s, older than the last good reading of %s", d.URL, d.FetchedAt, before.LastConfirmed)
			}
		}
		if lost := lost(*before, r.Observations); lost != "" && r.Failure == nil && !acceptFewer {
			r.Failure = data.Failed(data.ValuesMissing, "%s; if that is right, run refresh --only %s --accept-fewer", lost, r.Source)
		}
	}
}

// fewest is how many values of a field may vanish without question.
const fewest = 3

// lost says what a reading lacks that the last good one had: half of the rows, or a whole column. It is "" when that
// is not much.
func lost(before data.SourceRecord, now []data.Observation) string {
	if 2*len(now) < before.Rows {
		return fmt.Sprintf("%d rows before, %d now: more than half are gone", before.Rows, len(now))
	}
	for _, field := range slices.Sorted(maps.Keys(before.Fields)) {
		there := func(o data.Observation) bool { return o.Field == field }
		if n := before.Fields[field]; n > fewest && !slices.ContainsFunc(now, there) {
			return fmt.Sprintf("%d values of %s before, none now", n, field)
		}
	}
	return ""
}
