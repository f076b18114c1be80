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
	factors []multiple
	options []option // prices that it does not state and that may be added, all of them or none
	unread  bool     // its prices are not written as the format has them
	odd     bool     // it has terms that we cannot compare, besides those of the cells
	outside []window // the hours at which some of its cells hold, where it says so
	open    *opening // where it could say so; nil: it does already, or its format cannot
}

// cell is one number of a row.
type cell struct {
	at    pointer
	n     *node
	terms terms
	scale int32 // our prices are multiplied by ten to this
	known bool  // false: the format has a key here that nobody here knows
}

// multiple is a factor that a row applies to its own prices.
type multiple struct {
	n               *node
	service, region string
}

// option is a price that a row does not state, where absent means free.
type option struct {
	at    pointer
	end   int // after which byte it would stand
	key   string
	terms terms
}

// opening is where and how a row can say that its prices hold at some hours only.
type opening struct {
	at    pointer
	end   int // after which byte it would stand
	rates []option
	write func(hours data.WeeklyHours, rates []rate) (string, bool)
	scale int32
}

// rate is a price under the key that a list has for it.
type rate struct {
	key   string
	value data.Number
}

// readCell adds a number to a row. What is absent or null is no price; anything else but a number cannot be read.
func (r *row) readCell(at pointer, n *node, w terms, scale int32, known bool) {
	switch {
	case n.null():
	case !n.is('0'):
		r.unread = true
	default:
		r.cells = append(r.cells, cell{at: at, n: n, terms: w, scale: scale, known: known})
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
		about.Values += values
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
	doubtful, strange := false, r.odd
	for _, c := range r.cells {
		was, ours, ok := c.compare(t)
		is := data.Number{Decimal: ours.value.Shift(c.scale)}
		switch {
		case !ok:
			strange = true
		case is.Equal(was):
			values++
		case ours.nought && was.IsZero(): // nothing on top of input
		case !ours.proven:
			doubtful = true
		default:
			values++
			m.add([]edit{{c.n.start, c.n.end, is.String(), c.at}}, []data.ExportReplacement{replacement(t, c.at, c.terms.class, &was, is, ours)})
		}
	}
	for _, f := range r.factors {
		strange = strange || !f.is(t)
	}
	if hours := t.hours(); r.outside != nil {
		strange = strange || hours == nil || !outside(r.outside, *hours)
	}
	more := r.fill(t)
	hours, whole := r.openHours(t)
	m.add(more.edits, more.replaced)
	m.add(hours.edits, hours.replaced)
	switch {
	case len(m.edits) == 0 && doubtful:
		return made{}, 0, data.LeftUnproven
	case len(m.edits) > 0 && (doubtful || strange || !whole):
		return made{}, 0, data.LeftPartial
	}
	return m, values + len(more.replaced) + len(hours.replaced), ""
}

// compare finds our price for a number; false when we have none under its terms.
func (c cell) compare(t *tool) (was data.Number, ours price, ok bool) {
	was, err := data.ParseNumber(c.n.literal)
	if !c.known || err != nil {
		return was, price{}, false
	}
	ours, ok = t.price(c.terms)
	return was, ours, ok
}

func replacement(t *tool, at pointer, class data.BillingClass, was *data.Number, is data.Number, ours price) data.ExportReplacement {
	return data.ExportReplacement{Tool: t.tariff.ID, At: at, Class: class, Was: was, Is: is, Basis: ours.basis, URL: ours.url, Quote: ours.quote}
}

// is reports whether a tool has the same factor.
func (m multiple) is(t *tool) bool {
	n, err := data.ParseNumber(m.n.literal)
	regions := []string{m.region}
	if m.region != "" {
		regions = append(regions, "regional") // of whatever region
	}
	for _, region := range regions {
		if ours, ok := t.factor(m.service, region); ok && m.n.is('0') && err == nil && ours.Equal(n) {
			return true
		}
	}
	return false
}

// made is what is done to a row.
type made struct {
	edits    []edit
	replaced []data.ExportReplacement
}

func (m *made) add(edits []edit, replaced []data.ExportReplacement) {
	m.edits, m.replaced = append(m.edits, edits...), append(m.replaced, replaced...)
}

// fill adds prices that a row leaves out where that means free: those of a key in all its tiers and services, or none.
func (r row) fill(t *tool) (m made) {
	var keys []string
	for _, o := range r.options {
		if !slices.Contains(keys, o.key) {
			keys = append(keys, o.key)
		}
	}
	for _, key := range keys {
		var whole made
		for _, o := range r.options {
			if o.key != key {
				continue
			}
			p, ok := t.price(o.terms)
			if !ok || !p.proven {
				whole = made{}
				break
			}
			whole.edits = append(whole.edits, edit{o.end, o.end, `,"` + key + `":` + p.value.String(), o.at})
			whole.replaced = append(whole.replaced, replacement(t, o.at, o.terms.class, nil, p.value, p))
		}
		m.add(whole.edits, whole.replaced)
	}
	return m
}

// openHours adds the prices outside the dearest hours, where a tool has such and the row can say so. It is false when it
// should and cannot: then the row is not whole.
func (r row) openHours(t *tool) (m made, whole bool) {
	hours := t.hours()
	if r.open == nil || hours == nil {
		return m, true
	}
	var rates []rate
	for _, o := range r.open.rates {
		p, ok := t.price(o.terms)
		if p.nought {
			continue
		}
		if !ok || !p.proven {
			return made{}, false
		}
		is := data.Number{Decimal: p.value.Shift(r.open.scale)}
		rates = append(rates, rate{o.key, is})
		m.replaced = append(m.replaced, replacement(t, o.at, o.terms.class, nil, is, p))
	}
	text, ok := r.open.write(*hours, rates)
	m.edits = []edit{{r.open.end, r.open.end, text, r.open.at}}
	return m, ok
}
