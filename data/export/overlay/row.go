package overlay

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/data/export"
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

// decide settles every row and tells what it did. stated are the tools whose prices the list then states as we know them, and
// absent are those that it has no row of.
func (b *book) decide(rows []row, about *data.Export) (all []edit, stated, absent []string) {
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
		if there[id] || !b.sold(b.tools[id]) {
			continue
		}
		absent = append(absent, id)
		if !strings.Contains(id, "/") {
			about.Missing = append(about.Missing, id)
		}
	}
	slices.Sort(about.Ambiguous)
	about.Tools, about.Ambiguous = len(stated), slices.Compact(about.Ambiguous)
	return all, stated, absent
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

// place is where a list can take more rows of a maker.
type place struct {
	rows  pointer // what holds the rows
	after int     // which byte
	items bool    // they are items of an array and go before all others, since programs take the first that matches a name
	added int
}

// sized are the prices of prompts that are longer than a size, by class.
type sized struct {
	over  int64
	rates map[data.BillingClass]price
}

// newRow is what a list needs to know of a tool that it lacks.
type newRow struct {
	tool   data.Tool
	limits data.TokenLimits
	ids    []string // the first is the one to name it by
	prices []sized  // the shortest prompts first
}

// rowClasses are the prices of a row.
var rowClasses = []data.BillingClass{data.ClassInput, data.ClassOutput, data.ClassCacheRead, data.ClassCacheWrite}

// whole are the prices of a tool at every size of prompt at its peak hours; nil where the provider has not printed one, but for those
// of a cache that may be absent.
func (t *tool) whole(absent bool) (all []sized) {
	for _, over := range append([]int64{0}, t.bounds...) {
		s := sized{over, map[data.BillingClass]price{}}
		for _, class := range rowClasses {
			p, ok := t.price(terms{class: class, over: over})
			switch cache := class == data.ClassCacheRead || class == data.ClassCacheWrite; {
			case ok && p.first:
				s.rates[class] = p
			case !absent || !cache || len(all) > 0:
				return nil
			}
		}
		if len(all) == 0 || slices.ContainsFunc(rowClasses, func(c data.BillingClass) bool { return !s.rates[c].value.Equal(all[len(all)-1].rates[c].value) }) {
			all = append(all, s)
		}
	}
	return all
}

// add writes the rows of tools that a list lacks, as far as their makers are in it.
func (r reader) add(d export.Documents, absent []string, about *data.Export) (edits []edit, added []string) {
	tools := map[string]data.Tool{}
	for _, t := range d.Tools.Tools {
		tools[t.ID] = t
	}
	for _, id := range absent {
		t := r.book.tools[id]
		tool, curated := tools[id]
		if !curated {
			tool = data.Tool{ID: id, Name: t.tariff.Name}
		}
		at, n := r.places[t.tariff.Seller], newRow{tool, t.limits, r.book.ids[id], t.whole(r.asInput && !curated)}
		why, key, written := t.lack(n, at), "", any(nil)
		if why == "" {
			if key, written = r.write(n); written == nil {
				why = data.LackLimits
			}
		}
		if why != "" && !curated {
			continue // nobody expects it there
		}
		if why != "" {
			about.Lacking = append(about.Lacking, data.ExportLack{Tool: tool.ID, Why: why})
			continue
		}
		text, _ := json.Marshal(written) // these types always can be
		e, input := edit{start: at.after, end: at.after, text: `,"` + key + `":` + string(text)}, n.prices[0].rates[data.ClassInput]
		if at.items {
			key, e.text = strconv.Itoa(at.added), string(text)+","
		}
		at.added++
		e.at = pointTo(at.rows, key)
		edits, added = append(edits, e), append(added, tool.ID)
		about.Added = append(about.Added, data.ExportAddition{Tool: tool.ID, At: e.at, Values: len(n.prices) * len(n.prices[0].rates), Basis: input.basis, URL: input.url})
	}
	about.Missing = slices.DeleteFunc(about.Missing, func(id string) bool { return slices.Contains(added, id) })
	for i := range about.Replaced {
		about.Replaced[i].At = r.moved(about.Replaced[i].At)
	}
	for i := range about.Left {
		about.Left[i].At = r.moved(about.Left[i].At)
	}
	for _, a := range about.Added {
		about.Tools, about.Rows, about.Values = about.Tools+1, about.Rows+1, about.Values+a.Values
	}
	return edits, added
}

// lack is why the list cannot take a row of a tool; "" where it can.
func (t *tool) lack(n newRow, at *place) data.LackReason {
	_, isPriced := t.price(terms{class: data.ClassInput})
	switch {
	case at == nil:
		return data.LackMaker
	case !isPriced:
		return data.LackPrice
	case n.prices == nil:
		return data.LackFirstHand
	case len(n.ids) == 0:
		return data.LackName
	case !t.off.IsZero():
		return data.LackHours
	}
	return ""
}

// moved is where a row is found behind those that were added before it.
func (r reader) moved(at pointer) pointer {
	for _, p := range r.places {
		below, is := strings.CutPrefix(at, p.rows+"/")
		if !is || !p.items {
			continue
		}
		number, rest, _ := strings.Cut(below, "/")
		if i, err := strconv.Atoi(number); err == nil {
			return strings.TrimSuffix(pointTo(p.rows, strconv.Itoa(i+p.added))+"/"+rest, "/")
		}
	}
	return at
}
