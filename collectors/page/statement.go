package page

import (
	"regexp"
	"strings"
)

// shortLine is how many words a line has that is no prose.
const shortLine = 6

// statedWords are what a sentence is made of that says in which currency or for how much prices are.
var statedWords = strings.Fields("price prices priced pricing rate rates cost costs amount amounts figures fees charge charges charged payment payments bill billed billing usage unit units unites currency " +
	"all any our the this these page table here below above following listed shown displayed quoted stated given viewing you see are is be will we in into of for per every each and model models token tokens " +
	"represent processed made denominated expressed fixed detailed note usd us dollars input output text api")

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
