package leaderboard

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// instances are sums over attempts that are printed one by one. Nothing of a single attempt is kept.
type instances struct {
	attempts, solved            int64
	cost, costOfSolved, squares decimal.Decimal // USD, USD, USD²
}

// maxInstances bounds how many attempts one row may have.
const maxInstances = 10_000

// instance is one attempt.
type instance struct {
	Cost     json.RawMessage
	Resolved *bool
}

// sumInstances reads a row's attempts by task. It is false when the row has none, or when not every one has a cost and a
// result: sums over some of them would be of other attempts than the row. What has neither is no attempt.
func sumInstances(raw json.RawMessage) (s instances, ok bool) {
	var all page.Entries[json.RawMessage]
	if len(raw) == 0 || json.Unmarshal(raw, &all) != nil || len(all.Twice) > 0 || len(all.Of) > maxInstances {
		return s, false
	}
	for _, task := range all.Names() {
		written := all.Of[task]
		if !bytes.HasPrefix(written, []byte("{")) {
			continue
		}
		var one instance
		if json.Unmarshal(written, &one) != nil {
			return s, false
		}
		if none := one.Cost == nil && one.Resolved == nil; !none && !s.count(one) {
			return s, false
		}
	}
	return s, s.attempts > 0
}

// count adds an attempt, if it has a cost and a result.
func (s *instances) count(one instance) bool {
	text := page.Scalar(one.Cost)
	if one.Resolved == nil || !amountDigits.MatchString(text) {
		return false
	}
	cost, err := data.ParseNumber(text)
	if err != nil {
		return false
	}
	s.attempts, s.cost, s.squares = s.attempts+1, s.cost.Add(cost.Decimal), s.squares.Add(cost.Mul(cost.Decimal))
	if *one.Resolved {
		s.solved, s.costOfSolved = s.solved+1, s.costOfSolved.Add(cost.Decimal)
	}
	return true
}

// enoughInstances are so many attempts that they are a run, and no sample of one.
const enoughInstances = 100

// above reports whether the attempts solved more than a share in percent says, by more than a point: boards round, and leave
// out attempts that broke off. That fewer did is no contradiction: details get lost.
func (s instances) above(share decimal.Decimal) bool {
	if s.attempts < enoughInstances {
		return false
	}
	counted := decimal.NewFromInt(100*s.solved).DivRound(decimal.NewFromInt(s.attempts), 4)
	return counted.Sub(share).GreaterThan(decimal.NewFromInt(1))
}

// squareDigits is how many decimals of the squares are kept: those of costs have more than any other number.
const squareDigits = 20

// add writes the sums beside the row.
func (s instances) add(a *attempts) {
	before := len(a.found)
	const column = "per_instance_details"
	a.add(data.SpreadAttempts, data.Attempts, column, fmt.Sprint(s.attempts))
	a.add(data.SpreadSolved, data.Attempts, column, fmt.Sprint(s.solved))
	a.add(data.SpreadCost, data.USDPerRun, column, s.cost.String())
	a.add(data.SpreadSolvedCost, data.USDPerRun, column, s.costOfSolved.String())
	a.add(data.SpreadSquares, data.SquareUSDPerRun, column, s.squares.Round(squareDigits).String())
	for i := range a.found[before:] {
		a.found[before+i].Computed = fmt.Sprintf("the sum over %d attempts", s.attempts)
	}
}
