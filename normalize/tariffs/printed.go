package tariffs

import (
	"errors"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// printed adds what the provider's page prints, as long as the page agrees with what is published, and counts what it
// leaves out. Other currencies come last: they belong to lines in USD.
func (m *maker) printed() {
	agrees := m.tool.agrees()
	var foreign []data.Observation
	for _, cell := range m.tool.Printed {
		of, _ := cell.Unit.OfPrice()
		switch why := m.tool.unfit(cell, agrees); {
		case why != "":
			m.excluded[why]++
		case of.Currency != "USD":
			foreign = append(foreign, cell)
		default:
			m.excluded[m.print(cell)]++
		}
	}
	for _, cell := range foreign {
		m.excluded[m.native(cell)]++
	}
	m.drop(data.Contradictory)
	m.dropDisordered()
}

// unfit says why a cell makes no line, "" when it does.
func (t Tool) unfit(cell data.Observation, agrees bool) data.ExclusionReason {
	q, r := cell.Qualifiers, t.Published[data.InputPlace].Ruling
	isOver := r != nil && r.Rule == data.ListPriceBack // a list price is published in the place of a promotion
	_, known := cell.Unit.OfPrice()
	switch {
	case !agrees:
		return data.NotAsPublished
	case q.Remark != "" || !known:
		return data.UnknownWords
	case q.ValidUntil != "" && q.ValidUntil < t.Now.Format(time.DateOnly), q.Kind == data.KindPromotional && isOver:
		return data.PromotionIsOver
	}
	return ""
}

// native adds a price in another currency to the line that has it in USD.
func (m *maker) native(cell data.Observation) data.ExclusionReason {
	inUSD := slices.ContainsFunc(m.tool.Printed, func(other data.Observation) bool {
		of, ok := other.Unit.OfPrice()
		return ok && of.Currency == "USD" && other.Field == cell.Field && other.Subject == cell.Subject && other.Qualifiers == cell.Qualifiers
	})
	class, known := billedAs(cell)
	terms, errTerms := termsOf(cell.Qualifiers)
	amount, of, err := cell.Price()
	line := m.lines.rival(class, terms)
	if !inUSD || !known || errTerms != nil || err != nil || line == nil {
		return data.NoExchangeRate
	}
	line.Native = &data.NativePrice{Currency: of.Currency, Amount: amount}
	return ""
}

// print adds the line of a cell, unless it is there already with the same price.
func (m *maker) print(cell data.Observation) data.ExclusionReason {
	class, known := billedAs(cell)
	price, of, errPrice := cell.Price()
	terms, err := termsOf(cell.Qualifiers)
	short, isLong := m.tool.shortContext(), cell.Qualifiers.ContextOver == data.LongContext
	switch {
	case errors.Is(err, errHours):
		return data.HoursNotStated
	case !known || errPrice != nil || err != nil, isLong && short == nil:
		return data.UnknownWords
	}
	if m.isImplausible(class, price) {
		m.misread = append(m.misread, data.TariffLine{Class: class, Terms: terms})
		return data.Implausible
	}
	if terms.From.After(cell.FetchedAt.Time) {
		terms.Kind = data.KindAnnounced
	}
	if isLong {
		terms.Context = beyond(short)
	} else if terms.Context == nil && terms.Service == "" && data.PriceOf(class) != nil {
		terms.Context = short
	}
	if rival := m.lines.rival(class, terms); rival != nil { // the published price stands; of two others nobody knows which is right
		if rival.wrong = rival.wrong || !samePrice(rival.Price, &price); !samePrice(rival.Price, &price) {
			return data.Contradictory
		}
		if rival.cells > 0 {
			rival.cells++
		}
		return ""
	}
	charged := terms
	charged.Kind = ""
	if now := m.lines.rival(class, charged); terms.Kind == data.KindList && now != nil && now.Terms.Kind != data.KindPromotional {
		return data.Contradictory // what is billed instead of the list price is no promotion
	}
	l := priceLine(class, terms, of.Per, price, m.tool.Evidence(cell))
	if cell.Computed != "" {
		l.Rule = &data.Ruling{Rule: data.LessDiscount, Formula: cell.Computed}
	}
	m.lines = append(m.lines, line{TariffLine: l, cells: 1})
	return ""
}

// drop takes out the printed lines that are wrong.
func (m *maker) drop(why data.ExclusionReason) {
	var left sheet
	for _, l := range m.lines {
		if l.wrong && l.cells > 0 {
			m.excluded[why] += l.cells
			m.misread = append(m.misread, l.TariffLine)
			continue
		}
		l.wrong = false
		left = append(left, l)
	}
	m.lines = left
}

// dropDisordered takes out printed lines that stand in an order with another line in which no provider has its prices: one
// of the two was misread. The published price stands; of two others nobody knows which is right.
func (m *maker) dropDisordered() {
	for i := range m.lines {
		for j := range m.lines[:i] {
			if x, y := &m.lines[i], &m.lines[j]; disordered(x.TariffLine, y.TariffLine) || disordered(y.TariffLine, x.TariffLine) {
				x.wrong, y.wrong = true, true
			}
		}
	}
	m.drop(data.Implausible)
}

// disordered reports whether a price is above another one that never costs less: that of a better service, of longer
// prompts, or of a dearer class of tokens of the same row.
func disordered(low, high data.TariffLine) bool {
	alike := low.Terms.Kind == high.Terms.Kind || billed(low.Terms.Kind) && billed(high.Terms.Kind)
	if low.Price == nil || high.Price == nil || !low.Price.GreaterThan(high.Price.Decimal) || !alike {
		return false
	}
	if low.Class != high.Class {
		read, input := low.Class == data.ClassCacheRead, low.Class == data.ClassInput
		dearer := read && high.Class == data.ClassInput || input && high.Class == data.ClassOutput
		return dearer && sameTerms(low.Terms, high.Terms)
	}
	x, y := low.Terms, high.Terms
	better := data.CheaperService(x.Service, y.Service)
	longer := x.Service == y.Service && low.Terms.Context.Lower() < high.Terms.Context.Lower()
	if !better && !longer {
		return false
	}
	x.Service, y.Service = "", ""
	if longer {
		x.Context, y.Context = nil, nil
	}
	return sameTerms(x, y)
}

// isImplausible reports whether a price is so far from the published one of its class that it was hardly read right: no
// service, size of prompt or hour is known to change a price twentyfold, or to make it free. The most so far is twelvefold,
// for long prompts in a fast mode.
func (m *maker) isImplausible(class data.BillingClass, price data.Number) bool {
	if class.KeptFor() != "" {
		class = data.ClassCacheWrite
	}
	line := data.Find(m.lines[:len(data.Prices)], func(l line) bool { return l.Class == class })
	if line == nil || line.Price == nil {
		return false
	}
	published, twenty := line.Price.Decimal, decimal.NewFromInt(20)
	if published.IsZero() || price.IsZero() {
		return price.IsZero() != published.IsZero()
	}
	return price.GreaterThan(published.Mul(twenty)) || price.Mul(twenty).LessThan(published)
}

// bands sees to it that no two lines hold for prompts of one size. Pages print the price of every model without a size,
// and elsewhere that of the long prompts of some: the first is then that of the short ones. So is a cache price for which
// no size is said, where that of input depends on it.
func (m *maker) bands() {
	for _, l := range m.lines[:len(data.Prices)] { // what is published for short prompts stands
		if plain := m.lines.plainOf(l); plain != nil && l.Price != nil && !samePrice(plain.Price, l.Price) {
			plain.wrong = true
		}
	}
	for i := range m.lines { // of two that are printed nobody knows which is right
		short, plain := &m.lines[i], m.lines.plainOf(m.lines[i])
		if plain != nil && short.cells > 0 && plain.cells > 0 && !samePrice(plain.Price, short.Price) {
			short.wrong, plain.wrong = true, true
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
			m.excluded[data.Contradictory]++
		}
		pick(i < len(data.Prices), plain, short).wrong = true
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
	class, known := billedAs(o)
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
		// That of a page that can be read, and has not printed it for long, is forgotten; a page that cannot be read costs no price.
		ended, old := !l.Terms.Until.IsZero() && !l.Terms.Until.After(m.tool.Now), !l.Evidence.ConfirmedAt.After(m.tool.Since)
		stands := (l.Evidence.Method == data.Collected || l.Evidence.Method == data.Carried) && l.Price != nil && !ended && !(agrees && old)
		if now != nil || printed && !misread || m.tool.isDash(l.Class, l.Terms) || !stands {
			continue
		}
		l.Evidence.Method, l.Evidence.Basis, l.Evidence.Agrees = data.Carried, data.OwnPage, nil
		switch {
		case old:
			l.Evidence.Confidence = data.Low
		case l.Evidence.Confidence == data.High:
			l.Evidence.Confidence = data.Medium
		}
		m.add(l)
	}
}

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
