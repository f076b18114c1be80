package gate

import (
	"cmp"
	"fmt"
	"strings"

	"pricepoint/data"
)

// Cell is one number where a source states it.
type Cell struct {
	data.Observation
	Model string      // the id of the tool, or the printed name of a model that is not listed
	Value data.Number // in the published unit

	table string // where it stands, without row and column; numbers of other kinds stand in another one
	state key
}

// NewCell is an observation of a model, with its value in the published unit. Its terms are those that tell prices apart: a
// promotion is the price that is billed, and its days and the status of its model change while it stays the same price.
func NewCell(o data.Observation, model string, value data.Number) Cell {
	terms := plain(o.Qualifiers)
	if terms.Kind == data.KindPromotional {
		terms.Kind = ""
	}
	terms.Status, terms.ValidFrom, terms.ValidUntil, terms.Hours = "", "", "", ""
	return Cell{o, model, value, o.Address.TableKey() + "\t" + kind(o.Field), key{subject: o.Subject, field: o.Field, terms: terms}}
}

// key is what several cells have in common; what is left out of it does not count. The state of a cell is what it states,
// wherever it stands.
type key struct {
	table, subject string
	field          data.Field
	terms          data.Qualifiers
}

// row is a line of a table. The classes of tokens stand beside one another in it.
func (c Cell) row() key {
	terms := c.state.terms
	terms.CacheTTL = "" // a write that is kept for longer is another class
	return key{table: c.table, subject: c.Subject, terms: terms}
}

// inRow is what another row states of the same class of tokens as a cell.
func (c Cell) inRow(row key) key {
	row.table, row.field, row.terms.CacheTTL = "", c.Field, c.state.terms.CacheTTL
	return row
}

// column is a table with what is stated in one of its columns.
func (c Cell) column() key {
	terms := c.state.terms
	terms.Effort, terms.Harness, terms.Measurer = "", "", "" // how a model was run, and by whom, is beside its name
	terms.ContextUpTo, terms.UpToOp = "", ""                 // and up to which length of prompt it costs the least
	return key{table: c.table, field: c.Field, terms: terms}
}

// class is a column of any table.
func (c Cell) class() key {
	class := c.column()
	class.table = ""
	return class
}

// byKey files cells by what they state, the first of several that state the same.
func byKey(all []Cell) map[key]Cell {
	filed := make(map[key]Cell, len(all))
	for _, c := range all {
		if _, taken := filed[c.state]; !taken {
			filed[c.state] = c
		}
	}
	return filed
}

// plain leaves out the terms that hold where nothing is stated.
func plain(q data.Qualifiers) data.Qualifiers {
	for _, term := range []struct {
		stated *string
		usual  string
	}{{&q.Service, "standard"}, {&q.CacheTTL, "5m"}, {&q.Region, "global"}, {&q.Window, "peak"}, {&q.Modality, "text"}} {
		if *term.stated == term.usual {
			*term.stated = ""
		}
	}
	return q
}

// beside is the list price that stands under otherwise the same conditions.
func beside(all map[key]Cell, c Cell) (data.Number, bool) {
	list, ok := all[c.listed()]
	return list.Value, ok && c.Qualifiers.Kind != data.KindList
}

// listed is the list price under otherwise the same conditions.
func (c Cell) listed() key {
	k := c.state
	k.terms.Kind = data.KindList
	return k
}

func (c Cell) kind() string { return kind(c.Field) }

// kind is what numbers can be compared: prices, sizes, scores.
func kind(f data.Field) string {
	kind, _, _ := strings.Cut(string(f), ".")
	return kind
}

// nouns are the fields for people.
var nouns = map[data.Field]string{
	data.PriceInput: "input price", data.PriceOutput: "output price", data.PriceCacheRead: "cache read price",
	data.PriceCacheWrite: "cache write price", data.ContextTokens: "context window",
}

// describe says what a cell states.
func (c Cell) describe() string {
	q := plain(c.Qualifiers)
	words := fmt.Sprintf("the %s of %s", cmp.Or(nouns[c.Field], "score"), c.Subject)
	if terms := q.String(); terms != "" {
		words += " (" + terms + ")"
	}
	return words
}
