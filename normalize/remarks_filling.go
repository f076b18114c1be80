package normalize

import (
	"fmt"
	"slices"
	"strings"

	"pricepoint/data/catalog"
)

// fewCompared is how many a place must be among to be worth telling where nothing is remarkable.
const fewCompared = 5

// redeeming is what speaks for a tool with which nothing is remarkable: a place in the better third of a board or of the
// prices, else what it can do. A place in the middle is no strength.
func (r ranks) redeeming(t *tool) string {
	best, measured := r.extreme(t, func(s standing) bool { return s.rank*3 <= s.of }, func(x, y standing) int { return x.rank*y.of - y.rank*x.of })
	cheaper := standing{rank: place(r.blended, blended(t)), of: len(r.blended)}
	good := !t.uncertainPrice() && cheaper.of >= fewCompared && cheaper.rank*3 <= cheaper.of
	switch features := features(t.Tool); {
	case good && (!measured || cheaper.rank*best.of < best.rank*cheaper.of):
		return fmt.Sprintf("Price per token: %s lowest of %d scored models", ordinal(cheaper.rank), cheaper.of)
	case measured:
		return "Best result: " + best.String()
	case len(features) > 0:
		return "Features: " + strings.Join(features, ", ")
	default:
		return "Context window of " + t.contextWindow()
	}
}

// lacking is what speaks against a tool with which nothing is remarkable: its lowest place in the worse half of a board,
// else what nobody has measured of any tool.
func (r ranks) lacking(t *tool) string {
	worst, low := r.extreme(t, func(s standing) bool { return s.rank*2 > s.of }, func(x, y standing) int { return y.rank*x.of - x.rank*y.of })
	if low {
		return "Weakest result: " + worst.String()
	}
	return "Speed and long runs are not measured"
}

// extreme is the first, in an order, of the places of t that count; false when none does.
func (r ranks) extreme(t *tool, counts func(standing) bool, order func(x, y standing) int) (standing, bool) {
	all := slices.DeleteFunc(r.places(t), func(s standing) bool { return s.of < fewCompared || !counts(s) })
	if len(all) == 0 {
		return standing{}, false
	}
	return slices.MinFunc(all, order), true
}

// features is what a tool can do, but for the size of its window, which has a sentence of its own.
func features(t catalog.Tool) []string {
	return slices.DeleteFunc(slices.Clone(t.Features), func(f string) bool { return strings.HasSuffix(f, "-token context") })
}
