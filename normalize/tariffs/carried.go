package tariffs

import (
	"slices"

	"pricepoint/data"
)

// carried keeps the lines that were read for the tariff before, as long as the published prices are those of that time:
// all of them where the page says something that is not published, or nothing, else those of services that it no longer
// prints, and those in whose place it prints what is not believed.
func (m *maker) carried() {
	if m.tool.Before == nil || !m.sameAsBefore() {
		return
	}
	agrees, read := m.tool.agrees(), slices.Clone(m.lines)
	for _, l := range m.tool.Before.Lines {
		if !agrees {
			m.keepNative(l)
		}
		printed := agrees && slices.ContainsFunc(read, func(now data.TariffLine) bool {
			return now.Class == l.Class && now.Terms.Service == l.Terms.Service && now.Terms.Region == l.Terms.Region
		})
		if printed && !m.isMisread(l) || m.tool.isDash(l.Class, l.Terms) || !m.stands(l, agrees) || m.lines.rival(l.Class, l.Terms) >= 0 {
			continue
		}
		l.Evidence.Method, l.Evidence.Basis, l.Evidence.Agrees = data.Carried, data.OwnPage, nil
		switch {
		case m.isOld(l):
			l.Evidence.Confidence = data.Low
		case l.Evidence.Confidence == data.High:
			l.Evidence.Confidence = data.Medium
		}
		m.lines = append(m.lines, l)
	}
}

// keepNative keeps what the price of a line was in another currency, where the line is still that.
func (m *maker) keepNative(was data.TariffLine) {
	line := m.lines.rival(was.Class, was.Terms)
	if line < 0 || m.lines[line].Native != nil || m.lines[line].Price == nil || was.Price == nil {
		return
	}
	if m.lines[line].Price.Equal(*was.Price) {
		m.lines[line].Native = was.Native
	}
}

// isMisread reports whether the page prints the price of a line, and the printed one is not believed.
func (m *maker) isMisread(l data.TariffLine) bool {
	return slices.ContainsFunc(m.misread, func(now data.TariffLine) bool {
		return now.Class == l.Class && sameTerms(now.Terms, l.Terms)
	})
}

// stands reports whether a line was read on the page, and has not ended since. That of a page that can be read, and has not
// printed it for long, is forgotten; a page that cannot be read costs no price, however long.
func (m *maker) stands(l data.TariffLine, agrees bool) bool {
	e, ended := l.Evidence, !l.Terms.Until.IsZero() && !l.Terms.Until.After(m.tool.Now)
	return (e.Method == data.Collected || e.Method == data.Carried) && l.Price != nil && !ended && !(agrees && m.isOld(l))
}

// isOld reports whether nobody has found a line for long.
func (m *maker) isOld(l data.TariffLine) bool { return !l.Evidence.ConfirmedAt.After(m.tool.Since) }

// sameAsBefore reports whether input and output cost for everyone what they cost in the tariff before.
func (m *maker) sameAsBefore() bool {
	for _, place := range []int{data.InputPlace, data.OutputPlace} {
		l := m.lines[place]
		if !slices.ContainsFunc(m.tool.Before.Lines, func(was data.TariffLine) bool { return asBefore(l, was) }) {
			return false
		}
	}
	return true
}

// asBefore reports whether a published price is that of a line of the tariff before. Which size of prompt it is for the
// longer ones tell, and those of this tariff are not settled yet.
func asBefore(l, was data.TariffLine) bool {
	if l.Terms.Context == nil && was.Terms.Context.Lower() == 0 {
		was.Terms.Context = nil
	}
	same := was.Class == l.Class && sameTerms(was.Terms, l.Terms) && billed(was.Terms.Kind)
	return same && was.Price != nil && l.Price != nil && was.Price.Equal(*l.Price)
}
