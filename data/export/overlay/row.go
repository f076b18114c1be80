package overlay

import (
	"slices"

	"pricepoint/data"
)

// row is what a list says of the prices of one model under one name.
type row struct {
	at      pointer
	subject string   // its name as the feed prints it
	tools   []string // that it may mean
	cells   []cell
	sizes   []size // of its tiers
	absent  []cell // prices that it does not state, which means free, and that may be added
	repeats []edit // drop what repeats a tier and is read as another one
	unread  bool   // its prices are not written as the format has them
	odd     bool   // it has terms that we cannot compare, besides those of the cells
}

// cell is one number of a row.
type cell struct {
	edit  edit         // that puts another one in its place, but for the text
	key   string       // under which one is added; "": it is there
	was   *data.Number // nil: it is not there
	terms terms
	known bool // false: the format has a key here that nobody here knows
}

// size is above how many tokens a tier of a row begins.
type size struct {
	at   pointer
	n    *node
	over int64
}

// readCell adds a number to a row. What is absent or null is no price; anything else but a number cannot be read.
func (r *row) readCell(at pointer, n *node, w terms, known bool) {
	switch {
	case n.null():
	case !n.is('0'):
		r.unread = true
	default:
		was, err := data.ParseNumber(n.text)
		r.cells = append(r.cells, cell{edit: edit{n.start, n.end, "", at}, was: &was, terms: w, known: known && err == nil})
	}
}

// decide settles every row and tells what it did. stated are the tools whose prices the list then states as we know them.
func (b *book) decide(rows []row, about *data.Export) (all []edit, stated []string) {
	there := map[string]bool{}
	for _, r := range rows {
		if len(r.tools) > 1 {
			about.Ambiguous = append(about.Ambiguous, r.subject)
			continue
		}
		id := r.tools[0]
		there[id] = true
		m, values, why := b.settle(r, b.tools[id])
		if why != "" {
			about.Left = append(about.Left, data.ExportLeft{Tool: id, At: r.at, Why: why})
			continue
		}
		if !slices.Contains(stated, id) {
			stated = append(stated, id)
		}
		about.Rows++
		if len(m.edits) > 0 {
			about.Corrected++
		} else {
			about.Confirmed++
		}
		about.Values += values
		about.Dropped = append(about.Dropped, m.dropped...)
		about.Replaced = append(about.Replaced, m.replaced...)
		all = append(all, m.edits...)
	}
	for _, id := range b.order {
		if !there[id] && b.sold(b.tools[id]) {
			about.Missing = append(about.Missing, id)
		}
	}
	slices.Sort(about.Ambiguous)
	about.Tools, about.Ambiguous = len(stated), slices.Compact(about.Ambiguous)
	return all, stated
}

// settle takes a row whole or not at all. values counts its numbers that are ours, equal ones included.
func (b *book) settle(r row, t *tool) (m made, values int, why data.LeftReason) {
	if r.unread || len(r.cells) == 0 {
		return made{}, 0, data.LeftUnreadable
	}
	if !b.sold(t) {
		return made{}, 0, data.LeftNotSold
	}
	var follows made // from the prices that the row has
	equal, doubtful, strange := 0, false, r.odd
	for _, c := range slices.Concat(r.cells, r.absent) {
		ours, ok := t.price(c.terms)
		c.edit.text = ours.value.String()
		if c.was == nil {
			c.edit.text = `,"` + c.key + `":` + c.edit.text
		}
		switch free := c.was == nil || c.was.IsZero(); {
		case !ok || !c.known:
			strange = strange || c.was != nil
		case c.was != nil && ours.value.Equal(*c.was):
			equal++
		case ours.asInput && free: // it follows from the row's own price of that
			follows.replace(t, c.edit, c.terms.class, c.was, ours)
		case !ours.proven, ours.asInput:
			doubtful = true
		default:
			m.replace(t, c.edit, c.terms.class, c.was, ours)
		}
	}
	doubtful = !r.move(t, &follows) || doubtful
	switch {
	case !r.hasTiersOf(t):
		return made{}, 0, data.LeftPartial
	case len(m.edits) == 0 && doubtful:
		return made{}, 0, data.LeftUnproven
	case len(m.edits) > 0 && (doubtful || strange):
		return made{}, 0, data.LeftPartial
	}
	m.edits, m.replaced = append(m.edits, follows.edits...), append(m.replaced, follows.replaced...)
	values = equal + len(m.edits)
	for _, e := range r.repeats {
		m.edits, m.dropped = append(m.edits, e), append(m.dropped, e.at)
	}
	return m, values, ""
}

// made is what is done to a row.
type made struct {
	edits    []edit
	replaced []data.ExportReplacement
	dropped  []pointer
}

// replace puts a price in the place of another one, nil for none.
func (m *made) replace(t *tool, e edit, class data.BillingClass, was *data.Number, ours price) {
	m.edits = append(m.edits, e)
	m.replaced = append(m.replaced, data.ExportReplacement{Tool: t.tariff.ID, At: e.at, Class: class, Was: was, Is: ours.value, Basis: ours.basis, URL: ours.url, Quote: ours.quote})
}

// move lets tiers begin where ours do: a list that says 200000 means longer prompts, also where the maker says "from 200,000
// on". It is false where that would be cheaper, and ours is not proven.
func (r row) move(t *tool, m *made) bool {
	sure := true
	for _, s := range r.sizes {
		i := slices.IndexFunc(t.bounds, func(b int64) bool { return near(b, s.over) && b != s.over })
		if i < 0 || s.n == nil {
			continue
		}
		p, ok := t.price(terms{class: data.ClassInput, over: s.over})
		if !ok || !p.proven && t.bounds[i] > s.over {
			sure = false
			continue
		}
		p.value = data.Int(t.bounds[i])
		was := data.Int(s.over)
		m.replace(t, edit{s.n.start, s.n.end, p.value.String(), s.at}, "size", &was, p)
	}
	return sure
}

// hasTiersOf reports whether a row knows every size from which we know another price of standard service.
func (r row) hasTiersOf(t *tool) bool {
	base, priced := t.price(terms{class: data.ClassInput})
	for _, over := range t.bounds {
		p, ok := t.price(terms{class: data.ClassInput, over: over})
		if ok && priced && !p.value.Equal(base.value) && !slices.ContainsFunc(r.sizes, func(s size) bool { return near(s.over, over) }) {
			return false
		}
	}
	return true
}

// near reports whether two sizes are one: "over" of one and "from" of the other.
func near(a, b int64) bool { return a-b <= 1 && b-a <= 1 }
