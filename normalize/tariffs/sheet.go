package tariffs

import (
	"slices"

	"pricepoint/data"
)

// sheet is the lines of a tariff in the making. It answers what stands there; the maker decides what else shall.
type sheet []data.TariffLine

// sized is the first line of a class that holds for long prompts, or for short ones, under the terms of another line otherwise;
// -1 when there is none.
func (s sheet) sized(l data.TariffLine, long bool, class data.BillingClass) int {
	best := -1
	for i, other := range s {
		terms := other.Terms
		if terms.Context == nil || other.Class != class || billed(terms.Kind) != billed(l.Terms.Kind) || terms.Context.Lower() > 0 != long {
			continue
		}
		terms.Context, terms.CacheTTL = nil, l.Terms.CacheTTL
		if sameTerms(terms, l.Terms) && (best < 0 || other.Terms.Context.Lower() < s[best].Terms.Context.Lower()) {
			best = i
		}
	}
	return best
}

// hasLong reports whether there are lines for long prompts at the standard service.
func (s sheet) hasLong() bool {
	return slices.ContainsFunc(s, func(l data.TariffLine) bool { return l.Terms.Service == "" && l.Terms.Context.Lower() > 0 })
}

// countsOthers reports whether anything but tokens has a price: what providers say of all prices is about tokens.
func (s sheet) countsOthers() bool {
	return slices.ContainsFunc(s, func(l data.TariffLine) bool { return !ofTokens(l) })
}

// standardClasses are the classes of tokens of the tariff at the standard service.
func (s sheet) standardClasses() []data.BillingClass {
	var all []data.BillingClass
	for _, l := range s {
		if l.Terms.Service == "" && ofTokens(l) && !slices.Contains(all, l.Class) {
			all = append(all, l.Class)
		}
	}
	slices.SortFunc(all, func(x, y data.BillingClass) int { return inOrder(classOrder, x, y) })
	return all
}

// hasAny reports whether a class has a line at a service.
func (s sheet) hasAny(class data.BillingClass, service string) bool {
	return slices.ContainsFunc(s, func(l data.TariffLine) bool { return l.Class == class && l.Terms.Service == service })
}

// inputs are the lines of input that are billed.
func (s sheet) inputs() []data.TariffLine {
	var all []data.TariffLine
	for _, l := range s {
		if l.Class == data.ClassInput && billed(l.Terms.Kind) {
			all = append(all, l)
		}
	}
	return all
}

// rival is the place of a line that holds for tokens that another one would hold for too, -1 when there is none. List
// prices and announced ones are no rivals of what is billed.
func (s sheet) rival(class data.BillingClass, terms data.Terms) int {
	return slices.IndexFunc(s, func(l data.TariffLine) bool {
		if l.Class != class || !sameTerms(l.Terms, terms) {
			return false
		}
		return billed(l.Terms.Kind) && billed(terms.Kind) || l.Terms.Kind == terms.Kind && l.Terms.From.Equal(terms.From.Time)
	})
}

// plainOf is the place of the line that holds for all prompts under the terms of one for short prompts otherwise, -1 when
// there is none.
func (s sheet) plainOf(short data.TariffLine) int {
	if short.Terms.Context == nil || short.Terms.Context.Lower() > 0 {
		return -1
	}
	plain := short.Terms
	plain.Context = nil
	return s.rival(short.Class, plain)
}
