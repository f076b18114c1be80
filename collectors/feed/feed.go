// Package feed reads lists of prices that others keep. Start at a feed's file: it says what to fetch, and reads it. This file
// holds what the feeds share.
//
// It converts nothing and decides nothing, and it believes no feed: see packages collectors and normalize.
package feed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	minFeedModels  = 10     // that have an input and an output price: every feed lists dozens, so fewer is a broken file
	maxFeedName    = 200    // bytes of a model's id
	maxFeedTariffs = 64     // of one model
	maxFeedNumbers = 70_000 // the largest feed has half of that
)

// feedServices are the services that have prices of their own besides the standard one.
var feedServices = []string{"batch", "fast", "flex", "priority"}

// rate is what one key of a feed prices, and the conditions that the key itself states.
type rate struct {
	key   string
	field data.Field
	q     data.Qualifiers
}

// ratesOf are the rates of the tokens of a modality, "" for all, by the keys of their prices: of input, of output, of reading from the
// cache and of writing to it, for an hour too; a feed may lack the later ones, and "" is a key that it has not.
func ratesOf(modality string, keys ...string) (rates []rate) {
	fields := []data.Field{data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite, data.PriceCacheWrite}
	for i, field := range fields[:len(keys)] {
		q := data.Qualifiers{Modality: modality}
		if i == 4 {
			q.CacheTTL = "1h"
		}
		if keys[i] != "" {
			rates = append(rates, rate{keys[i], field, q})
		}
	}
	return rates
}

// tariff is what a feed charges a model under one set of conditions.
type tariff struct {
	prices map[string]json.RawMessage
	q      data.Qualifiers
	hours  bool   // it holds at some hours of the day only
	where  string // the conditions as the feed prints them, for the quote
}

// feedModel is one model of a feed.
type feedModel struct {
	doc     web.Payload
	subject string
	label   string // the subject as the feed names it, for the quote
	unit    data.Unit
}

// observe reads the tariffs of a model, in the order of the rates, of which the first is its price of input.
func (m feedModel) observe(tariffs []tariff, rates []rate) []data.Observation {
	var found []data.Observation
	for _, t := range nameHours(tariffs, rates) {
		found = slices.Grow(found, min(len(rates), len(t.prices)))
		for _, r := range rates {
			if value := feedNumber(t.prices[r.key]); value != "" {
				q := t.q
				q.CacheTTL, q.Modality = r.q.CacheTTL, r.q.Modality
				q.Service, q.ContextOver = cmp.Or(r.q.Service, q.Service), cmp.Or(r.q.ContextOver, q.ContextOver)
				found = append(found, m.under(t.where+r.key, r.field, value, m.unit, q))
			}
		}
	}
	return nameWrites(found)
}

// under is what stands under a key.
func (m feedModel) under(key string, field data.Field, value string, unit data.Unit, q data.Qualifiers) data.Observation {
	return m.doc.Observe(m.subject, field, value, unit, m.label+" | "+key+" "+value, data.PageAddress{Row: m.label, Column: key}, q)
}

// context observes the length of the context window. Feeds print 0 where a model has none.
func (m feedModel) context(key string, raw json.RawMessage) []data.Observation {
	if feedTokens(raw) == "" {
		return nil
	}
	return []data.Observation{m.under(key, data.ContextTokens, feedNumber(raw), data.Tokens, data.Qualifiers{})}
}

// effortName is what an API may call an effort.
var effortName = regexp.MustCompile(`^[a-z]{2,20}$`)

// mostEfforts is how many efforts a model may have; the most so far are six.
const mostEfforts = 12

// efforts observes the reasoning efforts that a model takes, and its default. Names that no API has make all of them worth nothing.
func (m feedModel) efforts(key string, efforts []string, standard string) []data.Observation {
	if len(efforts) == 0 || len(efforts) > mostEfforts || slices.ContainsFunc(efforts, func(e string) bool { return !effortName.MatchString(e) }) {
		return nil
	}
	found := []data.Observation{m.under(key, data.ReasoningEfforts, strings.Join(efforts, " "), data.NameUnit, data.Qualifiers{})}
	if slices.Contains(efforts, standard) {
		found = append(found, m.under("default_effort", data.ReasoningDefault, standard, data.NameUnit, data.Qualifiers{}))
	}
	return found
}

// nameWrites names the life of a cache entry: where a model has a price for an hour, the other one is for five minutes.
func nameWrites(found []data.Observation) []data.Observation {
	hour := slices.ContainsFunc(found, func(o data.Observation) bool { return o.Qualifiers.CacheTTL == "1h" })
	for i := range found {
		if hour && found[i].Field == data.PriceCacheWrite {
			found[i].Qualifiers.CacheTTL = cmp.Or(found[i].Qualifiers.CacheTTL, "5m")
		}
	}
	return found
}

// feedDigits keeps out signs, such as the -1 that stands for a price that varies, and exponents without bounds.
var feedDigits = regexp.MustCompile(`^\d{1,15}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?$`)

// feedNumber is a number of a feed with the digits as printed, in quotation marks or not; "" for anything else.
func feedNumber(raw json.RawMessage) string {
	if len(raw) >= 2 && raw[0] == '"' {
		raw = raw[1 : len(raw)-1]
	}
	if !feedDigits.Match(raw) {
		return ""
	}
	return string(raw)
}

// feedTokens is a positive whole number of tokens, written out; "" for anything else.
func feedTokens(raw json.RawMessage) string {
	tokens, err := data.ParseNumber(feedNumber(raw))
	if err != nil || !tokens.IsPositive() || !tokens.IsInteger() {
		return ""
	}
	return tokens.String()
}

// feedName is the id of a model; "" where it has none that anyone would print.
func feedName(id string) string {
	if len(id) > maxFeedName {
		return ""
	}
	return page.OneLine(id)
}

// isObject reports whether a value is a JSON object; feeds mix them with numbers and text.
func isObject(raw json.RawMessage) bool { return bytes.HasPrefix(raw, []byte("{")) }

// feedReading collects what a feed says, as long as there is room.
type feedReading []data.Observation

func (r *feedReading) add(numbers ...data.Observation) {
	if len(*r) <= maxFeedNumbers {
		*r = append(*r, numbers...)
	}
}

// prices passes on what a feed says, or why it cannot be a feed of prices in the unit that it used to have.
func (r feedReading) prices() ([]data.Observation, error) {
	if len(r) > maxFeedNumbers {
		return nil, data.Failed(data.OverBudget, "it has more than %d numbers, which are not read", maxFeedNumbers)
	}
	if models := len(page.PricedSubjects(r)); models < minFeedModels {
		return nil, fmt.Errorf("%d models have an input and an output price, expected at least %d", models, minFeedModels)
	}
	inputs, odd := 0, 0
	for _, o := range r {
		price, err := data.ParseNumber(o.Value)
		if err != nil || o.Field != data.PriceInput || price.IsZero() {
			continue
		}
		inputs++
		perToken := price.LessThan(decimal.New(1, -3)) // of a dollar: no token costs as much, no million as little
		if perToken != (o.Unit == data.USDPerToken) {
			odd++
		}
	}
	if 2*odd > inputs {
		return nil, fmt.Errorf("%d of %d input prices cannot be in %s; has the unit changed?", odd, inputs, r[0].Unit)
	}
	return undisputed(r), nil
}

// undisputed drops repetitions, and everything that a feed states in two ways. Many people write a feed: one careless
// entry is no reason to lose the rest, and nobody can tell which of the two is right. What is kept takes the place of all.
func undisputed(all []data.Observation) []data.Observation {
	first, disputed := make(map[page.Subject]int, len(all)), map[page.Subject]bool{}
	var once []int
	for i, o := range all {
		key := page.SubjectOf(o)
		if before, repeated := first[key]; !repeated {
			first[key] = i
			once = append(once, i)
		} else if !page.SameNumber(all[before].Value, o.Value) {
			disputed[key] = true
		}
	}
	for _, o := range dearerWhenShort(all) {
		disputed[page.SubjectOf(o)] = true
	}
	kept := all[:0]
	for _, i := range once {
		if o := all[i]; len(disputed) == 0 || !disputed[page.SubjectOf(o)] {
			kept = append(kept, o)
		}
	}
	return kept
}

// dearerWhenShort are the pairs in which the short prompt costs more than the long one. No provider sells like this: one of
// the two is in the wrong place.
func dearerWhenShort(all []data.Observation) []data.Observation {
	anySize := func(o data.Observation) page.Subject {
		o.Qualifiers.ContextOver, o.Qualifiers.OverOp, o.Qualifiers.ContextUpTo, o.Qualifiers.UpToOp = "", "", "", ""
		return page.SubjectOf(o)
	}
	long := map[page.Subject]data.Observation{}
	for _, o := range all {
		if o.Qualifiers.ContextOver != "" {
			long[anySize(o)] = o
		}
	}
	var odd []data.Observation
	for _, o := range all {
		over, sized := long[anySize(o)]
		if sized && o.Qualifiers.ContextOver == "" && data.MustNumber(o.Value).GreaterThan(data.MustNumber(over.Value).Decimal) {
			odd = append(odd, o, over)
		}
	}
	return odd
}

// nameHours names the hours of the day at which prices hold. Feeds print the hours and not what they are called: what
// costs most is peak and what costs least off-peak. A price in between has no name and is left out, so that it cannot
// pass for one that holds all day.
func nameHours(all []tariff, rates []rate) []tariff {
	if !slices.ContainsFunc(all, func(t tariff) bool { return t.hours }) {
		return all
	}
	if len(all) > maxFeedTariffs {
		return nil
	}
	level := func(t tariff) decimal.Decimal { // a tariff that prints no price of input has that of the first
		input := rates[0].key
		price, _ := data.ParseNumber(cmp.Or(feedNumber(t.prices[input]), feedNumber(all[0].prices[input])))
		return price.Decimal
	}
	levels, byHour := map[data.Qualifiers][]decimal.Decimal{}, map[data.Qualifiers]bool{} // of those that differ in the hours at most
	for _, t := range all {
		levels[t.q], byHour[t.q] = append(levels[t.q], level(t)), byHour[t.q] || t.hours
	}
	var named []tariff
	for _, t := range all {
		alike, window := levels[t.q], ""
		lowest, highest := decimal.Min(alike[0], alike...), decimal.Max(alike[0], alike...)
		switch price := level(t); {
		case !byHour[t.q], lowest.Equal(highest) && !t.hours:
		case lowest.Equal(highest): // the price is the same at all hours, and stands there without them too
			continue
		case price.Equal(highest):
			window = "peak"
		case price.Equal(lowest):
			window = "offPeak"
		default:
			continue
		}
		t.q.Window = window
		named = append(named, t)
	}
	return named
}

// dayBefore is the day before the given one; "" when that is not a day.
func dayBefore(day string) string {
	first, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return first.AddDate(0, 0, -1).Format(time.DateOnly)
}
