//go:build proof

package faults

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/data"
)

// move is a change of what a page prints, and with it of the truth.
type move struct {
	week   int
	source string
	of     data.ToolField
	from   data.Number
	to     data.Number
	leap   bool // so far that nobody believes it at once
}

func (m move) String() string {
	return fmt.Sprintf("week %d: %s of %s on %s from %s to %s", m.week, m.of.Field, m.of.Tool, m.source, m.from, m.to)
}

// fieldsOf are the published fields of what sources print.
var fieldsOf = map[data.Field]string{
	data.PriceInput: data.FieldInput, data.PriceOutput: data.FieldOutput, data.PriceCacheRead: data.FieldCacheRead,
	data.ScoreSWEBench: "sweBench", data.ScoreLiveCode: "liveCodeBench", data.ScoreHumanEval: "humanEval", data.ScoreBigCode: "bigCodeBench",
}

// true is what is true in a week: what stood in the beginning, and what has moved since.
func (y *year) truth(of data.ToolField, week int) data.Number {
	e := y.first[of]
	value := e.Value
	for _, a := range e.Announced {
		if week > 0 && a.From <= y.days[week] {
			value = a.Value
		}
	}
	for _, m := range y.moves {
		if m.of == of && m.week <= week {
			value = m.to
		}
	}
	return value
}

// edit lets some page print another number from now on. It tries published values in a random order.
func (y *year) edit(leap bool) {
	tried := 0
	for _, n := range y.random.Perm(len(y.editable)) {
		of := y.editable[n]
		if y.settling(of) || leap && of.Field != data.FieldOutput { // input dearer than output is believed of nobody alone
			continue
		}
		s := y.site(y.first[of].Source)
		m := move{week: y.week, source: s.Name, of: of, from: y.truth(of, y.week), leap: leap}
		if y.rewrite(s, y.first[of], &m) {
			y.moves = append(y.moves, m)
			y.t.Log(m)
			return
		}
		if tried++; tried == mostTried {
			return
		}
	}
}

// mostTried is how many values are looked for on their pages until one is found that stands there in one place.
const mostTried = 8

// settling reports whether too much has moved near a value lately for one more move to be believed at once: several moves
// of one table look like a misread table.
func (y *year) settling(of data.ToolField) bool {
	return slices.ContainsFunc(y.moves, func(m move) bool {
		return m.of.Tool == of.Tool || m.source == y.first[of].Source && m.week > y.week-movesApart
	})
}

// movesApart are the weeks between two moves on one page.
const movesApart = 6

// rewrite prints another number where a value is printed: in the one place where nothing else follows from it.
func (y *year) rewrite(s *site, e data.Evidence, m *move) bool {
	said := slices.IndexFunc(s.states(), func(o data.Observation) bool {
		value, err := data.ParseNumber(o.Value)
		return err == nil && o.Quote == e.Quote && o.Subject == e.Subject && fieldsOf[o.Field] == m.of.Field && value.Equal(m.from) && o.Qualifiers == e.Conditions &&
			(o.Unit == data.USDPerMillion || o.Unit == data.Percent)
	})
	if said < 0 {
		return false
	}
	old := s.states()[said]
	p := s.page(old.URL)
	to := y.otherNumber(p.Body, old.Value, m)
	if p == nil || to == "" {
		return false
	}
	for _, at := range placesOf(p.Body, old) {
		changed := slices.Concat(p.Body[:at], []byte(to), p.Body[at+len(old.Value):])
		if found := s.read(p.URL, changed); onlyMoved(s.states(), found, old, to) {
			p.Body, s.said = changed, found
			m.to = data.MustNumber(to)
			return true
		}
	}
	return false
}

// otherNumber is a number near another one, or far from it for a leap, that is nowhere on the page.
func (y *year) otherNumber(body []byte, printed string, m *move) string {
	n, err := decimal.NewFromString(printed)
	if err != nil {
		return ""
	}
	percents := []int64{78, 83, 88, 93, 107, 113, 119, 127}
	switch {
	case m.leap:
		percents = []int64{390, 410, 430}
	case !strings.HasPrefix(m.of.Field, "pricing."):
		percents = []int64{97, 98, 99, 101, 102, 103}
	}
	digits := max(-n.Exponent(), 1)
	for _, i := range y.random.Perm(len(percents)) {
		to := n.Mul(decimal.NewFromInt(percents[i])).Div(decimal.NewFromInt(100)).Round(digits).String()
		if to != n.String() && !bytes.Contains(body, []byte(to)) && to != "0" {
			return to
		}
	}
	return ""
}

// placesOf are where a page prints a number, first those that follow its name closely.
func placesOf(body []byte, o data.Observation) []int {
	var near, far []int
	isDigit := func(i int) bool {
		return i >= 0 && i < len(body) && (body[i] >= '0' && body[i] <= '9')
	}
	last := -1
	for at := 0; ; {
		i := bytes.Index(body[at:], []byte(o.Value))
		if i < 0 {
			break
		}
		i += at
		at = i + len(o.Value)
		if isDigit(i-1) || isDigit(at) || i > 0 && body[i-1] == '.' || at+1 < len(body) && body[at] == '.' && isDigit(at+1) {
			continue
		}
		if last = bytes.LastIndex(body[max(0, i-nearby):i], []byte(o.Subject)); last >= 0 {
			near = append(near, i)
		} else {
			far = append(far, i)
		}
	}
	all := slices.Concat(near, far)
	return all[:min(len(all), mostPlaces)]
}

const (
	nearby     = 1000 // bytes
	mostPlaces = 40
)

// same reports whether two statements of a page are one: a row has a price for each of several terms.
func same(a, b data.Observation) bool {
	return a.Quote == b.Quote && a.Subject == b.Subject && a.Field == b.Field && a.Qualifiers == b.Qualifiers && a.Value == b.Value
}

// onlyMoved reports whether one statement has another number now and nothing else is said otherwise.
func onlyMoved(before, after []data.Observation, old data.Observation, to string) bool {
	if len(before) != len(after) {
		return false
	}
	moved := 0
	for i, o := range after {
		was := before[i]
		if o.Subject != was.Subject || o.Field != was.Field || o.Qualifiers != was.Qualifiers {
			return false
		}
		if o.Value != was.Value {
			if moved++; moved > 1 || o.Value != to || !same(was, old) {
				return false
			}
		}
	}
	return moved == 1
}
