package refresh

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/web"
	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/normalize"
	"pricepoint/normalize/documents"
)

// Job is one refresh: collect, decide, publish, report.
type Job struct {
	*Refresher
	from   Origin
	made   time.Time // when the run counts as made: names the snapshot
	asked  []collectors.Source
	dryRun bool

	started time.Time
	earlier web.Earlier  // what the web answered in an earlier run
	done    atomic.Int32 // of the asked
}

// Job starts the clock of a run.
func (r *Refresher) Job(from Origin, asked []collectors.Source, dryRun bool) *Job {
	made := data.At(cmp.Or(from.AsOf, r.Now())).Time // as the manifest has it, so that a build from that is the same
	return &Job{Refresher: r, from: from, made: made, asked: asked, dryRun: dryRun, started: r.Now()}
}

// Asked are the sources of a run: those named, else those of the settings, without those that are switched off or off by default.
func (r *Refresher) Asked(only []string) ([]collectors.Source, error) {
	key := "--only"
	if len(only) == 0 {
		key, only = "collect.only", r.Config.Collect.Only
	}
	chosen, err := registry.Select(only)
	if err != nil {
		return nil, terminal.Usage(fmt.Errorf("%s: %v", key, err))
	}
	if len(only) == 0 {
		chosen = slices.DeleteFunc(chosen, func(s collectors.Source) bool { return s.Untried && !slices.Contains(r.Config.Collect.Try, s.Name) })
	}
	if _, err := registry.Select(r.Config.Collect.Disable); err != nil {
		return nil, terminal.Usage(fmt.Errorf("collect.disable: %v", err))
	}
	chosen = slices.DeleteFunc(chosen, func(s collectors.Source) bool { return slices.Contains(r.Config.Collect.Disable, s.Name) })
	if len(chosen) == 0 {
		return nil, terminal.Usage(errors.New("no source is left to ask: collect.disable switches off every one that was chosen"))
	}
	return chosen, nil
}

// run publishes a snapshot, or says why not. The report is kept either way, so that a server can tell.
func (j *Job) run(ctx context.Context) (Outcome, error) {
	previous, due, err := j.previous()
	switch {
	case err != nil:
		return j.outcome(Outcome{}, err), err
	case !due:
		return j.outcome(Outcome{Version: data.Version(j.made)}, nil), nil
	}
	done, err := j.publish(ctx, previous)
	if done = j.outcome(done, err); j.dryRun {
		return done, err
	}
	before, _ := j.Store.Report() // none or a broken one has nothing to add
	kept := j.Store.WriteReport(done.report(data.At(j.started), data.At(j.Now())).Following(before))
	if kept != nil && err != nil {
		err = errors.Join(err, kept)
	} else if kept != nil { // what was asked for is done: whoever tries again would publish once more
		j.Log.Warn("the report of this run cannot be kept, so a server tells that of an earlier one", "cause", kept)
	}
	return done, err
}

// previous is the snapshot to build on. due is false when the snapshot of this very time is there already.
func (j *Job) previous() (previous *data.Snapshot, due bool, err error) {
	newest, warning, err := j.Store.Base()
	if warning != nil {
		j.Log.Warn("the store is not intact", "cause", warning)
	}
	if errors.Is(err, store.ErrEmpty) {
		return nil, true, nil
	}
	if errors.Is(err, store.ErrUnvouched) {
		return nil, false, fmt.Errorf("%w; nothing is built on what it has not signed: if the newest snapshot is yours, vouch for it once with pricepoint refresh --adopt VERSION", err)
	}
	if err != nil {
		return nil, false, err
	}
	version := data.Version(j.made)
	switch {
	case newest.Manifest.Version == version:
		j.Log.Info("nothing to do, this snapshot is published already", "version", version)
		return nil, false, nil
	case newest.Manifest.Version > version:
		return nil, false, j.later(newest.Manifest.Version)
	}
	return &newest, true, nil
}

// later says what to do about a snapshot that is later than this run.
func (j *Job) later(newest string) error {
	if !j.from.AsOf.IsZero() {
		return fmt.Errorf("the store %s holds %s, which is later than %s; time never goes back in a store: choose another with --store",
			j.Store, newest, data.Version(j.made))
	}
	return fmt.Errorf("the clock says %s, and the store %s holds %s, which is later: set the clock; if it is right, that snapshot was made by one that was ahead, and the way out is %s",
		data.At(j.made), j.Store, newest, WithoutFuture(j.Store.String(), j.made))
}

// publish reads the sources and publishes what follows from them.
func (j *Job) publish(ctx context.Context, previous *data.Snapshot) (Outcome, error) {
	var archive bytes.Buffer
	results, err := j.collect(ctx, previous, &archive)
	if err != nil {
		return Outcome{}, err
	}
	built, err := j.Decide(results, previous)
	if err != nil {
		return Outcome{}, err
	}
	done := newOutcome(built, results, previous)
	for _, r := range results {
		if r.Failure != nil && !nobodyReached(results) {
			j.tellSource(r)
		}
	}
	if !slices.ContainsFunc(results, func(r data.Reading) bool { return r.Failure == nil }) {
		err := nothingRead(results)
		if !errors.Is(err, ErrUnreached) { // which says it all
			j.summary(done, slog.LevelWarn, "nothing is published")
		}
		done.Version = ""
		return done, err
	}
	j.tellNew(built.Findings)
	if j.dryRun {
		j.summary(done, slog.LevelInfo, "dry run, nothing is published", "version", done.Version)
		return done, nil
	}
	j.Line.Show("publishing " + done.Version)
	pointer, err := j.Store.Publish(ctx, built.Snapshot, &archive)
	j.Line.Show("")
	if err != nil {
		j.summary(done, slog.LevelError, "not published")
		return done, err
	}
	done.Published = true
	j.summary(done, slog.LevelInfo, "refreshed", "published", pointer.Version, "store", j.Store)
	return done, nil
}

// Decide refuses readings that must not replace the last good ones, and makes a snapshot of the others.
func (j *Job) Decide(results []data.Reading, previous *data.Snapshot) (documents.Result, error) {
	Refuse(results, previous, j.AcceptFewer)
	readings := j.readings(results, previous)
	if previous != nil {
		if err := compare(j.Store.OpenArchive, readings, previous.Manifest); err != nil {
			j.Log.Warn("not every reading can be compared with the last good one", "cause", err)
		}
	}
	return documents.Build(normalize.Input{
		Catalog: j.Catalog, Readings: readings, Previous: previous, Accepted: j.Accepted(), Now: j.made, Generator: j.Program,
		PublicURL: j.Config.Server.PublicURL,
	})
}

// collect asks the sources and records every response. What was read when the deadline comes is used.
func (j *Job) collect(ctx context.Context, previous *data.Snapshot, archive *bytes.Buffer) ([]data.Reading, error) {
	if previous != nil && j.from.Replay == "" { // the web need not send the last good payloads again
		var err error
		if j.earlier, err = web.ReadEarlier(j.Store.OpenArchive, previous.Manifest.Inputs); err != nil {
			j.Log.Warn("not every last good payload is in its archive; what is missing is fetched whole", "cause", err)
		}
	}
	pages, err := j.openPages(j.from, j.made, archive, j.earlier)
	if err != nil {
		return nil, err
	}
	deadline := j.Config.Collect.Deadline
	limited, cancel := context.WithTimeoutCause(ctx, deadline, fmt.Errorf("the whole run has taken longer than collect.deadline (%s)", deadline))
	defer cancel()
	if pages.machine != nil {
		limited, cancel = pages.machine.Run(limited)
		defer cancel()
	}
	pages.options.Done = j.sourceDone
	j.Line.Show(fmt.Sprintf("0 of %d sources", len(j.asked)))
	defer j.Line.Show("")
	results := collectors.Run(limited, pages, j.asked, pages.options)
	if j.Config.Collect.Contact == "" && j.from.Replay == "" && !nobodyReached(results) {
		j.Log.Warn("collect.contact is not set, so site owners cannot tell who asks; name a page that says so there or in PRICEPOINT_COLLECT_CONTACT")
	}
	return results, cmp.Or(ctx.Err(), pages.trustClock(j.Now()))
}
