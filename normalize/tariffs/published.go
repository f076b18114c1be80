package tariffs

import (
	"cmp"
	"fmt"
	"slices"

	"pricepoint/data"
)

// classOf is the class of the published price at a place.
func classOf(place int) data.BillingClass { return data.Prices[place].Observed.Class() }

// published adds the lines of the published prices, each with its evidence.
func (m *maker) published() {
	for place, e := range m.tool.Published {
		l := data.TariffLine{Class: classOf(place), Terms: m.termsOfPublished(place), Per: data.PerMillionTokens, Evidence: e.Brief(), Rule: e.Ruling}
		switch {
		case e.Unstated():
			l.State = data.PriceNotStated
		case e.Ruling != nil && e.Ruling.Rule == data.SameAsInput:
			l.State = data.BilledAsInput
		default:
			l.State, l.Price = priced(e.Value)
		}
		m.add(l)
	}
}

// priceLine is the line of a price that is stated.
func priceLine(class data.BillingClass, terms data.Terms, per data.Measure, price data.Number, e data.BriefEvidence) data.TariffLine {
	l := data.TariffLine{Class: class, Terms: terms, Per: per, Evidence: e}
	l.State, l.Price = priced(price)
	return l
}

// priced is the state of a price that is stated.
func priced(n data.Number) (data.PriceState, *data.Number) {
	if n.IsZero() {
		return data.FreeOfCharge, &n
	}
	return data.Priced, &n
}

// termsOfPublished are the terms of a published price: those of the page that states it. Where it does not, those of an
// input price are what it was read with, and those of another price are like the input's, but for the kind of price and its
// days: sources differ in how they tell sizes of prompts.
func (m *maker) termsOfPublished(place int) data.Terms {
	e, stated := m.tool.Published[place], m.tool.Stated[place]
	q, kind := e.Conditions, e.Conditions.Kind
	like := data.Terms{Context: m.tool.shortContext(), Hours: m.tool.peak(), Region: m.tool.Region}
	switch {
	case stated != nil && stated.Value.Equal(e.Value):
		q = stated.Conditions
	case place != data.InputPlace:
		q, like = data.Qualifiers{}, m.lines[data.InputPlace].Terms
		q.Effort, e.Conditions = like.Effort, pick(kind == data.KindList, data.Qualifiers{}, e.Conditions)
	case like.Context != nil:
		q.ContextOver, q.ContextUpTo = "", ""
	}
	if kind == data.KindList { // nothing but the list price is billed
		kind = ""
	}
	q.Kind, q.ValidFrom, q.ValidUntil, q.Promised = kind, e.Conditions.ValidFrom, e.Conditions.ValidUntil, e.Conditions.Promised
	terms, err := termsOf(q)
	if err != nil {
		terms = data.Terms{Kind: kind}
	}
	terms.Context, terms.Hours = cmp.Or(terms.Context, like.Context), cmp.Or(terms.Hours, like.Hours)
	terms.Region = cmp.Or(terms.Region, like.Region)
	return terms
}

// coming adds the prices that are announced for a day on which nobody has read the page yet.
func (m *maker) coming() {
	for place, published := range m.tool.Published {
		for _, a := range published.Announced {
			if from, err := dayOf(a.From, 0); err == nil && from.After(published.Seen()) {
				terms := m.lines[place].Terms.As(data.KindAnnounced, from)
				m.addNew(priceLine(classOf(place), terms, data.PerMillionTokens, a.Value, announcement(published, a)))
			}
		}
	}
}

// unsaid says of cache prices of their own that nobody states them from a day on for which only that of input is announced:
// they hardly stay as they are.
func (m *maker) unsaid() {
	for _, input := range m.lines {
		if input.Class != data.ClassInput || input.Terms.Kind != data.KindAnnounced {
			continue
		}
		for _, place := range []int{data.CacheReadPlace, data.CacheWritePlace} {
			was := m.lines[place]
			terms := was.Terms.As(data.KindAnnounced, input.Terms.From)
			if was.State != data.Priced || !sameTerms(input.Terms, terms) {
				continue
			}
			l := data.TariffLine{Class: was.Class, Terms: terms, Per: was.Per, State: data.PriceNotStated, Evidence: input.Evidence}
			l.Evidence.Basis, l.Evidence.Quote = data.ByRule, ""
			m.addNew(l)
		}
	}
}

// announcement is the evidence of an announced price: of the page that is read, or of another one that a person has read.
func announcement(published data.Evidence, a data.Announcement) data.BriefEvidence {
	e := bare(published)
	e.Quote, e.Basis, e.Publisher, e.PrintedBy = a.Quote, a.Basis, a.Publisher, ""
	if a.Page != "" {
		e.Method, e.Source, e.URL, e.Quote, e.VerifiedAt = data.Curated, "catalogue", a.Page, "", a.VerifiedAt
	}
	e.Confidence = e.Basis.AtMost(e.Confidence)
	return e
}

// bare is the evidence of a price without what it says of no other one.
func bare(of data.Evidence) data.BriefEvidence {
	e := of.Brief()
	e.Quote, e.Rule, e.Agrees, e.SHA256, e.Archive = "", "", nil, "", ""
	return e
}

// listPrices adds the regular prices of what is promotional, from the end of the promotion on.
func (m *maker) listPrices() {
	for place, e := range m.tool.Published {
		terms := m.lines[place].Terms
		if e.ListPrice != nil && terms.Kind == data.KindPromotional {
			terms = terms.As(data.KindList, terms.Until)
			m.addNew(priceLine(classOf(place), terms, data.PerMillionTokens, *e.ListPrice, m.tool.whoListed(place, *e.ListPrice)))
		}
	}
}

// whoListed is the evidence of a list price: of the page where it prints one, else of the catalogue. The evidence of what
// is billed says nothing of it but its source, which is left where neither is known to have it.
func (t Tool) whoListed(place int, list data.Number) data.BriefEvidence {
	for _, cell := range t.Printed {
		class, known := billedAs(cell)
		price, _, err := cell.Price()
		if known && err == nil && class == classOf(place) && cell.Qualifiers.Kind == data.KindList && price.Equal(list) {
			return t.Evidence(cell)
		}
	}
	if p := t.Prices.Promotion; p != nil && p.Listed != nil && p.Amount(place) != nil && p.Amount(place).Equal(list) {
		return t.quoted(*p.Listed)
	}
	return bare(t.Published[place])
}

// unstated says of every size of prompt, service and hour that has an input price what its cache costs, where nobody
// prints it: as much as input where the provider bills it so, else it is not known. A dash on the page is no price either.
func (m *maker) unstated() {
	for _, input := range m.lines {
		for _, place := range []int{data.CacheReadPlace, data.CacheWritePlace} {
			terms := input.Terms.As("", data.Timestamp{})
			multiplied := terms.Service != "" && slices.ContainsFunc(m.multiplied, func(f data.TariffFactor) bool {
				return f.Service == terms.Service && (f.Classes == nil || slices.Contains(f.Classes, classOf(place)))
			})
			if multiplied || input.Class != data.ClassInput || !billed(input.Terms.Kind) {
				continue
			}
			e := m.tool.Published[place]
			l := data.TariffLine{Class: classOf(place), Terms: terms, Per: data.PerMillionTokens, State: data.PriceNotStated, Evidence: input.Evidence}
			l.Evidence.Basis = data.ByRule
			if e.Ruling != nil && e.Ruling.Rule == data.SameAsInput {
				l.State, l.Rule, l.Evidence = data.BilledAsInput, e.Ruling, e.Brief()
			}
			m.addNew(l)
		}
	}
}

// promoted says of all prices of tokens that they are promotional, where people have curated that those which are published
// are: providers lower every service and size of prompt together.
func (m *maker) promoted() {
	published := m.lines[data.InputPlace].Terms
	if m.tool.Prices.Promotion == nil || published.Kind != data.KindPromotional || m.lines[data.OutputPlace].Terms.Kind != data.KindPromotional {
		return
	}
	for i, l := range m.lines {
		if l.Terms.Kind == "" && l.State == data.Priced && ofTokens(l.TariffLine) {
			m.lines[i].Terms.Kind, m.lines[i].Terms.Until, m.lines[i].Terms.Promised = data.KindPromotional, published.Until, published.Promised
		}
	}
}

// proportionate adds the list price of every line of a promotion that was promised up to a day and whose list price nobody
// prints: it is raised as that of the published price. Without it such a line would be billed exactly as long as anybody asks.
func (m *maker) proportionate() {
	for place, e := range m.tool.Published {
		now, list := m.lines[place], e.ListPrice
		if list == nil || now.Price == nil || now.Price.IsZero() {
			continue
		}
		for _, l := range m.lines {
			if l.Class != now.Class || l.Price == nil || l.Terms.Kind != data.KindPromotional || l.Terms.Promised == "" {
				continue
			}
			l.Terms.Kind, l.Terms.Promised = data.KindList, ""
			l.Rule = &data.Ruling{Rule: data.InProportion, Formula: fmt.Sprintf("%s times %s/%s", l.Price, list, now.Price)}
			l.State, l.Price = priced(data.Number{Decimal: l.Price.Mul(list.Decimal).DivRound(now.Price.Decimal, 9)}) // a ratio need not end
			l.Evidence = m.tool.whoListed(place, *list)
			l.TariffLine = computed(l.TariffLine)
			l.Evidence.Confidence = data.ByRule.AtMost(l.Evidence.Confidence)
			m.addNew(l.TariffLine)
		}
	}
}
