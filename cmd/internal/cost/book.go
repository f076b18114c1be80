package cost

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
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
	Tool       string                            `json:"tool"`
	Name       string                            `json:"name"`
	Rows       int                               `json:"rows"`
	Assumed    int                               `json:"assumed,omitempty"` // rows from before anything was read, at the earliest price that is known
	Quantities map[data.BillingClass]data.Number `json:"quantities"`        // of many rows more than an int64 holds
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
	names map[string]*name // as printed
	costs map[string]*ModelCost
}

// name is what a printed name means.
type name struct {
	tool   string // id; "": none
	routed bool   // it is that of a route
	rows   int    // that have it
	why    error  // it means no tool
}

// Price prices every row. The error is one of looking up.
func (b Books) Price(log Log) (Book, error) {
	l := ledger{
		Books: b, Book: Book{Version: b.Version, Rows: len(log.Rows), Log: log, Models: []ModelCost{}},
		names: map[string]*name{}, costs: map[string]*ModelCost{},
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
	for _, printed := range slices.Sorted(maps.Keys(l.names)) {
		if n := l.names[printed]; n.why != nil {
			l.Unknown = append(l.Unknown, Stranger{printed, n.rows, n.why.Error()})
		}
	}
	return l.Book, nil
}

// enter prices one row.
func (l *ledger) enter(r Row) error {
	n := l.names[r.Model]
	if n == nil {
		n = &name{}
		n.tool, n.routed, n.why = l.means(r.Model)
		l.names[r.Model] = n
	}
	if n.rows++; n.why != nil {
		return nil
	}
	id := n.tool
	r.Service = tariff.ServiceNamed(cmp.Or(r.Service, l.Common.Service))
	r.Region, r.Effort = cmp.Or(r.Region, l.Common.Region), cmp.Or(r.Effort, l.Common.Effort)
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
		m = &ModelCost{Tool: id, Name: t.Name, Quantities: map[data.BillingClass]data.Number{}}
		l.costs[id] = m
	}
	for class, n := range r.Quantities {
		m.Quantities[class] = data.Number{Decimal: m.Quantities[class].Add(data.Int(n).Decimal)}
	}
	if m.Rows++; c.RestsOn(assumed) {
		m.Assumed++
	}
	m.add(c.Low, c.High)
	if l.Priced++; n.routed {
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

// Table is a book for people, a line a tool.
func (b Book) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"", "rows", "input", "cache read", "cache write", "output", "USD"}}
	for _, m := range b.Models {
		t.Add(m.Tool, m.Rows, m.grouped(data.ClassInput), m.grouped(data.ClassCacheRead),
			m.grouped(data.ClassCacheWrite, data.ClassCacheWrite1h, data.ClassCacheWrite12h), m.grouped(data.ClassOutput, data.ClassReasoning), m.amount())
	}
	rows := any(b.Priced)
	if !b.Complete {
		rows = fmt.Sprintf("%d of %d", b.Priced, b.Rows)
	}
	t.Add("total", rows, "", "", "", "", b.amount())
	return t
}

// Remarks say what the table cannot.
func (b Book) Remarks() []string {
	words := said{fmt.Sprintf("%d of %s priced by snapshot %s", b.Priced, terminal.Several(b.Rows, "row"), b.Version)}
	if !b.Complete {
		words[0] += "; the total is that of the priced rows only"
	}
	words.count("%s without tokens skipped", b.Skipped, "line")
	words.count("%s repeated by a later line of the same answer; the last one counts", b.Repeated, "line")
	words.count("%s without a time, at the prices of now", b.Untimed, "row")
	for _, c := range b.Ignored {
		words = append(words, fmt.Sprintf("not priced: %s of %s: no such kind of tokens is known", c.Name, terminal.Several(c.Rows, "line")))
	}
	for _, s := range b.Unknown {
		words = append(words, fmt.Sprintf("not priced: %s: %s", terminal.Several(s.Rows, "row"), s.Why))
	}
	for _, u := range b.Unpriced[:min(len(b.Unpriced), mostUnpriced)] {
		words = append(words, fmt.Sprintf("not priced: line %d: %v", u.Line, u.Problems))
	}
	if more := len(b.Unpriced) - mostUnpriced; more > 0 {
		words = append(words, fmt.Sprintf("and %d more; --output json has them all", more))
	}
	assumed := 0
	for _, m := range b.Models {
		assumed += m.Assumed
	}
	words.count("not priced: %s from before anybody had read a price; --assume takes the earliest that is known", len(b.Early), "row")
	words.count("%s too large for one request and without a number of requests: from the price of short prompts to that of the longest", b.Merged, "row")
	words.count("%s of routes such as provider/model: at the provider's own price; the route can bill otherwise", b.Routed, "row")
	words.count("%s from before anything was read, at the earliest price that is known", assumed, "row")
	return words
}

// said are remarks.
type said []string

// count tells of some things, if there are any.
func (s *said) count(format string, n int, of string) {
	if n > 0 {
		*s = append(*s, fmt.Sprintf(format, terminal.Several(n, of)))
	}
}

// mostUnpriced is how many rows without a price are shown one by one.
const mostUnpriced = 10

// grouped is the sum of some classes for people.
func (m ModelCost) grouped(classes ...data.BillingClass) string {
	all := data.Number{}
	for _, class := range classes {
		all.Decimal = all.Add(m.Quantities[class].Decimal)
	}
	return all.Grouped()
}

// The spellings of one model that tell by which way it is asked.
var (
	offer       = regexp.MustCompile(`:[a-z]+$`)                                                                        // :free, :nitro: another offer
	longContext = regexp.MustCompile(`\[1m\]$`)                                                                         // how Claude Code asks for long prompts
	bedrock     = regexp.MustCompile(`^(?:(?:us|eu|apac|au|jp|global)\.)?[a-z]+\.([a-z].*?)(?:-v[0-9]+(?::[0-9]+)?)?$`) // us.anthropic.NAME-v1:0
	vertexDay   = regexp.MustCompile(`@([0-9]{8})$`)
)

// means is the tool that a printed name means, and whether the name is that of a route: of somebody who passes requests
// on, and may bill otherwise. A route is taken off only where the whole name means nothing.
func (b Books) means(name string) (id string, routed bool, err error) {
	if suffix := offer.FindString(name); suffix != "" {
		return "", false, fmt.Errorf("%q is another offer than the model itself: nothing is known of %s", name, suffix)
	}
	own := longContext.ReplaceAllString(strings.TrimPrefix(name, "models/"), "")
	routed = strings.Contains(own, "/") || vendor(own) != own
	if id, err = b.ToolID(name); err == nil {
		return id, routed, nil
	}
	bare := own[strings.LastIndex(own, "/")+1:]
	for _, other := range []string{own, bare, vertexDay.ReplaceAllString(bare, "-$1"), vendor(bare)} {
		if other == name || other == "" {
			continue
		}
		if id, wrong := b.ToolID(other); wrong == nil {
			return id, routed, nil
		}
	}
	return "", false, err
}

// vendor is a name without what Amazon Bedrock puts around it.
func vendor(name string) string {
	if m := bedrock.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	return name
}
