package normalize

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/read"
)

// context settles the context window: the provider's page, unless it says in fewer digits what the catalogue knows by now.
func (d *decider) context(t catalog.Tool) data.Evidence {
	n := read.Entry{Tool: t, Quantity: data.ContextSize}
	n.Fact = read.Curated(n.Quantity, data.Int(t.Context.Tokens), t.Context.Evidence, d.in.Provider(t.Provider).Name, data.High, d.in.Now)
	proposed := d.in.propose(n) // there is always the fact
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
		n.Fact = read.Curated(n.Quantity, s.Value, s.Evidence, column.Publisher, data.High, d.in.Now)
		n.Fact.Publisher, n.Fact.PrintedBy, n.Fact.Subject, n.Fact.Conditions.Effort = column.Publisher, s.PrintedBy, s.Entry, s.Effort
		*n.Fact = read.OfCopy(*n.Fact)
	}
	c := d.candidate(n, d.in.proposeResult(n, column))
	if c.Proposed != nil && c.Last != nil && c.Last.Publisher == c.Proposed.Publisher && !column.Relative() {
		rank := d.in.Catalog.Scoring.EffortRank
		if rank(c.Proposed.Conditions.Effort) <= rank(c.Last.Conditions.Effort) {
			c.Was = &c.Last.Value
		}
	}
	return d.settle(n, c, d.gate.Judge(c))
}
