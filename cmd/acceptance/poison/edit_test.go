//go:build proof

package poison

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// edit is a change of a page that no careful person would believe.
type edit struct {
	class   string
	what    string
	text    string           // the page after it
	digest  string           // of that page
	touches []data.ToolField // the published values that rest on what it changed
	// freed says that the page's second, unchanged reading may let it through: the rules say so.
	freed bool
	// believable says that a careful person might believe it: it may be published, but not without a word.
	believable bool
	spoken     bool                      // its own words, signs or marks say that a number is not what it was taken for
	plain      bool                      // it changes numbers and names and no terms: no price under other terms may come about
	want       map[data.ToolField]string // of a right change: what is published after it
}

// class is a kind of edits.
type class struct {
	name   string
	make   func(s *scene, r *rand.Rand) []edit
	spoken bool // all of them are
}

// priceClasses are the edits of pricing pages.
var priceClasses = []class{
	{"remark in price", remarksInPrices, true}, {"remark in name", remarksInNames, true}, {"date", dates, true},
	{"other section", otherSections, true}, {"hidden text", hiddenText, true}, {"currency by caption", captions, true},
	{"cut", cuts, true}, {"footnote", footnotes, false}, {"columns", columns, false}, {"tiers", tiers, false}, {"services", services, false},
	{"suffix lost", suffixesLost, false}, {"one factor", oneFactor, false}, {"old page as new", oldPages, false},
	{"another model", otherModels, false},
}

// edit makes an edit of changes. What it touches are the headlines inside of the changed pieces, and those named.
func (s *scene) edit(what string, changes []change, named ...*amount) edit {
	e := edit{what: what, text: s.sheet.with(changes)}
	for _, c := range changes {
		for _, a := range s.headlines() {
			if c.holds(a.span) {
				named = append(named, a)
			}
		}
	}
	for _, a := range named {
		for _, of := range a.headline {
			if !slices.Contains(e.touches, of) {
				e.touches = append(e.touches, of)
			}
		}
	}
	return e
}

// times is a number times a factor, with no fewer digits than it has.
func (a *amount) times(factor string) string {
	n, err := decimal.NewFromString(strings.ReplaceAll(a.number, ",", ""))
	f, ferr := decimal.NewFromString(factor)
	if err != nil || ferr != nil {
		return a.number
	}
	scaled := n.Mul(f)
	places := int32(0)
	if _, decimals, ok := strings.Cut(a.number, "."); ok {
		places = int32(len(decimals))
	}
	for places < 6 && !scaled.Round(places).Equal(scaled) && scaled.Round(places).Sub(scaled).Abs().Mul(decimal.NewFromInt(200)).GreaterThan(scaled) {
		places++
	}
	return scaled.StringFixed(places)
}

func (a *amount) by(factor string) change { return change{a.span, a.times(factor)} }

// scaled are the changes that multiply amounts.
func scaled(all []*amount, factor string) []change {
	var changes []change
	for _, a := range all {
		changes = append(changes, a.by(factor))
	}
	return changes
}

// within are the amounts that stand in a piece of the page.
func (s *scene) within(at span) []*amount {
	var all []*amount
	for i := range s.amounts {
		if at.holds(s.amounts[i].span) {
			all = append(all, &s.amounts[i])
		}
	}
	return all
}

// alike are the headlines that a tool has in the same table, or on the same page where it has none.
func (s *scene) alike(a *amount) []*amount {
	t, _, _ := s.sheet.tableOf(a.span)
	return slices.DeleteFunc(s.headlines(), func(o *amount) bool {
		other, _, _ := s.sheet.tableOf(o.span)
		return o.states[0].Subject != a.states[0].Subject || other != t
	})
}

// published are the tables that hold headlines.
func (s *scene) published() []*table {
	var all []*table
	for _, a := range s.headlines() {
		if t, _, _ := s.sheet.tableOf(a.span); t != nil && !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

var unitBehind = regexp.MustCompile(`^\s?/ ?(?:1M tokens|M tokens|MTok|1M|M)\b`)

// behind is where a remark on an amount is written: behind its unit, if it has one.
func (s *scene) behind(a *amount) int { return a.to + len(unitBehind.FindString(s.sheet.text[a.to:])) }

var signBefore = regexp.MustCompile(`(?:\\?\$|\{"\$"\}|&#36;)\s?$`)

// before is where a remark in front of an amount is written: in front of its sign.
func (s *scene) before(a *amount) int {
	from := max(0, a.from-12)
	return a.from - len(signBefore.FindString(s.sheet.text[from:a.from]))
}

// nameOf is where the name of an amount's model is printed, nearest to it; ok is false when it is not found.
func (s *scene) nameOf(a *amount) (at span, ok bool) {
	subject := a.states[0].Subject
	t, r, c := s.sheet.tableOf(a.span)
	if t == nil {
		return span{}, false
	}
	places := slices.Clone(t.rows[r].cells)
	if titles := t.rows[0].cells; len(titles) > 0 {
		places = append(places, titles[max(0, len(titles)-len(t.rows[r].cells)+c)]) // rows align at their ends where names stand above
	}
	places = append(places, t.labels...)
	for _, place := range places {
		if i := strings.Index(strings.ToLower(s.sheet.of(place)), strings.ToLower(subject)); i >= 0 {
			return span{place.from + i, place.from + i + len(subject)}, true
		}
	}
	return span{}, false
}

// some are a few of the elements, in another order.
func some[T any](r *rand.Rand, all []T, n int) []T {
	all = slices.Clone(all)
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(n, len(all))]
}

func one[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// describe is a description on one line.
func describe(format string, args ...any) string {
	return strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
}

func decimalOf(text string) decimal.Decimal {
	n, err := decimal.NewFromString(text)
	if err != nil {
		return decimal.Zero
	}
	return n
}
