package normalize

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/scoring"
)

// endsSoon is how long before its last day a tool is no longer recommended.
const endsSoon = 90 * 24 * time.Hour

// offers are what the work of a use case costs with every tool, and which of them can be recommended for it.
type offers struct {
	useCase catalog.UseCase
	costs   map[string]data.Number // tool id -> USD
	unfit   map[string]string      // tool id -> why it cannot be recommended
	rivals  []scoring.Candidate    // all that can do the work
	fitting []scoring.Candidate    // those of them that the use case is about
}

func (b *build) offers(u catalog.UseCase) offers {
	o := offers{useCase: u, costs: map[string]data.Number{}, unfit: map[string]string{}}
	for _, t := range b.tools {
		cost := scoring.Cost(usage(u.Scenario), t.rates())
		o.costs[t.ID] = data.Number{Decimal: cost}
		if why := t.unfit(u, b.now); why != "" {
			o.unfit[t.ID] = why
			continue
		}
		c := scoring.Candidate{ID: t.ID, Score: t.score(), Cost: cost, Keys: t.sortKeys(u.SortBy, cost)}
		o.rivals = append(o.rivals, c)
		if len(u.Categories) == 0 || slices.ContainsFunc(u.Categories, func(c string) bool { return slices.Contains(t.Categories, c) }) {
			o.fitting = append(o.fitting, c)
		} else {
			o.unfit[t.ID] = "is in none of the categories " + strings.Join(u.Categories, ", ")
		}
	}
	return o
}

// unfit says why nobody should be sent to a tool, or why it cannot do the work of u; "" when neither is so. The
// category is no reason: what is in another category can still show that a tool is dear for what it is.
func (t *tool) unfit(u catalog.UseCase, now time.Time) string {
	switch {
	case !t.scored:
		return "has no score"
	case t.uncertainPrice():
		return "has a price of low confidence"
	case t.Deprecated:
		return "its provider advises against new use"
	case !t.Shutdown.IsZero() && t.Shutdown.First.Sub(now) <= endsSoon:
		return "ends on " + t.Shutdown.Text
	case t.contextTokens() < neededContext(u):
		return fmt.Sprintf("takes %d tokens, %d are needed", t.contextTokens(), neededContext(u))
	}
	for _, feature := range u.Needs {
		if !slices.Contains(t.Features, feature) {
			return fmt.Sprintf("does not list %q", feature)
		}
	}
	return ""
}

// uncertainPrice reports whether what a tool costs is of low confidence.
func (t *tool) uncertainPrice() bool {
	return t.input.Confidence == data.Low || t.output.Confidence == data.Low
}

// neededContext is how many tokens a tool must take: as many as the use case says, and no fewer than its average request
// has.
func neededContext(u catalog.UseCase) int64 {
	requests := max(u.Scenario.Requests, 1)
	return max(u.MinContext, (u.Scenario.InputTokens+u.Scenario.OutputTokens+requests-1)/requests)
}

func usage(s catalog.Scenario) scoring.Usage {
	return scoring.Usage{Input: s.InputTokens, Output: s.OutputTokens, CacheRead: s.CacheReadTokens, CacheWrite: s.CacheWriteTokens}
}

// document is what scores.json tells of a use case.
func (o offers) document() data.UseCaseCosts {
	s := o.useCase.Scenario
	doc := data.UseCaseCosts{
		ID: o.useCase.Slug,
		Scenario: data.FullScenario{InputTokens: s.InputTokens, OutputTokens: s.OutputTokens,
			CacheReadTokens: s.CacheReadTokens, CacheWriteTokens: s.CacheWriteTokens, Requests: s.Requests},
		USD: o.costs, Frontier: []string{}, Beaten: map[string]string{}, Unfit: o.unfit,
	}
	var all []scoring.Offer
	for _, c := range o.rivals {
		all = append(all, scoring.Offer{Score: c.Score, Cost: c.Cost})
	}
	on := scoring.Frontier(all)
	cheapest := slices.Clone(o.rivals)
	slices.SortStableFunc(cheapest, func(x, y scoring.Candidate) int { return x.Cost.Cmp(y.Cost) })
	for _, c := range cheapest {
		i := slices.IndexFunc(o.rivals, func(r scoring.Candidate) bool { return r.ID == c.ID })
		if on[i] {
			doc.Frontier = append(doc.Frontier, c.ID)
		}
		if by, is := scoring.Beaten(c, o.rivals); is {
			doc.Beaten[c.ID] = by.ID
		}
	}
	return doc
}

// cacheUnknown names the tools of which nobody states what their cache costs.
func (b *build) cacheUnknown() []string {
	ids := []string{}
	for _, t := range b.tools {
		unknown := func(e data.Evidence) bool { return e.Ruling != nil && e.Ruling.Rule.Unknown() }
		if unknown(t.cacheRead) || unknown(t.cacheWrite) {
			ids = append(ids, t.ID)
		}
	}
	return ids
}
