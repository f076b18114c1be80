package normalize

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/read"
)

// isWithheld reports whether the changes of a source do not count.
func (d *decider) isWithheld(source string) bool {
	_, withheld := d.gate.Withheld[source]
	return withheld
}

// readBefore is what a collector had read for the snapshot before. What the catalogue said then does not count: it
// speaks for itself.
func (d *decider) readBefore(n read.Entry) (data.Evidence, bool) {
	was, ok := d.Before.Values[n.Field()]
	switch was.Method {
	case data.Collected, data.Fed, data.Carried:
		return d.AfterPromotion(n.Tool, read.PlaceOf(n.Quantity), d.Sources.Carried(was)), ok
	default:
		return data.Evidence{}, false
	}
}

// lastGood is what a new value of a number is compared with: what was published before, or what a person has read on
// the page since, or before anything was published. A placeholder and a value made by rule are neither.
func (d *decider) lastGood(n read.Entry) *data.Evidence {
	var all []data.Evidence
	if e, ok := d.Before.Values[n.Field()]; ok && !e.Placeholder && e.Method != data.Ruled {
		all = append(all, e)
	}
	if n.Fact != nil && d.Sources.FirstHand(*n.Fact) {
		all = append(all, *n.Fact)
	}
	return newest(all)
}

// newest is what was seen last, nil for nothing.
func newest(all []data.Evidence) *data.Evidence {
	if e, ok := read.Newest(all); ok {
		return &e
	}
	return nil
}

// propose chooses, of all that is known about a number, what should be published, before the gate has looked at it. It is
// nil when nobody states anything. First hand wins, the newest of it: what the provider's page prints, what
// it printed when it was last read, or what a person verified on it. Where nobody says anything first hand, third
// parties stand in: the price lists, and what a person found with one. Of these, two who do not copy one another come
// before one, what is trusted more comes before what is trusted less, and what was seen later before what was seen earlier.
func (d *decider) propose(n read.Entry) *data.Evidence {
	var all []data.Evidence // first hand
	if printed, ok := d.Stated.Of(d.Page(n.Tool), n.Field()); ok {
		all = append(all, printed)
	}
	if n.Fact != nil && d.Sources.FirstHand(*n.Fact) {
		all = append(all, *n.Fact)
	}
	if was, ok := d.readBefore(n); ok && d.Sources.FirstHand(was) {
		all = append(all, was)
	}
	if first := newest(all); first != nil {
		return first
	}
	list, ok := d.standIn(n)
	if ok && d.unsure(n, list) {
		list = d.instead(n, list)
	}
	if !ok || n.Fact != nil && (list.Method == data.Curated || !n.Fact.Placeholder && !d.outranks(n, list, *n.Fact)) {
		return n.Fact
	}
	return &list
}

// unsure reports whether a list would bring a new value that nobody supports although another one contradicts it, or
// might if it could be read. What a list says of a price is not contradicted by an older reading of another one.
func (d *decider) unsure(n read.Entry, list data.Evidence) bool {
	was, seen := d.Before.Values[n.Field()], list.Seen().Format(time.DateOnly)
	switch {
	case d.supported(n, list), was.Source == list.Source && sameValue(n.Quantity, was.Value, list.Value):
		return false
	case was.Source == list.Source:
		return slices.ContainsFunc(d.contested(n, list), func(other data.Evidence) bool {
			return n.Quantity == data.ContextSize || other.Seen().Format(time.DateOnly) >= seen
		})
	case len(d.contested(n, list)) > 0:
		return true
	}
	return slices.ContainsFunc(d.Catalog.Gate.StandIns, func(other string) bool {
		_, states := d.Stated.Of(other, n.Field())
		r := d.Sources.Readings[other]
		return !states && r.Failure != nil && len(r.Observations) > 0
	})
}

// instead is what is proposed in place of a list's new value: what was published before, which another list may state,
// or what the catalogue says, unless whoever wrote it doubted it.
func (d *decider) instead(n read.Entry, list data.Evidence) data.Evidence {
	was, read := d.readBefore(n)
	same := d.listed(n)
	i := slices.IndexFunc(same, func(other data.Evidence) bool { return sameValue(n.Quantity, other.Value, was.Value) })
	switch {
	case read && i >= 0:
		return same[i]
	case read:
		return was
	case n.Fact != nil && n.Fact.Confidence != data.Low:
		return *n.Fact
	default:
		return list
	}
}

// outranks reports whether a list is to be believed rather than what a person found with a third party. What others who
// do not share numbers state too comes first, then what is trusted more, then what was seen later. A list's clock tells
// when it was fetched, not when anyone looked at the price: who agreed with it before the person looked tells nothing.
func (d *decider) outranks(n read.Entry, list, fact data.Evidence) bool {
	agreed := d.witness(read.Entry{Tool: n.Tool, Quantity: n.Quantity}, list, fact.VerifiedAt) != ""
	backed := fact.Confidence != data.Low && d.supported(n, fact)
	if agreed != backed {
		return agreed
	}
	if more := read.CompareTrust(d.trust(n, list), d.trust(n, fact)); more != 0 {
		return more > 0
	}
	return list.Seen().After(fact.Seen())
}

// standIn is what a list states, as long as any does, else what one stated last. A list whose number others state too,
// who do not share its numbers, comes first. Otherwise the list that stood in before stays: two that were fetched in the
// same hour would take turns, and those that round differently look like changes.
func (d *decider) standIn(n read.Entry) (data.Evidence, bool) {
	all := d.listed(n)
	if len(all) == 0 {
		return d.readBefore(n)
	}
	supported := slices.IndexFunc(all, func(e data.Evidence) bool { return d.supported(n, e) })
	return all[max(supported, 0)], true
}

// listed is what the lists that may stand in state of a number: first the one that stood in before, then the others in
// the catalogue's order.
func (d *decider) listed(n read.Entry) []data.Evidence {
	order := slices.Clone(d.Catalog.Gate.StandIns)
	if i := slices.Index(order, d.Before.Values[n.Field()].Source); i > 0 {
		order = slices.Insert(slices.Delete(order, i, i+1), 0, d.Catalog.Gate.StandIns[i])
	}
	var all []data.Evidence
	for _, list := range order {
		if e, ok := d.Stated.Of(list, n.Field()); ok && (n.Input == nil || d.sameTariff(n, e)) {
			all = append(all, e)
		}
	}
	return all
}

// sameTariff reports whether a cache price of a feed belongs to the published input price. It never does as 0, which
// feeds write for "none", nor where the provider is known to bill such tokens as input.
func (d *decider) sameTariff(n read.Entry, cached data.Evidence) bool {
	same, ok := d.Stated.Of(cached.Source, data.ToolField{Tool: n.Tool.ID, Field: data.FieldInput})
	asInput := n.Fact == nil && n.Tool.Prices.CacheRule == catalog.SameAsInput
	return ok && same.Value.Equal(n.Input.Value) && !cached.Value.IsZero() && !asInput
}

// proposeResult proposes a benchmark result: the newest reading of the board, or what the catalogue verified.
func (d *decider) proposeResult(n read.Entry, column catalog.Column) *data.Evidence {
	var all []data.Evidence
	if e, ok := d.Stated.Of(column.Source, n.Field()); ok {
		all = append(all, e)
	}
	if was, ok := d.readBefore(n); ok && was.Publisher == column.Publisher {
		all = append(all, was)
	}
	if n.Fact != nil && (len(all) == 0 || d.Sources.FirstHand(*n.Fact)) {
		all = append(all, *n.Fact)
	}
	return newest(all)
}
