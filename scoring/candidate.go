package scoring

import "github.com/shopspring/decimal"

// Candidate is a tool that can do the work of a use case, has a price that can be trusted, and will not end soon.
type Candidate struct {
	ID      string
	Score   Interval        // overall, 0-100
	Quality Interval        // by which one beats another where nobody measures the work: the score, or the result by which the list goes
	Tariff  decimal.Decimal // what the scenario costs, USD
	Doubt   Doubt           // about that
	Key     Key             // where nobody measures the work
	Runs    []Run           // on the boards whose tasks are like the work
	Earlier []string        // ids of those before it in its maker's line
}

// CheaperThan reports whether the scenario certainly costs less with c than with another.
func (c Candidate) CheaperThan(other Candidate) bool {
	return !c.Doubt.More && c.Tariff.LessThan(other.Tariff.Sub(other.Doubt.Less))
}

// NoDearerThan reports whether the scenario certainly costs no more with c than with another.
func (c Candidate) NoDearerThan(other Candidate) bool {
	return !c.Doubt.More && !c.Tariff.GreaterThan(other.Tariff.Sub(other.Doubt.Less))
}

// Key is what a list is ordered by where nobody measures the work, larger first, with its 90 % interval: equal ends where it
// is exact.
type Key struct {
	Missing          bool // it lacks what the list is ordered by, and comes last
	Value, Low, High decimal.Decimal
	Then             decimal.Decimal // orders those that are not told apart, larger first
	Guessed          bool            // most of the value is estimated: it comes after those that it is not told apart from
}

// Exactly is a key without an interval.
func Exactly(value, then decimal.Decimal) Key {
	return Key{Value: value, Low: value, High: value, Then: then}
}
