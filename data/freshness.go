package data

import "time"

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
