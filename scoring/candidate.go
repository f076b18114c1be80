package scoring

import "github.com/shopspring/decimal"

// Candidate is a tool that can do the work of a use case, has a score and a price that can be trusted, and will not end
// soon.
type Candidate struct {
	ID    string
	Score Interval // overall, 0-100
	Cost  Cost
	Able  Able
	Key   Key
}

// Able says whether a tool is known to meet a need that boards measure, such as speed.
type Able int

// The answers, best first. Only those that are able are recommended, and beat others; the rest fill up short lists.
const (
	KnownAble Able = iota
	NotMeasured
	KnownUnable
)

// Key is what a list is ordered by, larger first, with its 90 % interval: equal ends where it is exact.
type Key struct {
	Class            int // lower ones come first; keys of two classes cannot be compared
	Value, Low, High decimal.Decimal
	Then             decimal.Decimal // orders those that are not told apart, larger first
	Guessed          bool            // most of the value is estimated: it comes after those that it is not told apart from
}

// NoKey is the class of candidates that lack what the list is ordered by.
const NoKey = 9

// Exactly is a key without an interval.
func Exactly(value, then decimal.Decimal) Key {
	return Key{Value: value, Low: value, High: value, Then: then}
}
