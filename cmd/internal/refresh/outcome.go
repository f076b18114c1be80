package refresh

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"syscall"
	"time"

	"pricepoint/data"
	"pricepoint/normalize/changes"
	"pricepoint/normalize/documents"
)

// Outcome is what one run brought: the whole of it, as a program that started the run wants to know it.
type Outcome struct {
	Version   string          `json:"version,omitempty"` // of the snapshot that was made, or stood there already; absent: there is none
	Published bool            `json:"published"`         // this run has published that version
	DryRun    bool            `json:"dryRun"`
	Class     data.RunFailure `json:"class,omitempty"`  // why nothing was published
	Reason    string          `json:"reason,omitempty"` // the same in words

	Sources  []data.SourceOutcome `json:"sources"`  // every source that was asked, each with the class of its failure
	Changes  []data.Change        `json:"changes"`  // against the snapshot before, as in changes.json
	Held     []data.Finding       `json:"held"`     // the changes that the gate keeps back, as in findings.json
	Findings []data.Finding       `json:"findings"` // all other findings
}

// newOutcome is what was read and decided, before anything is published.
func newOutcome(built documents.Result, results []data.Reading, previous *data.Snapshot) Outcome {
	o := Outcome{Version: built.Snapshot.Manifest.Version, Sources: outcomes(results, built.Snapshot.Manifest.Sources)}
	if previous != nil {
		o.Changes, _ = changes.Between(*previous, built.Snapshot) // an older snapshot that cannot be compared says nothing
	}
	for _, f := range built.Findings {
		if f.Kind == data.Held {
			o.Held = append(o.Held, f)
		} else {
			o.Findings = append(o.Findings, f)
		}
	}
	return o
}

// outcome completes what a run brought with how it ended. No list in it is null.
func (j *Job) outcome(o Outcome, err error) Outcome {
	o.DryRun = j.dryRun
	o.Sources, o.Changes = append([]data.SourceOutcome{}, o.Sources...), append([]data.Change{}, o.Changes...)
	o.Held, o.Findings = append([]data.Finding{}, o.Held...), append([]data.Finding{}, o.Findings...)
	if err == nil {
		return o
	}
	o.Class, o.Reason = classOf(err), strings.TrimPrefix(err.Error(), ErrNothingPublished.Error()+": ")
	if o.Class == data.RunInterrupted {
		o.Reason = "stopped before it was done"
	}
	return o
}

// report is what the store keeps of a run.
func (o Outcome) report(started, finished data.Timestamp) data.RunReport {
	r := data.RunReport{StartedAt: started, FinishedAt: finished, Class: o.Class, Reason: o.Reason, Sources: o.Sources}
	if o.Published {
		r.Published, r.PublishedAt = o.Version, finished
	}
	return r
}

// classes are the failures of runs by what their errors are.
var classes = []struct {
	of    error
	class data.RunFailure
}{
	{context.Canceled, data.RunInterrupted}, {ErrNothingPublished, data.RunReadNothing}, {syscall.ENOSPC, data.RunLackedSpace},
	{syscall.EDQUOT, data.RunLackedSpace}, {syscall.EROFS, data.RunReadOnly}, {fs.ErrPermission, data.RunNotPermitted},
}

func classOf(err error) data.RunFailure {
	for _, c := range classes {
		if errors.Is(err, c.of) {
			return c.class
		}
	}
	return data.RunFailedOtherwise
}

// outcomes pairs every asked source with the status the build gave it.
func outcomes(results []data.Reading, records []data.SourceRecord) []data.SourceOutcome {
	var all []data.SourceOutcome
	for _, r := range results {
		record := data.Find(records, func(s data.SourceRecord) bool { return s.ID == r.Source })
		o := data.SourceOutcome{SourceStatus: record.SourceStatus, OK: r.Failure == nil, Milliseconds: r.Took.Milliseconds()}
		if r.Failure != nil {
			o.Reason = r.Failure.Reason
		}
		all = append(all, o)
	}
	return all
}

// sourceDone logs what was read, as soon as it is known; why the others failed is told when all are known: if nobody is reached
// at all, the run says so once. It is called from several goroutines.
func (j *Job) sourceDone(r data.Reading) {
	if r.Failure == nil {
		j.tellSource(r)
	}
	j.Line.Show(fmt.Sprintf("%d of %d sources", j.done.Add(1), len(j.asked)))
}

// unreached are the ways to fail of a source that nothing was heard of.
var unreached = []data.FailureClass{data.HostNotFound, data.NoConnection, data.NoAnswerInTime, data.RunStopped}

// nobodyReached reports whether so many sources were asked, and nothing heard of any, that this machine is the reason.
func nobodyReached(results []data.Reading) bool {
	heard := func(r data.Reading) bool { return r.Failure == nil || !slices.Contains(unreached, r.Failure.Class) }
	return len(results) >= fewestSites && !slices.ContainsFunc(results, heard)
}

// nothingRead says why there is nothing to publish.
func nothingRead(results []data.Reading) error {
	if nobodyReached(results) {
		return fmt.Errorf("%w: %w: %s; pricepoint doctor examines the network of this machine",
			ErrNothingPublished, ErrUnreached, results[len(results)-1].Failure.Common())
	}
	return fmt.Errorf("%w: none of the %d sources could be read, the last good values stay", ErrNothingPublished, len(results))
}

// tellSource logs how a source fared.
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

// tellNew logs findings once, when they are new. Those of a run that publishes nothing would be new again in the next.
func (j *Job) tellNew(findings []data.Finding) {
	for _, f := range findings {
		if level := findingLevel[f.Kind]; f.Since == data.At(j.made) {
			j.Log.Log(context.Background(), level, "finding", "id", f.ID, "kind", f.Kind, "why", f.Why)
		}
	}
}

// summary logs the one line that a refresh ends with.
func (j *Job) summary(done Outcome, level slog.Level, message string, more ...any) {
	failed := len(slices.DeleteFunc(slices.Clone(done.Sources), func(s data.SourceOutcome) bool { return s.OK }))
	about := []any{"read", len(done.Sources) - failed, "failed", failed, "changed", len(done.Changes), "held", len(done.Held),
		"findings", len(done.Held) + len(done.Findings), "took", j.Now().Sub(j.started).Round(time.Millisecond)}
	j.Log.Log(context.Background(), level, message, append(about, more...)...)
}
