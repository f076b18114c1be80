package normalize

import (
	"cmp"
	"slices"
	"strings"
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
			ok = states && input.Value.Equal(n.Input.Value) && !e.Value.IsZero() && !(n.Fact == nil && n.Tool.Prices.CacheRule == catalog.SameAsInput)
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

// withStatements is a published value with who else states it, and who states another: first who copies fewest. against is what
// contradicts it.
func (n number) withStatements(e data.Evidence) (_ data.Evidence, against []data.Evidence) {
	others := n.others(e.Source)
	slices.SortStableFunc(others, func(x, y statement) int {
		return cmp.Compare(len(n.from.Sources.Readings[x.Source].Lineage), len(n.from.Sources.Readings[y.Source].Lineage))
	})
	origin := n.origin(e)
	for _, other := range others {
		s := data.Statement{Source: other.Source, Value: other.Value, Quote: other.Quote, FetchedAt: other.ConfirmedAt, Since: other.since}
		if !n.same(other.Evidence, e) {
			e.Disagrees = append(e.Disagrees, s)
			against = append(against, other.Evidence)
		} else if s.Source != origin { // nobody agrees with himself
			s.CopyOf = n.copied(s.Source, origin, e.Agrees)
			e.Agrees = append(e.Agrees, s)
		}
	}
	return e, against
}

// origin is the source that states a value: of one that a person read in a list, that list.
func (n number) origin(e data.Evidence) string {
	list, _, _ := strings.Cut(e.URL, "#") // without the place in it
	for source, r := range n.from.Sources.Readings {
		if e.Method == data.Curated && r.URL == list && n.from.Sources.Feed(source) {
			return source
		}
	}
	return e.Source
}

// copied names the source whose numbers another one repeats: the origin of a value, or one of those that agree already and count.
func (n number) copied(source, origin string, agree []data.Statement) string {
	if n.from.Sources.Related(source, origin) && n.from.Sources.Feed(origin) {
		return origin
	}
	for _, s := range agree {
		if s.CopyOf == "" && n.from.Sources.Related(source, s.Source) {
			return s.Source
		}
	}
	return ""
}

// witness names who else states a value, of those whose statement counts, so that two who do not copy one another state it: ""
// when nobody does. A source whose own changes do not count confirms none.
func (n number) witness(of data.Evidence, counts func(statement) bool) string {
	states := func(s statement) bool { return !s.withheld && !s.Placeholder && n.same(s.Evidence, of) && counts(s) }
	if n.Fact != nil && states(statement{Evidence: *n.Fact}) {
		return "the catalogue"
	}
	stating := []string{of.Source}
	for _, other := range n.others(of.Source) {
		if !states(other) {
			continue
		}
		if slices.ContainsFunc(stating, func(source string) bool { return !n.from.Sources.Related(other.Source, source) }) {
			return other.Publisher
		}
		stating = append(stating, other.Source)
	}
	return ""
}

// seenSince counts what was seen at some instant or later. What was last seen before a value came up tells nothing of a later
// change of that.
func seenSince(at data.Timestamp) func(statement) bool {
	return func(s statement) bool { return !s.Seen().Before(at.Time) }
}

// witnessOfChange names who states a value that would replace the last one, and says something new with it. Of a change
// on a page that was read before, that is what is dated after the last good reading of the page or changed after it: a
// list that has said so all along is out of date, unless nobody but the page has stated what is published now.
func (n number) witnessOfChange(proposed data.Evidence) string {
	last := n.last
	if last == nil || n.restsAlone() {
		return n.witness(proposed, seenSince(data.Timestamp{}))
	}
	if !n.from.Sources.OwnPage(proposed.Source) || last.Source != proposed.Source {
		return n.witness(proposed, seenSince(last.ChangedAt))
	}
	return n.witness(proposed, func(s statement) bool {
		day, valid := last.Seen().Format(time.DateOnly), s.Conditions.ValidFrom
		switch {
		case s.Method == data.Curated:
			return s.Seen().After(last.Seen())
		case valid != "" && valid != day:
			return valid > day
		}
		return s.since.After(last.Seen())
	})
}

// restsAlone reports whether the last good value is a change that nobody but its own page or board has come to state.
func (n number) restsAlone() bool {
	_, rests := n.from.Before.Findings[n.alone(*n.last).ID]
	return rests
}

// isSupported reports whether somebody who does not share a reading's numbers states the same. A doubt supports nothing, nor does
// what a person read in the same list.
func (n number) isSupported(e data.Evidence) bool {
	origin := n.origin(e)
	if e.Method != data.Curated {
		if n.Fact != nil && (n.Fact.Confidence == data.Low || n.origin(*n.Fact) == e.Source) {
			n.Fact = nil
		}
		return n.witness(e, seenSince(data.Timestamp{})) != ""
	}
	return slices.ContainsFunc(n.others(e.Source), func(s statement) bool { return !s.withheld && s.Source != origin && n.same(s.Evidence, e) })
}

// How far a reading can be trusted changes without anyone reading anything. A day passes that its price was said to last
// until, or from which another was announced; nobody finds it again for long; another list comes to say something else.
// Then it is published at a lower confidence, and a reading that is trusted more takes its place.

// trust is the confidence of a reading by now.
func (n number) trust(e data.Evidence) data.Confidence {
	end := n.ending(e)
	switch {
	case end == changeIsDue:
		return data.Low
	case end != stillHolds:
		return lower(e.Confidence)
	case len(n.contested(e)) > 0:
		return data.Low
	case !n.unconfirmedSince(e).IsZero():
		return lower(e.Confidence)
	}
	return e.Confidence
}

// lower is the next lower confidence.
func lower(c data.Confidence) data.Confidence {
	if c == data.High {
		return data.Medium
	}
	return data.Low
}

// unconfirmedSince is when anyone found a value last that has lost confidence by its age; zero for any other.
func (n number) unconfirmedSince(e data.Evidence) data.Timestamp {
	found := n.lastFound(e)
	if n.Quantity == data.ContextSize || n.from.Now.Sub(found) <= n.from.Catalog.Gate.DoubtAfter() { // a window hardly ever changes
		return data.Timestamp{}
	}
	return data.At(found)
}

// lastFound is when somebody found a value last: its own source, or one that does not share its numbers.
func (n number) lastFound(e data.Evidence) time.Time {
	last := e.Seen()
	confirm := func(other data.Evidence) {
		if other.Seen().After(last) && n.same(other, e) {
			last = other.Seen()
		}
	}
	for _, other := range n.others(e.Source) {
		if !(n.from.Sources.Feed(e.Source) && n.from.Sources.Related(other.Source, e.Source)) {
			confirm(other.Evidence)
		}
	}
	if n.Fact != nil && !n.Fact.Placeholder {
		confirm(*n.Fact)
	}
	return last
}

// contested are the lists that state something else than a value which rests on one list: nobody who does not share that
// list's numbers states it too. A list that never stands in shows prices of another kind.
func (n number) contested(e data.Evidence) []data.Evidence {
	if !n.from.Sources.Feed(e.Source) || n.isSupported(e) {
		return nil
	}
	return slices.DeleteFunc(n.listed(), func(other data.Evidence) bool { return other.Source == e.Source || n.same(other, e) })
}

// ending is how a price comes to its end.
type ending int

const (
	stillHolds      ending = iota
	promiseIsOver          // it was to hold at least until a day that has passed
	changeIsDue            // it was to hold until a day that has passed, or another price from a day that has come
	listPriceIsBack        // the same, and the list price has taken its place
)

// ending tells whether the day has passed that a price was said to hold until, and nobody has read it again since.
func (n number) ending(e data.Evidence) ending {
	today, seen, until := n.from.Now.Format(time.DateOnly), e.Seen().Format(time.DateOnly), e.Conditions.ValidUntil
	announced := func(a data.Announcement) bool { return seen < a.From && a.From <= today && !a.Value.Equal(e.Value) }
	switch {
	case e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack:
		return listPriceIsBack
	case until != "" && until < today && seen <= until, slices.ContainsFunc(n.from.Stated.Coming[n.Field()], announced):
		return changeIsDue
	case e.PromiseOver(n.from.Now):
		return promiseIsOver
	default:
		return stillHolds
	}
}
