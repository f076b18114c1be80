package page

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

// price is what a price cell says. The zero price is an absent one, which is not the same as a price of 0.
type price struct {
	Value string // digits as printed, without thousands commas
	Unit  data.Unit
}

// ErrOtherUnit is returned for a price of something else than tokens: minutes, images, calls.
var ErrOtherUnit = errors.New("not a price of tokens")

// priceText is the whole grammar: currency, number, unit, footnote mark, remark.
// A footnote mark glued to the unit is no part of any number: "$0.25 / MTok1".
var priceText = regexp.MustCompile(`(?i)^((?:US)?[$¥￥€]|USD\s?\$?|CNY|RMB|EUR)?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)\s*(元|USD|CNY|RMB|EUR|[$¥￥€])?` +
	`\s*((?:/|per\b)[^()（）\[\]]*?)?\s*[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]*(?:\s*\[[\d*†‡]+\])*\s*(?:[(（][^()（）]*[)）])?$`)

// leastCount is the least number that is taken for a count where it has no currency: "128,000" tokens.
var leastCount = data.Int(10_000)

// absentText are the ways to say that there is no such price, footnote marks and full stops aside.
var absentText = regexp.MustCompile(`(?i)^(?:[-–—−‒―]*|\\|/|[x✗✕✘×❌]|n/?a|none|no|(?:is )?not (?:yet )?(?:available|applicable|offered|supported|priced)|unavailable|unsupported` +
	`|(?:contact|talk to|ask) (?:us|sales|our sales team|the sales team)(?: for (?:pricing|price|prices|a quote|details))?|(?:contact )?for pricing|tbd|tba|to be (?:announced|determined)|coming soon|custom(?: pricing)?)$`)

// freeText is a price of nothing, for good or for now.
var freeText = regexp.MustCompile(`(?i)^(?:limited[- ]time )?free(?: of charge)?(?:,? (?:for a limited time|limited[- ]time|for now|during (?:the )?(?:preview|beta)))?[!*†‡]*(?:\s*\([^()]*\))?$`)

// IsFree reports whether a price cell says that something costs nothing.
func IsFree(text string) bool { return freeText.MatchString(text) }

// StatesPrice reports whether a price cell prints a figure or says that something is free; a page of many hands also
// prints titles and cross-references there.
func StatesPrice(text string) bool {
	return strings.ContainsAny(text, "0123456789") || freeText.MatchString(text)
}

// IsAbsent reports whether a price cell says that there is no price.
func IsAbsent(text string) bool {
	return absentText.MatchString(strings.TrimSpace(strings.TrimRight(text, footnoteMarks+".! ")))
}

// ReadPrice reads the text of one price cell. The unit a cell prints goes before stated, the unit the page states
// for all of them ("" when it states none); a price without either, or in a unit nobody knows, is an error.
func ReadPrice(text string, stated data.Unit) (price, error) {
	text = OneLine(text)
	switch word := strings.ToLower(text); {
	case IsAbsent(text):
		return price{}, nil
	case freeText.MatchString(word):
		return price{Value: "0", Unit: stated}.checked(text)
	}
	m := priceText.FindStringSubmatch(text)
	if m == nil {
		return price{}, fmt.Errorf("%q is not a price", text)
	}
	sign := strings.ReplaceAll(m[1], " ", "") + m[3]
	unit, err := priceUnit(sign, m[4], stated)
	if err != nil {
		return price{}, fmt.Errorf("%q: %w", text, err)
	}
	if n, err := data.ParseNumber(strings.ReplaceAll(m[2], ",", "")); sign == "" && err == nil && !n.LessThan(leastCount.Decimal) {
		return price{}, fmt.Errorf("%q has no currency and is no price but a count", text)
	}
	return price{Value: strings.ReplaceAll(m[2], ",", ""), Unit: unit}.checked(text)
}

func (p price) checked(text string) (price, error) {
	if p.Unit == "" {
		return price{}, fmt.Errorf("%q: neither the cell nor the page states the unit", text)
	}
	if !slices.Contains(knownUnits, p.Unit) {
		return price{}, fmt.Errorf("%q: the unit %q is unknown", text, p.Unit)
	}
	if _, err := data.ParseNumber(p.Value); err != nil {
		return price{}, fmt.Errorf("%q is not a price: %v", text, err)
	}
	return p, nil
}
