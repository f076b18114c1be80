package listing

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
)

// order sorts tools by one of their figures: what people look for first is less. A tool without the figure is last, whichever
// way the list is turned.
type order struct {
	name    string
	largest bool // first
	figure  func(Tool) *data.Number
}

// orders are all there are besides the published one, which goes by provider, and those by text.
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
}

// Orders are the names that Query.Sort may have.
func Orders() []string {
	names := []string{"provider", "name"}
	for _, o := range orders {
		names = append(names, o.name)
	}
	return append(names, "released")
}

// sorted puts tools in an order; equal ones stay in published order.
func sorted(tools []Tool, by string, reverse bool) {
	compare := func(_, _ Tool) int { return 0 }
	switch i := slices.IndexFunc(orders, func(o order) bool { return o.name == by }); {
	case i >= 0:
		slices.SortStableFunc(tools, func(a, b Tool) int { return orders[i].compare(a, b, reverse) })
		return
	case by == "name":
		compare = func(a, b Tool) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) }
	case by == "released": // the newest first
		compare = func(a, b Tool) int { return cmp.Compare(b.Released, a.Released) }
	case reverse:
		slices.Reverse(tools)
	}
	slices.SortStableFunc(tools, func(a, b Tool) int {
		if reverse {
			return compare(b, a)
		}
		return compare(a, b)
	})
}

func (o order) compare(a, b Tool, reverse bool) int {
	x, y := o.figure(a), o.figure(b)
	switch {
	case x == nil || y == nil:
		return cmp.Compare(absent(x), absent(y))
	case o.largest != reverse:
		return y.Cmp(x.Decimal)
	default:
		return x.Cmp(y.Decimal)
	}
}

func absent(n *data.Number) int {
	if n == nil {
		return 1
	}
	return 0
}
