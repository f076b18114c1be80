package data

import (
	"slices"
	"time"
)

// StaleAfter is how long a source counts as fresh after its values were last found again.
const StaleAfter = 14 * 24 * time.Hour

// RefreshEvery is the promised time between two refreshes.
const RefreshEvery = 7 * 24 * time.Hour

// State says how current a source is.
type State string

// The states.
const (
	Fresh      State = "fresh"
	Stale      State = "stale"      // not confirmed for StaleAfter
	Failing    State = "failing"    // the last attempt brought no values; the last good ones stand
	Disallowed State = "disallowed" // robots.txt does not allow us to read it
	Frozen     State = "frozen"     // the source itself has stopped
	Untried    State = "untried"    // it is off by default, since nobody has seen it read the real web; nothing of it was read
)

// FreshnessDocument is /api/freshness.json: how current the other documents are.
type FreshnessDocument struct {
	Version        string         `json:"version"`
	LastUpdated    Timestamp      `json:"lastUpdated"`
	NextRefreshDue Timestamp      `json:"nextRefreshDue"`
	Counts         Counts         `json:"counts"`
	Sources        []SourceStatus `json:"sources"`
}

// At is the status as it holds at a time: a fresh source becomes stale when nobody has found its values for StaleAfter.
func (s SourceStatus) At(now time.Time) SourceStatus {
	if s.State == Fresh && !s.LastConfirmed.IsZero() && now.After(s.LastConfirmed.Add(StaleAfter)) {
		s.State, s.Cause = Stale, "last found on "+s.LastConfirmed.Format(time.DateOnly)
	}
	return s
}

// Counts are the sizes of the other documents.
type Counts struct {
	Tools      int `json:"tools"`
	Scored     int `json:"scored"`
	Providers  int `json:"providers"`
	Categories int `json:"categories"`
	Platforms  int `json:"platforms"`
	UseCases   int `json:"useCases"`
}

// SourceStatus is what is known of one source.
type SourceStatus struct {
	ID            string       `json:"id"`
	Kind          SourceKind   `json:"kind"`
	Publisher     string       `json:"publisher"`           // whose numbers they are; of a leaderboard, who measured them
	PrintedBy     string       `json:"printedBy,omitempty"` // who printed the copy of them that was read last; absent: the publisher, or nothing was read
	URL           string       `json:"url"`
	State         State        `json:"state"`
	Cause         string       `json:"cause,omitempty"` // why it is not fresh, for people
	Class         FailureClass `json:"class,omitempty"` // of the failure, while it is failing or disallowed
	LastFetched   Timestamp    `json:"lastFetched"`     // when something was last received; null: never
	LastConfirmed Timestamp    `json:"lastConfirmed"`   // when its values were last found again; null: never
	LastChanged   Timestamp    `json:"lastChanged"`     // when its values last differed from the reading before; null: never
	Rows          int          `json:"rows"`            // observations in the last good reading
}

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
