package refresh

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
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
		i := slices.IndexFunc(records, func(s data.SourceRecord) bool { return s.ID == r.Source })
		o := data.SourceOutcome{SourceStatus: records[i].SourceStatus, OK: r.Failure == nil, Milliseconds: r.Took.Milliseconds()}
		if r.Failure != nil {
			o.Reason = r.Failure.Reason
		}
		all = append(all, o)
	}
	return all
}
