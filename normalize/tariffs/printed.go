package tariffs

import (
	"errors"
	"slices"
	"time"

	"pricepoint/data"
)

// printed adds what the provider's page prints, as long as the page agrees with what is published, and counts what it
// leaves out. Other currencies come last: they belong to lines in USD.
func (m *maker) printed() {
	agrees := m.tool.agrees()
	var foreign []Cell
	for _, cell := range m.tool.Printed {
		if why := m.tool.unfit(cell, agrees); why != "" {
			m.excluded[why]++
		} else if of, _ := cell.Unit.OfPrice(); of.Currency != "USD" {
			foreign = append(foreign, cell)
		} else if why := m.print(cell); why != "" {
			m.excluded[why]++
		}
	}
	for _, cell := range foreign {
		if m.leaves != "" {
			m.excluded[m.leaves]++
		} else if !m.native(cell) {
			m.excluded[data.NoExchangeRate]++
		}
	}
	m.drop(m.contradicted, data.Contradictory)
	m.dropDisordered()
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

// native adds a price in another currency to the line that has it in USD; false when there is none.
func (m *maker) native(cell Cell) bool {
	inUSD := slices.ContainsFunc(m.tool.Printed, func(other Cell) bool {
		of, ok := other.Unit.OfPrice()
		return ok && of.Currency == "USD" && other.Field == cell.Field && other.Subject == cell.Subject && other.Qualifiers == cell.Qualifiers
	})
	class, known := classOf(cell.Observation)
	terms, errTerms := termsOf(cell.Qualifiers)
	amount, of, err := cell.Price()
	line := m.lines.rival(class, terms)
	if !inUSD || !known || errTerms != nil || err != nil || line < 0 {
		return false
	}
	m.lines[line].Native = &data.NativePrice{Currency: of.Currency, Amount: amount}
	return true
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
	if rival := m.lines.rival(class, terms); rival >= 0 {
		return m.repeat(rival, price)
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
	m.cells[len(m.lines)] = 1
	m.lines = append(m.lines, l)
	return ""
}

// repeat is about a price that has a line already. The published price stands; of two others nobody knows which is right.
func (m *maker) repeat(line int, price data.Number) data.ExclusionReason {
	was := m.lines[line].Price
	switch _, isPrinted := m.cells[line]; {
	case was == nil || !was.Equal(price):
		if isPrinted {
			m.contradicted[line] = true
		}
		return data.Contradictory
	case isPrinted:
		m.cells[line]++
	}
	return ""
}

// drop takes out the printed lines of some places.
func (m *maker) drop(places map[int]bool, why data.ExclusionReason) {
	var kept []data.TariffLine
	cells := map[int]int{}
	for i, l := range m.lines {
		times, isPrinted := m.cells[i]
		switch {
		case isPrinted && places[i]:
			m.excluded[why] += times
			m.misread = append(m.misread, l)
			continue
		case isPrinted:
			cells[len(kept)] = times
		}
		kept = append(kept, l)
	}
	m.lines, m.cells = kept, cells
}

// isPromoted reports whether what is billed instead of a list price is known to be a promotion.
func (m *maker) isPromoted(class data.BillingClass, list data.Terms) bool {
	list.Kind = ""
	billed := m.lines.rival(class, list)
	return billed < 0 || m.lines[billed].Terms.Kind == data.KindPromotional
}
