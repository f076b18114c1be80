package normalize

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/gate"
	"pricepoint/normalize/read"
)

// priced is a tool with its four prices, which are settled together: the gate compares whole rows of them.
func (d *decider) priced(t catalog.Tool) Tool {
	var asked [len(data.Prices)]number
	var row gate.Row
	for place, q := range data.Prices {
		n := read.Entry{Tool: t, Quantity: q, Fact: d.from.PriceFact(t, place)}
		if place == data.CacheReadPlace || place == data.CacheWritePlace {
			n.Input = row[data.InputPlace].Proposed
		}
		asked[place] = d.number(n)
		row[place] = d.candidate(asked[place], asked[place].propose())
		row[place].Was = like(row[place].Last, row[place].Proposed, d.from.Catalog.Gate.RereadBelow)
	}
	var settled [len(data.Prices)]data.Evidence
	for place, v := range d.gate.Row(row) {
		e, ok := d.settle(asked[place], row[place], v)
		if !ok { // nobody states it, or it is held, and nothing else was ever stated
			held := e.Held
			e = asked[place].byRule(settled[data.InputPlace])
			e.Held = held
		}
		settled[place] = e
	}
	for place, n := range asked {
		e := &settled[place]
		switch {
		case e.Method != data.Ruled:
			*e = d.corroborated(n, *e)
		case !e.Ruling.Rule.Unknown():
			e.Confidence = settled[data.InputPlace].Confidence
		}
		e.Announced = n.announced(*e)
		d.found.Add(n.due(*e)...)
	}
	return Tool{
		Tool: t, ProviderName: d.from.Provider(t.Provider).Name,
		Input: settled[data.InputPlace], Output: settled[data.OutputPlace],
		CacheRead: settled[data.CacheReadPlace], CacheWrite: settled[data.CacheWritePlace],
	}
}

// like is the number to compare a new value with. When a promotion ends or begins, list price is compared with list
// price, unless they are so far apart that one of them was hardly read right.
func like(last, now *data.Evidence, apart data.Number) *data.Number {
	promotion := func(e *data.Evidence) bool { return e.Conditions.Kind == data.KindPromotional }
	near := func(e *data.Evidence) bool { return e.ListPrice != nil && !gate.Apart(*e.ListPrice, e.Value, apart) }
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
func (n number) byRule(input data.Evidence) data.Evidence {
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
	return n.from.Before.KeepClock(n.Tool.ID, e, n.from.Now)
}

// context settles the context window: the provider's page, unless it says in fewer digits what the catalogue knows by now.
func (d *decider) context(t catalog.Tool) data.Evidence {
	maker := d.from.Provider(t.Provider).Name
	fact := read.Curated(data.ContextSize, data.Int(t.Context.Tokens), t.Context.Evidence, maker, data.High, d.from.Now)
	n := d.number(read.Entry{Tool: t, Quantity: data.ContextSize, Fact: fact})
	proposed := n.propose() // there is always the fact
	if !fact.Placeholder && !proposed.Value.Equal(fact.Value) && read.IsRounded(proposed.Value.Decimal, fact.Value.Decimal) {
		proposed = fact
	}
	c := d.candidate(n, proposed)
	if limit := otherLimit(t, proposed.Value); limit != "" && c.Last != nil {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleSlip, Why: fmt.Sprintf("%s is %s", proposed.Value, limit)})
	}
	if c.Last != nil && !n.same(*c.Last, *proposed) {
		c.Was = &c.Last.Value
	}
	e, _ := d.settle(n, c, d.gate.Judge(c))
	return d.corroborated(n, e)
}

// otherLimit says which other limit of a tool a number of tokens is known as, "" for none.
func otherLimit(t catalog.Tool, n data.Number) string {
	for _, p := range t.Properties {
		switch {
		case n.Equal(data.Int(t.Context.Tokens)):
			return "" // as long as all of its context
		case p.MaxOutput != 0 && n.Equal(data.Int(p.MaxOutput)):
			return "how long its answers can be"
		case p.InputLimit != 0 && n.Equal(data.Int(p.InputLimit)):
			return "how long its prompts can be"
		}
	}
	return ""
}

// result settles one benchmark result of a tool.
func (d *decider) result(t catalog.Tool, column catalog.Column) (data.Evidence, bool) {
	entry := read.Entry{Tool: t, Quantity: read.ResultOf(column)}
	if s := read.CuratedResult(t, column.ID); s != nil {
		fact := *read.Curated(entry.Quantity, s.Value, s.Evidence, column.Publisher, data.High, d.from.Now)
		fact.Publisher, fact.PrintedBy, fact.Subject, fact.Conditions.Effort = column.Publisher, s.PrintedBy, s.Entry, s.Effort
		fact = read.OfCopy(fact)
		entry.Fact = &fact
	}
	n, rank := d.number(entry), d.from.Catalog.Scoring.EffortRank
	c := d.candidate(n, n.proposeResult(column))
	comparable := c.Proposed != nil && c.Last != nil && c.Last.Publisher == c.Proposed.Publisher && !column.Relative()
	if comparable && rank(c.Proposed.Conditions.Effort) <= rank(c.Last.Conditions.Effort) {
		c.Was = &c.Last.Value
	}
	return d.settle(n, c, d.gate.Judge(c))
}

// settle publishes a candidate that the gate lets through, and keeps the last good value of one that is held. ok is false
// when there is none.
func (d *decider) settle(n number, c gate.Candidate, v gate.Verdict) (e data.Evidence, ok bool) {
	switch {
	case c.Proposed == nil:
		return e, false
	case v.Held:
		d.found.Add(v.Finding)
		return n.kept(v.Finding.ID)
	}
	e = *c.Proposed
	if v.Ruling.Rule != "" {
		e.RestOn(v.Ruling)
		if v.Ruling.Rule == data.Corroborated || v.Ruling.Rule == data.AcceptedByHand {
			d.confirmed[e.Source] = true
		}
		if v.Known {
			e.ChangedAt = data.At(d.from.Now) // it was read before, and is published only now
		}
	}
	if c.Last == nil && c.OwnPage && c.Witness == "" {
		e.Confidence = data.Low // there was nothing to hold it against
	}
	if fact := n.Fact; fact != nil && !fact.Placeholder && fact.Value.Equal(e.Value) && fact.Basis.FirstHand() {
		e.VerifiedAt = fact.VerifiedAt
		e = read.Doubted(e, *fact)
	}
	d.found.Add(n.gone(e)...)
	if alone := n.published(e, c); len(alone) > 0 {
		d.found.Add(alone...)
		e.Confidence = lower(e.Confidence)
	}
	e.Confidence = e.Basis.AtMost(e.Confidence)
	return d.from.Before.KeepClock(n.Tool.ID, e, d.from.Now), true
}

// kept is what stays published while a newer value is held.
func (n number) kept(held string) (e data.Evidence, ok bool) {
	last := n.last
	if last == nil {
		last = n.Fact
	}
	if last == nil {
		return data.Evidence{Field: n.Name, Held: held}, false
	}
	e = n.from.Sources.Carried(*last)
	// What is held is the maker's word against a list's. The list may have corrected itself meanwhile.
	if now, ok := n.from.Stated.Of(last.Source, n.Field()); ok && n.from.Sources.Feed(last.Source) && n.isSupported(now) {
		e = now
	}
	e.Confidence, e.Held = e.Basis.AtMost(e.Confidence), held
	return n.from.Before.KeepClock(n.Tool.ID, e, n.from.Now), true
}

// corroborated is a published value with who else states it and how far it can be trusted by now. Those who may know of a change
// are reported.
func (d *decider) corroborated(n number, e data.Evidence) data.Evidence {
	e.UnconfirmedSince, e.Confidence = n.unconfirmedSince(e), n.trust(e)
	d.found.Add(n.old(e)...)
	e, against := n.withStatements(e)
	d.found.Add(n.contradicted(e, against)...)
	return e
}
