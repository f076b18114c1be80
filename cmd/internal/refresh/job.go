package refresh

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/collectors"
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
	made := data.At(from.When(r.Now)).Time // as the manifest has it, so that a build from that is the same
	return &Job{Refresher: r, from: from, made: made, asked: asked, dryRun: dryRun, started: r.Now()}
}

// Asked are the sources of a run: those named, else those of the settings, without those switched off.
func (r *Refresher) Asked(only []string) ([]collectors.Source, error) {
	key := "--only"
	if len(only) == 0 {
		key, only = "collect.only", r.Config.Collect.Only
	}
	chosen, err := collectors.Select(only)
	if err != nil {
		return nil, terminal.Usage(fmt.Errorf("%s: %v", key, err))
	}
	if len(r.Config.Collect.Disable) > 0 {
		off, err := collectors.Select(r.Config.Collect.Disable)
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
func (j *Job) run(ctx context.Context) error {
	previous, due, err := j.previous()
	if err != nil || !due {
		return err
	}
	outcome, err := j.publish(ctx, previous)
	report := outcome.report(data.At(j.started), data.At(j.Now()), err)
	if !j.dryRun {
		before, _ := j.Store.Report() // none or a broken one has nothing to add
		if reportErr := j.Store.WriteReport(report.Following(before)); reportErr != nil {
			return errors.Join(err, reportErr)
		}
	}
	return err
}

// previous is the snapshot to build on. due is false when the snapshot of this very time is there already.
func (j *Job) previous() (previous *data.Snapshot, due bool, err error) {
	newest, warning, err := j.Store.Latest()
	if warning != nil {
		j.Log.Warn("the store is not intact", "cause", warning)
	}
	if errors.Is(err, store.ErrEmpty) {
		return nil, true, nil
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
		return nil, false, fmt.Errorf("the store %s holds %s, which is later than %s; time never goes back in a store: choose another with --store",
			j.Store, newest.Manifest.Version, version)
	}
	return &newest, true, nil
}

// outcome is what a run brought.
type outcome struct {
	published string
	sources   []data.SourceOutcome
}

func (o outcome) report(started, finished data.Timestamp, err error) data.RunReport {
	r := data.RunReport{StartedAt: started, FinishedAt: finished, Published: o.published, Sources: o.sources}
	if r.Published != "" {
		r.PublishedAt = finished
	}
	if err == nil {
		return r
	}
	r.Class, r.Reason = classOf(err), err.Error()
	if nothing, ok := errors.AsType[nothingPublished](err); ok {
		r.Reason = nothing.why
	}
	if r.Class == data.RunInterrupted {
		r.Reason = "stopped before it was done"
	}
	return r
}

func classOf(err error) data.RunFailure {
	switch {
	case errors.Is(err, context.Canceled):
		return data.RunInterrupted
	case errors.Is(err, ErrNothingPublished):
		return data.RunReadNothing
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return data.RunLackedSpace
	case errors.Is(err, syscall.EROFS):
		return data.RunReadOnly
	case errors.Is(err, fs.ErrPermission):
		return data.RunNotPermitted
	default:
		return data.RunFailedOtherwise
	}
}

// publish reads the sources and publishes what follows from them.
func (j *Job) publish(ctx context.Context, previous *data.Snapshot) (outcome, error) {
	var archive bytes.Buffer
	j.earlier = j.payloads(previous)
	results, err := j.collect(ctx, &archive)
	if err != nil {
		return outcome{}, err
	}
	built, err := j.Decide(results, previous)
	if err != nil {
		return outcome{}, err
	}
	done := outcome{sources: outcomes(results, built.Snapshot.Manifest.Sources)}
	j.tell(built, results)
	told := j.summary(built, results, previous)
	if !slices.ContainsFunc(results, func(r data.Reading) bool { return r.Failure == nil }) {
		told(slog.LevelWarn, "nothing is published")
		return done, nothingPublished{fmt.Sprintf("none of the %d sources could be read, the last good values stay", len(results))}
	}
	if j.dryRun {
		told(slog.LevelInfo, "dry run, nothing is published", "version", built.Snapshot.Manifest.Version)
		return done, nil
	}
	j.Line.Show("publishing " + built.Snapshot.Manifest.Version)
	pointer, err := j.Store.Publish(ctx, built.Snapshot, &archive)
	j.Line.Show("")
	if err != nil {
		told(slog.LevelError, "not published")
		return done, err
	}
	done.published = pointer.Version
	told(slog.LevelInfo, "refreshed", "published", pointer.Version, "store", j.Store)
	return done, nil
}

// Decide refuses readings that must not replace the last good ones, and makes a snapshot of the others.
func (j *Job) Decide(results []data.Reading, previous *data.Snapshot) (documents.Result, error) {
	refuseOlder(results, previous)
	if !j.AcceptFewer {
		refuseFewer(results, previous)
	}
	return documents.Build(normalize.Input{
		Catalog: j.Catalog, Readings: j.readings(results, previous), Previous: previous, Accepted: j.Accepted(), Now: j.made, Generator: j.Program,
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
	var done atomic.Int32
	pages.options.Done = func(r data.Reading) {
		j.tellSource(r)
		j.Line.Show(fmt.Sprintf("%d of %d sources", done.Add(1), len(j.asked)))
	}
	j.Line.Show(fmt.Sprintf("0 of %d sources", len(j.asked)))
	defer j.Line.Show("")
	return collectors.Run(limited, pages, j.asked, pages.options), ctx.Err()
}

// tellSource logs how a source fared, as soon as it is known.
func (j *Job) tellSource(r data.Reading) {
	if r.Failure != nil {
		j.Log.Warn("source failed, its last good values stay", "source", r.Source, "cause", onOneLine(r.Failure))
	} else {
		j.Log.Info("source read", "source", r.Source, "rows", len(r.Observations), "took", r.Took.Round(time.Millisecond))
	}
	if len(r.Missed) > 0 {
		j.Log.Debug("what could not be had", "source", r.Source, "cause", strings.Join(r.Missed, "; "))
	}
}

// onOneLine is why a source could not be read, for the log and for people.
func onOneLine(f *data.Failure) string { return strings.Join(strings.Fields(f.Cause), " ") }

// findingLevel says how loudly a new finding is told: what waits for someone is a warning.
var findingLevel = map[data.FindingKind]slog.Level{
	data.Held: slog.LevelWarn, data.Refused: slog.LevelWarn, data.Withheld: slog.LevelWarn, data.Due: slog.LevelWarn,
	data.Gone: slog.LevelInfo, data.Disagreement: slog.LevelDebug, data.UnknownName: slog.LevelDebug,
}

func count(all []data.Finding, kind data.FindingKind) int {
	n := 0
	for _, f := range all {
		if f.Kind == kind {
			n++
		}
	}
	return n
}

// tell logs what an operator would want to know of a run besides its summary: readings that were refused, new findings.
func (j *Job) tell(built documents.Result, results []data.Reading) {
	for _, r := range results {
		if r.Failure != nil && len(r.Observations) > 0 { // it was read, and then refused
			j.tellSource(r)
		}
	}
	for _, f := range built.Findings {
		if level := findingLevel[f.Kind]; f.Since == data.At(j.made) { // told once, when it is new
			j.Log.Log(context.Background(), level, "finding", "id", f.ID, "kind", f.Kind, "why", f.Why)
		}
	}
}

// summary returns what logs the one line that a refresh ends with, once it is known how it ends.
func (j *Job) summary(built documents.Result, results []data.Reading, previous *data.Snapshot) func(slog.Level, string, ...any) {
	failed, changed := 0, 0
	for _, r := range results {
		if r.Failure != nil {
			failed++
		}
	}
	if previous != nil {
		all, _ := documents.Changes(*previous, built.Snapshot) // an older snapshot that cannot be compared says nothing
		changed = len(all)
	}
	return func(level slog.Level, message string, more ...any) {
		about := []any{"read", len(results) - failed, "failed", failed, "changed", changed, "held", count(built.Findings, data.Held),
			"findings", len(built.Findings), "took", j.Now().Sub(j.started).Round(time.Millisecond)}
		j.Log.Log(context.Background(), level, message, append(about, more...)...)
	}
}
