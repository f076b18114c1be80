package tariffs

import (
	"strings"

	"pricepoint/data"
)

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

// isCache reports whether a class is one of the cache. A dash under it says that there is no price apart from that of
// input, not that such tokens cannot be bought: that is said by a dash under input.
func isCache(class data.BillingClass) bool { return strings.HasPrefix(string(class), "cache") }

// notOffered adds that long prompts cannot be bought at a service, where the page prints that others can.
func (m *maker) notOffered() {
	for _, l := range m.lines {
		short := l.Terms.Context
		if short == nil || short.Lower() > 0 || l.State != data.Priced || l.Terms.Kind == data.KindList || l.Terms.Kind == data.KindAnnounced {
			continue
		}
		terms := l.Terms.As("", data.Timestamp{})
		terms.Context = beyond(short)
		bare := l
		bare.Terms.Context = nil
		if m.tool.isDash(l.Class, terms) && (!isCache(l.Class) || m.tool.isDash(data.ClassInput, terms)) && m.lines.sized(bare, true, l.Class) < 0 {
			m.lines = append(m.lines, data.TariffLine{Class: l.Class, Terms: terms, Per: l.Per, State: data.NotOffered, Evidence: l.Evidence})
		}
	}
}
