package gate

import (
	"slices"
	"time"

	"pricepoint/data"
)

// neighbour finds a number that landed on what another cell said until now, though that cell did not move along: another
// tier, service or region of the same model, or a row of another one.
func (p *Page) neighbour(was, is Cell) (data.Breach, bool) {
	for _, n := range p.was {
		if !n.Value.Equal(is.Value) || n.kind() != is.kind() || p.along(n, was, is) {
			continue
		}
		switch {
		case n.Model == was.Model && !sameRow(n, was) && !p.cameTrue(n, is):
			return p.took(was, is, n), true
		case n.Model != was.Model && !p.setAnew && (p.exchanged(n, was) || p.fromRow(n, was)):
			return p.took(was, is, n), true
		}
	}
	return data.Breach{}, false
}

// findMisread finds the models of which a number is what others said until now, or has a footnote mark behind it, and how many
// such numbers there are.
func (p *Page) findMisread() (models []string, numbers int) {
	for _, m := range p.moves {
		_, taken := p.neighbour(m.was, m.is)
		_, glued := p.digits(m.was, m.is)
		if !taken && !glued {
			continue
		}
		if numbers++; !slices.Contains(models, m.is.Model) {
			models = append(models, m.is.Model)
		}
	}
	return models, numbers
}

func (p *Page) took(was, is, n Cell) data.Breach {
	return breach(data.RuleNeighbour, "it moved from %s to %s, which was %s until now", was.Value, is.Value, n.describe())
}

// sameRow reports whether a cell is another class of tokens of the same row: the row rules of package gate look at those.
func sameRow(n, was Cell) bool { return n.state.terms == was.state.terms }

// OtherHours reports whether a number landed on what the same cost at other hours until now.
func (p *Page) OtherHours(was, is Cell) bool {
	return slices.ContainsFunc(p.was, func(n Cell) bool {
		hours := n.state
		hours.terms.Window = was.state.terms.Window
		return hours == was.state && n.state != was.state && n.Value.Equal(is.Value) && !p.along(n, was, is)
	})
}

// along reports whether a neighbour moved by the same factor.
func (p *Page) along(n, was, is Cell) bool {
	now, ok := p.now[n.state]
	return ok && !n.Value.IsZero() && !was.Value.IsZero() && !now.Value.Equal(n.Value) && p.alike(move{n, now}, move{was, is})
}

// cameTrue reports whether the neighbour was the list price, or an announced one whose day has come.
func (p *Page) cameTrue(n, is Cell) bool {
	if n.Qualifiers.Kind != data.KindList && (n.Qualifiers.Kind != data.KindAnnounced || n.Qualifiers.ValidFrom == "" || n.Qualifiers.ValidFrom > is.FetchedAt.Format(time.DateOnly)) {
		return false
	}
	a, b := n.state, is.state
	a.terms.Kind, b.terms.Kind = "", ""
	return a == b
}

// exchanged reports whether a neighbour has now what the number was: the two changed places.
func (p *Page) exchanged(n, was Cell) bool {
	now, ok := p.now[n.state]
	return ok && now.Value.Equal(was.Value)
}

// fromRow reports whether a number came from another model's row that had it for the same class of tokens. Several numbers
// of that row came along, two of which can be chance where the whole row was cut, or long rows are the same now; or, in its own column, the row is the next one, the two rows are the
// same now, or so much of the column moved to what other rows had.
func (p *Page) fromRow(n, was Cell) bool {
	if n.Field != was.Field || n.state.terms.CacheTTL != was.state.terms.CacheTTL {
		return false
	}
	arrived, shared := p.arrivals(n.row(), was.row())
	several := arrived >= 3 || arrived == 2 && (shared > 0 || !p.coherent(was)) || arrived == 1 && shared >= 3
	if several || n.column() != was.column() {
		return several
	}
	return p.shifted(was.column()) || arrived == 1 && shared >= 2 || p.adjacent(n, was) && !p.coherent(was)
}

// arrivals counts how many numbers of a row moved to what another row had. shared counts what the rows have in common
// when all of that is the same now; else it is 0.
func (p *Page) arrivals(from, to row) (arrived, shared int) {
	whole := true
	for _, mine := range p.was {
		if mine.row() != to {
			continue
		}
		theirs, ok := p.then[mine.inRow(from)]
		now, there := p.now[mine.state]
		if !ok || !there {
			continue
		}
		shared++
		switch {
		case !now.Value.Equal(theirs.Value):
			whole = false
		case !now.Value.Equal(mine.Value):
			arrived++
		}
	}
	if !whole {
		shared = 0
	}
	return arrived, shared
}

// shifted reports whether several numbers of a column moved to what other rows of it had.
func (p *Page) shifted(c column) bool {
	had := map[string]bool{}
	for _, cell := range p.was {
		if cell.column() == c {
			had[cell.Value.String()] = true
		}
	}
	landed := 0
	for _, m := range p.moves {
		if m.was.column() == c && had[m.is.Value.String()] {
			landed++
		}
	}
	return landed >= int(p.limits.TogetherAtLeast)
}

// adjacent reports whether two rows of a column stand one above the other.
func (p *Page) adjacent(n, was Cell) bool {
	var column []string
	for _, c := range p.was {
		if c.column() == was.column() && !slices.Contains(column, c.Subject) {
			column = append(column, c.Subject)
		}
	}
	i, j := slices.Index(column, n.Subject), slices.Index(column, was.Subject)
	return i-j == 1 || j-i == 1
}

// coherent reports whether the numbers of a row moved by one factor, at least two of them: a tariff that was cut or raised.
func (p *Page) coherent(was Cell) bool {
	row := p.rowMoves(was)
	return len(row) >= 2 && p.inStep(row)
}

// rowMoves are the numbers of a row that moved.
func (p *Page) rowMoves(was Cell) (row []move) {
	for _, m := range p.moves {
		if m.was.row() == was.row() {
			row = append(row, m)
		}
	}
	return row
}
