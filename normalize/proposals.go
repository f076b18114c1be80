package normalize

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// propose chooses, of all that is known about a number, what should be published, before the gate has looked at it. It is nil when nobody states anything. First hand wins, the newest of it: what the provider's page prints, what
// it printed when it was last read, or what a person verified on it. Where nobody says anything first hand, third
// parties stand in: the price lists, and what a person found with one. Of these, two who do not copy one another come
// before one, what is trusted more comes before what is trusted less, and what was seen later before what was seen earlier.
func (from inputs) propose(n entry) *data.Evidence {
	if e, ok := newest(from.firstHandOf(n)); ok {
		return &e
	}
	list, ok := from.standIn(n)
	if ok && from.unsure(n, list) {
		list = from.instead(n, list)
	}
	if !ok || n.fact != nil && (list.Method == data.Curated || !n.fact.Placeholder && !from.outranks(n, list, *n.fact)) {
		return n.fact
	}
	return &list
}

// unsure reports whether a list would bring a new value that nobody supports although another one contradicts it, or
// might if it could be read. What a list says of a price is not contradicted by an older reading of another one.
func (from inputs) unsure(n entry, list data.Evidence) bool {
	was, seen := from.before.values[n.field()], list.Seen().Format(time.DateOnly)
	switch {
	case from.supported(n, list), was.Source == list.Source && sameValue(n.Quantity, was.Value, list.Value):
		return false
	case was.Source == list.Source:
		return slices.ContainsFunc(from.contested(n, list), func(other data.Evidence) bool {
			return n.Quantity == data.ContextSize || other.Seen().Format(time.DateOnly) >= seen
		})
	case len(from.contested(n, list)) > 0:
		return true
	}
	return slices.ContainsFunc(from.catalog.Gate.StandIns, func(other string) bool {
		_, states := from.stated.of(other, n.field())
		r := from.sources.readings[other]
		return !states && r.Failure != nil && len(r.Observations) > 0
	})
}

// instead is what is proposed in place of a list's new value: what was published before, which another list may state,
// or what the catalogue says, unless whoever wrote it doubted it.
func (from inputs) instead(n entry, list data.Evidence) data.Evidence {
	was, read := from.readBefore(n)
	for _, other := range from.listed(n) {
		if read && sameValue(n.Quantity, other.Value, was.Value) {
			return other
		}
	}
	switch {
	case read:
		return was
	case n.fact != nil && n.fact.Confidence != data.Low:
		return *n.fact
	default:
		return list
	}
}

func (from inputs) firstHandOf(n entry) []data.Evidence {
	var all []data.Evidence
	if printed, ok := from.stated.of(from.page(n.tool), n.field()); ok {
		all = append(all, printed)
	}
	if n.fact != nil && from.sources.firstHand(*n.fact) {
		all = append(all, *n.fact)
	}
	if was, ok := from.readBefore(n); ok && from.sources.firstHand(was) {
		all = append(all, was)
	}
	return all
}

// outranks reports whether a list is to be believed rather than what a person found with a third party. What others who
// do not share numbers state too comes first, then what is trusted more, then what was seen later. A list's clock tells
// when it was fetched, not when anyone looked at the price: who agreed with it before the person looked tells nothing.
func (from inputs) outranks(n entry, list, fact data.Evidence) bool {
	agreed := from.witness(entry{tool: n.tool, Quantity: n.Quantity}, list, fact.VerifiedAt) != ""
	backed := fact.Confidence != data.Low && from.supported(n, fact)
	if agreed != backed {
		return agreed
	}
	if more := compareTrust(from.trust(n, list), from.trust(n, fact)); more != 0 {
		return more > 0
	}
	return list.Seen().After(fact.Seen())
}

// standIn is what a list states, as long as any does, else what one stated last. A list whose number others state too,
// who do not share its numbers, comes first. Otherwise the list that stood in before stays: two that were fetched in the
// same hour would take turns, and those that round differently look like changes.
func (from inputs) standIn(n entry) (data.Evidence, bool) {
	all := from.listed(n)
	if len(all) == 0 {
		return from.readBefore(n)
	}
	best := all[0]
	for _, e := range all[1:] {
		if from.supported(n, e) && !from.supported(n, best) {
			best = e
		}
	}
	return best, true
}

// listed is what the lists that may stand in state of a number: first the one that stood in before, then the others in
// the catalogue's order.
func (from inputs) listed(n entry) []data.Evidence {
	order := slices.Clone(from.catalog.Gate.StandIns)
	if i := slices.Index(order, from.before.values[n.field()].Source); i > 0 {
		order = slices.Insert(slices.Delete(order, i, i+1), 0, from.catalog.Gate.StandIns[i])
	}
	var all []data.Evidence
	for _, list := range order {
		if e, ok := from.stated.of(list, n.field()); ok && (n.input == nil || from.sameTariff(n, e)) {
			all = append(all, e)
		}
	}
	return all
}

// sameTariff reports whether a cache price of a feed belongs to the published input price. It never does as 0, which
// feeds write for "none", nor where the provider is known to bill such tokens as input.
func (from inputs) sameTariff(n entry, cached data.Evidence) bool {
	same, ok := from.stated.of(cached.Source, data.ToolField{Tool: n.tool.ID, Field: data.FieldInput})
	asInput := n.fact == nil && n.tool.Prices.CacheRule == catalog.SameAsInput
	return ok && same.Value.Equal(n.input.Value) && !cached.Value.IsZero() && !asInput
}

// proposeResult proposes a benchmark result: the newest reading of the board, or what the catalogue verified.
func (from inputs) proposeResult(n entry, column catalog.Column) *data.Evidence {
	var all []data.Evidence
	if e, ok := from.stated.of(column.Source, n.field()); ok {
		all = append(all, e)
	}
	if was, ok := from.readBefore(n); ok && was.Publisher == column.Publisher {
		all = append(all, was)
	}
	if n.fact != nil && (len(all) == 0 || from.sources.firstHand(*n.fact)) {
		all = append(all, *n.fact)
	}
	if e, ok := newest(all); ok {
		return &e
	}
	return nil
}
