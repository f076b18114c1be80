package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// Query says which tools are asked for. What is empty or nil asks for nothing in particular.
type Query struct {
	Name       string   // part of the id or the name
	Providers  []string // any of these, by id or name
	Categories []string // any of these
	Modalities []string // a prompt may hold all of these
	Features   []string // all of these
	States     []string // any of these
	Confidence string   // of the price, at least

	OpenWeights bool         // the weights can be downloaded
	MaxInput    *data.Number // USD per million tokens
	MaxOutput   *data.Number // USD per million tokens
	MinContext  *data.Number // tokens
	MinScore    *data.Number // a tool without a score has less

	Sort    string // one of Orders; "": published order
	Reverse bool
	Limit   int // 0: all
}

// Texts are values of some type as plain texts.
func Texts[Text ~string](all []Text) []string {
	return data.Each(all, func(t Text) string { return string(t) })
}

// Resolve writes every word of a query as the documents of a catalogue do, and refuses those that mean nothing.
func (q Query) Resolve(c *catalog.Catalog) (Query, error) {
	var providers []string
	q.Providers = slices.Clone(q.Providers)
	for _, p := range c.Providers {
		providers = append(providers, p.Name)
		for i, word := range q.Providers {
			if catalog.NormalForm(word) == catalog.NormalForm(p.ID) {
				q.Providers[i] = p.Name
			}
		}
	}
	categories := data.Each(c.Categories, func(c data.Category) string { return c.Slug })
	confidence := slices.DeleteFunc([]string{q.Confidence}, func(word string) bool { return word == "" })
	for _, list := range []struct {
		what  string
		words *[]string
		known []string
	}{
		{"provider", &q.Providers, providers}, {"category", &q.Categories, categories}, {"modality", &q.Modalities, Texts(data.Modalities)},
		{"feature", &q.Features, catalog.FeatureNames()}, {"state", &q.States, Texts(States)},
		{"confidence", &confidence, Texts([]data.Confidence{data.High, data.Medium, data.Low})},
	} {
		resolved := []string{}
		for _, word := range *list.words {
			known := data.Find(list.known, func(k string) bool { return catalog.NormalForm(k) == catalog.NormalForm(word) })
			if known == nil {
				return q, fmt.Errorf("there is no %s %q; there are %s", list.what, word, strings.Join(list.known, ", "))
			}
			resolved = append(resolved, *known)
		}
		*list.words = resolved
	}
	q.Confidence = strings.Join(confidence, "")
	if q.Sort != "" && !slices.Contains(Orders(), q.Sort) {
		return q, fmt.Errorf("cannot sort by %q; there are %s", q.Sort, strings.Join(Orders(), ", "))
	}
	return q, nil
}

// Select are the tools that a resolved query asks for, in its order.
func (q Query) Select(all []Tool) []Tool {
	asked := slices.DeleteFunc(slices.Clone(all), func(t Tool) bool { return !q.asks(t) })
	sorted(asked, q.Sort, q.Reverse)
	if q.Limit > 0 {
		asked = asked[:min(q.Limit, len(asked))]
	}
	return asked
}

// asks reports whether a tool has everything that is asked for.
func (q Query) asks(t Tool) bool {
	name := catalog.NormalForm(q.Name)
	return (strings.Contains(catalog.NormalForm(t.ID), name) || strings.Contains(catalog.NormalForm(t.Name), name)) &&
		anyOf(q.Providers, t.Provider) && anyOf(q.Categories, t.Categories...) && anyOf(q.States, string(t.State)) &&
		allOf(q.Modalities, Texts(t.InputModalities)) && allOf(q.Features, t.Features) &&
		(!q.OpenWeights || slices.Contains(t.Categories, catalog.OpenWeights)) && sure(q.Confidence, t.Confidence) &&
		atMost(t.Input, q.MaxInput) && atMost(t.Output, q.MaxOutput) &&
		atLeast(&t.ContextTokens, q.MinContext) && atLeast(t.Score, q.MinScore)
}

func anyOf(asked []string, has ...string) bool {
	return len(asked) == 0 || slices.ContainsFunc(has, func(each string) bool { return slices.Contains(asked, each) })
}

func allOf(asked, has []string) bool {
	return !slices.ContainsFunc(asked, func(each string) bool { return !slices.Contains(has, each) })
}

// sure reports whether a confidence is no lower than the one that is asked for.
func sure(asked string, has data.Confidence) bool {
	order := []data.Confidence{data.Low, data.Medium, data.High}
	return asked == "" || slices.Index(order, has) >= slices.Index(order, data.Confidence(asked))
}

func atMost(n data.Number, limit *data.Number) bool {
	return limit == nil || n.LessThanOrEqual(limit.Decimal)
}

func atLeast(n, limit *data.Number) bool {
	return limit == nil || n != nil && n.GreaterThanOrEqual(limit.Decimal)
}

// order is what tools can be sorted by.
type order struct {
	name    string
	largest bool // first
	figure  func(Tool) *data.Number
}

// orders are what tools are sorted by besides the published order, which goes by provider, and texts. What people look for first is
// less. A tool without the figure is last, whichever way the list is turned.
var orders = []order{
	{"input", false, func(t Tool) *data.Number { return &t.Input }},
	{"output", false, func(t Tool) *data.Number { return &t.Output }},
	{"cacheRead", false, func(t Tool) *data.Number { return t.CacheRead }},
	{"context", true, func(t Tool) *data.Number { return &t.ContextTokens }},
	{"score", true, func(t Tool) *data.Number { return t.Score }},
	{"value", false, func(t Tool) *data.Number { return t.PricePerPoint }},
	{"deepSWE", true, func(t Tool) *data.Number { return t.DeepSWE }},
	{"vibeCode", true, func(t Tool) *data.Number { return t.VibeCode }},
	{"terminalBench4", true, func(t Tool) *data.Number { return t.TerminalBench4 }},
	{"sweBench", true, func(t Tool) *data.Number { return t.SWEBench }},
	{"liveCodeBench", true, func(t Tool) *data.Number { return t.LiveCodeBench }},
	{"bigCodeBench", true, func(t Tool) *data.Number { return t.BigCodeBench }},
	{"humanEval", true, func(t Tool) *data.Number { return t.HumanEval }},
	{"released", true, released},
}

// released is the month of release as a number.
func released(t Tool) *data.Number {
	n, err := data.ParseNumber(strings.ReplaceAll(t.Released, "-", ""))
	if err != nil {
		return nil
	}
	return &n
}

// Orders are the names that Query.Sort may have.
func Orders() []string {
	return append([]string{"provider", "name"}, data.Each(orders, func(o order) string { return o.name })...)
}

// sorted puts tools in an order; equal ones stay in published order.
func sorted(tools []Tool, by string, reverse bool) {
	for _, o := range orders {
		if o.name == by {
			slices.SortStableFunc(tools, func(a, b Tool) int { return compareFigures(o.figure(a), o.figure(b), o.largest != reverse) })
			return
		}
	}
	if by == "name" {
		slices.SortStableFunc(tools, func(a, b Tool) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	}
	if reverse {
		slices.Reverse(tools)
	}
}

func compareFigures(x, y *data.Number, largestFirst bool) int {
	switch {
	case x == nil && y == nil:
		return 0
	case x == nil:
		return 1
	case y == nil:
		return -1
	case largestFirst:
		return y.Cmp(x.Decimal)
	}
	return x.Cmp(y.Decimal)
}
