package listing

import (
	"cmp"
	"slices"
	"strings"

	"pricepoint/data"
)

// order compares two tools by one of their figures: what people look for first is less. A tool without the figure is
// last, whichever way the list is turned.
type order struct {
	name    string
	absent  func(Tool) bool
	compare func(a, b Tool) int
}

// orders are all there are besides the published one, which goes by provider.
var orders = []order{
	byText("name", func(t Tool) string { return strings.ToLower(t.Name) }),
	cheapest("input", func(t Tool) *data.Number { return &t.Input }),
	cheapest("output", func(t Tool) *data.Number { return &t.Output }),
	cheapest("cacheRead", func(t Tool) *data.Number { return t.CacheRead }),
	largest("context", func(t Tool) *data.Number { return &t.ContextTokens }),
	largest("score", func(t Tool) *data.Number { return t.Score }),
	cheapest("value", func(t Tool) *data.Number { return t.PricePerPoint }),
	largest("deepSWE", func(t Tool) *data.Number { return t.DeepSWE }),
	largest("vibeCode", func(t Tool) *data.Number { return t.VibeCode }),
	largest("terminalBench4", func(t Tool) *data.Number { return t.TerminalBench4 }),
	largest("sweBench", func(t Tool) *data.Number { return t.SWEBench }),
	largest("liveCodeBench", func(t Tool) *data.Number { return t.LiveCodeBench }),
	largest("bigCodeBench", func(t Tool) *data.Number { return t.BigCodeBench }),
	largest("humanEval", func(t Tool) *data.Number { return t.HumanEval }),
	newest("released", func(t Tool) string { return t.Released }),
}

// Orders are the names that Query.Sort may have.
func Orders() []string {
	names := []string{"provider"}
	for _, o := range orders {
		names = append(names, o.name)
	}
	return names
}

func byText(name string, text func(Tool) string) order {
	return order{name, func(t Tool) bool { return text(t) == "" }, func(a, b Tool) int { return cmp.Compare(text(a), text(b)) }}
}

func newest(name string, month func(Tool) string) order {
	o := byText(name, month)
	return order{name, o.absent, func(a, b Tool) int { return o.compare(b, a) }}
}

func cheapest(name string, figure func(Tool) *data.Number) order {
	return order{name, func(t Tool) bool { return figure(t) == nil }, func(a, b Tool) int { return figure(a).Cmp(figure(b).Decimal) }}
}

func largest(name string, figure func(Tool) *data.Number) order {
	o := cheapest(name, figure)
	return order{name, o.absent, func(a, b Tool) int { return o.compare(b, a) }}
}

// sorted puts tools in an order; equal ones stay in published order.
func sorted(tools []Tool, by string, reverse bool) {
	i := slices.IndexFunc(orders, func(o order) bool { return o.name == by })
	if i < 0 {
		if reverse {
			slices.Reverse(tools)
		}
		return
	}
	o := orders[i]
	slices.SortStableFunc(tools, func(a, b Tool) int {
		switch missing, other := o.absent(a), o.absent(b); {
		case missing && other:
			return 0
		case missing:
			return 1
		case other:
			return -1
		case reverse:
			return o.compare(b, a)
		default:
			return o.compare(a, b)
		}
	})
}
