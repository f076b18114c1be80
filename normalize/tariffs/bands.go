package tariffs

import (
	"slices"

	"pricepoint/data"
)

// bands sees to it that no two lines hold for prompts of one size. Pages print the price of every model without a size,
// and elsewhere that of the long prompts of some: the first is then that of the short ones. So is a cache price for which
// no size is said, where that of input depends on it.
func (m *maker) bands() {
	for _, l := range m.lines[:len(classes)] { // what is published for short prompts stands
		if plain := m.lines.plainOf(l); plain != nil && l.Price != nil && !samePrice(plain.Price, l.Price) {
			plain.wrong = true
		}
	}
	m.drop(data.Contradictory)
	m.dropShort()
	for i := range m.lines {
		l := &m.lines[i]
		if long := m.lines.sized(l.TariffLine, true, l.Class); l.Terms.Context == nil && long != nil {
			l.Terms.Context = &data.ContextBand{UpTo: long.Terms.Context.Over, Below: long.Terms.Context.From}
		}
	}
	for i := range m.lines {
		l := &m.lines[i]
		short := m.lines.sized(l.TariffLine, false, data.ClassInput)
		if short != nil && l.Terms.Context == nil && isCache(l.Class) && l.Class != data.ClassCacheStorage {
			l.Terms.Context = short.Terms.Context
		}
	}
}

// dropShort leaves out the price of short prompts that is printed for all prompts too. Another one contradicts that. A
// published price stands, in its place: what is printed for all prompts goes instead.
func (m *maker) dropShort() {
	for i := range m.lines {
		short := &m.lines[i]
		plain := m.lines.plainOf(*short)
		if plain == nil {
			continue
		}
		if !samePrice(plain.Price, short.Price) {
			m.exclude(data.Contradictory)
		}
		pick(i < len(classes), plain, short).wrong = true
	}
	m.lines = slices.DeleteFunc(m.lines, func(l line) bool { return l.wrong })
}

// Column is a column of prices on a page, wherever it stands.
type Column struct {
	Class   data.BillingClass
	Service string // as terms have it
	Long    bool   // of prompts above some size
}

// ColumnOf is the column of a price; false where its class or its terms are not known.
func ColumnOf(o data.Observation) (Column, bool) {
	class, known := classOf(o)
	terms, err := termsOf(o.Qualifiers)
	long := o.Qualifiers.ContextOver == data.LongContext || terms.Context.Lower() > 0
	return Column{class, terms.Service, long}, known && err == nil
}

// isDash reports whether the page has a column with prices of others in which this tool has none: pages print a dash there.
func (t Tool) isDash(class data.BillingClass, terms data.Terms) bool {
	return t.agrees() && t.Dashes[Column{class, terms.Service, terms.Context.Lower() > 0}]
}

// notOffered adds that long prompts cannot be bought at a service, where the page prints that others can.
func (m *maker) notOffered() {
	for _, l := range m.lines {
		short := l.Terms.Context
		if short == nil || short.Lower() > 0 || l.State != data.Priced || l.Terms.Kind == data.KindList || l.Terms.Kind == data.KindAnnounced {
			continue
		}
		terms := l.Terms.As("", data.Timestamp{})
		terms.Context = beyond(short)
		bare := l.TariffLine
		bare.Terms.Context = nil
		if m.tool.isDash(l.Class, terms) && (!isCache(l.Class) || m.tool.isDash(data.ClassInput, terms)) && m.lines.sized(bare, true, l.Class) == nil {
			m.add(data.TariffLine{Class: l.Class, Terms: terms, Per: l.Per, State: data.NotOffered, Evidence: l.Evidence})
		}
	}
}

// carried keeps the lines that were read for the tariff before, as long as the published prices are those of that time:
// all of them where the page says something that is not published, or nothing, else those of services that it no longer
// prints, and those in whose place it prints what is not believed.
func (m *maker) carried() {
	if m.tool.Before == nil || !m.sameAsBefore() {
		return
	}
	agrees, read := m.tool.agrees(), m.lines
	for _, l := range m.tool.Before.Lines {
		now := m.lines.rival(l.Class, l.Terms)
		if !agrees && now != nil && now.Native == nil && samePrice(now.Price, l.Price) {
			now.Native = l.Native
		}
		printed := agrees && slices.ContainsFunc(read, func(now line) bool {
			return now.Class == l.Class && now.Terms.Service == l.Terms.Service && now.Terms.Region == l.Terms.Region
		})
		misread := slices.ContainsFunc(m.misread, func(now data.TariffLine) bool {
			return now.Class == l.Class && sameTerms(now.Terms, l.Terms)
		})
		if now != nil || printed && !misread || m.tool.isDash(l.Class, l.Terms) || !m.stands(l, agrees) {
			continue
		}
		l.Evidence.Method, l.Evidence.Basis, l.Evidence.Agrees = data.Carried, data.OwnPage, nil
		switch {
		case m.isOld(l):
			l.Evidence.Confidence = data.Low
		case l.Evidence.Confidence == data.High:
			l.Evidence.Confidence = data.Medium
		}
		m.add(l)
	}
}

// stands reports whether a line was read on the page, and has not ended since. That of a page that can be read, and has not
// printed it for long, is forgotten; a page that cannot be read costs no price, however long.
func (m *maker) stands(l data.TariffLine, agrees bool) bool {
	e, ended := l.Evidence, !l.Terms.Until.IsZero() && !l.Terms.Until.After(m.tool.Now)
	return (e.Method == data.Collected || e.Method == data.Carried) && l.Price != nil && !ended && !(agrees && m.isOld(l))
}

// isOld reports whether nobody has found a line for long.
func (m *maker) isOld(l data.TariffLine) bool { return !l.Evidence.ConfirmedAt.After(m.tool.Since) }

// sameAsBefore reports whether input and output cost for everyone what they cost in the tariff before. For which size of
// prompt that is the longer ones tell, and those of this tariff are not settled yet.
func (m *maker) sameAsBefore() bool {
	for _, place := range []int{data.InputPlace, data.OutputPlace} {
		l := m.lines[place]
		if !slices.ContainsFunc(m.tool.Before.Lines, func(was data.TariffLine) bool {
			if l.Terms.Context == nil && was.Terms.Context.Lower() == 0 {
				was.Terms.Context = nil
			}
			return was.Class == l.Class && sameTerms(was.Terms, l.Terms) && billed(was.Terms.Kind) && samePrice(was.Price, l.Price)
		}) {
			return false
		}
	}
	return true
}
