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
	Remark   string // a sentence about the prices that nobody has understood
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

// statementOf is what a line states.
func statementOf(line string) (s Statement) {
	line = strings.NewReplacer("U.S. ", "US ", "u.s. ", "US ", "incl. ", "incl ", "excl. ", "excl ").Replace(line)
	for i, sentence := range strings.Split(line, ". ") {
		here := Statement{Currency: statedCurrency(sentence)}
		per, states := statedQuantity(sentence)
		if states && !(isKnownQuantity(per) && HasAnyWord(sentence, "unless", "except", "otherwise")) {
			here.Per = per
		}
		ordinary := (here.Currency == "" || here.Currency == "USD") && (!states || isKnownQuantity(per))
		if ordinary && (i == 0 || !pricing.MatchString(sentence)) { // "Priority is faster. Pricing is 1.5x standard" is about priority
			here.Remark = priceRemark(sentence)
		}
		s = s.and(here)
	}
	return s
}

// titled is what a title over a table states: any currency that it names is that of the prices under it.
func titled(title string) Statement {
	s := statementOf(title)
	if named := moneyIn(title); len(named) > 0 {
		s.Currency = strings.Join(named, " and ")
	}
	s.Remark = "" // titles are judged by whoever knows the sections
	return s
}

var (
	// someOnly says that a sentence is about some customers or a choice.
	someOnly = regexp.MustCompile(`(?i)\b(?:customers?|users?|accounts?|residents?|may|can|could|if|when|also|available|depending|upon request)\b`)
	// converted says that a currency is not the one that prices are made in.
	converted = regexp.MustCompile(`(?i)\b(?:convert(?:ed|ing)?|conversion|exchange rates?|instead of|rather than|not|equivalents?)\b`)
	// aboutPrices are words of a sentence that may be about all prices.
	aboutPrices = regexp.MustCompile(`(?i)\b(?:prices?|priced|pricing|rates|costs|amounts|figures|charges?|charged|fees|tariffs?|billed|billing|invoiced|payable|payments?|currency|viewing|denominated|quoted|displayed)\b`)
)

// shortLine is how many words a line has that is no prose.
const shortLine = 6

// statedCurrency is the currency that a sentence says prices are in, "" when it says none. It need not be a currency that
// anyone knows: "Prices are in credits".
func statedCurrency(sentence string) string {
	if someOnly.MatchString(sentence) {
		return ""
	}
	named := moneyIn(sentence)
	prices := aboutPrices.MatchString(sentence)
	if !prices && len(strings.Fields(sentence)) > shortLine {
		return ""
	}
	if m := pricesIn.FindStringSubmatch(sentence); m != nil && (len(named) == 0 || moneyIsWord.MatchString(m[1])) {
		if !slices.Contains(noCurrency, strings.ToLower(m[1])) {
			return strings.TrimRight(m[1], ".")
		}
	}
	switch {
	case len(named) == 0:
		return ""
	case len(named) > 1 && slices.Contains(named, "USD") && converted.MatchString(sentence):
		return slices.DeleteFunc(named, func(code string) bool { return code == "USD" })[0]
	case slices.Contains(named, "cents"):
		return "cents"
	}
	return named[0]
}

// neutral are the words before "prices" that say nothing of which prices they are.
const neutral = `(?:(?:note|explanation|important|please|that|all|any|the|our|these|those|listed|displayed|shown|following|below|above|stated|quoted|published|current|token|api|model|list|table|page|usage)\b[\s:,*]*)*`

var (
	// pricesIn finds what prices are said to be in: "All prices shown here are in credits".
	pricesIn = regexp.MustCompile(`(?i)^\W*` + neutral + `(?:prices?|pricing|rates|costs|amounts|figures|charges|fees|tariffs?|numbers|values)\b(?:\s+(?:are|is|shown|listed|displayed|quoted|stated|given|expressed|denominated|billed|charged|invoiced|` +
		`measured|calculated|converted|below|above|here|on this page|in this table|in the table|throughout|currently|now|all))*\s+(?:in|into)\s+(?:the\s+|your\s+)?([\p{L}$.]+)`)
	moneyIsWord = regexp.MustCompile(`^(?:` + isoWords + `)$`)
)

// noCurrency are words that may follow "prices are in" and begin no name of a currency.
var noCurrency = []string{"this", "these", "table", "tables", "section", "a", "an", "effect", "addition", "general", "parentheses", "brackets", "bold", "full", "detail", "units", "unites", "unit", "per",
	"each", "most", "some", "other", "line", "force", "following", "dollars", "dollar", "us", "usd", "united", "$", "list", "page", "tokens"}

var (
	moneyAmount = regexp.MustCompile(`[$€£¥￥]\s*[\d.]*\d|\d\s*(?:USD|EUR|dollars|cents)\b`)
	// priceSubject begins a sentence that is about all prices.
	priceSubject = regexp.MustCompile(`(?i)^\W*` + neutral + `(?:prices?|pricing|rates|costs|amounts|figures|charges|fees|tariffs?|units?)\b`)
	// tableSubject begins a sentence that says what a table of prices holds.
	tableSubject = regexp.MustCompile(`(?i)^\W*(?:the|this|our)\s+(?:(?:following|below|next|above|price|pricing)\s+)*(?:table|list|tables|section|page)\b(?:\s+below|\s+above)?\s+(?:shows?|lists?|contains?|summari[sz]es|gives?|provides?|has|holds|states)\b.*\b(?:prices?|pricing|rates|costs|fees)\b`)
	// billedSubject begins a sentence that says how everything is billed.
	billedSubject = regexp.MustCompile(`(?i)^\W*` + neutral + `(?:usage|tokens?|models?|we|you|everything|requests)\s+(?:(?:is|are|will be|pay|get)\s+)*(?:bill|billed|priced|charge|charged|metered|sold|pay)\b`)
	// quantityWords may stand between the prices and what they are for.
	quantityWords = []string{"is", "are", "shown", "listed", "displayed", "quoted", "stated", "given", "expressed", "measured", "calculated", "billed", "charged", "below", "above", "here", "in", "on", "this", "these", "the", "page",
		"table", "section", "units", "unites", "unit", "of", "cost", "all", "our", "model", "models", "token", "tokens", "input", "output", "text", "represent", "and", "usd", "us", "dollars", "for", "eur", "price", "amount", "usage", "prices", "currently"}
	perText = regexp.MustCompile(`(?i)\bper\s+(?:every\s+|each\s+)?|\(\s*/\s*|(?:\b(?:USD|EUR|dollars?|cents|prices?|pricing)|\$)\s*/\s*|\b(?:for|of) (?:each|every)\s+|\bby the\s+`)
	// barePer begins a caption: "Per 1M characters", "USD per 1K tokens", "(per million words)".
	barePer  = regexp.MustCompile(`(?i)^\W*(?:in\s+)?(?:(?:[A-Z]{0,3}\$|US dollars?|[A-Z]{3}|€|cents)\s*)?(?:\bper\s+|/\s*)([\d.,]+\s*[KMB]?\b.*|(?:half |a |one |ten |hundred )?(?:million|thousand|billion|hundred)\b.*|M ?tok.*|(?:tokens?|words?|characters?|chars?|bytes?|sentences?|calls?|requests?|queries|images?|pages?|minutes?|seconds?)\b.*)$`)
	unitIs   = regexp.MustCompile(`(?i)^\W*(?:(?:billing|pricing|price|billed) )?units?(?: of (?:billing|price|measure))?\s*(?:[:=]|is|are)\s*(?:per\s+)?(.+)$`)
	ofAmount = regexp.MustCompile(`(?i)(?:\b(?:for|of)\s+|[:(]\s*)((?:[\d.,]+\s*(?:[KMB]|million|thousand|billion)?|million|thousand)\s*(?:tokens?|words|characters|chars|bytes|requests|calls|images|pages))\s*\)?\W*$`)
	// quantityTail is what may follow a quantity and adds nothing to it.
	quantityTail = regexp.MustCompile(`(?i)\s*(?:,\s.*|[;:(\[–—|].*|\)|\s(?:in|excluding|exclusive|excl|including|incl|before|and|for|unless|except|of text|of usage)\b.*|\s(?:consumed|used|processed|generated|billed)|[\s.!)\]*]+)$`)
)

// statedQuantity reads for how much the prices are of which a sentence speaks: "1M tokens", or the words where nobody knows
// the quantity: "1M characters". states says that the sentence says so.
func statedQuantity(sentence string) (per string, states bool) {
	words := ""
	switch m, i := unitIs.FindStringSubmatch(sentence), perText.FindStringIndex(sentence); {
	case m != nil:
		words = m[1]
	case moneyAmount.MatchString(sentence):
		return "", false
	case barePer.MatchString(sentence) && len(strings.Fields(sentence)) <= shortLine:
		words = barePer.FindStringSubmatch(sentence)[1]
	case i != nil && (billedSubject.MatchString(sentence[:i[0]]) && HasWords(sentence[i[0]:i[1]], "per") || priceSubject.MatchString(sentence[:max(i[0], endOfPrice(sentence, i))]) && onlyWords(afterPrice(sentence[:i[0]]), quantityWords...)):
		words = sentence[i[1]:]
	case priceSubject.MatchString(sentence) && len(strings.Fields(sentence)) <= shortLine && ofAmount.MatchString(sentence) && !forLongPrompts(sentence):
		if _, bound := WithContextBound(sentence, data.Qualifiers{}); bound {
			return "", false
		}
		words = ofAmount.FindStringSubmatch(sentence)[1]
	default:
		return "", false
	}
	return quantityOf(words), true
}

// endOfPrice is where "price /" ends, which is both the subject and the sign of a quantity.
func endOfPrice(sentence string, at []int) int {
	if strings.HasSuffix(strings.TrimSpace(sentence[at[0]:at[1]]), "/") {
		return at[1]
	}
	return at[0]
}

// afterPrice is what a sentence says after its subject.
func afterPrice(sentence string) string {
	if at := priceSubject.FindStringIndex(sentence); at != nil {
		return sentence[at[1]:]
	}
	return ""
}

// quantityOf reads a quantity that other words may follow.
func quantityOf(words string) string {
	for range 4 {
		if per, err := TokenQuantity("per " + words); err == nil {
			return per
		}
		shorter := quantityTail.ReplaceAllString(words, "")
		if shorter == words {
			break
		}
		words = shorter
	}
	return OneLine(words)
}

func isKnownQuantity(per string) bool {
	_, err := TokenQuantity("per " + per)
	return err == nil
}

var (
	// taxFree says that taxes come on top.
	taxFree = regexp.MustCompile(`(?i)\b(?:excl(?:ud(?:es?|ing)|usive of)?|before|without|plus|net of|(?:do(?:es)? )?not includ(?:e|ing)|do(?:es)?n['’]t include)\s+(?:(?:any|all|applicable|local|sales|of|and|or|vat|gst|taxes|tax|duties|fees)\b[\s,/]*)+`)
	// mayChange says nothing of what prices are now.
	mayChange = regexp.MustCompile(`(?i)\b(?:may|might|can|could)\s+(?:be\s+)?(?:vary|differ|change|subject)|\bsubject to change\b|\breserves? the right\b|\bsee\b|\bvisit\b|\brefer to\b|\bcontact\b|\blearn more\b`)
	// saysSomething is in a sentence, and not in a title: "Pricing for tools" is one, "Prices for startups" says for whom.
	saysSomething = regexp.MustCompile(`(?i)\b(?:are|is|was|were|will|includ\w*|exclud\w*|appl(?:y|ies)|assumes?|reflects?|represents?|shown|listed|quoted|valid|effective|until|based|only|requires?|incl|excl|subject|starting|have|has|do|does|holds?)\b` +
		`|^\W*(?:(?:all|the|our|these)\s+)*(?:prices|rates|costs|fees|charges|amounts|tariffs)\s+(?:for|from|after|before|as|with|without|at|by|since|through|when|if|in|on)\b`)
	// pricing begins a sentence about the pricing of something that has been named before it.
	pricing = regexp.MustCompile(`(?i)^\W*(?:the\s+)?pricing\b`)
)

// statementWords may stand in a sentence about prices that holds whatever they are.
var statementWords = slices.Concat(priceWords, quantityWords, []string{"following", "shows", "show", "lists", "contains", "summarizes", "gives", "provides", "detailed", "information", "anthropic", "s", "z", "ai", "features", "tools", "xai", "openai", "google", "list", "pricing", "claude", "gemini", "gpt", "grok", "kimi", "glm", "minimax", "qwen", "mistral", "deepseek",
	"across", "different", "tiers", "usage", "standard", "per", "consumed", "used", "processed", "unless", "noted", "otherwise", "stated", "except", "where", "by", "note", "explanation", "that", "please", "here", "currency", "listed",
	"k", "1k", "thousand", "000", "tax", "taxes", "rates", "exact", "same", "their", "they", "charges", "amounts", "figures", "fees", "tariff", "tariffs", "available", "each", "family", "with", "corresponding", "cached"})

// priceRemark is a sentence about all prices that says what nobody has understood, "" for any other sentence: "Prices
// include a discount for startups".
func priceRemark(sentence string) string {
	if !tableSubject.MatchString(sentence) && !(priceSubject.MatchString(sentence) && saysSomething.MatchString(sentence)) || moneyAmount.MatchString(sentence) || mayChange.MatchString(sentence) {
		return ""
	}
	rest := moneyText.ReplaceAllString(taxFree.ReplaceAllString(sentence, " "), " ")
	if slices.ContainsFunc(WordsOf(rest), func(word string) bool { return isLatin(word) && !slices.Contains(statementWords, word) }) {
		return strings.TrimRight(OneLine(sentence), ".: ")
	}
	return ""
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
