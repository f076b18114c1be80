package data

import "slices"

// RunReport is runs/latest.json: the last refresh, whether or not it published. For sources it did not ask, it repeats
// the report before.
type RunReport struct {
	StartedAt  Timestamp `json:"startedAt"`
	FinishedAt Timestamp `json:"finishedAt"`
	Published  string    `json:"published,omitempty"` // the new version, "" when nothing was published
	// PublishedAt is when the last run that published ended, this one or an earlier one; null: none has.
	PublishedAt Timestamp       `json:"publishedAt"`
	Class       RunFailure      `json:"class,omitempty"`  // why nothing was published
	Reason      string          `json:"reason,omitempty"` // the same in words
	Sources     []SourceOutcome `json:"sources"`
}

// RunFailure says in a fixed phrase why a run published nothing. The list is closed.
type RunFailure string

// The failures of runs.
const (
	RunReadNothing     RunFailure = "nothing read"  // no source could be read
	RunInterrupted     RunFailure = "interrupted"   // somebody stopped the run
	RunLackedSpace     RunFailure = "no space"      // the disk or the quota of the store is full
	RunReadOnly        RunFailure = "read-only"     // the file system of the store is not mounted for writing
	RunNotPermitted    RunFailure = "no permission" // the store belongs to another user
	RunFailedOtherwise RunFailure = "other"
)

// SourceOutcome is how one source fared in a run.
type SourceOutcome struct {
	SourceStatus
	OK           bool   `json:"ok"`
	Reason       string `json:"reason,omitempty"` // the cause without addresses: sources that failed alike share it
	Milliseconds int64  `json:"milliseconds"`
}

// Apply adds how the sources fared in the run. What was confirmed and counted stays that of the last good reading, from
// which the published values were made.
func (r RunReport) Apply(statuses []SourceStatus) []SourceStatus {
	after := slices.Clone(statuses)
	for _, outcome := range r.Sources {
		if outcome.OK && r.Published == "" {
			continue // what was read has not become part of anything
		}
		s := Find(after, func(s SourceStatus) bool { return s.ID == outcome.ID })
		if s == nil {
			after = append(after, outcome.SourceStatus)
			continue
		}
		s.State, s.Cause, s.Class = outcome.State, outcome.Cause, outcome.Class
		if outcome.LastFetched.After(s.LastFetched.Time) {
			s.LastFetched = outcome.LastFetched
		}
	}
	return after
}

// Following completes the report with what the report before knows and this run did not find out: when a run last
// published, and which sources that were not asked this time fail.
func (r RunReport) Following(before RunReport) RunReport {
	if r.PublishedAt.IsZero() {
		r.PublishedAt = before.PublishedAt
	}
	for _, o := range before.Sources {
		known := slices.ContainsFunc(r.Sources, func(now SourceOutcome) bool { return now.ID == o.ID })
		if !known && !o.OK {
			r.Sources = append(r.Sources, o)
		}
	}
	return r
}
