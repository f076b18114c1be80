package refresh

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

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
	o.Class, o.Reason = classOf(err), err.Error()
	if nothing, ok := errors.AsType[nothingPublished](err); ok {
		o.Reason = nothing.why
	}
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
