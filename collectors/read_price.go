package collectors

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

// errOtherUnit is returned for a price of something else than tokens: minutes, images, calls.
var errOtherUnit = errors.New("not a price of tokens")

// priceText is the whole grammar: currency, number, unit, footnote mark, remark.
// A footnote mark glued to the unit is no part of any number: "$0.25 / MTok1".
var priceText = regexp.MustCompile(`(?i)^(?:US)?([$¥￥€]?)\s*((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)\s*(元|USD|CNY|RMB|EUR|[$¥￥€])?` +
	`\s*((?:/|per\b)[^()]*?)?\s*[*†‡¹²³⁴⁵⁶⁷⁸⁹⁰]*\s*(?:\([^()]*\))?$`)

// absentPrices are the ways to say that there is no such price.
var absentPrices = []string{"", "-", "–", "—", "−", `\`, "/", "n/a", "na", "none", "not available", "not applicable",
	"not offered", "not supported", "contact sales", "contact us", "tbd", "coming soon"}

// freeText is a price of nothing, for good or for now.
var freeText = regexp.MustCompile(`(?i)^(?:limited[- ]time )?free(?: of charge)?$`)

// statesPrice reports whether a price cell prints a figure or says that something is free; a page of many hands also
// prints titles and cross-references there.
func statesPrice(text string) bool {
	return strings.ContainsAny(text, "0123456789") || freeText.MatchString(text)
}

// isAbsent reports whether a price cell says that there is no price.
func isAbsent(text string) bool { return slices.Contains(absentPrices, strings.ToLower(text)) }

// readPrice reads the text of one price cell. The unit a cell prints goes before stated, the unit the page states
// for all of them ("" when it states none); a price without either, or in a unit nobody knows, is an error.
func readPrice(text string, stated data.Unit) (price, error) {
	text = oneLine(text)
	switch word := strings.ToLower(text); {
	case isAbsent(text):
		return price{}, nil
	case freeText.MatchString(word):
		return price{Value: "0", Unit: stated}.checked(text)
	}
	m := priceText.FindStringSubmatch(text)
	if m == nil {
		return price{}, fmt.Errorf("%q is not a price", text)
	}
	unit, err := priceUnit(m[1]+m[3], m[4], stated)
	if err != nil {
		return price{}, fmt.Errorf("%q: %w", text, err)
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

// currencies maps the printed sign to the currency of a unit.
var currencies = map[string]string{"$": "USD", "USD": "USD", "$USD": "USD", "¥": "CNY", "￥": "CNY", "元": "CNY", "CNY": "CNY", "RMB": "CNY", "€": "EUR", "EUR": "EUR"}

// knownUnits are the units of prices that may be printed with a sign and a quantity.
var knownUnits = []data.Unit{data.USDPerMillion, data.USDPerThousand, data.USDPerToken, data.CNYPerMillion, data.EURPerMillion, data.USDPerMillionPerHour}

// priceUnit puts together what the cell prints and what the page states.
func priceUnit(sign, quantity string, stated data.Unit) (data.Unit, error) {
	currency, per, _ := strings.Cut(string(stated), "/")
	if sign != "" {
		currency = currencies[strings.ToUpper(sign)]
	}
	if quantity != "" {
		var err error
		if per, err = tokenQuantity(quantity); err != nil {
			return "", err
		}
	}
	if per == "" {
		return "", nil
	}
	return data.Unit(currency + "/" + per), nil
}

var (
	quantityText = regexp.MustCompile(`(?i)^(?:(?:/|per\b)\s*)*(1?\s*M|1\s*million|million|百万|1,?000,?000|1\s*K|1\s*thousand|thousand|1,?000|1)?\s*(?:input |output )?(?:tokens?|tok)\s*(/\s*(?:hour|h)|per hour)?\s*\d?$`)
	otherUnits   = []string{"min", "sec", "hour", "hr", "day", "month", "image", "img", "page", "char", "call", "request", "search",
		"session", "container", "gb", "video", "song", "query", "queries"}
)

// tokenQuantity reads "/ MTok", "per 1M tokens", "/ 1K tokens" as the quantity of a data.Unit.
func tokenQuantity(text string) (string, error) {
	m := quantityText.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		if hasAnyWord(text, otherUnits...) {
			return "", errOtherUnit
		}
		return "", fmt.Errorf("the unit %q is unknown", strings.TrimSpace(text))
	}
	per := "token"
	switch number := strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(m[1], ",", "")), "")); {
	case strings.Contains(number, "m") || number == "1000000" || number == "百万":
		per = "1M tokens"
	case strings.Contains(number, "k") || strings.Contains(number, "thousand") || number == "1000":
		per = "1K tokens"
	}
	if m[2] != "" {
		per += "/hour"
	}
	return per, nil
}

var unitStatement = regexp.MustCompile(`(?i)^(?:all |the )?prices?\b[^$]*?\bper\s+(.+?)(?:\s+unless\b.*)?(?:\.(?:\s.*)?)?$`)

// statedUnit reads a sentence that says what the prices of a page or section are for: "Prices per 1M tokens."
// states says that it is one, and unit is "" when the prices are for something else than tokens.
func statedUnit(line, currency string) (unit data.Unit, states bool) {
	m := unitStatement.FindStringSubmatch(line)
	if m == nil {
		return "", false
	}
	per, err := tokenQuantity("per " + m[1])
	if err != nil {
		return "", true
	}
	return data.Unit(currency + "/" + per), true
}

var titleUnitText = regexp.MustCompile(`(?i)(元|CNY|RMB|USD|EUR|[$¥￥€])?\s*(?:/|\bper\b)\s*([^()（）/]+?)(?:\s+in\s+(USD|CNY|EUR))?[)）]?$`)

// titleUnit reads the unit that stands in the title of a column: "Input price CNY/M tokens", "Input / 1M tokens",
// "Paid Tier, per 1M tokens in USD". states says that there is one, and unit is "" when the prices are for something
// else than tokens.
func titleUnit(title string) (unit data.Unit, states bool) {
	m := titleUnitText.FindStringSubmatch(title)
	if m == nil {
		return "", false
	}
	per, err := tokenQuantity("/ " + m[2])
	if err != nil {
		return "", m[1] != "" || errors.Is(err, errOtherUnit)
	}
	return data.Unit(currencies[strings.ToUpper(m[1]+m[3])] + "/" + per), true
}
