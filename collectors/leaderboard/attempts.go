package leaderboard

import (
	"encoding/json"
	"errors"
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
	score data.Observation // the score that they stand beside; without a field where the board has none but the share that solved
	rank  int              // that the board prints; 0 or less: none
	found []data.Observation
	err   error // why the row cannot be understood: the first cell that is no number, or what contradicts itself
}

// attemptsOf begins the row of an address.
func attemptsOf(doc web.Payload, subject string, q data.Qualifiers, at data.PageAddress) *attempts {
	return &attempts{doc: doc, row: doc.Observe(subject, "", "", "", at.Row, at, q)}
}

// besideScore begins the row of a score that is also a number of the attempts: the share of them that solved their task, say.
// The attempts may be known more exactly than the score is.
func besideScore(doc web.Payload, score data.Observation, as data.Field, exactly data.Qualifiers) *attempts {
	at := score.Address
	at.Column = ""
	a := attemptsOf(doc, score.Subject, exactly, at)
	a.score = score
	a.add(as, score.Unit, score.Address.Column, score.Value)
	return a
}

// besideOf begins a row whose score is no number of attempts.
func besideOf(doc web.Payload, score data.Observation) *attempts {
	return &attempts{doc: doc, row: score, score: score}
}

// note adds a number that stands beside the score, in the words of the score, if it is one.
func (a *attempts) note(field data.Field, unit data.Unit, column, text, computed string) {
	if amountDigits.MatchString(text) {
		o := a.score
		o.Field, o.Unit, o.Value, o.Address.Column, o.Computed = field, unit, text, column, computed
		a.found = append(a.found, o)
	}
}

// meters are the fields in which boards write zero for what nobody metered.
var meters = []data.Field{data.CostMean, data.CostMedian, data.CostTotal, data.TokensInput, data.TokensOutput, data.TimeMean, data.CallsMean}

// metered says whether the row says more than its score and how many of its attempts solved their task.
func (a *attempts) metered() bool {
	return slices.ContainsFunc(a.found, func(o data.Observation) bool {
		return slices.Contains(meters, o.Field) || o.Field == data.ScoreMargin || o.Field == data.ScoreVotes
	})
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

// cell is what stands in a row under a key.
type cell struct {
	key    string
	field  data.Field
	unit   data.Unit
	beside string // the key of the notes that the board gives to it, "" for none
}

// read reads the cells of a row, whose texts are found by their keys. Of two for one field the first that is there counts.
func (a *attempts) read(cells []cell, text func(key string) string) {
	for _, c := range cells {
		if a.of(c.field).Value == "" {
			shown, beside := text(c.key), []string(nil)
			if c.unit == data.Percent {
				shown = printed(shown)
			}
			if c.beside != "" {
				beside = notes(text(c.beside))
			}
			a.add(c.field, c.unit, c.key, shown, beside...)
		}
	}
}

// notes is a text beside a number, if there is one.
func notes(text string) []string {
	if text = page.OneLine(text); text == "" {
		return nil
	}
	return []string{text}
}

// jsonRow is a row of a JSON file. A cell is found by its key, or by the keys that lead to it, with points between them.
type jsonRow map[string]json.RawMessage

// at is a cell as it is written.
func (r jsonRow) at(path string) json.RawMessage {
	outer, inner, nested := strings.Cut(path, ".")
	if !nested {
		return r[path]
	}
	return r.inside(outer).at(inner)
}

// inside is an object in the row; what is no object has nothing in it.
func (r jsonRow) inside(key string) (row jsonRow) {
	_ = json.Unmarshal(r[key], &row)
	return row
}

// text is a cell as text; "" where there is none. An object or a list is no number, and stands there as it is.
func (r jsonRow) text(path string) string {
	raw := r.at(path)
	text := page.Scalar(raw)
	if text == "" && len(raw) > 0 && string(raw) != "null" && string(raw) != `""` {
		return string(raw)
	}
	return text
}

// lacks is the first of the keys under which the row has no text and no number, "" for none.
func (r jsonRow) lacks(paths ...string) string {
	i := slices.IndexFunc(paths, func(path string) bool { return page.Scalar(r.at(path)) == "" })
	if i < 0 {
		return ""
	}
	return paths[i]
}

// modelRow is what a board keeps of a model as a field of an object.
type modelRow struct {
	jsonRow
	model   string
	written json.RawMessage
}

// modelRows are those of an object, in the order of the names. A model that stands there twice is refused.
func modelRows(doc web.Payload, object []byte, refused *page.Refused) (rows []modelRow, err error) {
	var models page.Entries
	if err := json.Unmarshal(object, &models); err != nil {
		return nil, err
	}
	for _, name := range models.Twice {
		why := errors.New("the board lists the model, or something of it, twice, with different values")
		refused.Row(doc, name, []page.Cell{{Text: name}}, why)
	}
	for _, name := range models.Names() {
		m := modelRow{model: name, written: models.Of[name]}
		if err := json.Unmarshal(m.written, &m.jsonRow); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		rows = append(rows, m)
	}
	return rows, nil
}

// of is what the row has of a field, without a value for nothing.
func (a *attempts) of(field data.Field) data.Observation {
	for _, o := range a.found {
		if o.Field == field {
			return o
		}
	}
	return data.Observation{}
}

// number is what the row has of a field, a share as one of 1; zero for nothing.
func (a *attempts) number(field data.Field) decimal.Decimal {
	o := a.of(field)
	n, _ := data.ParseNumber(o.Value) // zero when it is not there
	if o.Unit == data.Percent {
		return n.Shift(-2)
	}
	return n.Decimal
}

// refuse tells of a row that cannot be understood.
func (a *attempts) refuse(refused *page.Refused, why error) {
	refused.Row(a.doc, a.row.Subject, []page.Cell{{Text: a.row.Quote}}, why)
}

// shareTolerance is how far a printed share may lie from its counts: it may be rounded, but not be of other counts.
var shareTolerance = decimal.New(1, -3)

// contradiction finds what contradicts itself in a row: a share that is none or not that of its counts, cached tokens that are
// more than the input of which they are a part.
func (a *attempts) contradiction(tolerance decimal.Decimal) error {
	share, solved, tried := a.number(data.SolvedShare), a.number(data.SolvedCount), a.number(data.SolvedAttempts)
	input, cached := a.number(data.TokensInput), a.number(data.TokensCacheRead)
	counted := a.of(data.SolvedCount).Value != "" && a.of(data.SolvedAttempts).Value != ""
	switch {
	case share.GreaterThan(decimal.NewFromInt(1)):
		return fmt.Errorf("the share %s of solved attempts is more than 1", share)
	case counted && tried.IsZero():
		return errors.New("nothing was attempted")
	case counted && share.Sub(solved.DivRound(tried, 6)).Abs().GreaterThan(tolerance):
		return fmt.Errorf("%s of %s attempts are not a share of %s", solved, tried, share)
	case a.of(data.TokensInput).Value != "" && cached.GreaterThan(input):
		return fmt.Errorf("%s cached tokens are more than the %s tokens of input", cached, input)
	}
	return nil
}

// runsOf are the observations of all rows, each of which says all there is of its attempts, if enough of them have the field that
// the board is read for. key is what the board calls it.
func runsOf(rows []*attempts, needed data.Field, key string, refused *page.Refused) ([]data.Observation, error) {
	var all []data.Observation
	for _, a := range rows {
		if a.err != nil {
			a.refuse(refused, a.err)
			continue
		}
		all = append(all, a.found...)
	}
	all = refused.Distinct(all)
	have := 0
	for _, o := range all {
		if o.Field == needed {
			have++
		}
	}
	if have < minScores {
		return nil, fmt.Errorf("leaderboard: %d rows with %s, expected at least %d", have, key, minScores)
	}
	return all, nil
}

// scored are the scores of rows, each once, and what was metered beside those. Of rows that cannot be understood only the score
// is kept.
func scored(rows []*attempts, refused *page.Refused) (scores, metered []data.Observation) {
	scores = refused.Distinct(scoresOf(rows))
	kept := map[page.Subject]bool{}
	for _, o := range scores {
		kept[page.SubjectOf(o)] = true
	}
	for _, a := range rows {
		switch {
		case !kept[page.SubjectOf(a.score)] || !a.metered(): // what is refused is told of once
		case a.err != nil:
			a.refuse(refused, a.err)
		default:
			metered = append(metered, a.found...)
		}
	}
	return scores, refused.Distinct(metered)
}

func scoresOf(rows []*attempts) []data.Observation {
	var scores []data.Observation
	for _, a := range rows {
		scores = append(scores, a.score)
	}
	return scores
}
