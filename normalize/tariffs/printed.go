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
	var foreign []Cell
	for _, cell := range m.tool.Printed {
		of, _ := cell.Unit.OfPrice()
		switch why := m.tool.unfit(cell, agrees); {
		case why != "":
			m.exclude(why)
		case of.Currency != "USD":
			foreign = append(foreign, cell)
		default:
			m.exclude(m.print(cell))
		}
	}
	for _, cell := range foreign {
		m.exclude(m.native(cell))
	}
	m.drop(data.Contradictory)
	m.dropDisordered()
}

// exclude counts a cell of which no line is made; "": one is.
func (m *maker) exclude(why data.ExclusionReason) {
	if why != "" {
		m.excluded[why]++
	}
}

// unfit says why a cell makes no line, "" when it does.
func (t Tool) unfit(cell Cell, agrees bool) data.ExclusionReason {
	q := cell.Qualifiers
	_, known := cell.Unit.OfPrice()
	switch {
	case !agrees:
		return data.NotAsPublished
	case q.Remark != "" || !known:
		return data.UnknownWords
	case q.ValidUntil != "" && q.ValidUntil < t.Now.Format(time.DateOnly), q.Kind == data.KindPromotional && t.promotionIsOver():
		return data.PromotionIsOver
	}
	return ""
}

// promotionIsOver reports whether a list price is published in the place of a promotion.
func (t Tool) promotionIsOver() bool {
	r := t.Published[data.InputPlace].Ruling
	return r != nil && r.Rule == data.ListPriceBack
}

// native adds a price in another currency to the line that has it in USD.
func (m *maker) native(cell Cell) data.ExclusionReason {
	inUSD := slices.ContainsFunc(m.tool.Printed, func(other Cell) bool {
		of, ok := other.Unit.OfPrice()
		return ok && of.Currency == "USD" && other.Field == cell.Field && other.Subject == cell.Subject && other.Qualifiers == cell.Qualifiers
	})
	class, known := classOf(cell.Observation)
	terms, errTerms := termsOf(cell.Qualifiers)
	amount, of, err := cell.Price()
	line := m.lines.rival(class, terms)
	switch {
	case m.leaves != "":
		return m.leaves
	case !inUSD || !known || errTerms != nil || err != nil || line == nil:
		return data.NoExchangeRate
	}
	line.Native = &data.NativePrice{Currency: of.Currency, Amount: amount}
	return ""
}

// print adds the line of a cell, unless it is there already with the same price.
func (m *maker) print(cell Cell) data.ExclusionReason {
	class, known := classOf(cell.Observation)
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
	} else if terms.Context == nil && terms.Service == "" && slices.Contains(classes[:], class) {
		terms.Context = short
	}
	if rival := m.lines.rival(class, terms); rival != nil {
		return rival.repeat(price)
	}
	if terms.Kind == data.KindList && !m.isPromoted(class, terms) {
		return data.Contradictory
	}
	if m.leaves != "" {
		return m.leaves
	}
	l := priceLine(class, terms, of.Per, price, cell.Evidence)
	if cell.Computed != "" {
		l.Rule = &data.Ruling{Rule: data.LessDiscount, Formula: cell.Computed}
	}
	m.lines = append(m.lines, line{TariffLine: l, cells: 1})
	return ""
}

// repeat is about a price that has a line already. The published price stands; of two others nobody knows which is right.
func (l *line) repeat(price data.Number) data.ExclusionReason {
	isPrinted := l.cells > 0
	switch {
	case !samePrice(l.Price, &price):
		l.wrong = l.wrong || isPrinted
		return data.Contradictory
	case isPrinted:
		l.cells++
	}
	return ""
}

// drop takes out the printed lines that are wrong.
func (m *maker) drop(why data.ExclusionReason) {
	m.lines = slices.DeleteFunc(m.lines, func(l line) bool {
		if l.wrong && l.cells > 0 {
			m.excluded[why] += l.cells
			m.misread = append(m.misread, l.TariffLine)
		}
		return l.wrong && l.cells > 0
	})
	for i := range m.lines {
		m.lines[i].wrong = false
	}
}

// isPromoted reports whether what is billed instead of a list price is known to be a promotion.
func (m *maker) isPromoted(class data.BillingClass, list data.Terms) bool {
	list.Kind = ""
	billed := m.lines.rival(class, list)
	return billed == nil || billed.Terms.Kind == data.KindPromotional
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

var twenty = decimal.NewFromInt(20)

// isImplausible reports whether a price is so far from the published one of its class that it was hardly read right: no
// service, size of prompt or hour is known to change a price twentyfold, or to make it free. The most so far is twelvefold,
// for long prompts in a fast mode.
func (m *maker) isImplausible(class data.BillingClass, price data.Number) bool {
	if class.KeptFor() != "" {
		class = data.ClassCacheWrite
	}
	place := slices.Index(classes[:], class)
	if place < 0 || m.lines[place].Price == nil {
		return false
	}
	published := m.lines[place].Price.Decimal
	if published.IsZero() || price.IsZero() {
		return price.IsZero() != published.IsZero()
	}
	return price.GreaterThan(published.Mul(twenty)) || price.Mul(twenty).LessThan(published)
}
