package export

import "pricepoint/data"

// flat has an entry for each name under which a maker takes requests.
func flat(b *book, path string, entry func(model) any, around func(entries map[string]any) any) draft {
	return flatBy(func(m model) []string { return m.names.api }, b, path, entry, around)
}

// flatBy is flat with names of its own.
func flatBy(names func(model) []string, b *book, path string, entry func(model) any, around func(entries map[string]any) any) draft {
	d := newDraft(path)
	entries := map[string]any{}
	for _, m := range b.models {
		ids := names(m)
		d.enter(m, len(ids))
		for _, id := range ids {
			entries[id] = entry(m)
		}
	}
	d.body = around(entries)
	return d
}

// nested has an entry for each name at models.dev, under the key of the maker there. The programs know no other names, and
// price requests when they are made: no tool is of use that was withdrawn.
func nested(b *book, path string, fits func(model) bool, entry func(model) any, around func(makers map[string]map[string]any) any) draft {
	d := newDraft(path)
	d.unread = !b.modelsDev
	makers := map[string]map[string]any{}
	for _, m := range b.sold() {
		if len(m.names.modelsDev) == 0 || !fits(m) {
			d.missing = append(d.missing, m.id)
			continue
		}
		d.enter(m, len(m.names.modelsDev))
		if makers[m.maker.modelsDev] == nil {
			makers[m.maker.modelsDev] = map[string]any{}
		}
		for _, id := range m.names.modelsDev {
			makers[m.maker.modelsDev][id] = entry(m)
		}
	}
	d.body = around(makers)
	return d
}

func always(model) bool { return true }

// known is the rate of a class, nil when nobody states it: the program then keeps what it knows, or reckons on its own.
func (b band) known(class data.BillingClass) *data.Number {
	r, ok := b.rates[class]
	if !ok || r.basis == upToThis {
		return nil
	}
	return &r.Number
}

// shown is the rate of a class for programs that take an absent price for zero: where nobody states it, that of input.
func (b band) shown(class data.BillingClass) *data.Number {
	r, ok := b.rates[class]
	if !ok {
		return nil
	}
	return &r.Number
}

// perToken is a price for one token instead of a million.
func perToken(n *data.Number) *data.Number {
	if n == nil {
		return nil
	}
	return &data.Number{Decimal: n.Shift(-6)}
}
