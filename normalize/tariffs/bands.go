package tariffs

import "pricepoint/data"

// bands sees to it that no two lines hold for prompts of one size. Pages print the price of every model without a size,
// and elsewhere that of the long prompts of some: the first is then that of the short ones. So is a cache price for which
// no size is said, where that of input depends on it.
func (m *maker) bands() {
	m.dropPlain()
	m.dropShort()
	for i := range m.lines {
		l := &m.lines[i]
		if l.Terms.Context != nil {
			continue
		}
		if long := m.lines.sized(*l, true, l.Class); long >= 0 {
			band := m.lines[long].Terms.Context
			l.Terms.Context = &data.ContextBand{UpTo: band.Over, Below: band.From}
		}
	}
	for i := range m.lines {
		l := &m.lines[i]
		if l.Terms.Context != nil || !isCache(l.Class) || l.Class == data.ClassCacheStorage {
			continue
		}
		if short := m.lines.sized(*l, false, data.ClassInput); short >= 0 {
			l.Terms.Context = m.lines[short].Terms.Context
		}
	}
}

// dropPlain leaves out what is printed for all prompts, where another price is published for short ones: that one stands.
func (m *maker) dropPlain() {
	wrong := map[int]bool{}
	for _, l := range m.lines[:len(classes)] {
		if i := m.lines.plainOf(l); i >= 0 && l.Price != nil && (m.lines[i].Price == nil || !m.lines[i].Price.Equal(*l.Price)) {
			wrong[i] = true
		}
	}
	m.drop(wrong, data.Contradictory)
}

// dropShort leaves out the price of short prompts that is printed for all prompts too. Another one contradicts that. A
// published price stands, in its place: what is printed for all prompts goes instead.
func (m *maker) dropShort() {
	twice := map[int]bool{}
	for i, l := range m.lines {
		plain := m.lines.plainOf(l)
		if plain < 0 {
			continue
		}
		if p := m.lines[plain].Price; p == nil || l.Price == nil || !p.Equal(*l.Price) {
			m.excluded[data.Contradictory]++
		}
		twice[pick(i < len(classes), plain, i)] = true
	}
	var kept sheet
	for i, l := range m.lines {
		if !twice[i] {
			kept = append(kept, l)
		}
	}
	m.lines = kept
}
