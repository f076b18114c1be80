package data

import "slices"

// RunReport is runs/latest.json: the last refresh, published or not.
type RunReport struct {
	StartedAt  Timestamp       `json:"startedAt"`
	FinishedAt Timestamp       `json:"finishedAt"`
	Published  string          `json:"published,omitempty"` // the new version, "" when nothing was published
	Reason     string          `json:"reason,omitempty"`    // why nothing was published
	Sources    []SourceOutcome `json:"sources"`
}

// SourceOutcome is how one source fared in a run.
type SourceOutcome struct {
	SourceStatus
	OK           bool  `json:"ok"`
	Milliseconds int64 `json:"milliseconds"`
}

// Apply tells how the sources fared in the run. What was confirmed and counted stays that of the last good reading,
// which is what the published values were made from.
func (r RunReport) Apply(statuses []SourceStatus) []SourceStatus {
	after := slices.Clone(statuses)
	for _, outcome := range r.Sources {
		i := slices.IndexFunc(after, func(s SourceStatus) bool { return s.ID == outcome.ID })
		if i < 0 {
			after = append(after, outcome.SourceStatus)
			continue
		}
		after[i].State, after[i].Cause = outcome.State, outcome.Cause
		if outcome.LastFetched.After(after[i].LastFetched.Time) {
			after[i].LastFetched = outcome.LastFetched
		}
	}
	return after
}
