package page

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"pricepoint/data"
)

// ErrOtherUnit is returned for a price of something else than tokens: minutes, images, calls.
var ErrOtherUnit = errors.New("not a price of tokens")

// priceText is the whole grammar: currency, number, unit, footnote mark. What stands in brackets is read as a note.
// A footnote mark that follows the unit directly belongs to no number: "$0.25 / MTok1".
var priceText = regexp.MustCompile(`(?i)^((?:US)?[$¥￥€]|USD\s?\$?|CNY|RMB|EUR)?\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)\s*(元|USD|CNY|RMB|EUR|[$¥￥€])?` +
	`\s*((?:/|per\b)[^()（）\[\]]*?)?\s*[*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰]*(?:\s*\[[\d*†‡]+\])*$`)

// leastCount is the least number that is taken for a count where it has no currency: "128,000" tokens.
var leastCount = data.Int(10_000)

// IsFree reports whether a price cell says that something costs nothing.
func IsFree(text string) bool {
	return slices.Contains(known.Free, strings.ToLower(strings.TrimRight(text, footnoteMarks+"!")))
}

// StatesPrice reports whether a price cell prints a figure or says that something is free; a page of many hands also
// prints titles and cross-references there.
func StatesPrice(text string) bool {
	return strings.ContainsAny(text, "0123456789") || IsFree(text)
}

// IsAbsent reports whether a price cell says that there is no price.
func IsAbsent(text string) bool {
	return slices.Contains(known.Absent, strings.ToLower(strings.TrimSpace(strings.TrimRight(text, footnoteMarks+".! "))))
}

// ReadPrice reads the text of one price cell. The unit a cell prints goes before stated, the unit the page states
// for all of them ("" when it states none); a price without either, or in a unit nobody knows, is an error. The value has
// the digits as printed, without thousands commas; it is "" for an absent price, which is not the same as a price of 0.
func ReadPrice(text string, stated data.Unit) (value string, unit data.Unit, err error) {
	text = OneLine(text)
	if IsAbsent(text) {
		return "", "", nil
	}
	value, unit = "0", stated
	if m := priceText.FindStringSubmatch(text); m != nil && !IsFree(text) {
		sign := strings.ReplaceAll(m[1], " ", "") + m[3]
		if unit, err = priceUnit(sign, m[4], stated); err != nil {
			return "", "", fmt.Errorf("%q: %w", text, err)
		}
		value = strings.ReplaceAll(m[2], ",", "")
		if n, err := data.ParseNumber(value); sign == "" && err == nil && !n.LessThan(leastCount.Decimal) {
			return "", "", fmt.Errorf("%q has no currency and is no price but a count", text)
		}
	} else if !IsFree(text) {
		return "", "", fmt.Errorf("%q is not a price", text)
	}
	switch _, err := data.ParseNumber(value); {
	case unit == "":
		return "", "", fmt.Errorf("%q: neither the cell nor the page states the unit", text)
	case !slices.Contains(knownUnits, unit):
		return "", "", fmt.Errorf("%q: the unit %q is unknown", text, unit)
	case err != nil:
		return "", "", fmt.Errorf("%q is not a price: %v", text, err)
	}
	return value, unit, nil
}

// UnitOr is a unit, in the currency of another if it has none itself; all of the other if it is "".
func UnitOr(unit, other data.Unit) data.Unit {
	currency, _, _ := strings.Cut(string(other), "/")
	switch {
	case unit == "":
		return other
	case strings.HasPrefix(string(unit), "/"):
		return data.Unit(currency) + unit
	}
	return unit
}

// knownUnits are the units of prices that may be printed with a sign and a quantity.
var knownUnits = []data.Unit{data.USDPerMillion, data.USDPerThousand, data.USDPerToken, data.CNYPerMillion, data.EURPerMillion, data.USDPerMillionPerHour}

// priceUnit puts together what the cell prints and what the page states.
func priceUnit(sign, quantity string, stated data.Unit) (data.Unit, error) {
	currency, per, _ := strings.Cut(string(stated), "/")
	if sign != "" {
		currency = known.Currencies[strings.ToUpper(sign)]
	}
	if quantity != "" {
		var err error
		if per, err = TokenQuantity(quantity); err != nil {
			return "", err
		}
	}
	if per == "" {
		return "", nil
	}
	return data.Unit(currency + "/" + per), nil
}

// PricesOtherThings reports whether a text names what is sold by another unit than tokens.
func PricesOtherThings(text string) bool { return HasAnyWord(text, known.OtherUnits...) }

// otherPrice is a price with what it is for: "$0.006 / minute".
var otherPrice = regexp.MustCompile(`(?i)^(?:US)?([$€¥])(\d+(?:\.\d+)?)\s*(?:/|per)\s*(?:1 )?([a-z]+)\b`)

// OtherPrice reads a price of something else than tokens; false where a cell has none, or what it is for is not known.
func OtherPrice(text string) (value string, unit data.Unit, ok bool) {
	m := otherPrice.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || !PricesOtherThings(m[3]) {
		return "", "", false
	}
	return m[2], data.Unit(known.Currencies[m[1]] + "/" + strings.ToLower(m[3])), true
}

// TokensIn finds the unit in a title, without a currency, and what stands behind it: "Input price (per 1 million tokens)", "Output
// cost (Million tokens)". A title without one is all behind it.
func TokensIn(title string) (unit data.Unit, behind string) {
	m := perTokens.FindStringSubmatchIndex(title)
	if m == nil {
		return "", title
	}
	per, err := TokenQuantity("per " + title[m[2]:m[3]])
	if err != nil {
		return "", title
	}
	return data.Unit("/" + per), title[m[1]:]
}

var perTokens = regexp.MustCompile(`(?i)\(?\s*(?:per\s+)?((?:1\s*million|million|1\s*M|1,000,000|1\s*K|1,000|thousand)\s*(?:input |output )?tokens)\s*\)?`)

// TokenQuantity reads "/ MTok", "per 1M tokens", "/ 1K tokens" as the quantity of a data.Unit. "$3 / 1M" means a million tokens,
// which is how the trade writes prices; "$3/m" may be a price by the minute.
func TokenQuantity(text string) (string, error) {
	key, byTime := quantityKey(text)
	per, listed := known.Quantities[key]
	strange := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" /,", r)
	}
	switch minutes := (key == "m" || key == "1m") && !strings.Contains(text, "M"); {
	case listed && !minutes && !strings.ContainsFunc(text, strange):
		return per + byTime, nil
	case PricesOtherThings(text):
		return "", ErrOtherUnit
	default:
		return "", fmt.Errorf("the unit %q is unknown", strings.TrimSpace(text))
	}
}

// gluedMark is a footnote mark that follows a unit: "/ MTok1".
var gluedMark = regexp.MustCompile(`(\pL)\d$`)

// quantityKey is a quantity as known.json has it, and the time by which storage is billed.
func quantityKey(text string) (key, byTime string) {
	words := slices.DeleteFunc(WordsOf(gluedMark.ReplaceAllString(strings.TrimSpace(text), "$1")), func(word string) bool { return word == "per" })
	if n := len(words); n > 1 && (words[n-1] == "hour" || words[n-1] == "h") {
		words, byTime = words[:n-1], "/hour"
	}
	if n := len(words); n > 1 && strings.HasPrefix(words[n-1], "tok") {
		words = slices.DeleteFunc(words, func(word string) bool { return slices.Contains(tokenClasses, word) })
	}
	return strings.Join(words, " "), byTime
}

// tokenClasses may stand before the word tokens in a quantity.
var tokenClasses = append([]string{"input", "output", "prompt", "completion", "cached", "uncached"}, modalityWords...)

// StatedUnit reads a sentence that says what the prices of a page or section are for: "Prices per 1M tokens."
// states says that it is one, and unit is "" when the prices are for something else than tokens, or for what nobody has
// listed in known.json.
func StatedUnit(line, currency string) (unit data.Unit, states bool) {
	for sentence := range strings.SplitSeq(line, ". ") {
		words := WordsOf(sentence)
		if per, listed := known.Sentences[strings.Join(words, " ")]; listed {
			return data.Unit(currency + "/" + per), true
		}
		if len(words) <= shortLine && anyBegins(words, "pric") && slices.Contains(words, "per") && !strings.ContainsAny(sentence, "$¥￥€") {
			return "", true
		}
	}
	return "", false
}

// StatedUnit is the unit of tokens that the first line that has one states for the prices of the page; "" where none does.
func (p Page) StatedUnit(currency string) data.Unit {
	for _, line := range p.Lines {
		if unit, _ := StatedUnit(line, currency); unit != "" {
			return unit
		}
	}
	return ""
}

// shortLine is how many words a line has that is no prose.
const shortLine = 6

var (
	titleQuantity = regexp.MustCompile(`(?i)(元|CNY|RMB|USD|EUR|[$¥￥€])?\s*(?:/|\bper\b)\s*([^()（）\[\]/;]+?)\s*(?:\bin (?:USD|CNY|EUR)\b|[()（）\[\];]|$)`)
	titleCurrency = regexp.MustCompile(`元|\b(?:CNY|RMB|USD|EUR)\b|[$¥￥€]`)
)

// TitleUnit reads the unit that stands in the title of a column: "Input price CNY/M tokens", "Input / 1M tokens",
// "Paid Tier, per 1M tokens in USD", "Input (per 1M tokens, USD)". states says that there is one, and unit is "" when
// the prices are for something else than tokens.
func TitleUnit(title string) (unit data.Unit, states bool) {
	m := titleQuantity.FindStringSubmatch(title)
	if m == nil {
		return "", false
	}
	quantity, _, _ := strings.Cut(m[2], ", ") // not the comma of 1,000
	per, err := TokenQuantity("/ " + quantity)
	if err != nil {
		return "", m[1] != "" || errors.Is(err, ErrOtherUnit)
	}
	return data.Unit(known.Currencies[titleCurrency.FindString(strings.ToUpper(title))] + "/" + per), true
}

// titleCurrencies are the currencies that a title names. Any other makes it a title that nobody knows.
func titleCurrencies(title string) (names []string) {
	for _, name := range titleCurrency.FindAllString(strings.ToUpper(title), -1) {
		names = append(names, known.Currencies[name])
	}
	slices.Sort(names)
	return slices.Compact(names)
}
