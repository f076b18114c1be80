package solved

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize/names"
	"pricepoint/scoring"
)

// run is what a board prints of one row: a model at one effort under one harness.
type run struct {
	cost     data.Observation // what the attempts cost: the mean, or all of them together
	is       map[data.Field]data.Observation
	attempts decimal.Decimal // that the totals are of; zero: not known
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
		if o.Qualifiers.Board != b.Table() && b.Table() != "" || !ofAttempts(o.Field) || o.Qualifiers.Remark != "" {
			continue
		}
		key := runKey{o.Subject, o.Qualifiers}
		if rows[key] == nil {
			rows[key], order = map[data.Field]data.Observation{}, append(order, key)
		}
		rows[key][o.Field] = o
	}
	for _, key := range order {
		r, ok := newRun(b, rows[key])
		if !ok {
			continue
		}
		if why := r.implausible(); why != "" {
			refused = append(refused, data.Refusal{Subject: r.cost.Subject, Quote: r.quote(), Why: why, URL: r.cost.URL, FetchedAt: r.cost.FetchedAt})
			continue
		}
		runs = append(runs, r)
	}
	return runs, refused
}

// ofAttempts reports whether a field tells of the attempts behind a score.
func ofAttempts(f data.Field) bool {
	family, _, _ := strings.Cut(string(f), ".")
	switch family {
	case "solved", "cost", "tokens", "time", "calls", "spread":
		return true
	}
	return false
}

// newRun is false for a row of which no cost per solved task can be told: without a cost, or without a share.
func newRun(b catalog.SolvedBoard, is map[data.Field]data.Observation) (run, bool) {
	r := run{is: is, attempts: decimal.NewFromInt(b.Tasks)}
	if stated, ok := r.number(data.SolvedAttempts); ok {
		r.attempts = stated
	}
	var found bool
	if r.cost, found = is[data.CostMean]; !found {
		if r.cost, found = is[data.CostTotal]; !found || !r.attempts.IsPositive() {
			return r, false
		}
	}
	cost, ok := r.perAttempt()
	share, known := r.share()
	return r, ok && cost.IsPositive() && known && !share.GreaterThan(decimal.NewFromInt(1))
}

// What a mean attempt can cost, in USD. Boards have printed 0.000147 to 26.40; a cost far outside was misread, or is in
// another unit.
var leastPerAttempt, mostPerAttempt = decimal.New(1, -6), decimal.New(1, 6)

// implausible says why nobody can believe the cost of a row, "" where one can.
func (r run) implausible() string {
	cost, _ := r.perAttempt()
	if cost.LessThan(leastPerAttempt) || cost.GreaterThan(mostPerAttempt) {
		return fmt.Sprintf("a cost of %s USD an attempt is outside the plausible %s to %s", cost, leastPerAttempt, mostPerAttempt)
	}
	return ""
}

// number is a number of the row; false when it is not there or none.
func (r run) number(f data.Field) (decimal.Decimal, bool) {
	o, is := r.is[f]
	if !is {
		return decimal.Zero, false
	}
	n, err := data.ParseNumber(o.Value)
	return n.Decimal, err == nil && !n.IsNegative()
}

// perAttempt is what a mean attempt cost.
func (r run) perAttempt() (decimal.Decimal, bool) {
	cost, ok := r.number(r.cost.Field)
	if ok && r.cost.Field == data.CostTotal {
		of := r.attempts
		if some, stated := r.number(data.CostAttempts); stated && some.IsPositive() {
			of = some
		}
		cost = scoring.Significant(cost.DivRound(of, 20), 12)
	}
	return cost, ok
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
func (r run) counts() (solved, attempts int64, ok bool) {
	s, known := r.number(data.SolvedCount)
	n, too := r.number(data.SolvedAttempts)
	return s.IntPart(), n.IntPart(), known && too && n.IsPositive() && !s.GreaterThan(n)
}

// share is that of the attempts that solved their task, 0-1.
func (r run) share() (decimal.Decimal, bool) {
	share, ok := r.number(data.SolvedShare)
	if r.is[data.SolvedShare].Unit == data.Percent {
		share = share.Shift(-2)
	}
	return share, ok
}

// row is the row without what prices have to do with.
func (r run) row(b catalog.SolvedBoard, m names.Match) data.SolvedCost {
	q := r.cost.Qualifiers
	cost, _ := r.perAttempt()
	share, _ := r.share()
	row := data.SolvedCost{
		ModelID: m.Tool, Board: b.ID, Entry: r.cost.Subject, Effort: cmp.Or(q.Effort, m.Effort),
		Share: data.Number{Decimal: share}, CostPerAttempt: data.Number{Decimal: cost},
		Seconds: r.stated(data.TimeMean), Calls: r.stated(data.CallsMean),
		Basis: data.SolvedBasis{Kind: data.BasisUnknown},
	}
	row.Harness, row.HarnessVersion = Versioned(cmp.Or(m.Harness, q.Harness))
	if s, n, ok := r.counts(); ok {
		row.Solved, row.Attempts = s, n
	}
	if tasks, ok := r.number(data.SolvedTasks); ok {
		row.Tasks = tasks.IntPart()
	}
	if text := strings.Join(r.cost.Address.Notes, " "); text != "" {
		row.Basis = data.SolvedBasis{Kind: data.BasisStated, Text: text}
	}
	row.Spread = r.spread(b)
	row.CostPerSolved, row.Interval = perSolved(row, cost)
	return row
}

// stated is a number as it is printed, nil where it is not.
func (r run) stated(f data.Field) *data.Number {
	n, ok := r.number(f)
	if !ok {
		return nil
	}
	return &data.Number{Decimal: n}
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
