package refresh

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"pricepoint/data"
)

// telling is what has been read of a run and waits to be logged. While nobody is reached it waits: if nobody is at all, the run
// says so once.
type telling struct {
	mu      sync.Mutex
	done    int
	waiting []data.Reading
}

// sourceDone logs how a source fared, as soon as it is known. It is called from several goroutines.
func (j *Job) sourceDone(r data.Reading) {
	j.told.mu.Lock()
	defer j.told.mu.Unlock()
	j.told.done++
	j.told.waiting = append(j.told.waiting, r)
	if j.told.done > len(j.told.waiting) || !isUnreached(r) {
		j.tellWaiting()
	}
	j.Line.Show(fmt.Sprintf("%d of %d sources", j.told.done, len(j.asked)))
}

// tellWaiting tells what has waited, unless so much has that it is told at once.
func (j *Job) tellWaiting() {
	if nobodyReached(j.told.waiting) {
		return
	}
	for _, r := range j.told.waiting {
		j.tellSource(r)
	}
	j.told.waiting = nil
}

// unreached are the ways to fail of a source that nothing was heard of.
var unreached = []data.FailureClass{data.HostNotFound, data.NoConnection, data.NoAnswerInTime, data.RunStopped}

func isUnreached(r data.Reading) bool {
	return r.Failure != nil && slices.Contains(unreached, r.Failure.Class)
}

// nobodyReached reports whether so many sources were asked, and nothing heard of any, that this machine is the reason.
func nobodyReached(results []data.Reading) bool {
	return len(results) >= fewestSites && !slices.ContainsFunc(results, func(r data.Reading) bool { return !isUnreached(r) })
}

// nothingRead says why there is nothing to publish.
func nothingRead(results []data.Reading) error {
	why := ""
	if nobodyReached(results) {
		why = ": " + results[len(results)-1].Failure.Common() + "; pricepoint doctor examines the network of this machine"
	}
	return fmt.Errorf("%w: none of the %d sources could be read, the last good values stay%s", ErrNothingPublished, len(results), why)
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
