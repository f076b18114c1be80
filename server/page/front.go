package page

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/rating"

	"pricepoint/server/page/facts"
)

// front is what the page at / shows.
type front struct {
	frame
	Table      table
	Works      []work
	Answer     *answer // for the first kind of work; nil: nothing is recommended for it
	Measured   []measuredPoint
	Providers  []string
	Categories []data.Category
	States     []stateCount
	Report     data.WrongNumber
}

// frontPage is the explorer.
func frontPage(site Site, d facts.Documents) view {
	return view{"front.html", "/", front{
		frame: frame{Site: site, Path: "/", Title: "pricepoint: what AI coding models cost, and how well they code",
			What: "What AI coding models cost and how well they code: prices, benchmark scores, measured cost, and where every number was read. A public JSON API."},
		Table: tableOf(d), Works: worksOf(d), Answer: firstAnswer(d), Measured: measuredOn(d, facts.FirstDrawn(d.Boards())), Providers: d.Tools.Providers(), Categories: d.Categories.Categories,
		States: countStates(site.Freshness.Sources), Report: data.HowToReport,
	}}
}

// work is one kind of work that the calculator begins with.
type work struct {
	ID, Title string
	Scenario  rating.FullScenario
	First     bool
	Best      []string // the tools that nobody beats at it
	Picks     []string // those of them that are recommended
}

// worksOf are the scenarios of all use cases.
func worksOf(d facts.Documents) []work {
	first := d.FirstWork()
	return data.Each(d.Scores.UseCases, func(c rating.UseCaseCosts) work {
		return work{c.ID, d.WorkTitle(c.ID), c.Scenario, first.ID == c.ID, c.Frontier(), d.Picks(c.ID)}
	})
}

// Plain are the prompt tokens that are not cached.
func (w work) Plain() int64 {
	return w.Scenario.InputTokens - w.Scenario.CacheReadTokens - w.Scenario.CacheWriteTokens
}

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
	{State: data.Untried, What: "off by default"},
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
