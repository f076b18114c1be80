package solved

import (
	"pricepoint/data"
	"pricepoint/scoring"
	"pricepoint/scoring/solved"
)

// tokens are those of a mean attempt, nil where the board prints none.
func (r run) tokens(allWritten bool) *data.SolvedTokens {
	t := data.SolvedTokens{
		Input: r.perRun(data.TokensInput), Uncached: r.stated(data.TokensUncached), CacheRead: r.perRun(data.TokensCacheRead),
		CacheWrite: r.stated(data.TokensCacheWrite), Output: r.perRun(data.TokensOutput), Reasoning: r.stated(data.TokensReasoning),
	}
	if t == (data.SolvedTokens{}) {
		return nil
	}
	if t.Uncached == nil && t.Input != nil && t.CacheRead != nil {
		rest := t.Input.Sub(t.CacheRead.Decimal)
		if t.CacheWrite != nil {
			rest = rest.Sub(t.CacheWrite.Decimal)
		}
		if !rest.IsNegative() {
			t.Uncached = &data.Number{Decimal: rest}
		}
	}
	t.UncachedWritten = allWritten && t.CacheWrite == nil
	return &t
}

// perRun is a count for one attempt, also where the board prints it for all of them.
func (r run) perRun(f data.Field) *data.Number {
	n := r.stated(f)
	if n == nil || r.is[f].Unit != data.TokensPerRun {
		return n
	}
	if !r.attempts.IsPositive() {
		return nil
	}
	return &data.Number{Decimal: scoring.Significant(n.DivRound(r.attempts, 20), 12)}
}

// complete reports whether the tokens can be priced class by class.
func complete(t *data.SolvedTokens) bool {
	return t != nil && t.Uncached != nil && t.CacheRead != nil && t.Output != nil
}

// billed are complete tokens as they are billed.
func billed(t data.SolvedTokens) solved.Tokens {
	b := solved.Tokens{Uncached: t.Uncached.Decimal, CacheRead: t.CacheRead.Decimal, Output: t.Output.Decimal}
	switch {
	case t.CacheWrite != nil:
		b.CacheWrite, b.Writes = t.CacheWrite.Decimal, solved.WritesCounted
	case t.UncachedWritten:
		b.Writes = solved.AllWritten
	}
	return b
}
