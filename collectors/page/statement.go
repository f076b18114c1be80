package page

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

// Statement is what a page says of all the prices that follow: "Prices are in EUR per 1M tokens". A cell that says
// something else contradicts it.
type Statement struct {
	Currency string // ISO 4217: "EUR", or the words where they name no known currency: "credits"; "" when the page states none
	Per      string // the quantity, as in a data.Unit: "1M tokens", or the words where it is another one: "1M characters"; "" when the page states none
	Remark   string // the title of what is folded up around them, if nobody has understood it
}

// over is what holds where one statement stands over another, which is nearer to the prices.
func (s Statement) over(inner Statement) Statement {
	return Statement{cmp.Or(inner.Currency, s.Currency), cmp.Or(inner.Per, s.Per), both(s.Remark, inner.Remark, "; ")}
}

// and is what holds where two statements say the same of the same prices, or contradict each other.
func (s Statement) and(other Statement) Statement {
	return Statement{both(s.Currency, other.Currency, " and "), both(s.Per, other.Per, " and "), both(s.Remark, other.Remark, "; ")}
}

// both is two texts as one, cut: a page may state a new thing in every line.
func both(a, b, separator string) string {
	if a == "" || b == "" || strings.Contains(a, b) {
		return cut(cmp.Or(a, b))
	}
	return cut(a + separator + b)
}

// StatementIn is what the lines of a page state together.
func StatementIn(lines []string) (s Statement) {
	for _, line := range lines {
		s = s.and(statementOf(line))
	}
	return s
}

// statementOf is what a line states. Only sentences that are made of known words state anything: any other is a text around the
// prices, of which nothing is understood, and which holds what changes together with it.
func statementOf(line string) (s Statement) {
	line = strings.NewReplacer("U.S. ", "US ", "u.s. ", "US ").Replace(line)
	for sentence := range strings.SplitSeq(line, ". ") {
		per, _ := statedQuantity(sentence)
		if HasAnyWord(sentence, "unless", "except") {
			per = "" // of which prices, nobody knows
		}
		s = s.and(Statement{Currency: statedCurrency(sentence), Per: per})
	}
	return s
}

// titled is what a title over a table states: any currency that it names is that of the prices under it.
func titled(title string) Statement {
	s := statementOf(title)
	if named := moneyIn(title); len(named) > 0 {
		s.Currency = strings.Join(named, " and ")
	}
	return s
}

// shortLine is how many words a line has that is no prose.
const shortLine = 6

// statedWords are what a sentence is made of that says in which currency or for how much prices are.
var statedWords = strings.Fields("price prices priced pricing rate rates cost costs amount amounts figures fees charge charges charged payment payments bill billed billing usage unit units unites currency " +
	"all any our the this these page table here below above following listed shown displayed quoted stated given viewing you see are is be will we in into of for per every each and model models token tokens " +
	"represent processed made denominated expressed fixed detailed note usd us dollars input output text api")

// statedCurrency is the currency that a sentence says prices are in, "" when it says none.
func statedCurrency(sentence string) string {
	named := moneyIn(sentence)
	rest := moneyText.ReplaceAllString(sentence, " ")
	if at := perText.FindStringIndex(rest); at != nil {
		rest = rest[:at[0]]
	}
	if len(named) == 0 || moneyAmount.MatchString(sentence) || !onlyWords(rest, statedWords...) {
		return ""
	}
	if slices.Contains(named, "cents") {
		return "cents"
	}
	return named[0]
}

var (
	moneyAmount = regexp.MustCompile(`[$€£¥￥]\s*[\d.]*\d|\d\s*(?:USD|EUR|dollars|cents)\b`)
	perText     = regexp.MustCompile(`(?i)\bper\s+(?:every\s+)?|/\s*|\b(?:for|of) every\s+|\bunit:\s*`)
	// afterQuantity is what may follow a quantity and adds nothing to it.
	afterQuantity = regexp.MustCompile(`(?i)(?:\s(?:consumed|used|processed|generated|billed)|,?\s(?:unless|except|excluding|including)\b.*|,\s.*|[:;(\[].*|[\s.!)\]*]+)*$`)
)

// statedQuantity reads for how much the prices are of which a sentence speaks: "1M tokens", or the words where nobody knows
// the quantity: "1M characters". states says that the sentence says so.
func statedQuantity(sentence string) (per string, states bool) {
	at := perText.FindStringIndex(sentence)
	if at == nil || moneyAmount.MatchString(sentence) {
		return "", false
	}
	before := moneyText.ReplaceAllString(sentence[:at[0]], " ")
	words := afterQuantity.ReplaceAllString(sentence[at[1]:], "")
	if !onlyWords(before, statedWords...) {
		return "", false
	}
	if per, err := TokenQuantity("per " + words); err == nil {
		return per, true
	}
	alone := strings.TrimSpace(before) == "" && !strings.ContainsAny(words, "0123456789")
	if n := len(strings.Fields(words)); n == 0 || n > shortLine/2 || alone {
		return "", false
	}
	return OneLine(words), true
}

// check refuses a price in another unit than the page states.
func (s Statement) check(unit data.Unit) error {
	currency, per, _ := strings.Cut(string(unit), "/")
	if s.Currency != "" && currency != "" && currency != s.Currency {
		return fmt.Errorf("the page states its prices in %s, and this one is in %s", s.Currency, currency)
	}
	byTime := strings.HasSuffix(per, "/hour") // the storage of a cache
	if s.Per != "" && !byTime && per != s.Per {
		return fmt.Errorf("the page states its prices per %s, and this one is per %s", s.Per, per)
	}
	return nil
}
