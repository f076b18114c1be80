package gate

import (
	"pricepoint/data"
)

// order finds a number that came into an order in which no provider has its prices, with another tariff of the same model.
func (p *Page) order(was, is Cell) (data.Breach, bool) {
	if is.kind() != "price" {
		return data.Breach{}, false
	}
	for _, other := range p.is {
		if other.Model != is.Model || other.Field != is.Field {
			continue
		}
		low, high, words, ok := ordered(is, other)
		if !ok || !high.Value.LessThan(low.Value.Decimal) {
			continue
		}
		lowBefore, okLow := p.then[low.state]
		highBefore, okHigh := p.then[high.state]
		if okLow && okHigh && highBefore.Value.LessThan(lowBefore.Value.Decimal) {
			continue // as it was
		}
		return breach(data.RuleOrder, "%s: %s stands at %s, %s at %s", words, low.describe(), low.Value, high.describe(), high.Value), true
	}
	return data.Breach{}, false
}

// ordered says which of two prices of one class of tokens can never be the higher one, when they differ in one condition.
func ordered(x, y Cell) (low, high Cell, words string, ok bool) {
	a, b := plain(x.Qualifiers), plain(y.Qualifiers)
	a.Status, b.Status = "", ""
	switch {
	case a.CacheTTL != b.CacheTTL && same(a, b, func(q *data.Qualifiers) { q.CacheTTL = "" }):
		low, high, ok = pick(x, y, a.CacheTTL == "" && b.CacheTTL == "1h", a.CacheTTL == "1h" && b.CacheTTL == "")
		return low, high, "a write that is kept for an hour would cost less", ok
	case a.ContextOver != b.ContextOver && same(a, b, func(q *data.Qualifiers) { q.ContextOver, q.ContextUpTo, q.OverOp, q.UpToOp = "", "", "", "" }):
		low, high, ok = pick(x, y, a.ContextOver == "", b.ContextOver == "")
		return low, high, "longer prompts would cost less", ok
	case a.Service != b.Service && same(a, b, func(q *data.Qualifiers) { q.Service = "" }):
		low, high, ok = pick(x, y, data.CheaperService(a.Service, b.Service), data.CheaperService(b.Service, a.Service))
		return low, high, "the better service would cost less", ok
	case a.Kind != b.Kind && same(a, b, func(q *data.Qualifiers) { q.Kind, q.ValidFrom, q.ValidUntil = "", "", "" }):
		low, high, ok = pick(x, y, a.Kind == data.KindPromotional && b.Kind == data.KindList, a.Kind == data.KindList && b.Kind == data.KindPromotional)
		return low, high, "a promotion would cost more than the list price", ok
	default:
		return x, y, "", false
	}
}

func same(a, b data.Qualifiers, drop func(*data.Qualifiers)) bool {
	drop(&a)
	drop(&b)
	return a == b
}

func pick(x, y Cell, inOrder, reversed bool) (low, high Cell, ok bool) {
	if reversed {
		x, y = y, x
	}
	return x, y, inOrder || reversed
}
