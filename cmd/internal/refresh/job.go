package refresh

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
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
	earlier web.Earlier // what the web answered in an earlier run
}

// Job starts the clock of a run.
func (r *Refresher) Job(from Origin, asked []collectors.Source, dryRun bool) *Job {
	made := data.At(from.when(r.Now)).Time // as the manifest has it, so that a build from that is the same
	return &Job{Refresher: r, from: from, made: made, asked: asked, dryRun: dryRun, started: r.Now()}
}

// Asked are the sources of a run: those named, else those of the settings, without those switched off.
func (r *Refresher) Asked(only []string) ([]collectors.Source, error) {
	key := "--only"
	if len(only) == 0 {
		key, only = "collect.only", r.Config.Collect.Only
	}
	chosen, err := registry.Select(only)
	if err != nil {
		return nil, terminal.Usage(fmt.Errorf("%s: %v", key, err))
	}
	if len(r.Config.Collect.Disable) > 0 {
		off, err := registry.Select(r.Config.Collect.Disable)
		if err != nil {
			return nil, terminal.Usage(fmt.Errorf("collect.disable: %v", err))
		}
		chosen = slices.DeleteFunc(chosen, func(s collectors.Source) bool {
			return slices.ContainsFunc(off, func(o collectors.Source) bool { return o.Name == s.Name })
		})
	}
	if len(chosen) == 0 {
		return nil, terminal.Usage(errors.New("no source is left to ask: collect.disable switches off every one that was chosen"))
	}
	return chosen, nil
}

// run publishes a snapshot, or says why not. The report is kept either way, so that a server can tell.
func (j *Job) run(ctx context.Context) (Outcome, error) {
	previous, due, err := j.previous()
	if err != nil {
		return j.outcome(Outcome{}, err), err
	}
	if !due {
		return j.outcome(Outcome{Version: data.Version(j.made)}, nil), nil
	}
	done, err := j.publish(ctx, previous)
	done = j.outcome(done, err)
	if !j.dryRun {
		report := done.report(data.At(j.started), data.At(j.Now()))
		before, _ := j.Store.Report() // none or a broken one has nothing to add
		if reportErr := j.Store.WriteReport(report.Following(before)); reportErr != nil && err != nil {
			return done, errors.Join(err, reportErr)
		} else if reportErr != nil { // what was asked for is done: whoever tries again would publish once more
			j.Log.Warn("the report of this run cannot be kept, so a server tells that of an earlier one", "cause", reportErr)
		}
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
	j.earlier = j.payloads(previous)
	results, err := j.collect(ctx, &archive)
	if err != nil {
		return Outcome{}, err
	}
	built, err := j.Decide(results, previous)
	if err != nil {
		return Outcome{}, err
	}
	done := newOutcome(built, results, previous)
	j.tellRefused(results)
	told := j.summary(done)
	if !slices.ContainsFunc(results, func(r data.Reading) bool { return r.Failure == nil }) {
		told(slog.LevelWarn, "nothing is published")
		done.Version = ""
		return done, nothingRead(results)
	}
	j.tellNew(built.Findings)
	if j.dryRun {
		told(slog.LevelInfo, "dry run, nothing is published", "version", done.Version)
		return done, nil
	}
	j.Line.Show("publishing " + done.Version)
	pointer, err := j.Store.Publish(ctx, built.Snapshot, &archive)
	j.Line.Show("")
	if err != nil {
		told(slog.LevelError, "not published")
		return done, err
	}
	done.Published = true
	told(slog.LevelInfo, "refreshed", "published", pointer.Version, "store", j.Store)
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
func (j *Job) collect(ctx context.Context, archive *bytes.Buffer) ([]data.Reading, error) {
	pages, err := j.openPages(j.from, j.made, archive, j.earlier)
	if err != nil {
		return nil, err
	}
	deadline := j.Config.Collect.Deadline
	limited, cancel := context.WithTimeoutCause(ctx, deadline, fmt.Errorf("the whole run has taken longer than collect.deadline (%s)", deadline))
	defer cancel()
	if pages.reach != nil {
		limited, cancel = pages.reach.Run(limited)
		defer cancel()
	}
	var done atomic.Int32
	told := telling{job: j}
	defer told.end()
	pages.options.Done = func(r data.Reading) {
		told.source(r)
		j.Line.Show(fmt.Sprintf("%d of %d sources", done.Add(1), len(j.asked)))
	}
	j.Line.Show(fmt.Sprintf("0 of %d sources", len(j.asked)))
	defer j.Line.Show("")
	results := collectors.Run(limited, pages, j.asked, pages.options)
	return results, cmp.Or(ctx.Err(), pages.trustClock(j.Now()))
}

// tellSource logs how a source fared, as soon as it is known.
func (j *Job) tellSource(r data.Reading) {
	if r.Failure != nil {
		j.Log.Warn("source failed, its last good values stay", "source", r.Source, "cause", r.Failure.Cause)
	} else {
		j.Log.Info("source read", "source", r.Source, "rows", len(r.Observations), "took", r.Took.Round(time.Millisecond))
	}
	if len(r.Missed) > 0 {
		j.Log.Debug("what could not be had", "source", r.Source, "cause", strings.Join(r.Missed, "; "))
	}
}

// findingLevel says how loudly a new finding is told: what waits for someone is a warning.
var findingLevel = map[data.FindingKind]slog.Level{
	data.Held: slog.LevelWarn, data.Refused: slog.LevelWarn, data.Withheld: slog.LevelWarn, data.Due: slog.LevelWarn,
	data.Gone: slog.LevelInfo, data.Alone: slog.LevelInfo, data.Doubted: slog.LevelInfo, data.Disagreement: slog.LevelDebug, data.UnknownName: slog.LevelDebug,
}

// tellRefused logs readings that were made, and then refused.
func (j *Job) tellRefused(results []data.Reading) {
	for _, r := range results {
		if r.Failure != nil && len(r.Observations) > 0 {
			j.tellSource(r)
		}
	}
}

// tellNew logs findings once, when they are new. Those of a run that publishes nothing would be new again in the next.
func (j *Job) tellNew(findings []data.Finding) {
	for _, f := range findings {
		if level := findingLevel[f.Kind]; f.Since == data.At(j.made) {
			j.Log.Log(context.Background(), level, "finding", "id", f.ID, "kind", f.Kind, "why", f.Why)
		}
	}
}

// summary returns what logs the one line that a refresh ends with, once it is known how it ends.
func (j *Job) summary(done Outcome) func(slog.Level, string, ...any) {
	failed := 0
	for _, s := range done.Sources {
		if !s.OK {
			failed++
		}
	}
	return func(level slog.Level, message string, more ...any) {
		about := []any{"read", len(done.Sources) - failed, "failed", failed, "changed", len(done.Changes), "held", len(done.Held),
			"findings", len(done.Held) + len(done.Findings), "took", j.Now().Sub(j.started).Round(time.Millisecond)}
		j.Log.Log(context.Background(), level, message, append(about, more...)...)
	}
}
