package normalize

import (
	"fmt"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// context settles the context window: the provider's page, unless it says in fewer digits what the catalogue knows by now.
func (d *decider) context(t catalog.Tool) data.Evidence {
	n := entry{tool: t, Quantity: data.ContextSize}
	n.fact = curated(n.Quantity, data.Int(t.Context.Tokens), t.Context.Evidence, d.in.provider(t.Provider).Name, data.High, d.in.now)
	proposed := d.in.propose(n) // there is always the fact
	if !n.fact.Placeholder && !proposed.Value.Equal(n.fact.Value) && isRounded(proposed.Value.Decimal, n.fact.Value.Decimal) {
		proposed = n.fact
	}
	c := d.candidate(n, proposed)
	if limit, ok := otherLimit(t, proposed.Value); ok && c.Last != nil {
		c.Standing = append(c.Standing, data.Breach{Rule: data.RuleSlip, Why: fmt.Sprintf("%s is %s", proposed.Value, limit)})
	}
	if c.Last != nil && !sameValue(n.Quantity, c.Last.Value, proposed.Value) {
		c.Was = &c.Last.Value
	}
	e, _ := d.settle(n, c, d.gate.Window(c))
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
	n := entry{tool: t, Quantity: resultOf(column)}
	if s, ok := curatedResult(t, column.ID); ok {
		n.fact = curated(n.Quantity, s.Value, s.Evidence, column.Publisher, data.High, d.in.now)
		n.fact.Publisher, n.fact.PrintedBy, n.fact.Subject, n.fact.Conditions.Effort = column.Publisher, s.PrintedBy, s.Entry, s.Effort
		*n.fact = ofCopy(*n.fact)
	}
	c := d.candidate(n, d.in.proposeResult(n, column))
	if c.Proposed != nil && c.Last != nil && c.Last.Publisher == c.Proposed.Publisher && !column.Relative() {
		rank := d.in.catalog.Scoring.EffortRank
		if rank(c.Proposed.Conditions.Effort) <= rank(c.Last.Conditions.Effort) {
			c.Was = &c.Last.Value
		}
	}
	return d.settle(n, c, d.gate.Score(c))
}
