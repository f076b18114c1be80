package page

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

// Statement is what a page says of all the prices that follow: "Prices are in EUR per 1M tokens". A cell that says
// something else contradicts it.
type Statement struct {
	Currency string // ISO 4217: "EUR"; "" when the page states none
	Per      string // the quantity, as in a data.Unit: "1M tokens"; "" when the page states none
}

// moneyNames maps the names of currencies to their codes. A bare dollar sign is none: many countries have one.
var moneyNames = map[string]string{
	"us dollar": "USD", "u.s. dollar": "USD", "american dollar": "USD", "us$": "USD",
	"australian dollar": "AUD", "canadian dollar": "CAD", "singapore dollar": "SGD", "hong kong dollar": "HKD", "new zealand dollar": "NZD",
	"euro": "EUR", "€": "EUR", "pound sterling": "GBP", "british pound": "GBP", "pound": "GBP", "£": "GBP",
	"yuan": "CNY", "renminbi": "CNY", "rmb": "CNY", "元": "CNY", "人民币": "CNY", "japanese yen": "JPY", "yen": "JPY",
	"indian rupee": "INR", "rupee": "INR", "₹": "INR", "won": "KRW", "₩": "KRW", "swiss franc": "CHF", "a$": "AUD", "c$": "CAD",
	"usd": "USD", "eur": "EUR", "gbp": "GBP", "aud": "AUD", "cad": "CAD", "cny": "CNY", "jpy": "JPY", "inr": "INR", "krw": "KRW",
	"chf": "CHF", "sgd": "SGD", "hkd": "HKD", "nzd": "NZD", "brl": "BRL", "mxn": "MXN", "sek": "SEK", "nok": "NOK", "dkk": "DKK",
	"pln": "PLN", "czk": "CZK", "twd": "TWD", "aed": "AED", "ils": "ILS", "zar": "ZAR", "try": "TRY", "idr": "IDR", "thb": "THB", "vnd": "VND",
}

// money matches the name of a currency. Codes are in capitals, as ISO 4217 writes them: "try" is a word.
const money = `((?-i:USD|EUR|GBP|AUD|CAD|CNY|RMB|JPY|INR|KRW|CHF|SGD|HKD|NZD|BRL|MXN|SEK|NOK|DKK|PLN|CZK|TWD|AED|ILS|ZAR|TRY|IDR|THB|VND)\b` +
	`|(?:u\.?s\.?|american|australian|canadian|singapore|hong kong|new zealand) dollar|japanese yen|indian rupee|swiss franc|british pound|pound sterling|\beuro|\bpound|\byuan|\brenminbi|\byen|\brupee|(?:us|a|c)\$|[€£₹₩元])`

var (
	moneyText = regexp.MustCompile(`(?i)` + money)
	// moneyStatement is a sentence that says in which currency prices are.
	moneyStatement = regexp.MustCompile(`(?i)(?:\b(?:prices?|pricing|rates|costs|amounts|figures|charges|fees|tariffs?)\b[^.;:|$€£]{0,60}?\b(?:in|as)\s+(?:the\s+)?` +
		`|\b(?:all|are|is)\s+(?:billed|charged|invoiced|payable|denominated|quoted|listed|shown|stated|displayed|given)\s+in\s+|\bcurrency(?:\s+is|\s*:)?\s+|^(?:all\s+)?(?:in\s+)?)` + money + `(.*)$`)
	amountNext = regexp.MustCompile(`^\s*[\d.,]*\d`)
	// someOnly says that a sentence is about some customers or a choice.
	someOnly = regexp.MustCompile(`(?i)\b(?:customers?|users?|accounts?|residents?|may|can|could|if|when|convert\w*|also|available|depending|local|your)\b`)
)

// currencyIn is the code of the first currency that a title names, "" for none.
func currencyIn(title string) string {
	return moneyNames[strings.ToLower(moneyText.FindString(title))]
}

// StatementIn is what the lines of a page say of all its prices.
func StatementIn(lines []string) (s Statement) {
	for _, line := range lines {
		s = s.with(line)
	}
	return s
}

// with is a statement after another line of the page.
func (s Statement) with(line string) Statement {
	for sentence := range strings.SplitSeq(line, ". ") {
		m := moneyStatement.FindStringSubmatch(sentence)
		if m == nil || someOnly.MatchString(sentence) || amountNext.MatchString(m[2]) {
			continue
		}
		bare := strings.HasPrefix(strings.ToLower(sentence), strings.ToLower(m[1])) || HasWords(sentence, "in") && StartsWith(sentence, "in")
		if bare && !HasAnyWord(sentence, "per", "prices", "pricing") {
			continue // a line that only begins with the name of a currency
		}
		s.Currency = moneyNames[strings.ToLower(m[1])]
	}
	if unit, states := StatedUnit(line, ""); states {
		s.Per = strings.TrimPrefix(string(unit), "/")
		if HasAnyWord(line, "unless", "except", "otherwise") {
			s.Per = ""
		}
	}
	return s
}

// over is the statement that holds for a table: what a title over it says goes before the sentences above.
func (s Statement) over(titles []string) Statement {
	for _, title := range slices.Backward(titles) {
		if currency := currencyIn(title); currency != "" {
			s.Currency = currency
			break
		}
	}
	return s
}

// check refuses a price in another unit than the page states.
func (s Statement) check(unit data.Unit) error {
	currency, per, _ := strings.Cut(string(unit), "/")
	if s.Currency != "" && currency != "" && currency != s.Currency {
		return fmt.Errorf("the page states its prices in %s, and this one is in %s", s.Currency, currency)
	}
	byTime := strings.HasSuffix(per, "/hour") // the storage of a cache
	if s.Per != "" && !byTime && per != s.Per && strings.HasSuffix(s.Per, "tokens") {
		return fmt.Errorf("the page states its prices per %s, and this one is per %s", s.Per, per)
	}
	return nil
}
