package cost

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Book is what all rows of a usage cost together. What has no price is listed and never counted as 0.
type Book struct {
	Version string `json:"version"` // of the snapshot that was asked
	Rows    int    `json:"rows"`    // with tokens
	Log
	Priced   int  `json:"priced"`   // rows in the amounts below
	Complete bool `json:"complete"` // every row is among them
	Merged   int  `json:"merged"`   // of them, rows that no single request can have had; their amount is a range where sizes of prompts matter
	Routed   int  `json:"routed"`   // of them, rows whose name is that of a route, which may bill otherwise than the provider

	Sum
	Models   []ModelCost `json:"models"`             // by name
	Unknown  []Stranger  `json:"unknown,omitempty"`  // names that mean no tool
	Unpriced []Unpriced  `json:"unpriced,omitempty"` // rows of tools that have no price under their terms
	Early    []int       `json:"early,omitempty"`    // lines of rows from before anybody had read a price
}

// ModelCost is what the rows of one tool cost.
type ModelCost struct {
	Tool       string                      `json:"tool"`
	Name       string                      `json:"name"`
	Rows       int                         `json:"rows"`
	Assumed    int                         `json:"assumed,omitempty"` // rows from before anything was read, at the earliest price that is known
	Quantities map[data.BillingClass]int64 `json:"quantities"`
	Sum
}

// Stranger is a name that means no tool.
type Stranger struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
	Why  string `json:"why"` // and what may be meant
}

// Unpriced is a row that has no price.
type Unpriced struct {
	Line     int             `json:"line"` // of the file
	Tool     string          `json:"tool"`
	Problems tariff.Problems `json:"problems"`
}

// Books prices rows of usage.
type Books struct {
	Histories
	ToolID func(name string) (string, error) // the tool that a printed name means
	Common tariff.Usage                      // the terms of rows that state none; its Factor is for all
}

// ledger is a book while rows are entered.
type ledger struct {
	Books
	Book
	ids       map[string]string // by printed name; "": it means no tool
	routes    map[string]bool   // printed names of routes
	costs     map[string]*ModelCost
	strangers map[string]*Stranger
}

// Price prices every row. The error is one of looking up.
func (b Books) Price(log Log) (Book, error) {
	l := ledger{
		Books: b, Book: Book{Version: b.Version, Rows: len(log.Rows), Log: log, Models: []ModelCost{}},
		ids: map[string]string{}, routes: map[string]bool{}, costs: map[string]*ModelCost{}, strangers: map[string]*Stranger{},
	}
	for _, r := range log.Rows {
		if err := l.enter(r); err != nil {
			return Book{}, err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.costs)) {
		l.Models = append(l.Models, *l.costs[id])
		l.add(l.costs[id].least(), *l.costs[id].USD)
	}
	l.Complete = l.Priced == l.Book.Rows
	for _, name := range slices.Sorted(maps.Keys(l.strangers)) {
		l.Unknown = append(l.Unknown, *l.strangers[name])
	}
	return l.Book, nil
}

// enter prices one row.
func (l *ledger) enter(r Row) error {
	id := l.means(r.Model)
	if id == "" {
		l.strangers[r.Model].Rows++
		return nil
	}
	r.Service, r.Region, r.Effort = cmp.Or(r.Service, l.Common.Service), cmp.Or(r.Region, l.Common.Region), cmp.Or(r.Effort, l.Common.Effort)
	r.Factor = l.Common.Factor
	t, assumed, err := l.Tariff(id, r.At)
	if err != nil {
		return err
	}
	c, err := l.price(t, r)
	if problems := (tariff.Problems)(nil); errors.As(err, &problems) {
		l.Unpriced = append(l.Unpriced, Unpriced{r.Line, id, problems})
		return nil
	} else if err != nil {
		return err
	}
	if c.RestsOn(assumed) && !l.Assume {
		l.Early = append(l.Early, r.Line)
		return nil
	}
	m := l.costs[id]
	if m == nil {
		m = &ModelCost{Tool: id, Name: t.Name, Quantities: map[data.BillingClass]int64{}}
		l.costs[id] = m
	}
	for class, n := range r.Quantities {
		m.Quantities[class] += n
	}
	if m.Rows++; c.RestsOn(assumed) {
		m.Assumed++
	}
	m.add(c.Low, c.High)
	if l.Priced++; l.routes[r.Model] {
		l.Routed++
	}
	return nil
}

// price prices one row. What is too much for one request was many, when the row does not say how many.
func (l *ledger) price(t data.Tariff, r Row) (tariff.Cost, error) {
	c, err := tariff.Price(t, r.Usage)
	problems := (tariff.Problems)(nil)
	if r.Asked || !errors.As(err, &problems) || !slices.ContainsFunc(problems, tariff.Problem.TooLong) {
		return c, err
	}
	c, err = tariff.Merged(t, r.Usage)
	if err == nil {
		l.Merged++
	}
	return c, err
}

// means is the tool that a printed name means, "" when it means none.
func (l *ledger) means(name string) string {
	id, known := l.ids[name]
	if !known {
		var err error
		if id, l.routes[name], err = l.Books.means(name); err != nil {
			l.strangers[name] = &Stranger{Name: name, Why: err.Error()}
			id = ""
		}
		l.ids[name] = id
	}
	return id
}

// Table is a book for people, a line a tool.
func (b Book) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"", "rows", "input", "cache read", "cache write", "output", "USD"}}
	for _, m := range b.Models {
		q := m.Quantities
		t.Add(m.Tool, m.Rows, grouped(q[data.ClassInput]), grouped(q[data.ClassCacheRead]),
			grouped(q[data.ClassCacheWrite]+q[data.ClassCacheWrite1h]+q[data.ClassCacheWrite12h]), grouped(q[data.ClassOutput]+q[data.ClassReasoning]), m.amount())
	}
	rows := any(b.Priced)
	if !b.Complete {
		rows = fmt.Sprintf("%d of %d", b.Priced, b.Rows)
	}
	t.Add("total", rows, "", "", "", "", b.amount())
	return t
}

// Remarks say what the table cannot.
func (b Book) Remarks(stored bool) string {
	words := []string{fmt.Sprintf("%d of %s priced by snapshot %s", b.Priced, terminal.Several(b.Rows, "row"), b.Version)}
	if !b.Complete {
		words[0] += "; the total is that of the priced rows only"
	}
	words = append(words, remarksOn(b.Log)...)
	for _, s := range b.Unknown {
		words = append(words, fmt.Sprintf("not priced: %s: %s", terminal.Several(s.Rows, "row"), s.Why))
	}
	for i, u := range b.Unpriced {
		if i == mostUnpriced {
			words = append(words, fmt.Sprintf("and %d more; --output json has them all", len(b.Unpriced)-i))
			break
		}
		words = append(words, fmt.Sprintf("not priced: line %d: %v", u.Line, u.Problems))
	}
	assumed := 0
	for _, m := range b.Models {
		assumed += m.Assumed
	}
	for _, some := range []struct {
		rows   int
		format string
	}{
		{len(b.Early), "not priced: %s from before anybody had read a price; --assume takes the earliest that is known"},
		{b.Merged, "%s too large for one request and without a number of requests: from the price of short prompts to that of the longest"},
		{b.Routed, "%s of routes such as provider/model: at the provider's own price; the route can bill otherwise"},
		{assumed, "%s from before anything was read, at the earliest price that is known"},
	} {
		if some.rows > 0 {
			words = append(words, fmt.Sprintf(some.format, terminal.Several(some.rows, "row")))
		}
	}
	return remarks(stored, words...)
}

// remarksOn say what was read and does not count as it stands.
func remarksOn(l Log) (words []string) {
	if l.Skipped > 0 {
		words = append(words, terminal.Several(l.Skipped, "line")+" without tokens skipped")
	}
	if l.Repeated > 0 {
		words = append(words, terminal.Several(l.Repeated, "line")+" repeated by a later line of the same answer; the last one counts")
	}
	if l.Untimed > 0 {
		words = append(words, terminal.Several(l.Untimed, "row")+" without a time, at the prices of now")
	}
	for _, c := range l.Ignored {
		words = append(words, fmt.Sprintf("not priced: %s of %s: no such kind of tokens is known", c.Name, terminal.Several(c.Rows, "line")))
	}
	return words
}

// mostUnpriced is how many rows without a price are shown one by one.
const mostUnpriced = 10

func grouped(n int64) string { return data.Int(n).Grouped() }
