package export

import (
	"fmt"
	"strings"

	"pricepoint/data"
)

// newAPIVariables are the classes of an expression of new-api, in USD per million tokens.
var newAPIVariables = []struct {
	name  string
	class data.BillingClass
}{
	{"p", data.ClassInput}, {"c", data.ClassOutput}, {"cr", data.ClassCacheRead}, {"cc", data.ClassCacheWrite}, {"cc1h", data.ClassCacheWrite1h},
}

// newAPIRatios is the form in which new-api exchanges prices.
type newAPIRatios struct {
	Model       map[string]data.Number `json:"model_ratio"`        // input in units of 2 USD
	Completion  map[string]data.Number `json:"completion_ratio"`   // output divided by input
	Cache       map[string]data.Number `json:"cache_ratio"`        // reads divided by input
	CreateCache map[string]data.Number `json:"create_cache_ratio"` // writes divided by input
	Mode        map[string]string      `json:"billing_mode"`
	Expression  map[string]string      `json:"billing_expr"` // of those whose price depends on more
}

// writeNewAPI writes a source of ratios for new-api. What ratios cannot say exactly is an expression.
func writeNewAPI(b *book) draft {
	d := newDraft("new-api.json")
	r := newAPIRatios{map[string]data.Number{}, map[string]data.Number{}, map[string]data.Number{}, map[string]data.Number{}, map[string]string{}, map[string]string{}}
	for _, m := range b.models {
		d.enter(m, len(m.names.api))
		for _, id := range m.names.api {
			if !r.enter(id, m) {
				r.Mode[id], r.Expression[id] = "tiered_expr", newAPIExpression(m)
			}
		}
	}
	d.body = map[string]any{"success": true, "data": r}
	return d
}

// enter writes the prices of a model as ratios, or returns false when ratios cannot say them.
func (r newAPIRatios) enter(id string, m model) bool {
	base := m.peak.base()
	_, hourLong := base.rates[data.ClassCacheWrite1h]
	input := base.rates[data.ClassInput]
	if len(m.tiers()) > 0 || m.offPeak != nil || hourLong || input.IsZero() {
		return false
	}
	entered := []func(){func() { r.Model[id] = data.Number{Decimal: input.Mul(data.MustNumber("0.5").Decimal)} }}
	for class, into := range map[data.BillingClass]map[string]data.Number{
		data.ClassOutput: r.Completion, data.ClassCacheRead: r.Cache, data.ClassCacheWrite: r.CreateCache,
	} {
		price := base.known(class)
		if price == nil {
			continue
		}
		ratio := data.Number{Decimal: price.DivRound(input.Decimal, 9)}
		if !ratio.Mul(input.Decimal).Equal(price.Decimal) {
			return false
		}
		entered = append(entered, func() { into[id] = ratio })
	}
	for _, enter := range entered {
		enter()
	}
	return true
}

// newAPIExpression says what a request costs: by the size of its prompt, and by the hour where that makes a difference.
func newAPIExpression(m model) string {
	peak := newAPISheet(m, m.peak)
	if m.offPeak == nil || m.windows == nil {
		return peak
	}
	week, ok := WeekOf(*m.windows)
	if !ok {
		return peak
	}
	hours, ok := week.expression()
	if !ok {
		return peak
	}
	return fmt.Sprintf("%s ? %s : %s", "("+hours+")", parenthesised(peak), parenthesised(newAPISheet(m, m.offPeak)))
}

func parenthesised(text string) string {
	if strings.Contains(text, "?") {
		return "(" + text + ")"
	}
	return text
}

func newAPISheet(m model, s sheet) string {
	if m.excess {
		s = s[:1]
	}
	var text strings.Builder
	for i, b := range s {
		if i+1 < len(s) {
			fmt.Fprintf(&text, "len <= %d ? ", s[i+1].above)
		}
		var terms []string
		for _, v := range newAPIVariables {
			if n := b.known(v.class); n != nil {
				terms = append(terms, v.name+" * "+n.String())
			}
		}
		name := "base"
		if i > 0 {
			name = fmt.Sprintf("over_%d", b.above)
		}
		fmt.Fprintf(&text, "tier(%q, %s)", name, strings.Join(terms, " + "))
		if i+1 < len(s) {
			text.WriteString(" : ")
		}
	}
	return text.String()
}
