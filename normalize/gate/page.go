package gate

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Page is what a source stated when it was last read well, beside what it states now.
type Page struct {
	limits  catalog.Gate
	was, is []Cell
	then    map[key]Cell // was, by what is stated
	now     map[key]Cell // is, by what is stated
	moves   []move       // in the order of the page

	// Prices that are set anew land on one another here and there; misread ones, all of them.
	misread []string // the models of which a number looks misread by what it is, where nearly all that moved does
	setAnew bool     // less than half of what moved does
}

// move is a number that differs from what was stated for the same.
type move struct{ was, is Cell }

// Compare pairs what a source stated when it was last read well with what it states now.
func Compare(limits catalog.Gate, was, is []Cell) *Page {
	p := &Page{limits: limits, was: was, is: is, then: byKey(was), now: byKey(is)}
	for _, c := range is {
		if before, ok := p.then[c.state]; ok && p.moved(move{before, c}) {
			p.moves = append(p.moves, move{before, c})
		}
	}
	var looking []move
	for _, m := range p.moves {
		if p.neighbour(m) != "" || p.digits(m) != "" {
			looking = append(looking, m)
		}
	}
	p.setAnew = 2*len(looking) < len(p.moves)
	if 4*len(looking) >= 3*len(p.moves) {
		p.misread = models(looking)
	}
	return p
}

// rules are those of a number that moved, by where it stands. Each says why it is broken, "" if it is not.
var rules = []struct {
	data.GateRule
	why func(*Page, move) string
}{
	{data.RuleAddress, (*Page).elsewhere}, {data.RuleDigits, (*Page).digits}, {data.RuleNeighbour, (*Page).neighbour},
	{data.RuleOrder, (*Page).order}, {data.RuleFactor, (*Page).factor}, {data.RuleTogether, (*Page).together},
}

// Breaches are the rules that a number breaks by where it stands, given where the source stated it last; nil for nowhere.
func (p *Page) Breaches(was *Cell, is Cell) (found []data.Breach) {
	switch {
	case was == nil:
		why := fmt.Sprintf("%s was not on the page when it was last read: it stands under %s", is.Value, where(is.Address))
		return []data.Breach{{Rule: data.RuleAddress, Why: why}}
	case was.Value.Equal(is.Value):
		return nil // it is what it was
	}
	for _, r := range rules {
		if why := r.why(p, move{*was, is}); why != "" {
			found = append(found, data.Breach{Rule: r.GateRule, Why: why})
		}
	}
	return found
}

// standingRules are those that a number breaks by where it stands, and that another reading is needed to find.
var standingRules = []data.GateRule{data.RuleAddress, data.RuleNeighbour, data.RuleTogether, data.RuleFactor, data.RuleDigits, data.RuleText, data.RuleTerms}

// Before is what the source stated of the same, under the same name and terms, when it was last read well.
func (p *Page) Before(is Cell) (Cell, bool) {
	c, ok := p.then[is.state]
	return c, ok
}

func (p *Page) moved(m move) bool { return !m.is.Value.Equal(m.was.Value) && !p.promoted(m) }

// promoted reports whether a promotion begins or ends, with the other price beside it: then neither has moved. Where a list
// price stands beside both, and is another one, both have.
func (p *Page) promoted(m move) bool {
	now, begins := beside(p.now, m.is)
	then, ends := beside(p.then, m.was)
	if begins && ends && !now.Equal(then) {
		return false
	}
	return begins && now.Equal(m.was.Value) || ends && then.Equal(m.is.Value)
}

// alike reports whether two moves are by one factor, or by one step where scores moved.
func (p *Page) alike(x, y move) bool {
	if x.is.kind() == "score" && x.is.Value.Sub(x.was.Value.Decimal).Equal(y.is.Value.Sub(y.was.Value.Decimal)) {
		return true
	}
	return Near(x.is.Value.Mul(y.was.Value.Decimal), y.is.Value.Mul(x.was.Value.Decimal), p.limits.SameFactor)
}

// inStep reports whether numbers all moved by one factor.
func (p *Page) inStep(moves []move) bool {
	return !slices.ContainsFunc(moves, func(m move) bool { return !p.alike(m, moves[0]) })
}

// Near reports whether two numbers differ by at most a share of the second.
func Near(x, y decimal.Decimal, share data.Number) bool {
	return x.Sub(y).Abs().LessThanOrEqual(y.Mul(share.Decimal).Abs())
}

// those are some of the moves.
func those(all []move, which func(move) bool) (some []move) {
	for _, m := range all {
		if which(m) {
			some = append(some, m)
		}
	}
	return some
}

// models are those that moves are about, each once.
func models(all []move) (names []string) {
	for _, m := range all {
		if !slices.Contains(names, m.is.Model) {
			names = append(names, m.is.Model)
		}
	}
	return names
}

// inTable are the numbers of a table that are stated in both readings.
func (p *Page) inTable(table string) (all []move) {
	for _, c := range p.was {
		if is, ok := p.now[c.state]; ok && c.table == table {
			all = append(all, move{c, is})
		}
	}
	return all
}

// Fellows are the models whose numbers of the same class and terms, in any table of the page, moved by the same factor, the
// number's own among them.
func (p *Page) Fellows(was, is Cell) []string {
	return models(those(p.moves, func(m move) bool { return m.was.class() == was.class() && p.alike(m, move{was, is}) }))
}

// Repriced are the models of which a price moved.
func (p *Page) Repriced() []string {
	return models(those(p.moves, func(m move) bool { return m.is.kind() == "price" }))
}

// together finds a number that moved with those of other models: by one factor, with all that moved or with enough of them,
// or with half of a board. Prices that each move by a factor of their own may be set anew: whether anybody else says so is not
// told here.
func (p *Page) together(m move) string {
	n, enough, score := len(p.Fellows(m.was, m.is)), int(p.limits.TogetherAtLeast), m.is.kind() == "score"
	switch {
	case p.promoted(m):
		return ""
	case n >= enough || n > 1 && (score || p.inStep(p.moves)): // results of two hardly ever move by the same points
		return fmt.Sprintf("%d models moved by the same factor at once, it from %s to %s", n, m.was.Value, m.is.Value)
	case slices.Contains(p.misread, m.is.Model) && len(p.misread) > 1:
		return fmt.Sprintf("prices of %d models look misread at once, this one moved from %s to %s", len(p.misread), m.was.Value, m.is.Value)
	}
	board := p.inTable(m.was.table)
	ranked, moved := len(models(board)), len(models(those(board, p.moved)))
	if half := p.limits.TogetherShare.Mul(data.Int(int64(ranked)).Decimal); !score || moved < enough || data.Int(int64(moved)).LessThan(half) {
		return ""
	}
	return fmt.Sprintf("%d of the %d models of the board moved at once, it from %s to %s", moved, ranked, m.was.Value, m.is.Value)
}

// factor finds the prices of a small table that all moved by a factor that stands for another currency. Of several models that
// moved by any factor, together tells, and of prices that landed on another tariff of the page, neighbour.
func (p *Page) factor(m move) string {
	all := p.inTable(m.was.table)
	moves := those(all, p.moved)
	if len(all) < 2 || len(moves) < len(all) || len(models(all)) >= int(p.limits.TogetherAtLeast) || !p.inStep(moves) {
		return ""
	}
	for _, currency := range slices.Sorted(maps.Keys(p.limits.ExchangeRates)) {
		if Near(m.is.Value.Decimal, m.was.Value.Mul(p.limits.ExchangeRates[currency].Decimal), p.limits.RateWithin) {
			return fmt.Sprintf("all %d prices of its table moved by one factor, from %s to %s here: it could be the exchange rate of %s",
				len(moves), m.was.Value, m.is.Value, currency)
		}
	}
	return ""
}

// orders are those in which every provider has two prices of one class of tokens that differ in one term.
var orders = []struct {
	broken string
	drop   func(*data.Qualifiers) // leaves out the term
	below  func(low, high data.Qualifiers) bool
}{
	{"a write that is kept for an hour would cost less", func(q *data.Qualifiers) { q.CacheTTL = "" },
		func(low, high data.Qualifiers) bool { return low.CacheTTL == "" && high.CacheTTL == "1h" }},
	{"longer prompts would cost less", func(q *data.Qualifiers) { q.ContextOver, q.ContextUpTo, q.OverOp, q.UpToOp = "", "", "", "" },
		func(low, high data.Qualifiers) bool { return low.ContextOver == "" && high.ContextOver != "" }},
	{"the better service would cost less", func(q *data.Qualifiers) { q.Service = "" },
		func(low, high data.Qualifiers) bool { return data.CheaperService(low.Service, high.Service) }},
	{"a promotion would cost more than the list price", func(q *data.Qualifiers) { q.Kind, q.ValidFrom, q.ValidUntil = "", "", "" },
		func(low, high data.Qualifiers) bool {
			return low.Kind == data.KindPromotional && high.Kind == data.KindList
		}},
}

// order finds a number that came into an order in which no provider has its prices, with another tariff of the same model.
func (p *Page) order(m move) string {
	for _, other := range p.is {
		if m.is.kind() != "price" || other.Model != m.is.Model || other.Field != m.is.Field {
			continue
		}
		for _, pair := range [][2]Cell{{m.is, other}, {other, m.is}} {
			low, high := pair[0], pair[1]
			words := ordered(low, high)
			lowBefore, okLow := p.then[low.state]
			highBefore, okHigh := p.then[high.state]
			asItWas := okLow && okHigh && highBefore.Value.LessThan(lowBefore.Value.Decimal)
			if words != "" && high.Value.LessThan(low.Value.Decimal) && !asItWas {
				return fmt.Sprintf("%s: %s stands at %s, %s at %s", words, low.describe(), low.Value, high.describe(), high.Value)
			}
		}
	}
	return ""
}

// ordered says what would be wrong if the second of two prices were the lower one: "" for nothing.
func ordered(low, high Cell) string {
	for _, o := range orders {
		a, b := plain(low.Qualifiers), plain(high.Qualifiers)
		a.Status, b.Status = "", ""
		if !o.below(a, b) {
			continue
		}
		o.drop(&a)
		o.drop(&b)
		if a == b {
			return o.broken
		}
	}
	return ""
}

// elsewhere finds a number that stands where nothing of the kind stood: its address is new, or its unit is.
func (p *Page) elsewhere(m move) string {
	switch {
	case !p.Elsewhere(m.was, m.is), p.promoted(m):
		return ""
	case m.was.Unit != m.is.Unit:
		return fmt.Sprintf("it moved from %s to %s, and its unit from %s to %s", m.was.Value, m.is.Value, m.was.Unit, m.is.Unit)
	default:
		return fmt.Sprintf("it moved from %s to %s, and the place where it stands is new: %s", m.was.Value, m.is.Value, differing(m.was.Address, m.is.Address))
	}
}

// Elsewhere reports whether a number stands at another place than before, or in another unit: the page was built anew. A
// column that has only another title or heading is the same place: its other numbers say so.
func (p *Page) Elsewhere(was, is Cell) bool {
	inRow := func(a data.PageAddress) string { return data.PageAddress{Row: a.Row, Notes: a.Notes}.Key() }
	return was.Unit != is.Unit || was.Address.Key() != is.Address.Key() && !(inRow(was.Address) == inRow(is.Address) && p.vouched(is))
}

// vouchers are as many numbers of a column, at least, as tell that it is an old one: stated before, and not moved.
const vouchers = 3

// vouched reports whether most other numbers of a column are what they were when it had another title, or stood elsewhere.
func (p *Page) vouched(is Cell) bool {
	stayed, moved := 0, 0
	for _, c := range p.is {
		was, ok := p.then[c.state]
		switch {
		case !ok || c.column() != is.column() || was.Unit != c.Unit || c.Model == is.Model:
		case was.Value.Equal(c.Value):
			stayed++
		default:
			moved++
		}
	}
	return stayed >= vouchers && stayed >= vouchers*moved
}

// differing says what is new about a place.
func differing(was, is data.PageAddress) string {
	for _, part := range []struct{ name, was, is string }{
		{"the heading", strings.Join(was.Section, " > "), strings.Join(is.Section, " > ")},
		{"the column", was.Column, is.Column},
		{"the row", was.Row, is.Row},
		{"what stands beside it", strings.Join(was.Notes, ", "), strings.Join(is.Notes, ", ")},
		{"the columns of the table", was.Table, is.Table},
	} {
		if part.was != part.is {
			return fmt.Sprintf("%s was %q and is %q", part.name, part.was, part.is)
		}
	}
	return where(is)
}

// where names a place for people.
func where(a data.PageAddress) string {
	return fmt.Sprintf("%q, in the row %q and the column %q", strings.Join(a.Section, " > "), a.Row, a.Column)
}
