package page

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"pricepoint/data"
)

// PricesModels reports whether a table has one row a model and one column a class of tokens, and prints a price: the
// same titles stand over what goes in and comes out, text or images.
func (t Table) PricesModels() bool {
	return NameColumn(t) >= 0 && t.Prices(data.PriceInput, data.PriceOutput) && t.PrintsPrices()
}

// PrintsPrices reports whether a cell under the title of a price has a figure or says that something is free.
func (t Table) PrintsPrices() bool {
	for column, title := range t.Header {
		states := func(row []Cell) bool { return StatesPrice(row[column].Text) || StatesPrice(row[column].Struck) }
		if PriceField(title) != "" && slices.ContainsFunc(t.Rows, states) {
			return true
		}
	}
	return false
}

// ObserveContext reads the context window of one row of such a table.
func ObserveContext(t Table, row []Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	column := t.Column("context")
	if column < 0 || IsAbsent(row[column].Text) {
		return nil, nil
	}
	return ObserveWindow(t.At(row, column), name, row[column].Text, q)
}

// ObserveWindow reads a context window. What stands in brackets beside it is a remark: "1M (beta)".
func ObserveWindow(at Place, name, text string, q data.Qualifiers) ([]data.Observation, error) {
	number, remarks := SplitName(text)
	tokens, ok := TokenCount(number)
	if err := at.Check(""); err != nil {
		return nil, fmt.Errorf("context window of %s: %w", name, err)
	} else if !ok {
		return nil, fmt.Errorf("context window of %s: %.60q is not a number of tokens", name, text)
	}
	return []data.Observation{at.Observe(name, data.ContextTokens, tokens, data.Tokens, text, WithRemark(q, remarks...))}, nil
}

// ObserveRow reads the prices of one row of such a table. stated is the unit for the whole table; a column or a cell
// may state its own, and a column its own service. Prices of other things than tokens are left out, and so is the
// storage of a cache, which is billed by time.
func ObserveRow(t Table, row []Cell, name string, stated data.Unit, q data.Qualifiers) ([]data.Observation, error) {
	return ObserveRowWithin(t, row, name, stated, q, func(column int) (data.Qualifiers, error) { return t.Within(row, column, q) })
}

// ObserveRowWithin is ObserveRow of a page that has a way of its own to say for how long prompts the prices of a column hold.
func ObserveRowWithin(t Table, row []Cell, name string, stated data.Unit, q data.Qualifiers, within func(column int) (data.Qualifiers, error)) ([]data.Observation, error) {
	var found []data.Observation
	for column, title := range t.Header {
		field := ColumnField(title, row[column])
		unit, states := TitleUnit(title)
		if field == "" || field == data.PriceCacheStorage || states && unit == "" {
			continue
		}
		terms, err := within(column)
		if err != nil && !IsAbsent(row[column].Text) {
			return nil, err
		}
		terms.Service = cmp.Or(ServiceOf(title), q.Service)
		if field == data.PriceCacheWrite {
			terms.CacheTTL = cacheTTL(title)
		}
		here, err := ObservePrice(t.At(row, column), name, field, row[column], UnitOr(unit, stated), terms)
		if err != nil && !errors.Is(err, ErrOtherUnit) {
			return nil, err
		}
		found = append(found, here...)
	}
	return found, nil
}

// Prices reports whether the table has a column of each of the fields.
func (t Table) Prices(fields ...data.Field) bool {
	return !slices.ContainsFunc(fields, func(field data.Field) bool { return t.PriceColumn(field) < 0 })
}

// PriceColumn returns the index of the first column of prices of a class, or -1.
func (t Table) PriceColumn(field data.Field) int {
	return slices.IndexFunc(t.Header, func(title string) bool { return PriceField(title) == field })
}

// PricedSubjects lists the subjects that have an input and an output price, in the order of the page.
func PricedSubjects(found []data.Observation) []string {
	outputs := map[string]bool{} // of those that are not listed yet
	for _, o := range found {
		outputs[o.Subject] = outputs[o.Subject] || o.Field == data.PriceOutput
	}
	var subjects []string
	for _, o := range found {
		if o.Field == data.PriceInput && outputs[o.Subject] {
			subjects, outputs[o.Subject] = append(subjects, o.Subject), false
		}
	}
	return subjects
}

// cacheTTL reads how long a cache entry lives from the title of its price.
func cacheTTL(title string) string {
	switch {
	case HasWords(title, "5m"), HasWords(title, "5", "min"):
		return "5m"
	case HasWords(title, "1h"), HasWords(title, "1", "hour"):
		return "1h"
	}
	return ""
}

// MaxObservations bounds what one page may be taken to say; a row of many names or a span repeats itself.
const MaxObservations = 50_000

// ObservePrice reads one price cell. An absent price makes no observation; a struck-out one is the list price
// beside the promotional price that holds.
func ObservePrice(at Place, subject string, field data.Field, cell Cell, stated data.Unit, q data.Qualifiers) ([]data.Observation, error) {
	if err := CheckBounds(q); err != nil {
		return nil, fmt.Errorf("%s of %s: %w", field, subject, err)
	}
	if priceText.MatchString(subject) || subject != "" && !strings.ContainsFunc(subject, unicode.IsLetter) {
		return nil, fmt.Errorf("%q stands where the name of a model should", subject)
	}
	if date := dateText.FindString(subject); date != "" {
		return nil, fmt.Errorf("the name %q holds a date (%s) that is read neither as the start nor as the end of a price", subject, date)
	}
	q = WithRemark(q, at.Remark)
	now, unit, terms, err := notedPrice(cell.Text, field, stated, q, at.Of.FetchedAt)
	if err != nil {
		return nil, fmt.Errorf("%s of %s: %w", field, subject, err)
	}
	list, listUnit, listed, err := notedPrice(cell.Struck, field, cmp.Or(unit, stated), terms, at.Of.FetchedAt) // "~~$2~~ $1 / MTok" says the unit once
	if err != nil {
		return nil, fmt.Errorf("struck-out %s of %s: %w", field, subject, err)
	}
	if now+list == "" {
		return nil, nil
	}
	if subject == "" {
		return nil, fmt.Errorf("%s %q stands with no model", field, cell.Text)
	}
	if err := at.Check(cmp.Or(unit, listUnit)); err != nil {
		return nil, fmt.Errorf("%s of %s, %q: %w", field, subject, cell.Text, err)
	}
	_, notes := SplitName(cell.Text)
	at.Address.Notes = append(slices.Clip(at.Address.Notes), notes...)
	var found []data.Observation
	if terms.Kind == "" && now != "" && (list != "" || HasWords(cell.Text, "limited", "free")) {
		terms.Kind = "promotional"
	}
	if now != "" {
		found = append(found, at.Observe(subject, field, now, unit, unitMark.ReplaceAllString(cell.Text, "$1"), terms))
	}
	if list != "" {
		listed.Kind = "list"
		found = append(found, at.Observe(subject, field, list, listUnit, cell.Struck, listed))
	}
	return found, nil
}

// notedPrice reads the text of a price cell: the price, and the conditions and notes beside it.
func notedPrice(text string, field data.Field, stated data.Unit, q data.Qualifiers, fetched time.Time) (value string, unit data.Unit, terms data.Qualifiers, err error) {
	rest, terms := CutBound(text, q) // "$6 (> 200k tokens)"
	if isQuota := HasWords(text, "free") && terms.ContextOver == q.ContextOver; isQuota {
		rest, terms = text, q
	}
	text = rest
	if !HasAnyWord(text, "was", "previously", "formerly") { // whose days are those of another price
		text, terms = WithValidity(text, terms, fetched)
	}
	text, notes := SplitName(text)
	if value, unit, err = ReadPrice(text, stated); err != nil {
		return "", "", q, err
	}
	for _, note := range notes {
		terms = WithNote(note, field, unit, terms)
	}
	return value, unit, terms, nil
}

// unitMark is a footnote mark that follows the unit directly: "$0.25 / MTok1".
var unitMark = regexp.MustCompile(`(?i)(\btok(?:en)?s?|\bMtoks?)\d\b`)

// SameNumber reports whether two printed numbers are equal: 1.6 and 1.60.
func SameNumber(a, b string) bool {
	x, errX := data.ParseNumber(a)
	y, errY := data.ParseNumber(b)
	return errX == nil && errY == nil && x.Equal(y)
}
