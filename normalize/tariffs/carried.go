package tariffs

import (
	"pricepoint/data"
)

// carried keeps the lines that were read for the tariff before, where the page does not state them now or says something
// that is not published, as long as the published prices are those of that time.
func (m *maker) carried() {
	if m.Before == nil || !m.sameAsBefore() {
		return
	}
	for _, l := range m.Before.Lines {
		over := !l.Terms.Until.IsZero() && !l.Terms.Until.After(m.Now)
		if l.Evidence.Method != data.Collected && l.Evidence.Method != data.Carried || over || m.rival(l.Class, l.Terms) >= 0 {
			continue
		}
		l.Evidence.Method, l.Evidence.Agrees = data.Carried, nil
		if l.Evidence.Confidence == data.High {
			l.Evidence.Confidence = data.Medium
		}
		m.lines = append(m.lines, l)
	}
}

// sameAsBefore reports whether input and output cost for everyone what they cost in the tariff before.
func (m *maker) sameAsBefore() bool {
	for _, l := range m.lines[:2] {
		found := false
		for _, was := range m.Before.Lines {
			same := was.Class == l.Class && sameTerms(was.Terms, l.Terms) && billed(was.Terms.Kind)
			found = found || same && was.Price != nil && l.Price != nil && was.Price.Equal(*l.Price)
		}
		if !found {
			return false
		}
	}
	return true
}
