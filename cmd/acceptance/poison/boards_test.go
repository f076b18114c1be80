//go:build proof

package poison

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/normalize/names"
)

// boardClasses are the edits of leaderboards.
var boardClasses = []class{{"board", boards, false}}

// entry is a model's result on a board, where it is printed.
type entry struct {
	span         // all of it
	name, score  span
	other        span // another figure of the same entry
	published    []data.ToolField
	printedScore decimal.Decimal
}

var jsonEntry = regexp.MustCompile(`(?ms)^ {2,4}"([^"\n]+)": \{\n.*?^ {2,4}\},?$`)

// entries are the results of a board, top first as in the file.
func (s *scene) entries() []entry {
	var all []entry
	add := func(e entry) {
		e.printedScore = decimalOf(s.sheet.of(e.score))
		tool := s.resolver.Resolve(s.source.Name, s.sheet.of(e.name), s.at)
		for of, v := range s.first.values {
			if v.Source == s.source.Name && tool.Kind == names.Tool && of.Tool == tool.Tool && v.Value.Decimal.Equal(e.printedScore) {
				e.published = append(e.published, of)
			}
		}
		all = append(all, e)
	}
	if strings.HasPrefix(s.sheet.text, "benchmark,") {
		s.csvEntries(add)
		return all
	}
	for _, m := range jsonEntry.FindAllStringSubmatchIndex(s.sheet.text, -1) {
		whole := s.sheet.text[m[0]:m[1]]
		for _, keys := range [][2]string{{"humaneval", "humaneval+"}, {"instruct", "complete"}} {
			score, ok := numberOf(whole, keys[0], m[0])
			other, beside := numberOf(whole, keys[1], m[0])
			if ok && beside {
				add(entry{span: span{m[0], m[1]}, name: span{m[2], m[3]}, score: score, other: other})
			}
		}
	}
	return all
}

func numberOf(text, key string, at int) (span, bool) {
	m := regexp.MustCompile(`"` + regexp.QuoteMeta(key) + `": ([\d.]+)`).FindStringSubmatchIndex(text)
	if m == nil {
		return span{}, false
	}
	return span{at + m[2], at + m[3]}, true
}

func (s *scene) csvEntries(add func(entry)) {
	from := 0
	for line := range strings.Lines(s.sheet.text) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), ",")
		var at []span
		for i, place := 0, from; i < len(cells); i++ {
			at = append(at, span{place, place + len(cells[i])})
			place += len(cells[i]) + 1
		}
		if len(cells) > 10 && cells[4] == "overall" && (cells[0] == "swebench" || cells[0] == "lcb") {
			add(entry{span: span{from, from + len(strings.TrimRight(line, "\r\n"))}, name: at[6], score: at[9], other: at[10]})
		}
		from += len(line)
	}
}

// boards move all results, exchange them, or say them twice.
func boards(s *scene, r *rand.Rand) []edit {
	all := s.entries()
	mine := slices.DeleteFunc(slices.Clone(all), func(e entry) bool { return len(e.published) == 0 })
	if len(mine) == 0 {
		return nil
	}
	var edits []edit
	put := func(what string, of []entry, changes []change) {
		e := s.edit(what, changes)
		e.freed = len(changes) > 2 // many moved together
		for _, o := range of {
			e.touches = append(e.touches, o.published...)
		}
		edits = append(edits, e)
	}
	plus := func(of []entry, points string) []change {
		var changes []change
		for _, e := range of {
			changes = append(changes, change{e.score, decimal.Min(e.printedScore.Add(decimalOf(points)), decimal.NewFromInt(99)).String()})
		}
		return changes
	}
	for _, points := range []string{"5", "-5", "3", "-8", "9"} {
		put(describe("all results %s", points), mine, plus(all, points))
		for range 2 {
			if len(mine) < 3 {
				break // so few results may change
			}
			part := some(r, mine, max(3, len(mine)/2))
			put(describe("%d of our results %s", len(part), points), part, plus(part, points))
		}
	}
	exchange := func(x, y entry) []change {
		return []change{{x.score, s.sheet.of(y.score)}, {y.score, s.sheet.of(x.score)}}
	}
	for range 10 {
		x, y := one(r, mine), one(r, mine)
		if x.printedScore.Sub(y.printedScore).Abs().GreaterThan(decimal.NewFromInt(1)) {
			put(describe("the results of %s and %s exchanged", s.sheet.of(x.name), s.sheet.of(y.name)), []entry{x, y}, exchange(x, y))
		}
	}
	for _, by := range []int{1, -1, 3} {
		var changes []change
		for i := range all {
			if j := i + by; j >= 0 && j < len(all) && s.sheet.of(all[i].score) != s.sheet.of(all[j].score) {
				changes = append(changes, change{all[i].score, s.sheet.of(all[j].score)})
			}
		}
		put(describe("all results %d lines on", by), mine, changes)
	}
	top := slices.SortedFunc(slices.Values(mine), func(x, y entry) int { return y.printedScore.Cmp(x.printedScore) })
	var turned []change
	for i := range len(top) / 2 {
		if x, y := top[i], top[len(top)-1-i]; !x.printedScore.Equal(y.printedScore) {
			turned = append(turned, exchange(x, y)...)
		}
	}
	put("the ranks of our tools turned round", top, turned)
	s.boardRows(r, all, mine, put)
	s.boardColumns(all, mine, top, put)
	return distinct(edits)
}

// boardColumns write other numbers where the results stand: another column's, ranks, shares of one.
func (s *scene) boardColumns(all, mine, top []entry, put func(string, []entry, []change)) {
	var exchanged, ranks, fractions, twice []change
	for i, e := range all {
		if x, y := s.sheet.of(e.score), s.sheet.of(e.other); x != y {
			exchanged = append(exchanged, change{e.score, y}, change{e.other, x})
		}
		fractions = append(fractions, change{e.score, e.printedScore.Shift(-2).String()})
		twice = append(twice, change{e.score, e.printedScore.Shift(2).String()})
		ranks = append(ranks, change{e.score, strconv.Itoa(i + 1)})
	}
	put("two columns exchanged", mine, exchanged)
	put("ranks in place of the results", mine, ranks)
	put("all results as shares of one", mine, fractions)
	put("all results a hundredfold", mine, twice)
	for _, e := range top[:min(len(top), 3)] {
		put(describe("the rank of %s", s.sheet.of(e.name)), []entry{e}, []change{{e.score, "1"}})
	}
}

// boardRows are the edits of single results.
func (s *scene) boardRows(r *rand.Rand, all, mine []entry, put func(string, []entry, []change)) {
	csv := strings.HasPrefix(s.sheet.text, "benchmark,")
	for _, e := range some(r, mine, 12) {
		score := one(r, []string{"100", "97", "96.5", "9.5", e.printedScore.Add(decimal.NewFromInt(6)).String(), e.printedScore.Sub(decimal.NewFromInt(6)).String()})
		again := s.rewritten(e.span, []change{{e.score, score}})
		if csv {
			again = "\n" + again
		} else if !strings.HasSuffix(again, ",") {
			again = ",\n" + again
		} else {
			again = "\n" + strings.TrimSuffix(again, ",") + ","
		}
		put(describe("%s twice, then with %s", s.sheet.of(e.name), score), []entry{e}, []change{insert(e.to, again)})
		if text := s.sheet.of(e.score); len(text) > 2 {
			put(describe("%s cut to %s", s.sheet.of(e.name), text[:1]), []entry{e}, []change{{e.score, text[:1]}})
		}
		plain := s.sheet.of(e.name)
		for _, o := range all {
			if longer := s.sheet.of(o.name); o.span != e.span && strings.HasPrefix(longer, plain) && len(longer) > len(plain) && !o.printedScore.Equal(e.printedScore) {
				put(describe("%s is called %s", longer, plain), []entry{e}, []change{{o.name, plain}})
			}
		}
	}
	var others, shares []change
	for i, e := range all {
		if s.sheet.of(e.score) != s.sheet.of(e.other) {
			others = append(others, change{e.score, s.sheet.of(e.other)})
		}
		if i%2 == 0 {
			shares = append(shares, change{e.score, e.printedScore.Shift(-2).String()})
		}
	}
	put("another figure in place of the results", mine, others)
	put("every second result as a share of one", mine, shares)
}
