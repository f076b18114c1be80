package page

import (
	"slices"
	"time"

	"pricepoint/data"
)

// stateCount is how many sources are in a state.
type stateCount struct {
	State data.State
	Count int
	What  string
}

// stateWords are in the order of the page, what is wrong first, each with what it means.
var stateWords = []stateCount{
	{State: data.Failing, What: "could not be read; the last good values stand"},
	{State: data.Disallowed, What: "its robots.txt refuses us"},
	{State: data.Stale, What: "not confirmed for 14 days"},
	{State: data.Fresh, What: "values found again within 14 days"},
	{State: data.Frozen, What: "the source itself has stopped"},
}

// countStates leaves out the states that no source is in.
func countStates(sources []data.SourceStatus) []stateCount {
	var all []stateCount
	for _, count := range stateWords {
		for _, s := range sources {
			if s.State == count.State {
				count.Count++
			}
		}
		if count.Count > 0 {
			all = append(all, count)
		}
	}
	return all
}

// byState keeps the order of sources in the same state.
func byState(sources []data.SourceStatus) []data.SourceStatus {
	place := func(s data.SourceStatus) int {
		return slices.IndexFunc(stateWords, func(w stateCount) bool { return w.State == s.State })
	}
	return slices.SortedStableFunc(slices.Values(sources), func(a, b data.SourceStatus) int { return place(a) - place(b) })
}

// OverdueFrom is the instant from which on data are called overdue: a day after the next refresh was promised; zero: none
// was.
func OverdueFrom(f data.FreshnessDocument) time.Time {
	if f.NextRefreshDue.IsZero() {
		return time.Time{}
	}
	return f.NextRefreshDue.AddDate(0, 0, 1)
}

// Overdue reports whether the data should have been refreshed by now.
func (s Site) Overdue() bool {
	from := OverdueFrom(s.Freshness)
	return !from.IsZero() && s.Now.After(from)
}
