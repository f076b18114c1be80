package normalize

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// prices settles the four prices of a tool together: the gate compares whole rows of them.
func (d *decider) prices(t catalog.Tool) [len(data.Prices)]data.Evidence {
	var asked [len(data.Prices)]read.Entry
	var row gate.Row
	for place, q := range data.Prices {
		n := read.Entry{Tool: t, Quantity: q, Fact: d.priceFact(t, place)}
		if place == data.CacheReadPlace || place == data.CacheWritePlace {
			n.Input = row[data.InputPlace].Proposed
		}
		asked[place], row[place] = n, d.candidate(n, d.propose(n))
		row[place].Was = d.like(row[place].Last, row[place].Proposed)
	}
	var settled [len(data.Prices)]data.Evidence
	for place, v := range d.gate.Row(row) {
		e, ok := d.settle(asked[place], row[place], v)
		if !ok { // nobody states it, or it is held, and nothing else was ever stated
			held := e.Held
			e = d.byRule(asked[place], settled[data.InputPlace])
			e.Held = held
		}
		settled[place] = e
	}
	for place, n := range asked {
		e := &settled[place]
		switch {
		case e.Method != data.Ruled:
			d.corroborated(n, e)
		case !e.Ruling.Rule.Unknown():
			e.Confidence = settled[data.InputPlace].Confidence
		}
		d.announce(n, e)
	}
	return settled
}

// priceFact is what the catalogue states of a price, nil where it states none.
func (d *decider) priceFact(t catalog.Tool, place int) *data.Evidence {
	n := t.Prices.Amounts().Amount(place)
	if n == nil || t.Uncurated {
		return nil
	}
	verified, confidence := t.Prices.EvidenceOf(place)
	e := d.AfterPromotion(t, place, d.Promoted(t, place, *read.Curated(data.Prices[place], *n, verified, d.Provider(t.Provider).Name, confidence, d.Now)))
	return &e
}

// like is the number to compare a new value with. When a promotion ends or begins, list price is compared with list
// price, unless they are so far apart that one of them was hardly read right.
func (d *decider) like(last, now *data.Evidence) *data.Number {
	promotion := func(e *data.Evidence) bool { return e.Conditions.Kind == data.KindPromotional }
	near := func(e *data.Evidence) bool {
		return e.ListPrice != nil && !gate.Apart(*e.ListPrice, e.Value, d.Catalog.Gate.RereadBelow)
	}
	switch {
	case last == nil:
		return nil
	case now == nil, promotion(last) == promotion(now):
		return &last.Value
	case promotion(last) && near(last):
		return last.ListPrice
	case promotion(now) && near(now) && now.ListPrice.Equal(last.Value):
		return &now.Value
	}
	return &last.Value
}

// byRule is the price of a class of tokens that is not billed apart: what input costs. Where nobody states whether it
// is, reading from a cache is never dearer than not having one; writing to it can be.
func (d *decider) byRule(n read.Entry, input data.Evidence) data.Evidence {
	e := data.Evidence{
		Field: n.Name, Value: input.Value, Unit: n.Unit, Method: data.Ruled, Basis: data.ByRule, Confidence: input.Confidence,
		Source: input.Source, Publisher: input.Publisher, URL: input.URL, FetchedAt: input.FetchedAt, ConfirmedAt: input.ConfirmedAt,
		ChangedAt: input.ChangedAt, VerifiedAt: input.VerifiedAt, Placeholder: input.Placeholder,
	}
	rule := data.SameAsInput
	if n.Tool.Prices.CacheRule == catalog.Unknown {
		rule, e.Confidence = data.InputInstead, data.Low
		if n.Name == data.FieldCacheRead {
			rule = data.InputAsBound
		}
	}
	e.RestOn(data.Ruling{Rule: rule})
	return d.Before.KeepClock(n.Tool.ID, e, d.Now)
}

// context settles the context window: the provider's page, unless it says in fewer digits what the catalogue knows by now.
func (d *decider) context(t catalog.Tool) data.Evidence {
	n := read.Entry{Tool: t, Quantity: data.ContextSize}
	n.Fact = read.Curated(n.Quantity, data.Int(t.Context.Tokens), t.Context.Evidence, d.Provider(t.Provider).Name, data.High, d.Now)
	proposed := d.propose(n) // there is always the fact
	if !n.Fact.Placeholder && !proposed.Value.Equal(n.Fact.Value) && read.IsRounded(proposed.Value.Decimal, n.Fact.Value.Decimal) {
		proposed = n.Fact
	}
	c := d.candidate(n, proposed)
	if limit, ok := otherLimit(t, proposed.Value); ok && c.Last != nil {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleSlip, Why: fmt.Sprintf("%s is %s", proposed.Value, limit)})
	}
	if c.Last != nil && !sameValue(n.Quantity, c.Last.Value, proposed.Value) {
		c.Was = &c.Last.Value
	}
	e, _ := d.settle(n, c, d.gate.Judge(c))
	d.corroborated(n, &e)
	return e
}

// otherLimit says which other limit of a tool a number of tokens is known as.
func otherLimit(t catalog.Tool, n data.Number) (string, bool) {
	for _, p := range t.Properties {
		switch {
		case n.Equal(data.Int(t.Context.Tokens)):
			return "", false // as long as all of its context
		case p.MaxOutput != 0 && n.Equal(data.Int(p.MaxOutput)):
			return "how long its answers can be", true
		case p.InputLimit != 0 && n.Equal(data.Int(p.InputLimit)):
			return "how long its prompts can be", true
		}
	}
	return "", false
}

// result settles one benchmark result of a tool.
func (d *decider) result(t catalog.Tool, column catalog.Column) (data.Evidence, bool) {
	n := read.Entry{Tool: t, Quantity: read.ResultOf(column)}
	if s, ok := read.CuratedResult(t, column.ID); ok {
		n.Fact = read.Curated(n.Quantity, s.Value, s.Evidence, column.Publisher, data.High, d.Now)
		n.Fact.Publisher, n.Fact.PrintedBy, n.Fact.Subject, n.Fact.Conditions.Effort = column.Publisher, s.PrintedBy, s.Entry, s.Effort
		*n.Fact = read.OfCopy(*n.Fact)
	}
	c := d.candidate(n, d.proposeResult(n, column))
	if c.Proposed != nil && c.Last != nil && c.Last.Publisher == c.Proposed.Publisher && !column.Relative() {
		rank := d.Catalog.Scoring.EffortRank
		if rank(c.Proposed.Conditions.Effort) <= rank(c.Last.Conditions.Effort) {
			c.Was = &c.Last.Value
		}
	}
	return d.settle(n, c, d.gate.Judge(c))
}
