package normalize

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// proposals choose, of all that is known about a number, what should be published, before the gate has looked at it.
type proposals struct{ corroboration }

// propose is nil when nobody states anything. First hand wins, the newest of it: what the provider's page prints, what
// it printed when it was last read, or what a person verified on it. Where nobody says anything first hand, third
// parties stand in.
func (p proposals) propose(n entry) *data.Evidence {
	if e, ok := newest(p.firstHandOf(n)); ok {
		return &e
	}
	if e, ok := newest(p.thirdPartyOf(n)); ok {
		return &e
	}
	return n.fact
}

func (p proposals) firstHandOf(n entry) []data.Evidence {
	var all []data.Evidence
	if printed, ok := p.stated.of(p.page(n.tool), n.field()); ok {
		all = append(all, printed)
	}
	if n.fact != nil && p.sources.firstHand(*n.fact) {
		all = append(all, *n.fact)
	}
	if was, ok := p.readBefore(n); ok && p.sources.firstHand(was) {
		all = append(all, was)
	}
	return all
}

// thirdPartyOf lists what others say. A feed's clock tells when it was fetched, not when anyone looked at the price, so
// one feed alone does not overrule what a person found elsewhere before; two independent ones do.
func (p proposals) thirdPartyOf(n entry) []data.Evidence {
	var all []data.Evidence
	verified := n.fact != nil && !n.fact.Placeholder
	if verified {
		all = append(all, *n.fact)
	}
	if fed, ok := p.standIn(n); ok && (!verified || p.witness(entry{tool: n.tool, Quantity: n.Quantity}, fed, n.fact.VerifiedAt) != "") {
		all = append(all, fed)
	}
	if was, ok := p.readBefore(n); ok {
		all = append(all, was)
	}
	return all
}

// standIn is what a feed states: the one that stood in before, as long as it says anything, or else the first in the
// catalogue's order. Switching between feeds that round differently would look like changes.
func (p proposals) standIn(n entry) (data.Evidence, bool) {
	order := p.catalog.Gate.StandIns
	if before := p.before.values[n.field()].Source; slices.Contains(order, before) {
		order = append([]string{before}, order...)
	}
	for _, feed := range order {
		if e, ok := p.stated.of(feed, n.field()); ok && (n.input == nil || p.sameTariff(n, e)) {
			return e, true
		}
	}
	return data.Evidence{}, false
}

// sameTariff reports whether a cache price of a feed belongs to the published input price. It never does as 0, which
// feeds write for "none", nor where the provider is known to bill such tokens as input.
func (p proposals) sameTariff(n entry, cached data.Evidence) bool {
	same, ok := p.stated.of(cached.Source, data.ToolField{Tool: n.tool.ID, Field: data.FieldInput})
	asInput := n.fact == nil && n.tool.Prices.CacheRule == catalog.SameAsInput
	return ok && same.Value.Equal(n.input.Value) && !cached.Value.IsZero() && !asInput
}

// proposeResult proposes a benchmark result: the newest reading of the board, or what the catalogue verified.
func (p proposals) proposeResult(n entry, column catalog.Column) *data.Evidence {
	var all []data.Evidence
	if e, ok := p.stated.of(column.Source, n.field()); ok {
		all = append(all, e)
	}
	if was, ok := p.readBefore(n); ok && was.Publisher == column.Publisher {
		all = append(all, was)
	}
	if n.fact != nil && (len(all) == 0 || p.sources.firstHand(*n.fact)) {
		all = append(all, *n.fact)
	}
	if e, ok := newest(all); ok {
		return &e
	}
	return nil
}
