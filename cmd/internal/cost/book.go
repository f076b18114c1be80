package cost

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Book is what all rows of a usage cost together. What has no price is listed and never counted as 0.
type Book struct {
	Version string `json:"version"` // of the snapshot that was asked
	Rows    int    `json:"rows"`    // with tokens
	Skipped int    `json:"skipped"` // lines without tokens
	Priced  int    `json:"priced"`  // rows in the amounts below
	Merged  int    `json:"merged"`  // of them, rows that no single request can have had: priced as many short ones

	Sum
	Models   []ModelCost `json:"models"`             // by name
	Unknown  []Stranger  `json:"unknown,omitempty"`  // names that mean no tool
	Unpriced []Unpriced  `json:"unpriced,omitempty"` // rows of tools that have no price under their terms
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
	costs     map[string]*ModelCost
	strangers map[string]*Stranger
}

// Price prices every row. The error is one of looking up.
func (b Books) Price(rows []Row, skipped int) (Book, error) {
	l := ledger{
		Books: b, Book: Book{Version: b.Version, Rows: len(rows), Skipped: skipped, Sum: sum(data.Number{}, data.Number{}), Models: []ModelCost{}},
		ids: map[string]string{}, costs: map[string]*ModelCost{}, strangers: map[string]*Stranger{},
	}
	for _, r := range rows {
		if err := l.enter(r); err != nil {
			return Book{}, err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.costs)) {
		l.Models = append(l.Models, *l.costs[id])
		l.add(l.costs[id].Sum)
	}
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
	m := l.costs[id]
	if m == nil {
		m = &ModelCost{Tool: id, Name: t.Name, Quantities: map[data.BillingClass]int64{}, Sum: sum(data.Number{}, data.Number{})}
		l.costs[id] = m
	}
	for class, n := range r.Quantities {
		m.Quantities[class] += n
	}
	if m.Rows++; rests(c, assumed) {
		m.Assumed++
	}
	m.add(sum(c.Low, c.High))
	l.Priced++
	return nil
}

// price prices one row. What is too much for one request was many, when the row does not say how many.
func (l *ledger) price(t data.Tariff, r Row) (tariff.Cost, error) {
	c, err := tariff.Price(t, r.Usage)
	problems := (tariff.Problems)(nil)
	if r.Asked || !errors.As(err, &problems) || !slices.ContainsFunc(problems, tariff.Problem.TooLong) {
		return c, err
	}
	l.Merged++
	for _, n := range r.Quantities {
		r.Requests += n // a token each: no price depends on sizes then
	}
	return tariff.Price(t, r.Usage)
}

// means is the tool that a printed name means, "" when it means none.
func (l *ledger) means(name string) string {
	id, known := l.ids[name]
	if !known {
		var err error
		if id, err = l.ToolID(name); err != nil {
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
			grouped(q[data.ClassCacheWrite]+q[data.ClassCacheWrite1h]), grouped(q[data.ClassOutput]+q[data.ClassReasoning]), m.amount())
	}
	t.Add("total", b.Priced, "", "", "", "", b.amount())
	return t
}

// Remarks say what the table cannot.
func (b Book) Remarks(stored bool) string {
	words := []string{fmt.Sprintf("%d of %s priced by snapshot %s", b.Priced, terminal.Several(b.Rows, "row"), b.Version)}
	if b.Skipped > 0 {
		words = append(words, terminal.Several(b.Skipped, "line")+" without tokens skipped")
	}
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
	if b.Merged > 0 {
		words = append(words, fmt.Sprintf("%s too large for one request and without a number of requests: priced as short ones", terminal.Several(b.Merged, "row")))
	}
	assumed := 0
	for _, m := range b.Models {
		assumed += m.Assumed
	}
	if assumed > 0 {
		words = append(words, fmt.Sprintf("%s from before anything was read, at the earliest price that is known", terminal.Several(assumed, "row")))
	}
	return strings.Join(append(words, unread(stored)...), "\n")
}

// mostUnpriced is how many rows without a price are shown one by one.
const mostUnpriced = 10

func grouped(n int64) string { return data.Int(n).Grouped() }
