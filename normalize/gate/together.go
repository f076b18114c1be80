package gate

import (
	"slices"

	"pricepoint/data"
)

// together finds a number that moved with those of other models: by one factor, with all that moved or with enough of them,
// or with half of a board.
func (p *Page) together(was, is Cell) (data.Breach, bool) {
	if p.promoted(was, is) {
		return data.Breach{}, false
	}
	n := len(p.Fellows(was, is))
	if n >= int(p.limits.TogetherAtLeast) || n > 1 && (is.kind() == "score" || p.inStep(p.moves)) { // results of two hardly ever move by the same points
		return breach(data.RuleTogether, "%d models moved by the same factor at once, it from %s to %s", n, was.Value, is.Value), true
	}
	if slices.Contains(p.misread, is.Model) && len(p.misread) > 1 {
		return breach(data.RuleTogether, "prices of %d models look misread at once, this one moved from %s to %s", len(p.misread), was.Value, is.Value), true
	}
	if is.kind() != "score" {
		return data.Breach{}, false // prices that each move by a factor of their own may be set anew: whether anybody else says so is not told here
	}
	t := p.tables[was.table]
	models, moved := len(t.models), len(t.moved)
	half := data.Int(int64(moved)).GreaterThanOrEqual(p.limits.TogetherShare.Mul(data.Int(int64(models)).Decimal))
	return breach(data.RuleTogether, "%d of the %d models of the board moved at once, it from %s to %s", moved, models, was.Value, is.Value),
		moved >= int(p.limits.TogetherAtLeast) && half
}

// Fellows are the models whose numbers of the same class and terms, in any table of the page, moved by the same factor, the
// number's own among them.
func (p *Page) Fellows(was, is Cell) []string {
	var models []string
	own := move{was, is}
	for _, m := range p.moves {
		if m.was.class() == was.class() && !slices.Contains(models, m.is.Model) && p.alike(m, own) {
			models = append(models, m.is.Model)
		}
	}
	return models
}

// Repriced are the models of which a price moved.
func (p *Page) Repriced() []string {
	var models []string
	for _, m := range p.moves {
		if m.is.kind() == "price" && !slices.Contains(models, m.is.Model) {
			models = append(models, m.is.Model)
		}
	}
	return models
}

// inStep reports whether numbers all moved by one factor.
func (p *Page) inStep(moves []move) bool {
	return !slices.ContainsFunc(moves, func(m move) bool { return !p.alike(m, moves[0]) })
}
