package standing

import (
	"strings"

	"pricepoint/data"
)

// digits finds a number that is the last one with a digit or two more than the page's numbers have: a footnote mark that
// is glued to it.
func (p *Page) digits(was, is Cell) (data.Breach, bool) {
	more, ok := strings.CutPrefix(is.Observation.Value, was.Observation.Value)
	if !ok || len(more) < 1 || len(more) > 2 || strings.Trim(more, "123456789") != "" || !strings.Contains(was.Observation.Value, ".") {
		return data.Breach{}, false
	}
	for _, c := range p.was {
		if c.Field == is.Field && decimals(c) >= decimals(is) && !Near(is.Value.Decimal, was.Value.Decimal, p.limits.MarkWithin) {
			return data.Breach{}, false
		}
	}
	return breach(data.RuleDigits, "it moved from %s to %s, which is the same number with a digit more than others have: perhaps a footnote mark",
		was.Observation.Value, is.Observation.Value), true
}

// decimals is how many digits are printed behind the point.
func decimals(c Cell) int {
	_, after, _ := strings.Cut(c.Observation.Value, ".")
	return len(after)
}
