package normalize

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// propose decides which of all that is known about a field should be published, before the gate has looked at it.
// First hand wins, the newest of it: what the provider's page prints, what it printed when it was last read, or what
// a person verified on it. Where nobody says anything first hand, third parties stand in.
func (b *build) propose(t catalog.Tool, f field, fact *data.Evidence, input *data.Evidence) (data.Evidence, bool) {
	if e, ok := newest(b.firstHandOf(t, f, fact)); ok {
		return e, true
	}
	if e, ok := newest(b.thirdPartyOf(t, f, fact, input)); ok {
		return e, true
	}
	if fact != nil {
		return *fact, true
	}
	return data.Evidence{}, false
}

func (b *build) firstHandOf(t catalog.Tool, f field, fact *data.Evidence) []data.Evidence {
	var all []data.Evidence
	printed, ok := b.stated(b.page(t), t, f)
	if ok {
		all = append(all, printed)
	}
	if fact != nil && b.firstHand(*fact) {
		all = append(all, *fact)
	}
	if was, ok := b.publishedBefore(t.ID, f); ok && b.firstHand(was) {
		all = append(all, was)
	}
	return all
}

// publishedBefore is what a collector had read for the snapshot before. What the catalogue said then does not count:
// it speaks for itself.
func (b *build) publishedBefore(tool string, f field) (data.Evidence, bool) {
	was, ok := b.before.values[tool][f.name]
	switch was.Method {
	case data.Collected, data.Fed, data.Carried:
		return b.carried(was), ok
	default:
		return data.Evidence{}, false
	}
}

// thirdPartyOf lists what others say. A feed's clock tells when it was fetched, not when anyone looked at the price, so
// one feed alone does not overrule what a person found elsewhere before; two independent ones do.
func (b *build) thirdPartyOf(t catalog.Tool, f field, fact, input *data.Evidence) []data.Evidence {
	var all []data.Evidence
	known := fact != nil && !fact.Placeholder
	if known {
		all = append(all, *fact)
	}
	if fed, ok := b.standIn(t, f, fact, input); ok && (!known || b.corroborated(t, f, fed, nil, fact.VerifiedAt) != "") {
		all = append(all, fed)
	}
	if was, ok := b.publishedBefore(t.ID, f); ok {
		all = append(all, was)
	}
	return all
}

// standIn is what a feed states: the one that stood in before, as long as it says anything, or else the first in the
// catalogue's order. Switching between feeds that round differently would look like changes.
func (b *build) standIn(t catalog.Tool, f field, fact, input *data.Evidence) (data.Evidence, bool) {
	order := b.catalog.Gate.StandIns
	if before := b.before.values[t.ID][f.name].Source; slices.Contains(order, before) {
		order = append([]string{before}, order...)
	}
	for _, feed := range order {
		if e, ok := b.stated(feed, t, f); ok && (input == nil || b.sameTariff(t, e, fact, *input)) {
			return e, true
		}
	}
	return data.Evidence{}, false
}

// sameTariff reports whether a cache price of a feed belongs to the published input price. It never does as 0, which
// feeds write for "none", nor where the provider is known to bill such tokens as input.
func (b *build) sameTariff(t catalog.Tool, cached data.Evidence, fact *data.Evidence, input data.Evidence) bool {
	same, ok := b.stated(cached.Source, t, prices[inputPlace])
	asInput := fact == nil && t.Prices.CacheRule == catalog.SameAsInput
	return ok && same.Value.Equal(input.Value) && !cached.Value.IsZero() && !asInput
}

// facts are what the catalogue states of a tool's prices, nil where it states none.
func (b *build) facts(t catalog.Tool) [len(prices)]*data.Evidence {
	var all [len(prices)]*data.Evidence
	for place, n := range []*data.Number{&t.Prices.Input, &t.Prices.Output, t.Prices.CacheRead, t.Prices.CacheWrite} {
		if n != nil {
			all[place] = b.curated(prices[place], *n, t.Prices.Evidence, t.Prices.Confidence)
		}
	}
	return all
}

// decidePrices settles the four prices of a tool together: the gate compares whole rows of them.
func (b *build) decidePrices(t catalog.Tool) [len(prices)]data.Evidence {
	facts := b.facts(t)
	var proposed, last [len(prices)]*data.Evidence
	var before, after priceRow
	for place, f := range prices {
		if last[place] = b.lastGood(t.ID, f, facts[place]); last[place] != nil {
			before[place] = &last[place].Value
		}
		var input *data.Evidence // which a cache price has to belong to
		if place == cacheReadPlace || place == cacheWritePlace {
			input = proposed[inputPlace]
		}
		if e, ok := b.propose(t, f, facts[place], input); ok {
			proposed[place], after[place], before[place] = &e, &e.Value, b.like(last[place], e)
		}
	}
	breaches := checkRow(b.catalog.Gate, before, after)
	b.holdTogether(t, &breaches, proposed, last, facts)
	var settled [len(prices)]data.Evidence
	for place, f := range prices {
		if proposed[place] == nil {
			settled[place] = b.byRule(t, f, settled[inputPlace])
			continue
		}
		e, ok := b.settle(t, f, *proposed[place], last[place], facts[place], breaches[place])
		if !ok { // it is held, and nothing else was ever stated
			held := e.Held
			e = b.byRule(t, f, settled[inputPlace])
			e.Held = held
		}
		settled[place] = e
	}
	return settled
}

// holdTogether holds the other changes of a row whose input or output is held: half of one tariff and half of another
// is nobody's price.
func (b *build) holdTogether(t catalog.Tool, breaches *[len(prices)][]data.Breach, proposed, last, facts [len(prices)]*data.Evidence) {
	var held [len(prices)]bool
	for place, f := range prices {
		held[place] = proposed[place] != nil && b.stops(t, f, *proposed[place], last[place], facts[place], breaches[place])
	}
	for place := range prices {
		switch {
		case held[place]:
		case held[inputPlace]:
			breaches[place] = append(breaches[place], data.Breach{Rule: data.RuleRow, Why: "the input price of the same row is held"})
		case held[outputPlace]:
			breaches[place] = append(breaches[place], data.Breach{Rule: data.RuleRow, Why: "the output price of the same row is held"})
		}
	}
}

// like is the number to compare a new value with. When a promotion ends or begins, list price is compared with list
// price, unless they are so far apart that one of them was hardly read right.
func (b *build) like(last *data.Evidence, now data.Evidence) *data.Number {
	if last == nil {
		return nil
	}
	was, is := last.Conditions.Kind == promotional, now.Conditions.Kind == promotional
	near := func(e data.Evidence) bool {
		return e.ListPrice != nil && !apart(*e.ListPrice, e.Value, b.catalog.Gate.RereadBelow)
	}
	switch {
	case was && !is && near(*last):
		return last.ListPrice
	case is && !was && near(now) && now.ListPrice.Equal(last.Value):
		return &now.Value
	default:
		return &last.Value
	}
}

// byRule is the price of a class of tokens that is not billed apart: what input costs.
func (b *build) byRule(t catalog.Tool, f field, input data.Evidence) data.Evidence {
	e := data.Evidence{
		Field: f.name, Value: input.Value, Unit: f.unit, Method: data.Ruled, Confidence: input.Confidence,
		Source: input.Source, Publisher: input.Publisher, URL: input.URL, FetchedAt: input.FetchedAt, ConfirmedAt: input.ConfirmedAt,
		ChangedAt: input.ChangedAt, VerifiedAt: input.VerifiedAt, Placeholder: input.Placeholder,
	}
	e.Rest(data.Ruling{Rule: data.SameAsInput})
	if t.Prices.CacheRule == catalog.Unknown {
		e.Rest(data.Ruling{Rule: unknownRule[f.observed]})
		e.Confidence = data.Low
	}
	return b.keepClock(t.ID, e)
}

// unknownRule says what stands in for a cache price that nobody states. Reading from a cache is never dearer than
// not having one; writing to it can be.
var unknownRule = map[data.Field]data.Rule{
	data.PriceCacheRead:  data.InputAsBound,
	data.PriceCacheWrite: data.InputInstead,
}
