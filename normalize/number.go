package normalize

import (
	"slices"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/read"
)

// number is one number of one tool that is to be decided, with all that is known of it.
type number struct {
	read.Entry
	from *read.Known
	said []statement     // by the provider's page, then by the lists
	was  data.Evidence   // published in the snapshot before; no method: nothing was
	read []data.Evidence // what a collector had read for that snapshot, if it had
	last *data.Evidence  // the last good value; nil: there is none
}

// statement is what a source states of a number.
type statement struct {
	data.Evidence
	since    data.Timestamp // when it was first seen to state that instead of something else or nothing; zero: as long as it is read
	before   bool           // it stated that in the snapshot before
	withheld bool           // its changes do not count
}

// number gathers what is known of a number. A new value of it is compared with what was published before, or what a person has
// read on the page since, or before anything was published. A placeholder and a value made by rule are neither. What the
// catalogue said before does not count as read: it speaks for itself.
func (d *decider) number(n read.Entry) number {
	made := number{Entry: n, from: &d.from, was: d.from.Before.Values[n.Field()]}
	for _, source := range d.from.Asked(n.Tool) {
		if e, ok := d.from.Stated.Of(source, n.Field()); ok {
			since, before := d.from.Since(n.Field(), e)
			made.said = append(made.said, statement{e, since, before, d.from.Withholds(source)})
		}
	}
	switch made.was.Method {
	case data.Collected, data.Fed, data.Carried:
		made.read = append(made.read, d.from.AfterPromotion(n.Tool, read.PlaceOf(n.Quantity), d.from.Sources.Carried(made.was)))
	}
	var good []data.Evidence
	if made.was.Method != "" && made.was.Method != data.Ruled && !made.was.Placeholder {
		good = append(good, made.was)
	}
	made.last = newest(append(good, made.fact(d.from.Sources.FirstHand)...))
	return made
}

// fact is what the catalogue states of a number, as far as it is of some kind; nothing where it states none.
func (n number) fact(of func(data.Evidence) bool) []data.Evidence {
	if n.Fact == nil || !of(*n.Fact) {
		return nil
	}
	return []data.Evidence{*n.Fact}
}

// newest is what was seen last, nil for nothing; of values seen at the same time the first.
func newest(all []data.Evidence) *data.Evidence {
	if len(all) == 0 {
		return nil
	}
	last := slices.MaxFunc(all, func(x, y data.Evidence) int { return x.Seen().Compare(y.Seen()) })
	return &last
}

// sameValue reports whether two sources say the same. A context window may be stated in fewer digits.
func sameValue(q data.Quantity, x, y data.Number) bool {
	return x.Equal(y) || q == data.ContextSize && (read.IsRounded(x.Decimal, y.Decimal) || read.IsRounded(y.Decimal, x.Decimal))
}

func (n number) same(x, y data.Evidence) bool { return sameValue(n.Quantity, x.Value, y.Value) }

// others are what every source but the value's own states.
func (n number) others(own string) []statement {
	return slices.DeleteFunc(slices.Clone(n.said), func(s statement) bool { return s.Source == own })
}

// propose chooses, of all that is known about a number, what should be published, before the gate has looked at it. It is
// nil when nobody states anything. First hand wins, the newest of it: what the provider's page prints, what
// it printed when it was last read, or what a person verified on it. Where nobody says anything first hand, third
// parties stand in: the price lists, and what a person found with one. Of these, two who do not copy one another come
// before one, what is trusted more comes before what is trusted less, and what was seen later before what was seen earlier.
func (n number) propose() *data.Evidence {
	var first []data.Evidence // hand
	if len(n.said) > 0 && n.said[0].Source == n.from.Page(n.Tool) {
		first = append(first, n.said[0].Evidence)
	}
	first = append(first, n.fact(n.from.Sources.FirstHand)...)
	if len(n.read) > 0 && n.from.Sources.FirstHand(n.read[0]) {
		first = append(first, n.read[0])
	}
	if len(first) > 0 {
		return newest(first)
	}
	list := n.standIn()
	if list != nil && n.isUnsure(*list) {
		list = n.instead(*list)
	}
	if list == nil || n.Fact != nil && (list.Method == data.Curated || !n.Fact.Placeholder && !n.outranks(*list, *n.Fact)) {
		return n.Fact
	}
	return list
}

// standIn is what a list states, as long as any does, else what one stated last. A list whose number others state too,
// who do not share its numbers, comes first. Otherwise the list that stood in before stays: two that were fetched in the
// same hour would take turns, and those that round differently look like changes.
func (n number) standIn() *data.Evidence {
	all := n.listed()
	if len(all) == 0 {
		return newest(n.read)
	}
	return &all[max(slices.IndexFunc(all, n.isSupported), 0)]
}

// listed is what the lists that may stand in state of a number: first the one that stood in before, then the others in
// the catalogue's order. A cache price of a list has to belong to the published input price. It never does as 0, which lists write
// for "none", nor where the provider is known to bill such tokens as input.
func (n number) listed() (all []data.Evidence) {
	order := slices.Clone(n.from.Catalog.Gate.StandIns)
	if i := slices.Index(order, n.was.Source); i > 0 {
		order = slices.Insert(slices.Delete(order, i, i+1), 0, n.was.Source)
	}
	for _, list := range order {
		e, ok := n.from.Stated.Of(list, n.Field())
		if ok && n.Input != nil {
			input, states := n.from.Stated.Of(list, data.ToolField{Tool: n.Tool.ID, Field: data.FieldInput})
			asInput := n.Fact == nil && n.Tool.Prices.CacheRule == catalog.SameAsInput
			ok = states && input.Value.Equal(n.Input.Value) && !e.Value.IsZero() && !asInput
		}
		if ok {
			all = append(all, e)
		}
	}
	return all
}

// isUnsure reports whether a list would bring a new value that nobody supports although another one contradicts it, or
// might if it could be read. What a list says of a price is not contradicted by an older reading of another one.
func (n number) isUnsure(list data.Evidence) bool {
	contested, seen := n.contested(list), list.Seen().Format(time.DateOnly)
	switch {
	case n.isSupported(list), n.was.Source == list.Source && n.same(n.was, list):
		return false
	case n.was.Source == list.Source:
		return slices.ContainsFunc(contested, func(other data.Evidence) bool {
			return n.Quantity == data.ContextSize || other.Seen().Format(time.DateOnly) >= seen
		})
	case len(contested) > 0:
		return true
	}
	return slices.ContainsFunc(n.from.Catalog.Gate.StandIns, func(other string) bool {
		_, states := n.from.Stated.Of(other, n.Field())
		r := n.from.Sources.Readings[other]
		return !states && r.Failure != nil && len(r.Observations) > 0
	})
}

// instead is what is proposed in place of a list's new value: what was published before, which another list may state,
// or what the catalogue says, unless whoever wrote it doubted it.
func (n number) instead(list data.Evidence) *data.Evidence {
	lists := n.listed()
	i := slices.IndexFunc(lists, func(other data.Evidence) bool { return n.same(other, n.was) })
	switch {
	case len(n.read) > 0 && i >= 0:
		return &lists[i]
	case len(n.read) > 0:
		return &n.read[0]
	case n.Fact != nil && n.Fact.Confidence != data.Low:
		return n.Fact
	default:
		return &list
	}
}

// outranks reports whether a list is to be believed rather than what a person found with a third party. What others who
// do not share numbers state too comes first, then what is trusted more, then what was seen later. A list's clock tells
// when it was fetched, not when anyone looked at the price: who agreed with it before the person looked tells nothing.
func (n number) outranks(list, fact data.Evidence) bool {
	bare := n
	bare.Fact = nil
	agreed := bare.witness(list, seenSince(fact.VerifiedAt)) != ""
	backed := fact.Confidence != data.Low && n.isSupported(fact)
	if agreed != backed {
		return agreed
	}
	if more := read.CompareTrust(n.trust(list), n.trust(fact)); more != 0 {
		return more > 0
	}
	return list.Seen().After(fact.Seen())
}

// proposeResult proposes a benchmark result: the newest reading of the board, or what the catalogue verified.
func (n number) proposeResult(column catalog.Column) *data.Evidence {
	var all []data.Evidence
	if e, ok := n.from.Stated.Of(column.Source, n.Field()); ok {
		all = append(all, e)
	}
	if len(n.read) > 0 && n.read[0].Publisher == column.Publisher {
		all = append(all, n.read[0])
	}
	none := len(all) == 0
	return newest(append(all, n.fact(func(e data.Evidence) bool { return none || n.from.Sources.FirstHand(e) })...))
}
