//go:build proof

package figures

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// class is a kind of edits.
type class struct {
	name string
	make func(e *edits)
	traits
}

// traits say what may become of edits.
type traits int

// The traits. An edit without any is one that no careful person would believe.
const (
	spoken traits = 1 << iota // its own words, signs or marks say that a number is not what it was taken for
	freed                     // the page's second, unchanged reading may let it through: the rules say so
	// plain edits change numbers and names and no terms: no price under other terms may come about. Whatever they make of a
	// number could be true, as far as it goes: it may be published, but not without a word.
	plain
)

func (x traits) are(y traits) bool { return x&y != 0 }

// edit is a changed page.
type edit struct {
	class
	what    string
	text    string           // the page after it
	digest  string           // of that page
	touches []data.ToolField // the published values that rest on what it changed
}

// edits are those that a class makes of one page.
type edits struct {
	*scene
	class
	r   *rand.Rand
	all []edit
}

// add makes an edit of changes. What it touches are the headlines inside of the changed pieces, and those named.
func (e *edits) add(changes []change, named []*amount, what string, args ...any) *edit {
	named = slices.Clone(named)
	for _, c := range changes {
		for _, a := range e.headlines() {
			if c.holds(a.span) {
				named = append(named, a)
			}
		}
	}
	made := edit{class: e.class, what: describe(what, args...), text: e.sheet.with(changes)}
	for _, a := range named {
		made.touches = append(made.touches, a.headline...)
	}
	e.all = append(e.all, made)
	return &e.all[len(e.all)-1]
}

// distinct are the edits without those that make no other page, or one that another makes.
func (e *edits) distinct() []edit {
	seen := map[string]bool{e.sheet.text: true}
	return slices.DeleteFunc(e.all, func(one edit) bool {
		again := seen[one.text]
		seen[one.text] = true
		return again
	})
}

// perHeadline are edits of each amount that published values rest on, perTable of each table that holds such.
func perHeadline(of func(e *edits, a *amount)) func(e *edits) {
	return func(e *edits) {
		for _, a := range e.headlines() {
			of(e, a)
		}
	}
}

func perTable(of func(e *edits, t *table)) func(e *edits) {
	return func(e *edits) {
		for _, t := range e.published() {
			of(e, t)
		}
	}
}

// factored is a text with the factor that the prices have which it is about.
type factored struct{ text, factor string }

func (a *amount) subject() string { return a.states[0].Subject }

// times is a number times a factor, with no fewer digits than it has.
func (a *amount) times(factor string) string {
	n := decimalOf(strings.ReplaceAll(a.number, ",", ""))
	scaled, places := n.Mul(decimalOf(factor)), int32(0)
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

// where are those amounts of the page of which something holds.
func (s *scene) where(is func(a *amount) bool) []*amount {
	var all []*amount
	for i := range s.amounts {
		if is(&s.amounts[i]) {
			all = append(all, &s.amounts[i])
		}
	}
	return all
}

// headlines are the amounts that published values rest on.
func (s *scene) headlines() []*amount {
	return s.where(func(a *amount) bool { return len(a.headline) > 0 })
}

// within are the amounts that stand in a piece of the page.
func (s *scene) within(at span) []*amount {
	return s.where(func(a *amount) bool { return at.holds(a.span) })
}

// of are the amounts that state something of a model.
func (s *scene) of(subject string) []*amount {
	return s.where(func(a *amount) bool { return len(a.states) > 0 && a.subject() == subject })
}

// alike are the headlines that a tool has in the same table, or on the same page where it has none.
func (s *scene) alike(a *amount) []*amount {
	t, _, _ := s.sheet.tableOf(a.span)
	return slices.DeleteFunc(s.headlines(), func(o *amount) bool {
		other, _, _ := s.sheet.tableOf(o.span)
		return o.subject() != a.subject() || other != t
	})
}

// oneRow are the headlines of one model among amounts.
func (e *edits) oneRow(amounts []*amount) []*amount {
	headlines := slices.DeleteFunc(slices.Clone(amounts), func(a *amount) bool { return len(a.headline) == 0 })
	if len(headlines) == 0 {
		return nil
	}
	subject := one(e.r, headlines).subject()
	return slices.DeleteFunc(headlines, func(a *amount) bool { return a.subject() != subject })
}

// subjects are the models that amounts are about, each once.
func subjects(all []*amount) []string {
	var names []string
	for _, a := range all {
		if !slices.Contains(names, a.subject()) {
			names = append(names, a.subject())
		}
	}
	return names
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
		if i := strings.Index(strings.ToLower(s.sheet.of(place)), strings.ToLower(a.subject())); i >= 0 {
			return span{place.from + i, place.from + i + len(a.subject())}, true
		}
	}
	return span{}, false
}

// rewritten is a piece of the page with changes inside of it.
func (s *scene) rewritten(at span, changes []change) string {
	piece := &sheet{text: s.sheet.of(at)}
	changes = slices.Clone(changes)
	for i := range changes {
		changes[i].from, changes[i].to = changes[i].from-at.from, changes[i].to-at.from
	}
	return piece.with(changes)
}

// line is a row to be put above or below another one.
func (s *scene) line(row, where string) string {
	switch {
	case s.sheet.html:
		return row
	case where == "above":
		return row + "\n"
	case strings.HasPrefix(strings.TrimSpace(row), "[") && !strings.HasSuffix(row, ","):
		return ",\n" + row
	default:
		return "\n" + row
	}
}

// sentence is a paragraph on its own; what is markup already stays as it is.
func (s *scene) sentence(words string) string {
	switch {
	case strings.HasPrefix(words, "<"):
		return words
	case s.sheet.html:
		return "<p>" + words + "</p>\n"
	}
	return "\n\n" + words + "\n\n"
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
