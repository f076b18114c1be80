package solved

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/data/rating"
	"pricepoint/normalize/names"
	"pricepoint/scoring"
)

// run is what a board prints of one row: a model at one effort under one harness.
type run struct {
	cost       data.Observation // what the attempts cost: the mean, or all of them together
	is         map[data.Field]data.Observation
	attempts   decimal.Decimal // that the totals are of; zero: not known
	perAttempt decimal.Decimal // what a mean attempt cost
	share      decimal.Decimal // of the attempts that solved their task, 0-1
}

// runKey is what the observations of a row have in common.
type runKey struct {
	subject string
	data.Qualifiers
}

// runsOf sorts the observations of a source into the rows of a board that have a cost and a share of solved attempts, in
// the order in which they are printed, and those of them that are not believed. Of numbers with a remark nobody knows what
// they stand for.
func runsOf(b catalog.SolvedBoard, printed []data.Observation) (runs []run, refused []data.Refusal) {
	rows, order := map[runKey]map[data.Field]data.Observation{}, []runKey{}
	for _, o := range printed {
		family, _, _ := strings.Cut(string(o.Field), ".")
		if o.Qualifiers.Board != b.Table() && b.Table() != "" || !slices.Contains(ofAttempts, family) || o.Qualifiers.Remark != "" {
			continue
		}
		key := runKey{o.Subject, o.Qualifiers}
		if rows[key] == nil {
			rows[key], order = map[data.Field]data.Observation{}, append(order, key)
		}
		rows[key][o.Field] = o
	}
	for _, key := range order {
		switch r, ok := newRun(b, rows[key]); {
		case !ok:
		case r.perAttempt.LessThan(leastPerAttempt) || r.perAttempt.GreaterThan(mostPerAttempt):
			why := fmt.Sprintf("a cost of %s USD an attempt is outside the plausible %s to %s", r.perAttempt, leastPerAttempt, mostPerAttempt)
			refused = append(refused, data.Refusal{Subject: r.cost.Subject, Quote: r.quote(), Why: why, URL: r.cost.URL, FetchedAt: r.cost.FetchedAt})
		default:
			runs = append(runs, r)
		}
	}
	return runs, refused
}

// ofAttempts are the families of fields that tell of the attempts behind a score.
var ofAttempts = []string{"solved", "cost", "tokens", "time", "calls", "spread"}

// newRun is false for a row of which no cost per solved task can be told: without a cost, or without a share.
func newRun(b catalog.SolvedBoard, is map[data.Field]data.Observation) (run, bool) {
	r := run{is: is, attempts: decimal.NewFromInt(b.Tasks)}
	if stated, ok := r.number(data.SolvedAttempts); ok {
		r.attempts = stated
	}
	var costs, known bool
	if r.cost, costs = is[data.CostMean]; costs {
		r.perAttempt, costs = r.number(data.CostMean)
	} else if total, stated := r.number(data.CostTotal); stated && r.attempts.IsPositive() {
		of := r.attempts
		if some, stated := r.number(data.CostAttempts); stated && some.IsPositive() {
			of = some
		}
		r.cost, r.perAttempt, costs = is[data.CostTotal], scoring.Significant(total.DivRound(of, 20), 12), true
	}
	if r.share, known = r.number(data.SolvedShare); is[data.SolvedShare].Unit == data.Percent {
		r.share = r.share.Shift(-2)
	}
	return r, costs && r.perAttempt.IsPositive() && known && !r.share.GreaterThan(decimal.NewFromInt(1))
}

// What a mean attempt can cost, in USD. Boards have printed 0.000147 to 26.40; a cost far outside was misread, or is in
// another unit.
var leastPerAttempt, mostPerAttempt = decimal.New(1, -6), decimal.New(1, 6)

// number is a number of the row; false when it is not there or none.
func (r run) number(f data.Field) (decimal.Decimal, bool) {
	o, is := r.is[f]
	if !is {
		return decimal.Zero, false
	}
	n, err := data.ParseNumber(o.Value)
	return n.Decimal, err == nil && !n.IsNegative()
}

// quote is what the board prints of the cost and of the share, which both are needed.
func (r run) quote() string {
	share := r.is[data.SolvedShare]
	if share.Address.Column == "" {
		return r.cost.Quote
	}
	return r.cost.Quote + " | " + share.Address.Column + " " + share.Value
}

// counts are how many attempts there were, and how many of them solved their task; false where that is not stated.
func (r run) counts() (won, attempts int64, ok bool) {
	s, known := r.number(data.SolvedCount)
	n, too := r.number(data.SolvedAttempts)
	return s.IntPart(), n.IntPart(), known && too && n.IsPositive() && !s.GreaterThan(n)
}

// row is the row without what prices have to do with.
func (r run) row(b catalog.SolvedBoard, m names.Match) rating.SolvedCost {
	q := r.cost.Qualifiers
	row := rating.SolvedCost{
		ModelID: m.Tool, Board: b.ID, Entry: r.cost.Subject, Effort: cmp.Or(q.Effort, m.Effort),
		Share: data.Number{Decimal: r.share}, CostPerAttempt: data.Number{Decimal: r.perAttempt},
		Seconds: r.stated(data.TimeMean), Calls: r.stated(data.CallsMean),
		Basis: rating.SolvedBasis{Kind: rating.BasisUnknown},
	}
	row.Harness, row.HarnessVersion = Versioned(cmp.Or(m.Harness, q.Harness))
	if s, n, ok := r.counts(); ok {
		row.Solved, row.Attempts = s, n
	}
	if tasks, ok := r.number(data.SolvedTasks); ok {
		row.Tasks = tasks.IntPart()
	}
	if text := strings.Join(r.cost.Address.Notes, " "); text != "" {
		row.Basis = rating.SolvedBasis{Kind: rating.BasisStated, Text: text}
	}
	row.Spread = r.spread(b)
	row.CostPerSolved, row.Interval = perSolved(row, r.perAttempt)
	return row
}

// stated is a number as it is printed, nil where it is not.
func (r run) stated(f data.Field) *data.Number {
	if n, ok := r.number(f); ok {
		return &data.Number{Decimal: n}
	}
	return nil
}

// version is how versions look behind the name of an agent.
var version = regexp.MustCompile(`^(.+) v?(\d[\w.+-]*)$`)

// Versioned takes a harness and its version apart.
func Versioned(harness string) (name, of string) {
	if parts := version.FindStringSubmatch(harness); parts != nil {
		return parts[1], parts[2]
	}
	return harness, ""
}

// tokens are those of a mean attempt, nil where the board prints none.
func (r run) tokens(allWritten bool) *rating.SolvedTokens {
	t := rating.SolvedTokens{
		Input: r.perRun(data.TokensInput), Uncached: r.stated(data.TokensUncached), CacheRead: r.perRun(data.TokensCacheRead),
		CacheWrite: r.stated(data.TokensCacheWrite), Output: r.perRun(data.TokensOutput), Reasoning: r.stated(data.TokensReasoning),
	}
	if t == (rating.SolvedTokens{}) {
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
	switch {
	case n == nil || r.is[f].Unit != data.TokensPerRun:
		return n
	case !r.attempts.IsPositive():
		return nil
	}
	return &data.Number{Decimal: scoring.Significant(n.DivRound(r.attempts, 20), 12)}
}

// complete reports whether the tokens can be priced class by class.
func complete(t *rating.SolvedTokens) bool {
	return t != nil && t.Uncached != nil && t.CacheRead != nil && t.Output != nil
}
