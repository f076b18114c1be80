// Package cost answers what requests cost: one question of the command line, or every row of a file of usage, which it
// reads as programs and services write it. Start at Histories.Ask, at Read and at Books.
//
// It only finds the tariff and tells the answer; package data/tariff calculates, and package normalize settles what a tariff
// has.
package cost

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/data"
	"pricepoint/data/tariff"
)

// Answer is what some usage of one tool costs.
type Answer struct {
	Tool    string         `json:"tool"` // id
	Name    string         `json:"name"`
	Seller  string         `json:"seller"`
	Version string         `json:"version"` // of the snapshot that was asked
	At      data.Timestamp `json:"at"`      // the instant whose prices were applied

	Requests int64       `json:"requests"`
	Service  string      `json:"service,omitempty"` // as asked for, as are the region, the effort and the factor
	Region   string      `json:"region,omitempty"`
	Effort   string      `json:"effort,omitempty"`
	Factor   data.Number `json:"factor,omitzero"` // the reader's own

	Assumed bool `json:"assumed,omitempty"` // nothing was read so early; the prices are the earliest that are known

	Sum
	Lines   []Line       `json:"lines"`
	Unknown []tariff.Gap `json:"unknown,omitempty"` // why there is no single number
	Notes   []Note       `json:"notes,omitempty"`
	Problem string       `json:"problem,omitempty"` // of a ranking: why the usage cannot be priced with this tool
}

// Note is something a reader should know about some lines of the tariff.
type Note struct {
	Kind  tariff.NoteKind   `json:"kind"`
	Lines []data.TariffLine `json:"lines"`
}

// Sum is an amount in USD. All are null when nothing was priced: that is no 0.
type Sum struct {
	USD  *data.Number `json:"usd"`               // at most; null: nothing has a price
	From *data.Number `json:"usdFrom,omitempty"` // at least; absent: exactly so much
}

func sum(low, high data.Number) Sum {
	s := Sum{USD: &high}
	if !low.Equal(high) {
		s.From = &low
	}
	return s
}

// add puts an amount on top.
func (s *Sum) add(low, high data.Number) {
	if s.USD != nil {
		low, high = data.Number{Decimal: s.least().Add(low.Decimal)}, data.Number{Decimal: s.USD.Add(high.Decimal)}
	}
	*s = sum(low, high)
}

// least is the amount at least, of a sum that has one.
func (s Sum) least() data.Number {
	if s.From != nil {
		return *s.From
	}
	return *s.USD
}

// Line is what one class comes to, and by which line of the tariff.
type Line struct {
	Class    data.BillingClass `json:"class"`
	Quantity int64             `json:"quantity"`
	Sum
	Bound   tariff.Bound        `json:"bound,omitempty"`   // what is certain of an unknown price; Applied is then that of input
	Factors []data.TariffFactor `json:"factors,omitempty"` // that the line was multiplied by
	Applied data.TariffLine     `json:"applied"`
}

// ErrUnknownThen says that nobody had read a price at the time that is asked for.
var ErrUnknownThen = errors.New("nothing is known of that time")

// Ask prices a usage of a tool.
func (h Histories) Ask(tool string, u tariff.Usage) (Answer, error) {
	t, assumed, err := h.Tariff(tool, u.At)
	if err != nil {
		return Answer{}, err
	}
	c, err := tariff.Price(t, u)
	if err != nil {
		return Answer{}, err
	}
	if c.RestsOn(assumed) && !h.Assume {
		var classes []string
		for _, item := range c.Items {
			if class := string(item.Class); slices.Contains(assumed, item.Line) && !slices.Contains(classes, class) {
				classes = append(classes, class)
			}
		}
		return Answer{}, fmt.Errorf("%w: the earliest price of %s of %s that anybody has read is later than %s; --assume takes it", ErrUnknownThen,
			strings.Join(classes, ", "), tool, data.At(u.At))
	}
	a := Answer{
		Tool: t.ID, Name: t.Name, Seller: t.Seller, Version: h.Version, At: data.At(u.At), Assumed: c.RestsOn(assumed), Sum: sum(c.Low, c.High),
		Requests: u.Requests, Service: u.Service, Region: u.Region, Effort: u.Effort, Factor: u.Factor, Lines: []Line{}, Unknown: c.Unknown,
	}
	for _, item := range c.Items {
		l := Line{Class: item.Class, Quantity: item.Quantity, Sum: sum(item.Low, item.High), Bound: item.Bound, Applied: t.Lines[item.Line]}
		for _, place := range item.Factors {
			l.Factors = append(l.Factors, t.Factors[place])
		}
		a.Lines = append(a.Lines, l)
	}
	slices.SortStableFunc(a.Lines, func(a, b Line) int { return cmp.Compare(place(a.Class), place(b.Class)) })
	for _, n := range c.Notes {
		note := Note{Kind: n.Kind}
		for _, line := range n.Lines {
			note.Lines = append(note.Lines, t.Lines[line])
		}
		a.Notes = append(a.Notes, note)
	}
	return a, nil
}

// place orders the classes in an answer; others come last.
func place(class data.BillingClass) int {
	return slices.Index([]data.BillingClass{data.ClassInput, data.ClassCacheRead, data.ClassCacheWrite, data.ClassCacheWrite1h, data.ClassCacheWrite12h,
		data.ClassOutput, data.ClassReasoning, class}, class)
}

// Ranking are the answers of several tools to one question, the cheapest first by what they cost at most, and at the end those
// with which it cannot be priced.
type Ranking []Answer

// Rank prices a usage with some tools, by id.
func (h Histories) Rank(ids []string, u tariff.Usage) (Ranking, error) {
	var all Ranking
	for _, id := range ids {
		a, err := h.Ask(id, u)
		if problems := (tariff.Problems)(nil); errors.As(err, &problems) || errors.Is(err, ErrUnknownThen) {
			a = Answer{Tool: id, Name: id, Version: h.Version, At: data.At(u.At), Requests: u.Requests, Lines: []Line{}, Problem: err.Error()}
		} else if err != nil {
			return nil, err
		}
		all = append(all, a)
	}
	slices.SortStableFunc(all, func(a, b Answer) int {
		if a.USD == nil || b.USD == nil {
			return cmp.Compare(len(a.Problem), len(b.Problem)) // those without an amount have one
		}
		return cmp.Or(a.USD.Cmp(b.USD.Decimal), a.least().Cmp(b.least().Decimal), cmp.Compare(a.Tool, b.Tool))
	})
	return all, nil
}

// Histories are the price histories of a snapshot, as far as they were known at an instant.
type Histories struct {
	Assume  bool   // of a time before anything was read, take the earliest prices that are known
	Version string // of the snapshot
	read    func(path string) (data.PricesDocument, error)
	known   time.Time
	held    map[string]data.PricesDocument // by tool
}

// HistoriesIn are those of a snapshot.
func HistoriesIn(s data.Snapshot, known time.Time) Histories {
	return Histories{
		Version: s.Manifest.Version, known: known, held: map[string]data.PricesDocument{},
		read: func(path string) (data.PricesDocument, error) {
			return published.Document[data.PricesDocument](s, path)
		},
	}
}

// Tariff is the tariff of a tool that held at an instant; assumed as in tariff.At.
func (h Histories) Tariff(tool string, at time.Time) (t data.Tariff, assumed []int, err error) {
	doc, held := h.held[tool]
	if !held {
		if doc, err = h.read(data.PricesPath(tool)); err != nil {
			return t, nil, err
		}
		h.held[tool] = doc
	}
	t, assumed, ok := tariff.At(doc, at, h.known)
	if !ok {
		return t, nil, fmt.Errorf("nothing was known of %s at %s: its first snapshot was made at %s; ask for --known-at that or later",
			tool, h.known.UTC().Format(time.RFC3339), doc.Since.Format(time.RFC3339))
	}
	return t, assumed, nil
}
