// Package tariff says what requests to a model cost, exactly: Price applies the lines of a tariff to what was used, and
// Check says what is wrong with a tariff. Start at Price.
//
// It reads no clock, no file and no network. It does not settle which lines a tariff has (package normalize does), converts
// no currency, and applies a price that is only announced in a range with the one before it. Where a price is not known it says so: with a range where
// one is certain, with an error where none is, and never with zero.
//
// tariff.js is the same calculator for pages. testdata/vectors.json holds both to the same answers.
package tariff

import (
	_ "embed" // for Script
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// Script is tariff.js, the same calculator for pages: a module without dependencies.
//
//go:embed tariff.js
var Script []byte

// MaxQuantity is the most of one class, and the most requests, that one question may be about.
const MaxQuantity = 1_000_000_000_000_000

// Usage is what is to be priced.
type Usage struct {
	Quantities map[data.BillingClass]int64 `json:"quantities"`        // of all requests together; the classes are disjoint: a cached token is no input
	Requests   int64                       `json:"requests"`          // that the quantities are spread over evenly
	Service    string                      `json:"service,omitempty"` // "": standard
	Region     string                      `json:"region,omitempty"`  // "": that of the tariff
	Effort     string                      `json:"effort,omitempty"`  // thinking, non-thinking; matters where lines differ by it
	At         time.Time                   `json:"at"`
	Factor     data.Number                 `json:"factor,omitzero"` // the reader's own, for a negotiated rate; zero: 1
}

// Cost is what a usage costs in USD. Low and High are equal when every price is known and confirmed.
type Cost struct {
	Low     data.Number `json:"low"`
	High    data.Number `json:"high"`
	Items   []Item      `json:"items"`             // by class
	Unknown []Gap       `json:"unknown,omitempty"` // why Low and High differ, besides the bounds of items
	Notes   []Note      `json:"notes,omitempty"`
}

// RestsOn reports whether the cost rests on one of some lines, which are places in the tariff.
func (c Cost) RestsOn(lines []int) bool {
	return slices.ContainsFunc(c.Items, func(i Item) bool { return slices.Contains(lines, i.Line) })
}

// Item is one class at one line.
type Item struct {
	Class    data.BillingClass `json:"class"`
	Quantity int64             `json:"quantity"`
	Line     int               `json:"line"`              // place of what was applied in the lines of the tariff
	Factors  []int             `json:"factors,omitempty"` // places of those that lead from the line to the terms asked for; with any, the price is computed, not printed
	As       data.BillingClass `json:"as,omitempty"`      // the class of the line where it is another one
	Bound    Bound             `json:"bound,omitempty"`   // how far the price can be from that of the line; absent: it is that
	Low      data.Number       `json:"low"`               // USD, with all factors
	High     data.Number       `json:"high"`
}

// Gap is a class whose price nobody states.
type Gap struct {
	Class data.BillingClass `json:"class"`
	Why   Code              `json:"why"` // NotStated, NoLine or NoBand
}

// Bound says how far an unknown price can be from that of a line: of input, unless it is said otherwise.
type Bound string

// The bounds. The most that anybody is known to charge for a cache write is twice the price of input for up to an hour, as
// Anthropic does, and 2.5 times that for twelve hours, as OpenAI does.
const (
	UpToInput       Bound = "upToInput"       // reading from a cache: between nothing and the price of input
	InputToTwice    Bound = "inputToTwice"    // writing to a cache: between the price of input and twice that
	InputTo250      Bound = "inputTo250"      // writing to a cache for twelve hours: between the price of input and 250 % of that
	NowToAnnounced  Bound = "nowToAnnounced"  // between the price of the line and one that was announced for a day that has come, and that nobody has confirmed
	PromotionOrList Bound = "promotionOrList" // between the price of a promotion that was promised up to a day that has passed, and the list price
)

// Unconfirmed reports whether it is not known which of two stated prices is billed.
func (b Bound) Unconfirmed() bool { return b == NowToAnnounced || b == PromotionOrList }

// Times is how many times the price of input an unknown cache write costs at most; zero for any other bound.
func (b Bound) Times() data.Number {
	switch b {
	case InputToTwice:
		return data.Int(2)
	case InputTo250:
		return data.Number{Decimal: decimal.New(25, -1)}
	}
	return data.Number{}
}

// Note is something a reader of the cost should know about lines of the tariff.
type Note struct {
	Kind  NoteKind `json:"kind"`
	Lines []int    `json:"lines"` // their places
}

// NoteKind says what is to be known.
type NoteKind string

// The kinds of notes.
const (
	AverageRequest    NoteKind = "averageRequest"    // the average request decided which sizes of prompts hold; single ones can be billed otherwise
	PromotionEnds     NoteKind = "promotionEnds"     // the line ends on a stated day
	PromotionPromised NoteKind = "promotionPromised" // the line was promised up to a day; what comes then was not said
	PerhapsHoliday    NoteKind = "perhapsHoliday"    // the calendar of holidays does not reach so far, and holidays are billed by other lines
	PriceAnnounced    NoteKind = "priceAnnounced"    // the line is announced; where its day has come, the cost is a range up to it
)

// Words say what the note means; after a colon come its lines, where they are told.
func (k NoteKind) Words() string { return noteWords[k] }

var noteWords = map[NoteKind]string{
	AverageRequest:    "the average request decides which size of prompt is billed; single ones can be billed otherwise",
	PromotionEnds:     "a promotion that ends:",
	PromotionPromised: "a promotion, and what comes after it was not said:",
	PerhapsHoliday:    "it may be a public holiday on that day, which is billed by other hours: the calendar does not reach so far",
	PriceAnnounced:    "another price is announced:",
}

// question is a usage that can be answered, with what every line is asked.
type question struct {
	tariff          data.Tariff
	usage           Usage
	service, region string // as lines have them

	classes  []data.BillingClass // with a quantity, prompts in the order of a prompt
	prompt   decimal.Decimal     // tokens of all requests together
	answer   decimal.Decimal     // tokens
	requests decimal.Decimal
	holiday  bool                       // whether days of which nobody knows are holidays
	factor   decimal.Decimal            // the reader's own
	looked   map[data.BillingClass]bool // classes whose lines were looked for
}

// Price says what a usage costs under a tariff. The error is Problems: every reason why it cannot be said. A tariff that
// Check finds fault with gives problems too, or the price that its lines state where they are sound.
//
// On a day of which nobody knows whether it is a holiday, where that makes a difference, it is a range.
func Price(t data.Tariff, u Usage) (Cost, error) {
	cost, err := price(t, u, false)
	calendar := slices.ContainsFunc(t.Lines, func(l data.TariffLine) bool { return l.Terms.Hours != nil && l.Terms.Hours.Holidays != "" })
	if err != nil || !calendar {
		return cost, err
	}
	other, err := price(t, u, true)
	if err != nil || cost.Low.Equal(other.Low) && cost.High.Equal(other.High) {
		return cost, err
	}
	return cost.or(other), nil
}

// or is a cost of which nobody knows whether it is another one. Both have the same items, by lines of other hours.
func (c Cost) or(other Cost) Cost {
	lines := []int{}
	for i := range min(len(c.Items), len(other.Items)) {
		mine, its := &c.Items[i], other.Items[i]
		widen(&mine.Low, &mine.High, its.Low, its.High)
		lines = append(lines, mine.Line, its.Line)
	}
	widen(&c.Low, &c.High, other.Low, other.High)
	slices.Sort(lines)
	c.Notes = append(c.Notes, Note{PerhapsHoliday, slices.Compact(lines)})
	slices.SortStableFunc(c.Notes, func(a, b Note) int { return strings.Compare(string(a.Kind), string(b.Kind)) })
	return c
}

func widen(low, high *data.Number, otherLow, otherHigh data.Number) {
	low.Decimal, high.Decimal = decimal.Min(low.Decimal, otherLow.Decimal), decimal.Max(high.Decimal, otherHigh.Decimal)
}

func price(t data.Tariff, u Usage, holiday bool) (Cost, error) {
	q := &question{tariff: t, usage: u, service: service(u.Service), region: u.Region, holiday: holiday, factor: u.Factor.Decimal,
		requests: decimal.NewFromInt(u.Requests), looked: map[data.BillingClass]bool{}}
	if q.region == "" {
		q.region = t.Region
	}
	if u.Factor.IsZero() {
		q.factor = decimal.NewFromInt(1)
	}
	q.count()
	problems := q.refused()
	if len(problems) > 0 {
		return Cost{}, problems
	}
	cost := Cost{Items: []Item{}}
	for _, class := range q.classes {
		item, gaps, problem := q.bill(class)
		if problem != nil && !slices.ContainsFunc(problems, func(p Problem) bool { return p.Code == problem.Code && p.Class == problem.Class }) {
			problems = append(problems, *problem)
		}
		cost.Items, cost.Unknown = append(cost.Items, item), append(cost.Unknown, gaps...)
	}
	if len(problems) > 0 {
		return Cost{}, problems
	}
	for _, item := range cost.Items {
		cost.Low.Decimal, cost.High.Decimal = cost.Low.Add(item.Low.Decimal), cost.High.Add(item.High.Decimal)
	}
	cost.Notes = q.notes(cost.Items)
	return cost, nil
}

// count lays the classes out as the prompt has them, and counts the tokens of prompts and answers.
func (q *question) count() {
	for class, n := range q.usage.Quantities {
		if n > 0 {
			q.classes = append(q.classes, class)
		}
	}
	slices.SortFunc(q.classes, inPrompt)
	for _, class := range q.classes {
		n := decimal.NewFromInt(q.usage.Quantities[class])
		switch {
		case slices.ContainsFunc(q.tariff.Lines, func(l data.TariffLine) bool { return l.Class == class && l.Per.Of != tokens }):
		case isAnswer(class):
			q.answer = q.answer.Add(n)
		case isPrompt(class):
			q.prompt = q.prompt.Add(n)
		}
	}
}

// refused says what is wrong with the usage itself, or else why the tool cannot be asked that: it could no longer be bought at
// that time, or the average request exceeds a limit.
func (q *question) refused() (problems Problems) {
	refuse := func(is bool, code Code, class data.BillingClass, limit int64, known ...string) {
		if is {
			problems = append(problems, Problem{Code: code, Tool: q.tariff.ID, Class: class, Limit: limit, Known: known})
		}
	}
	u, limits := q.usage, q.tariff.Limits
	for _, class := range slices.Sorted(maps.Keys(u.Quantities)) {
		refuse(u.Quantities[class] < 0 || u.Quantities[class] > MaxQuantity, BadQuantity, class, 0)
	}
	refuse(u.Requests < 1 || u.Requests > MaxQuantity, BadRequests, "", 0)
	refuse(!u.Factor.IsZero() && !IsFactor(u.Factor), BadFactor, "", 0)
	refuse(u.At.IsZero(), NoInstant, "", 0)
	if q.service != "" {
		refuse(!slices.Contains(Services(q.tariff), q.service), NoService, "", 0, Services(q.tariff)...)
	}
	if q.region != "" {
		refuse(!slices.Contains(Regions(q.tariff), q.region), NoRegion, "", 0, Regions(q.tariff)...)
	}
	if len(problems) > 0 {
		return problems
	}
	exceeds := func(limit int64, used decimal.Decimal) bool {
		return limit > 0 && used.GreaterThan(decimal.NewFromInt(limit).Mul(q.requests))
	}
	refuse(!q.tariff.Sale.Until.IsZero() && !u.At.Before(q.tariff.Sale.Until.Time), NoLongerSold, "", 0)
	refuse(exceeds(limits.Context, q.prompt.Add(q.answer)), OverContext, "", limits.Context)
	refuse(exceeds(limits.Input, q.prompt), OverInput, "", limits.Input)
	refuse(exceeds(limits.Output, q.answer), OverOutput, "", limits.Output)
	return problems
}

// notes are what is to be known about the lines that were applied, and about those that were announced in their place.
func (q *question) notes(items []Item) []Note {
	about := map[NoteKind][]int{}
	for _, item := range items {
		terms := q.tariff.Lines[item.Line].Terms
		for kind, is := range map[NoteKind]bool{
			AverageRequest:    terms.Context != nil && q.usage.Requests > 1,
			PromotionEnds:     terms.Kind == data.KindPromotional && !terms.Until.IsZero(),
			PromotionPromised: terms.Promised != "",
		} {
			if is {
				about[kind] = append(about[kind], item.Line)
			}
		}
	}
	for i, l := range q.tariff.Lines {
		if l.Terms.Kind == data.KindAnnounced && q.looked[l.Class] && q.meant(l) {
			about[PriceAnnounced] = append(about[PriceAnnounced], i)
		}
	}
	var notes []Note
	for _, kind := range slices.Sorted(maps.Keys(about)) {
		lines := about[kind]
		slices.Sort(lines)
		notes = append(notes, Note{kind, slices.Compact(lines)})
	}
	return notes
}

// meant reports whether a line leads to the terms that were asked for, whatever the size of the prompts, the hour and the
// day.
func (q *question) meant(l data.TariffLine) bool {
	if l.Terms.Effort != "" && l.Terms.Effort != q.usage.Effort {
		return false
	}
	ways, _ := q.ways(l.Class)
	return slices.ContainsFunc(ways, func(w way) bool { return w.service == service(l.Terms.Service) && w.region == l.Terms.Region })
}
