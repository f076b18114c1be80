package solved

import "github.com/shopspring/decimal"

// Class is a class of tokens that is billed apart.
type Class string

// The classes.
const (
	Input      Class = "input"
	CacheRead  Class = "cacheRead"
	CacheWrite Class = "cacheWrite"
	Output     Class = "output"
)

// Classes are all of them, in the order of a prompt and its answer.
var Classes = []Class{Input, CacheRead, CacheWrite, Output}

// Tokens are those of a mean attempt. Uncached, read and written ones are the input; reasoning is part of the output.
type Tokens struct {
	Uncached, CacheRead, CacheWrite, Output decimal.Decimal

	Writes Writes
}

// Writes says what is known of the tokens that were written to a cache.
type Writes int

// What is known.
const (
	WritesUnknown Writes = iota // any of the uncached tokens can have been written
	WritesCounted               // CacheWrite has them
	AllWritten                  // all uncached tokens were
)

// Prices are USD per million tokens by class; a class that is not there has no known price. Where writing to a cache has no
// price of its own, CacheWrite is that of Input. LongOver is the size of a prompt, in tokens, above which they are higher; 0:
// they are the same for every size.
type Prices struct {
	Of       map[Class]decimal.Decimal
	LongOver int64
}

// cost is what tokens cost: two amounts, where it is not known which tokens were written, the lower first.
type cost struct {
	low, high decimal.Decimal
	unpriced  []Class
}

// at is what tokens cost in short prompts, exactly.
func (t Tokens) at(p Prices) (c cost) {
	plain := map[Class]decimal.Decimal{Input: t.Uncached, CacheRead: t.CacheRead, CacheWrite: t.CacheWrite, Output: t.Output}
	written := map[Class]decimal.Decimal{CacheRead: t.CacheRead, CacheWrite: t.CacheWrite.Add(t.Uncached), Output: t.Output}
	switch t.Writes {
	case WritesCounted:
		written = plain
	case AllWritten:
		plain = written
	}
	for _, class := range Classes {
		price, known := p.Of[class]
		if !known && (plain[class].IsPositive() || written[class].IsPositive()) {
			c.unpriced = append(c.unpriced, class)
		}
		c.low, c.high = c.low.Add(plain[class].Mul(price)), c.high.Add(written[class].Mul(price))
	}
	c.low, c.high = decimal.Min(c.low, c.high).Shift(-6), decimal.Max(c.low, c.high).Shift(-6)
	return c
}

// Kind says how far a re-priced cost can be trusted.
type Kind string

// The kinds.
const (
	Unpriced   Kind = "unknown"    // a class of the tokens has no known price
	Exact      Kind = "exact"      // tokens of every class times their price
	Pair       Kind = "pair"       // between two amounts: it is not known which tokens were written to a cache
	Estimate   Kind = "estimate"   // the published cost, moved as the cost of its tokens has moved
	LowerBound Kind = "lowerBound" // more than that, by nobody knows how much: long prompts cost more
)

// Repriced is what an attempt costs at other prices, in USD.
type Repriced struct {
	Kind  Kind
	Cost  decimal.Decimal // exact or estimated; of a pair the lower one
	High  decimal.Decimal // of a pair the higher one
	Least decimal.Decimal // of an estimate and a lower bound: it costs this at least

	Missing []Class // of Unpriced
}

// Basis is a published cost whose prices are known, but for the dearer long prompts.
type Basis struct {
	Cost   decimal.Decimal // USD an attempt, as published
	Prices Prices
}

// Reprice is what tokens cost at prices. basis, nil where it is not known, helps where long prompts cost more: means do not
// say how many there were, but the published cost has them, provided that the same prompts counted as long then.
func Reprice(t Tokens, now Prices, basis *Basis) Repriced {
	c := t.at(now)
	switch {
	case len(c.unpriced) > 0:
		return Repriced{Kind: Unpriced, Missing: c.unpriced}
	case now.LongOver == 0 && c.low.Equal(c.high):
		return Repriced{Kind: Exact, Cost: c.low}
	case now.LongOver == 0:
		return Repriced{Kind: Pair, Cost: c.low, High: c.high}
	}
	r := Repriced{Kind: LowerBound, Least: c.low}
	if basis == nil || basis.Prices.LongOver != now.LongOver {
		return r
	}
	then := t.at(basis.Prices)
	if len(then.unpriced) > 0 || !then.low.IsPositive() {
		return r
	}
	r.Kind = Estimate
	r.Cost = decimal.Max(r.Least, basis.Cost.Mul(c.low).DivRound(then.low, digits))
	return r
}
