package leaderboard

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// attempts are the observations of one row of a board that tell of the attempts behind its score: what they took.
type attempts struct {
	doc   web.Payload
	row   data.Observation // what all of them have in common
	found []data.Observation
	err   error // the first cell that is no number
}

// attemptsOf begins the row of an address.
func attemptsOf(doc web.Payload, subject string, q data.Qualifiers, at data.PageAddress) *attempts {
	row := doc.Observe(subject, "", "", "", at.Row)
	row.Qualifiers, row.Address = q, at
	return &attempts{doc: doc, row: row}
}

// besideScore begins the row of a score that is also a number of the attempts: the share of them that solved their task, say.
func besideScore(doc web.Payload, score data.Observation, as data.Field) *attempts {
	at := score.Address
	at.Column = ""
	a := attemptsOf(doc, score.Subject, score.Qualifiers, at)
	a.add(as, score.Unit, score.Address.Column, score.Value)
	return a
}

// meters are the fields in which boards write zero for what nobody metered.
var meters = []data.Field{data.CostMean, data.CostMedian, data.CostTotal, data.TokensInput, data.TokensOutput, data.TimeMean, data.CallsMean}

// metered says whether the row says more of its attempts than how many solved their task.
func (a *attempts) metered() bool {
	return slices.ContainsFunc(a.found, func(o data.Observation) bool { return slices.Contains(meters, o.Field) })
}

// amountDigits is how an amount is written. It keeps out signs, NaN and exponents, whose size nothing bounds.
var amountDigits = regexp.MustCompile(`^\d{1,15}(\.\d{1,30})?$`)

// add reads a cell, with the notes that the board gives to it. A cell that is empty says nothing.
func (a *attempts) add(field data.Field, unit data.Unit, column, text string, notes ...string) {
	switch {
	case page.IsAbsent(text):
		return
	case !amountDigits.MatchString(text):
		if a.err == nil {
			a.err = fmt.Errorf("%s %.40q is no number of %s", column, text, unit)
		}
		return
	case slices.Contains(meters, field) && page.SameNumber(text, "0"):
		return
	}
	o := a.row
	o.Field, o.Unit, o.Value = field, unit, text
	o.Address.Column, o.Address.Notes = column, notes
	o.Quote = strings.Join(append([]string{a.row.Quote, column + " " + text}, notes...), " | ")
	a.found = append(a.found, o)
}

// addJSON reads a cell of a JSON file.
func (a *attempts) addJSON(field data.Field, unit data.Unit, column string, raw json.RawMessage, notes ...string) {
	text := page.Scalar(raw)
	if text == "" && len(raw) > 0 && string(raw) != "null" && string(raw) != `""` {
		text = string(raw) // an object or a list is no number
	}
	a.add(field, unit, column, text, notes...)
}

// of is what the row has of a field, "" for nothing.
func (a *attempts) of(field data.Field) string {
	for _, o := range a.found {
		if o.Field == field {
			return o.Value
		}
	}
	return ""
}

// number is what the row has of a field, zero for nothing.
func (a *attempts) number(field data.Field) decimal.Decimal {
	n, err := data.ParseNumber(a.of(field))
	if err != nil {
		return decimal.Decimal{} // it is not there
	}
	return n.Decimal
}

// share is that of the attempts that solved their task, 0-1.
func (a *attempts) share() decimal.Decimal {
	i := slices.IndexFunc(a.found, func(o data.Observation) bool { return o.Field == data.SolvedShare })
	if i >= 0 && a.found[i].Unit == data.Percent {
		return a.number(data.SolvedShare).Shift(-2)
	}
	return a.number(data.SolvedShare)
}

// refuse tells of a row that cannot be understood; nothing of it is kept.
func (a *attempts) refuse(refused *page.Refused, why error) {
	refused.Row(a.doc, a.row.Subject, []page.Cell{{Text: a.row.Quote}}, why)
	a.found = nil
}

// identity is what tells the rows of a board apart: two rows of one are two things said of the same attempts.
type identity struct {
	subject    string
	qualifiers data.Qualifiers
}

// distinct are the observations of all rows. A row that repeats another is left out; rows that contradict one another are
// refused, since nobody could tell which one holds.
func distinct(rows []*attempts, refused *page.Refused) []data.Observation {
	first := map[identity]*attempts{}
	for _, a := range rows {
		key := identity{a.row.Subject, a.row.Qualifiers}
		before := first[key]
		switch {
		case before == nil:
			first[key] = a
			continue
		case !before.repeats(a) && before.found != nil:
			before.refuse(refused, fmt.Errorf("the board has another row of the same model, effort and harness: %s", a.row.Quote))
		}
		a.found = nil
	}
	var all []data.Observation
	for _, a := range rows {
		all = append(all, a.found...)
	}
	return all
}

// repeats says whether another row has the same numbers.
func (a *attempts) repeats(other *attempts) bool {
	return slices.EqualFunc(a.found, other.found, func(x, y data.Observation) bool {
		return x.Field == y.Field && x.Unit == y.Unit && page.SameNumber(x.Value, y.Value)
	})
}

// measured are the observations of the rows beside scores that were metered. Rows that cannot be understood are refused.
func measured(rows []*attempts, refused *page.Refused) []data.Observation {
	var known []*attempts
	for _, a := range rows {
		switch {
		case !a.metered():
		case a.err != nil:
			a.refuse(refused, a.err)
		default:
			known = append(known, a)
		}
	}
	return distinct(known, refused)
}

// besideKept are the rows of the scores that were kept, so that what is refused is told of once.
func besideKept(scores []data.Observation, rows []*attempts) []*attempts {
	kept := map[identity]bool{}
	for _, o := range scores {
		kept[rowOf(o)] = true
	}
	return slices.DeleteFunc(rows, func(a *attempts) bool { return !kept[rowOf(a.row)] })
}

// rowOf is the row of a score, and of what stands beside it: attempts may say more exactly of which board they are.
func rowOf(o data.Observation) identity {
	o.Qualifiers.Board = ""
	return identity{o.Address.TableKey() + "\t" + o.Subject, o.Qualifiers}
}
