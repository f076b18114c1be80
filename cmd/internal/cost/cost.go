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
	"sync"
	"time"

	"pricepoint/cmd/internal/published"
	"pricepoint/cmd/internal/terminal"
	"pricepoint/data"
	"pricepoint/data/market"
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

	Gone    data.Timestamp `json:"gone,omitzero"`     // when its page no longer had the model: these are the last prices
	Assumed bool           `json:"assumed,omitempty"` // nothing was read so early; the prices are the earliest that are known

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
	if m := h.Model(t.ID); m != nil && m.Key == t.ID {
		a.Gone = m.Gone
	}
	for _, item := range c.Items {
		l := Line{Class: item.Class, Quantity: item.Quantity, Sum: sum(item.Low, item.High), Bound: item.Bound, Applied: t.Lines[item.Line]}
		l.Factors = data.Each(item.Factors, func(place int) data.TariffFactor { return t.Factors[place] })
		a.Lines = append(a.Lines, l)
	}
	place := func(l Line) int { // others come last
		return slices.Index(append(slices.Clone(data.TextClasses), l.Class), l.Class)
	}
	slices.SortStableFunc(a.Lines, func(a, b Line) int { return cmp.Compare(place(a), place(b)) })
	for _, n := range c.Notes {
		a.Notes = append(a.Notes, Note{n.Kind, data.Each(n.Lines, func(place int) data.TariffLine { return t.Lines[place] })})
	}
	return a, nil
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
	Assume   bool   // of a time before anything was read, take the earliest prices that are known
	Version  string // of the snapshot
	snapshot data.Snapshot
	known    time.Time
	held     map[string]data.PricesDocument // by tool
	models   func() market.ModelsDocument   // none where an older pricepoint made the snapshot
}

// HistoriesIn are those of a snapshot.
func HistoriesIn(s data.Snapshot, known time.Time) Histories {
	return Histories{
		Version: s.Manifest.Version, snapshot: s, known: known, held: map[string]data.PricesDocument{},
		models: sync.OnceValue(func() market.ModelsDocument {
			models, _ := published.Document[market.ModelsDocument](s, data.ModelsPath)
			return models
		}),
	}
}

// Model is the model that a name means to its maker, nil for none: it need not be one of the tools.
func (h Histories) Model(name string) *market.Model { return h.models().Named(name) }

// Tariff is the tariff of a tool, or by its key of another model, that held at an instant; assumed as in tariff.At.
func (h Histories) Tariff(tool string, at time.Time) (t data.Tariff, assumed []int, err error) {
	if strings.Contains(tool, "/") {
		if m := h.Model(tool); m != nil {
			t, assumed = m.TariffAt(at)
			return t, assumed, nil
		}
	}
	doc, held := h.held[tool]
	if !held {
		if doc, err = published.Document[data.PricesDocument](h.snapshot, data.PricesPath(tool)); err != nil {
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

// Table is an answer for people, a line a class.
func (a Answer) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"", "quantity", "USD", "price in USD", "because"}}
	for _, l := range a.Lines {
		t.Add(l.Class, data.Int(l.Quantity).Grouped(), l.amount(), l.price(a.Factor), l.because())
	}
	t.Add("total", "", a.amount(), "", "")
	return t
}

func (s Sum) amount() string {
	switch {
	case s.USD == nil:
		return "-"
	case s.From == nil:
		return s.USD.String()
	}
	return s.From.String() + " to " + s.USD.String()
}

// price is what was multiplied with the quantity; own is the reader's factor.
func (l Line) price(own data.Number) string {
	text := priced(l.Applied)
	for _, f := range l.Factors {
		text += " * " + f.Factor.String()
	}
	if !own.IsZero() {
		text += " * " + own.String()
	}
	return text
}

func priced(l data.TariffLine) string {
	switch {
	case l.State == data.PriceNotStated:
		return "a price that nobody states"
	case l.Price == nil:
		return "free"
	}
	return l.Price.String() + " per " + l.Per.String()
}

// because says under which terms the price holds and where it was read.
func (l Line) because() string {
	why := ""
	switch {
	case l.Bound == tariff.UpToInput:
		why = "unknown: at most the input price"
	case !l.Bound.Times().IsZero():
		why = "unknown: the input price to " + l.Bound.Times().String() + " times that"
	case l.Bound == tariff.PromotionOrList:
		why = "the promotion may be over: this price, or the list price"
	case l.Bound == tariff.NowToAnnounced:
		why = "not confirmed: this price, or the one that was announced"
	case l.Applied.Class != l.Class:
		why = "billed as " + string(l.Applied.Class)
	}
	words := []string{why, l.Applied.Terms.String(), source(l.Applied.Evidence)}
	for _, f := range l.Factors {
		words = append(words, strings.TrimSpace(f.Service+" "+f.Region)+": "+source(f.Evidence))
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), "; ")
}

// source says who stated a price, and when it was last found there.
func source(e data.BriefEvidence) string {
	who, day := e.Attribution(), e.ConfirmedAt
	if e.Method == data.Curated {
		day = e.VerifiedAt
	}
	if day.IsZero() {
		return who
	}
	return who + " on " + day.Format(time.DateOnly)
}

// Remarks say what the table cannot.
func (a Answer) Remarks() []string {
	return append([]string{fmt.Sprintf("%s at %s, by snapshot %s", a.Name, minute(a.At), a.Version)}, a.remarks("")...)
}

// remarks say what an answer rests on, each after a name.
func (a Answer) remarks(name string) (words []string) {
	if a.Assumed {
		words = append(words, name+earliest)
	}
	if !a.Gone.IsZero() {
		words = append(words, name+"gone from the page of its prices since "+a.Gone.Format(time.DateOnly)+": these are the last")
	}
	for _, n := range a.Notes {
		words = append(words, name+n.text(a.At))
	}
	return words
}

// text says what a note means for requests at a time.
func (n Note) text(at data.Timestamp) string {
	said := make([]string, len(n.Lines))
	for i, l := range n.Lines {
		said[i] = string(l.Class) + " at " + priced(l)
		switch n.Kind {
		case tariff.PromotionEnds:
			said[i] += " until " + l.Terms.Until.Format(time.DateOnly)
		case tariff.PromotionPromised:
			said[i] += " was promised up to " + l.Terms.Promised
			if l.Terms.PromiseOver(at.Time) {
				said[i] += ", which is past"
			}
		case tariff.PriceAnnounced:
			if !l.Terms.From.IsZero() {
				said[i] += " from " + l.Terms.From.Format(time.DateOnly)
			}
		}
	}
	words := n.Kind.Words()
	if strings.HasSuffix(words, ":") {
		words += " " + strings.Join(said, "; ")
	}
	return words
}

// earliest says what the prices are that are assumed.
const earliest = "nobody had read prices so early: these are the earliest prices that are known"

func minute(at data.Timestamp) string { return at.Format("2006-01-02T15:04Z") }

// Table is a ranking for people, a line a tool.
func (r Ranking) Table() terminal.Table {
	t := terminal.Table{Header: terminal.Row{"model", "USD", "unknown, or why there is no cost"}}
	for _, a := range r {
		unknown := data.Each(a.Unknown, func(g tariff.Gap) string { return string(g.Class) })
		t.Add(a.Tool, a.amount(), cmp.Or(a.Problem, strings.Join(unknown, ", ")))
	}
	return t
}

// Remarks say what the table cannot.
func (r Ranking) Remarks() []string {
	words := []string{fmt.Sprintf("at %s, by snapshot %s; of one model alone every line of its tariff is shown", minute(r[0].At), r[0].Version)}
	for _, a := range r {
		words = append(words, a.remarks(a.Name+": ")...)
	}
	return words
}
