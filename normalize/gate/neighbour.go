package gate

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
)

// neighbour finds a number that landed on what another cell said until now, though that cell did not move along: another
// tier, service or region of the same model, or a row of another one. Another class of tokens of the same row is for the rules
// about rows.
func (p *Page) neighbour(m move) string {
	for _, n := range p.was {
		if !n.Value.Equal(m.is.Value) || n.kind() != m.is.kind() || p.along(n, m) {
			continue
		}
		now, still := p.now[n.state]
		exchanged := still && now.Value.Equal(m.was.Value) // the two changed places
		own := n.Model == m.was.Model && n.state.terms != m.was.state.terms && !cameTrue(n, m.is)
		other := n.Model != m.was.Model && !p.setAnew && (exchanged || p.fromRow(n, m.was))
		if own || other {
			return fmt.Sprintf("it moved from %s to %s, which was %s until now", m.was.Value, m.is.Value, n.describe())
		}
	}
	return ""
}

// OtherHours reports whether a number landed on what the same cost at other hours until now.
func (p *Page) OtherHours(was, is Cell) bool {
	return slices.ContainsFunc(p.was, func(n Cell) bool {
		hours := n.state
		hours.terms.Window = was.state.terms.Window
		return hours == was.state && n.state != was.state && n.Value.Equal(is.Value) && !p.along(n, move{was, is})
	})
}

// along reports whether a neighbour moved by the same factor.
func (p *Page) along(n Cell, m move) bool {
	now, ok := p.now[n.state]
	return ok && !n.Value.IsZero() && !m.was.Value.IsZero() && !now.Value.Equal(n.Value) && p.alike(move{n, now}, m)
}

// cameTrue reports whether the neighbour was the list price, or an announced one whose day has come.
func cameTrue(n, is Cell) bool {
	q, a, b := n.Qualifiers, n.state, is.state
	a.terms.Kind, b.terms.Kind = "", ""
	come := q.Kind == data.KindAnnounced && q.ValidFrom != "" && q.ValidFrom <= is.FetchedAt.Format(time.DateOnly)
	return a == b && (q.Kind == data.KindList || come)
}

// fromRow reports whether a number came from another model's row that had it for the same class of tokens. Several numbers
// of that row came along, two of which can be chance where the whole row was cut, or long rows are the same now; or, in its own column, the row is the next one, the two rows are the
// same now, or so much of the column moved to what other rows had.
func (p *Page) fromRow(n, was Cell) bool {
	if n.Field != was.Field || n.state.terms.CacheTTL != was.state.terms.CacheTTL {
		return false
	}
	arrived, shared := p.arrivals(n.row(), was.row())
	row := p.rowMoves(was)
	coherent := len(row) >= 2 && p.inStep(row) // a tariff that was cut or raised
	several := arrived >= 3 || arrived == 2 && (shared > 0 || !coherent) || arrived == 1 && shared >= 3
	if several || n.column() != was.column() {
		return several
	}
	landed := those(p.moves, func(m move) bool { // to what other rows of the column had
		had := func(n Cell) bool { return n.column() == was.column() && n.Value.Equal(m.is.Value) }
		return m.was.column() == was.column() && slices.ContainsFunc(p.was, had)
	})
	return len(landed) >= int(p.limits.TogetherAtLeast) || arrived == 1 && shared >= 2 || p.adjacent(n, was) && !coherent
}

// arrivals counts how many numbers of a row moved to what another row had. shared counts what the rows have in common
// when all of that is the same now; else it is 0.
func (p *Page) arrivals(from, to key) (arrived, shared int) {
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

// rowMoves are the numbers of a row that moved.
func (p *Page) rowMoves(was Cell) []move {
	return those(p.moves, func(m move) bool { return m.was.row() == was.row() })
}
