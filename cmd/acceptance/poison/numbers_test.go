//go:build proof

package poison

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"
)

// numberClasses are the edits of any page: price tables, cards, JSON files, feeds and boards.
var numberClasses = []class{
	{"digit dropped", digitsDropped, false}, {"point moved", pointsMoved, false}, {"other locale", otherLocales, true},
	{"unit changed", unitsChanged, true}, {"currency changed", currenciesChanged, true}, {"columns swapped", columnsSwapped, false},
	{"record removed", recordsRemoved, false}, {"record doubled", recordsDoubled, true}, {"records shifted", recordsShifted, false},
	{"name by a letter", namesByALetter, false}, {"said twice", saidTwice, true}, {"cut in a number", cutsInNumbers, true},
	{"through zero", throughZero, false}, {"another product", otherProducts, true},
}

// numberEdit is an edit of numbers and names alone: whatever it makes of them could be true, as far as it goes.
func (s *scene) numberEdit(what string, changes []change) edit {
	changes = slices.SortedStableFunc(slices.Values(changes), func(x, y change) int { return cmp.Or(x.from-y.from, x.to-y.to) })
	last := 0
	changes = slices.DeleteFunc(changes, func(c change) bool {
		if c.from < last {
			return true // another change is there already
		}
		last = c.to
		return false
	})
	return edit{what: what, text: s.sheet.with(changes), believable: true, plain: true}
}

func (f figure) becomes(text string) change { return change{f.span, text} }

// describe names a figure.
func (f figure) describe() string {
	return describe("%s %s %s %s", f.of.Subject, f.of.Field, named(f.of.Qualifiers), f.of.Value)
}

// fewFigures are the figures that a class edits on one page.
func (s *scene) fewFigures(r *rand.Rand) []figure { return some(r, s.figures, max(2, 2**each)) }

func digitsDropped(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		digits := s.sheet.of(f.span)
		i := r.IntN(len(digits))
		if left := digits[:i] + digits[i+1:]; digits[i] != '.' && strings.Trim(left, ".0") != "" && !sameNumber(left, digits) {
			all = append(all, s.numberEdit(describe("%s is %s", f.describe(), left), []change{f.becomes(left)}))
		}
	}
	return distinct(all)
}

// sameNumber reports whether two texts are one number.
func sameNumber(x, y string) bool {
	a, errA := decimal.NewFromString(x)
	b, errB := decimal.NewFromString(y)
	return x == y || errA == nil && errB == nil && a.Equal(b)
}

// shifted is a number with its point moved, written as it was.
func (f figure) shifted(places int32) string { return decimalOf(f.of.Value).Shift(places).String() }

func pointsMoved(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		moved := f.shifted(one(r, []int32{-3, -2, -1, 1, 2, 3}))
		all = append(all, s.numberEdit(describe("%s is %s", f.describe(), moved), []change{f.becomes(moved)}))
	}
	for _, c := range s.byColumn() {
		places := one(r, []int32{-2, -1, 1, 2})
		var changes []change
		for _, f := range c {
			changes = append(changes, f.becomes(f.shifted(places)))
		}
		all = append(all, s.numberEdit(describe("all %s %s moved by %d", c[0].of.Field, named(c[0].of.Qualifiers), places), changes))
	}
	return distinct(all)
}

// abroad is a number as another locale writes it: 1.234,56 or 1 234,56.
func abroad(digits, thousands string) string {
	whole, fraction, has := strings.Cut(digits, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + thousands + whole[i:]
	}
	if has {
		whole += "," + fraction
	}
	return whole
}

func otherLocales(s *scene, r *rand.Rand) []edit {
	var all []edit
	thousands := []string{".", "'", "\u00a0", "\u202f"}
	for _, f := range s.fewFigures(r) {
		if text := abroad(s.sheet.of(f.span), one(r, thousands)); text != s.sheet.of(f.span) {
			all = append(all, s.numberEdit(describe("%s is %s", f.describe(), text), []change{f.becomes(text)}))
		}
	}
	var changes []change
	by := one(r, thousands)
	for _, f := range s.figures {
		changes = append(changes, f.becomes(abroad(s.sheet.of(f.span), by)))
	}
	return distinct(append(all, s.numberEdit("all numbers as in another locale", changes)))
}

// units are the words for what a number is per, or of, with others and the factor that numbers then have.
var units = []struct {
	family string // of the fields whose numbers have the unit
	words  *regexp.Regexp
	others []unit
}{
	{"price.", regexp.MustCompile(`(?i)1M tokens|MTok|per million tokens|per 1M|1,000,000 tokens|/ ?1M|/ ?M tokens`),
		[]unit{{"1K tokens", "0.001"}, {"1M characters", "0.25"}, {"10M tokens", "10"}}},
	{"price.", regexp.MustCompile(`cost_per_token|_mtok\b|per_million`), []unit{{"cost_per_1k_tokens", "1000"}, {"cost_per_character", "0.25"}}},
	{"price.", regexp.MustCompile(`"(?:input|output|prompt|completion)"`), []unit{{`"per_1k"`, "0.001"}}},
	{"score.", regexp.MustCompile(`(?i)pass@1|pass_rate|resolved|mean_score`), []unit{{"pass@5", "1.1"}, {"fraction", "0.01"}}},
	{"cost.", regexp.MustCompile(`(?i)mean_cost|cost_per_task|cost`), []unit{{"cents", "100"}, {"total", "50"}}},
}

type unit struct{ words, factor string }

func unitsChanged(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, u := range units {
		places := u.words.FindAllStringIndex(s.sheet.text, -1)
		for _, other := range u.others {
			var changes, numbers []change
			for _, at := range places {
				changes = append(changes, change{span{at[0], at[1]}, other.words})
			}
			for _, f := range s.figures {
				if strings.HasPrefix(string(f.of.Field), u.family) {
					numbers = append(numbers, f.becomes(decimalOf(f.of.Value).Mul(decimalOf(other.factor)).String()))
				}
			}
			if len(changes) == 0 || len(numbers) == 0 {
				continue
			}
			all = append(all, s.numberEdit(describe("%q is %q everywhere, at %s", s.sheet.of(changes[0].span), other.words, other.factor), append(numbers, changes...)))
		}
	}
	return distinct(all)
}

var dollars = regexp.MustCompile(`\$|USD|(?i:usd)\b`)

func currenciesChanged(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, c := range []struct{ sign, code, rate string }{{"€", "EUR", "0.92"}, {"¥", "CNY", "7.15"}, {"£", "GBP", "0.78"}, {"A$", "AUD", "1.52"}, {"C$", "CAD", "1.38"}} {
		var signs, numbers []change
		for _, at := range dollars.FindAllStringIndex(s.sheet.text, -1) {
			text, other := s.sheet.of(span{at[0], at[1]}), c.sign
			switch text {
			case "USD":
				other = c.code
			case "$":
			default:
				other = strings.ToLower(c.code)
			}
			signs = append(signs, change{span{at[0], at[1]}, other})
		}
		for _, f := range s.figures {
			if strings.HasPrefix(string(f.of.Field), "price.") || strings.HasPrefix(string(f.of.Field), "cost.") {
				numbers = append(numbers, f.becomes(decimalOf(f.of.Value).Mul(decimalOf(c.rate)).String()))
			}
		}
		if numbers != nil && s.signed() {
			all = append(all, s.numberEdit(describe("all in %s", c.code), append(signs, numbers...)))
		}
	}
	return distinct(all)
}

// signed reports whether the page writes a currency beside its numbers, and not in its prose alone.
func (s *scene) signed() bool {
	beside := 0
	for _, f := range s.figures {
		if dollars.MatchString(s.sheet.text[max(0, f.from-12):min(len(s.sheet.text), f.span.to+12)]) {
			beside++
		}
	}
	return 4*beside >= len(s.figures)
}

// columnsSwapped exchange two numbers of a record, or of all records.
func columnsSwapped(s *scene, r *rand.Rand) []edit {
	var all []edit
	whole := map[[2]string][]change{}
	for _, f := range s.figures {
		for _, o := range s.inRecord(f.record) {
			if f.from >= o.from || s.sheet.of(f.span) == s.sheet.of(o.span) || f.of.Subject != o.of.Subject {
				continue
			}
			swap := []change{f.becomes(s.sheet.of(o.span)), o.becomes(s.sheet.of(f.span))}
			if r.IntN(8) == 0 || len(all) == 0 {
				all = append(all, s.numberEdit(describe("%s and %s exchanged", f.describe(), o.describe()), swap))
			}
			pair := [2]string{describe("%s %s", f.of.Field, named(f.of.Qualifiers)), describe("%s %s", o.of.Field, named(o.of.Qualifiers))}
			whole[pair] = append(whole[pair], swap...)
		}
	}
	var pairs [][2]string
	for pair, changes := range whole {
		if len(changes) > 2 {
			pairs = append(pairs, pair)
		}
	}
	slices.SortFunc(pairs, func(x, y [2]string) int { return strings.Compare(x[0]+x[1], y[0]+y[1]) })
	for _, pair := range some(r, pairs, 4) {
		all = append(all, s.numberEdit(describe("all %s and %s exchanged", pair[0], pair[1]), whole[pair]))
	}
	return distinct(all)
}

// ended is a record with the comma or the line end behind it.
func (s *scene) ended(at span) span {
	rest := s.sheet.text[at.to:]
	blank := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	if strings.HasPrefix(rest[blank:], ",") {
		return span{at.from, at.to + blank + 1}
	}
	if strings.HasPrefix(rest, "\n") {
		return span{at.from, at.to + 1}
	}
	return at
}

func recordsRemoved(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		all = append(all, s.numberEdit(describe("the record of %s is gone", f.describe()), []change{{s.ended(f.record), ""}}))
	}
	return distinct(all)
}

// recordAt is a copy of a record with its numbers times a factor.
func (s *scene) recordAt(at span, factor string) string {
	var changes []change
	for _, f := range s.inRecord(at) {
		changes = append(changes, f.becomes(decimalOf(f.of.Value).Mul(decimalOf(factor)).String()))
	}
	return s.rewritten(at, changes)
}

// beside puts a record in front of another one.
func (s *scene) beside(at span, record string) change {
	switch {
	case strings.HasSuffix(record, "}"):
		record += ","
	case !s.sheet.html:
		record += "\n"
	}
	return insert(at.from, record)
}

func recordsDoubled(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		factor := one(r, []string{"0.5", "0.8", "1.25", "0.92"})
		again := s.recordAt(f.record, factor)
		all = append(all, s.numberEdit(describe("%s twice, first at %s", f.describe(), factor), []change{s.beside(f.record, again)}),
			s.numberEdit(describe("%s twice, then at %s", f.describe(), factor),
				[]change{s.beside(f.record, s.sheet.of(f.record)), {f.record, again}}))
	}
	return distinct(all)
}

// recordsShifted give every number of a column that of the record before or behind.
func recordsShifted(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, by := range []int{1, -1} {
		var whole []change
		for _, c := range s.byColumn() {
			if len(c) < 3 {
				continue
			}
			var changes []change
			for i, f := range c {
				if j := i + by; j >= 0 && j < len(c) {
					changes = append(changes, f.becomes(s.sheet.of(c[j].span)))
				}
			}
			whole = append(whole, changes...)
			all = append(all, s.numberEdit(describe("all %s %s %d on", c[0].of.Field, named(c[0].of.Qualifiers), by), changes))
		}
		if whole != nil {
			all = append(all, s.numberEdit(describe("all numbers %d on", by), whole))
		}
	}
	return distinct(all)
}

// namesByALetter call a model otherwise by one character: a digit of its version, or a letter that is lost or doubled.
func namesByALetter(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		name := s.sheet.of(f.name)
		if name == "" {
			continue // the page has none
		}
		i := r.IntN(len(name))
		if digits := regexp.MustCompile(`\d`).FindAllStringIndex(name, -1); len(digits) > 0 && r.IntN(2) == 0 {
			i = digits[r.IntN(len(digits))][0]
		}
		other := name[:i] + name[i+1:]
		if n, err := strconv.Atoi(name[i : i+1]); err == nil {
			other = name[:i] + strconv.Itoa((n+1)%10) + name[i+1:]
		}
		all = append(all, s.numberEdit(describe("%s is called %s", name, other), []change{{f.name, other}}))
		if o := one(r, s.figures); o.of.Subject != f.of.Subject {
			all = append(all, s.numberEdit(describe("%s is called %s", name, o.of.Subject), []change{{f.name, o.of.Subject}}))
		}
	}
	return distinct(all)
}

var keyed = regexp.MustCompile(`"[\w@+ .-]+"\s*:\s*"?$`)

// saidTwice write another number in front of a number, where a browser shows none of it or a file has the key twice.
func saidTwice(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		other := decimalOf(f.of.Value).Mul(decimalOf(one(r, []string{"0.5", "0.9", "1.2", "2"}))).String()
		before := s.sheet.text[max(0, f.from-60):f.from]
		if key := keyed.FindString(before); key != "" {
			quote := ""
			if strings.HasSuffix(key, `"`) {
				quote = `"`
			}
			at := f.from - len(key)
			all = append(all, s.numberEdit(describe("%s, before that %s", f.describe(), other), []change{insert(at, key+other+quote+", ")}))
			if f.span.to+len(quote) <= len(s.sheet.text) {
				all = append(all, s.numberEdit(describe("%s, behind that %s", f.describe(), other), []change{insert(f.span.to+len(quote), ", "+key+other+quote)}))
			}
			continue
		}
		piece := one(r, hiddenPieces)
		all = append(all, s.numberEdit(describe("%s, in front %s%s", f.describe(), piece.before, other), []change{insert(f.from, piece.before+other+piece.after)}))
	}
	return distinct(all)
}

func cutsInNumbers(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		if digits := s.sheet.of(f.span); len(digits) > 1 {
			keep := 1 + r.IntN(len(digits)-1)
			all = append(all, s.numberEdit(describe("the page ends at %s of %s", digits[:keep], f.describe()), []change{{span{f.from + keep, len(s.sheet.text)}, ""}}))
		}
	}
	return distinct(all)
}

func throughZero(s *scene, r *rand.Rand) []edit {
	var all []edit
	for _, f := range s.fewFigures(r) {
		text := one(r, []string{"0", "0.00", "-" + f.of.Value, "0.0000001"})
		all = append(all, s.numberEdit(describe("%s is %s", f.describe(), text), []change{f.becomes(text)}))
	}
	for _, c := range s.byColumn() {
		var changes []change
		for _, f := range c {
			changes = append(changes, f.becomes("0"))
		}
		all = append(all, s.numberEdit(describe("all %s %s are 0", c[0].of.Field, named(c[0].of.Qualifiers)), changes))
	}
	return distinct(all)
}

// otherProducts print all records of a page again, under a heading or a key of another product, in front or behind.
func otherProducts(s *scene, r *rand.Rand) []edit {
	var rows []span
	for _, f := range s.figures {
		if n := len(rows); n == 0 || rows[n-1].to <= f.record.from {
			rows = append(rows, f.record)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	var all []edit
	for _, p := range some(r, products, 3) {
		var records []string
		for _, at := range rows {
			records = append(records, s.recordAt(at, p.factor))
		}
		words := strings.ReplaceAll(p.heading, "%d", "2027")
		switch first := rows[0]; {
		case strings.HasSuffix(records[0], "}") && strings.HasPrefix(records[0], `"`):
			all = append(all, s.numberEdit(describe("%q in front, at %s", words, p.factor), []change{insert(first.from, strconv.Quote(words)+": {"+strings.Join(records, ",")+"},")}))
		case strings.HasSuffix(records[0], "}"):
			all = append(all, s.numberEdit(describe("%q in front, at %s", words, p.factor), []change{insert(first.from, `{"name": `+strconv.Quote(words)+`, "models": [`+strings.Join(records, ",")+"]},")}))
		default:
			text := s.heading(words) + strings.Join(records, "\n") + "\n\n"
			at := strings.LastIndex(s.sheet.text[:first.from], "\n\n")
			if t, _, _ := s.sheet.tableOf(s.figures[0].span); t != nil {
				at = s.top(t)
			}
			all = append(all, s.numberEdit(describe("%q in front, at %s", words, p.factor), []change{insert(max(0, at), text)}),
				s.numberEdit(describe("%q behind, at %s", words, p.factor), []change{insert(len(s.sheet.text), "\n\n"+text)}))
		}
	}
	return distinct(all)
}
