package page

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

// The words and signs before a number that bound the length of a prompt.
const (
	upToText  = `<=|≤|≦|\b(?:up to(?: and including)?|at most|within|(?:no|not) (?:more|greater|longer|larger) than|not (?:over|above|exceeding)|(?:less|fewer|smaller|shorter) than or equal to)\b`
	belowText = `<|\b(?:under|below|(?:less|fewer|smaller|shorter) than)\b`
	fromBound = `>=|≥|≧|\b(?:at least|(?:no|not) (?:less|fewer|smaller|shorter) than|not (?:under|below)|(?:more|greater|longer|larger) than or equal to)\b`
	overText  = `>|\b(?:over|above|(?:more|greater|longer|larger) than|exceeds?|exceeding|beyond)\b`
	// lengthText is a number of tokens: a bare number without K, M or tokens is none.
	lengthText = `[\d.,]*\d\s*[KM]\b|[\d.,]*\d(?:\s+[a-z]+){0,2}\s+tokens`
	aLength    = `(?:(?:input|prompt|context)\s+)?(?:tokens?|prompts?|inputs?|context|length)\b`
)

// contextText is a bound on the length of a prompt, in one of four forms: "≤ 200k", "200k < tokens ≤ 1M", "200k or
// more", "0-200k" and "200k+". Its group "before" is what stands before a range and belongs to another text; the name
// "x-2.0-128k" has no range.
var contextText = regexp.MustCompile(`(?i)(?:(?P<upTo>` + upToText + `)|(?P<below>` + belowText + `)|(?P<from>` + fromBound + `)|(?:` + overText + `))\s*(?P<bound>` + lengthText + `)` +
	`|(?P<before>^|[^\w.,$-])(?:` +
	`(?P<first>\d[\d.,]*\s*[KM]?)\s*(?P<sign><=|<|≤|≦|>=|>|≥|≧)\s*` + aLength + `(?:\s*(?P<then><=|<|≤|≦)\s*(?P<last>\d[\d.,]*\s*[KM]?))?` +
	`|(?P<amount>\d[\d.,]*\s*[KM])(?:\s+` + aLength + `)*\s+(?:or|and)\s+(?:(?P<orMore>more|above|over|longer|larger|greater|up|beyond)|less|fewer|below|under|shorter|smaller)\b` +
	`|(?P<low>0\s*[KM]?|\d[\d.,]*\s*[KM])\s*(?:[-–—~]|\bto\b)\s*(?P<end>` + lengthText + `)` +
	`|(?P<start>\d[\d.,]*\s*[KM])\s*\+|(?P<plain>\d[\d.,]*)\s*\+(?:\s+[a-z]+){0,2}\s+tokens)`)

// WithContextBound adds the prompt length a text requires: "<272K context length", "for prompts over 100,000 tokens",
// "0-200k prompt tokens", "200k+", "32K < tokens ≤ 128K".
// It reports whether the text requires one. Of several bounds the first counts, and the next if it is the other end.
func WithContextBound(text string, q data.Qualifiers) (data.Qualifiers, bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return q, false
	}
	var stated data.Qualifiers
	for _, m := range boundsIn(text) {
		next := m.terms()
		if both := narrowed(stated, next); !bounded(stated) || len(ends(next)) == 1 && !slices.Equal(ends(next), ends(stated)) && !impossible(both) {
			stated = both
		}
	}
	return narrowed(q, stated), bounded(stated)
}

// promptBound is one match of contextText.
type promptBound struct {
	text string
	at   []int
}

// boundsIn finds the bounds in a text. One with a number that nobody can read is none: "≤ 200.000 tokens".
func boundsIn(text string) (found []promptBound) {
	for _, at := range contextText.FindAllStringSubmatchIndex(text, -1) {
		if b := (promptBound{text, at}); b.isLegible() {
			found = append(found, b)
		}
	}
	return found
}

func (b promptBound) isLegible() bool {
	return !slices.ContainsFunc([]string{"bound", "first", "last", "amount", "low", "end", "start", "plain"}, func(name string) bool {
		_, ok := TokenCount(b.group(name))
		return !ok && b.group(name) != ""
	})
}

func (b promptBound) group(name string) string {
	i := 2 * contextText.SubexpIndex(name)
	if b.at[i] < 0 {
		return ""
	}
	return b.text[b.at[i]:b.at[i+1]]
}

// before and after are the text around it.
func (b promptBound) before() string { return b.text[:b.at[0]+len(b.group("before"))] }
func (b promptBound) after() string  { return b.text[b.at[1]:] }

func (b promptBound) terms() (q data.Qualifiers) {
	group := b.group
	switch {
	case group("upTo") != "":
		q = upTo(q, group("bound"), "")
	case group("below") != "":
		q = upTo(q, group("bound"), data.Below)
	case group("from") != "":
		q = over(q, group("bound"), data.AtLeast)
	case group("bound") != "":
		q = over(q, group("bound"), "")
	case group("sign") != "":
		q = reversedBound(group("first"), group("sign"))
		q = upTo(q, group("last"), upToSign(group("then")))
	case group("orMore") != "":
		q = over(q, group("amount"), data.AtLeast)
	case group("amount") != "":
		q = upTo(q, group("amount"), "")
	case group("end") != "":
		q = upTo(over(q, group("low"), ""), group("end"), "")
	default:
		q = over(q, cmp.Or(group("start"), group("plain")), data.AtLeast)
	}
	return q
}

// reversedBound reads "200k < tokens".
func reversedBound(number, sign string) data.Qualifiers {
	switch sign {
	case ">":
		return upTo(data.Qualifiers{}, number, data.Below)
	case "<":
		return over(data.Qualifiers{}, number, "")
	case ">=", "≥", "≧":
		return upTo(data.Qualifiers{}, number, "")
	}
	return over(data.Qualifiers{}, number, data.AtLeast)
}

func upToSign(sign string) string {
	if sign == "<" {
		return data.Below
	}
	return ""
}

func upTo(q data.Qualifiers, number, op string) data.Qualifiers {
	if tokens, ok := TokenCount(number); ok {
		q.ContextUpTo, q.UpToOp = tokens, op
	}
	return q
}

// over leaves a bound of 0 out: every prompt is longer.
func over(q data.Qualifiers, number, op string) data.Qualifiers {
	if tokens, ok := TokenCount(number); ok && tokens != "0" {
		q.ContextOver, q.OverOp = tokens, op
	}
	return q
}

func bounded(q data.Qualifiers) bool { return q.ContextOver != "" || q.ContextUpTo != "" }

// ends names the ends of a range of lengths that are bounded.
func ends(q data.Qualifiers) (named []string) {
	if q.ContextOver != "" {
		named = append(named, "over")
	}
	if q.ContextUpTo != "" {
		named = append(named, "upTo")
	}
	return named
}

// narrowed is q with the bounds of inner, which go before its own.
func narrowed(q, inner data.Qualifiers) data.Qualifiers {
	if inner.ContextOver != "" {
		q.ContextOver, q.OverOp = inner.ContextOver, inner.OverOp
	}
	if inner.ContextUpTo != "" {
		q.ContextUpTo, q.UpToOp = inner.ContextUpTo, inner.UpToOp
	}
	return q
}

// impossible reports whether no prompt is within the bounds.
func impossible(q data.Qualifiers) bool {
	over, errOver := data.ParseNumber(q.ContextOver)
	upTo, errUpTo := data.ParseNumber(q.ContextUpTo)
	return errOver == nil && errUpTo == nil && !over.LessThan(upTo.Decimal)
}

// lengthTail is what goes on with a bound in a title: "input tokens", "context length".
var lengthTail = regexp.MustCompile(`(?i)^\s*(?:(?:input|prompt|context)\s+)?(?:tokens?|length|window|prompts?|context)\b`)

// WithoutContextBound takes the prompt length that a text requires out of it.
func WithoutContextBound(text string) string {
	for _, b := range slices.Backward(boundsIn(text)) {
		text = b.before() + text[b.at[1]:]
	}
	return text
}

// withoutLength is WithoutContextBound that also takes out of what the length is: "≤ 200k input tokens Input" is "Input".
func withoutLength(text string) string {
	if !strings.ContainsAny(text, "0123456789") {
		return text
	}
	for range 2 { // both ends
		found := boundsIn(text)
		if len(found) == 0 {
			break
		}
		text = found[0].before() + " " + lengthTail.ReplaceAllString(found[0].after(), "")
	}
	return OneLine(text)
}

// lengthWords may stand with a bound in a text that says nothing else.
var lengthWords = []string{"for", "with", "of", "and", "the", "a", "an", "in", "per", "request", "requests", "prompt", "prompts", "input", "inputs", "token", "tokens", "context", "length",
	"lengths", "window", "size", "price", "prices", "pricing", "rate", "rates", "long", "short", "when", "is", "are", "than", "standard", "tier", "total", "if", "each", "model", "models", "usage", "输入", "上下文"}

// OnlyBounds reports whether a text says for how long a prompt something holds, and nothing else.
func OnlyBounds(text string) bool {
	if len(text) > maxQuote {
		return false
	}
	_, bound := WithContextBound(text, data.Qualifiers{})
	return bound && !slices.ContainsFunc(WordsOf(withoutLength(text)), func(word string) bool { return !slices.Contains(lengthWords, word) })
}

// forLongPrompts reports whether a text says that what it is about holds for long prompts only.
func forLongPrompts(text string) bool {
	return HasWords(text, "long", "context") || HasWords(text, "long", "prompt")
}

// Within adds for how long a prompt the price in a column of a row holds, wherever the page says it: in the title of the
// column, in a column of its own, or else over the table. q holds what the name of the row says. A price for long
// prompts of which nobody says from how many tokens is an error, and so are bounds that no prompt is within.
func (t Table) Within(row []Cell, column int, q data.Qualifiers) (data.Qualifiers, error) {
	title := t.Header[column]
	terms, titled := WithContextBound(title, q)
	inRow := bounded(q)
	for i, other := range t.Header {
		if i == column || !OnlyBounds(row[i].Text) || PriceField(other) != "" {
			continue
		}
		if HasAnyWord(other, "window", "max", "maximum", "output", "limit") && !strings.ContainsAny(row[i].Text, "<>≤≥≦≧") {
			continue // "up to 1M tokens" is how long a context window is
		}
		stated, _ := WithContextBound(row[i].Text, data.Qualifiers{})
		terms, inRow = narrowed(terms, stated), true
	}
	if forLongPrompts(title) && !bounded(terms) {
		return q, errNoLength
	}
	if !titled && !inRow {
		return t.WithinAll(terms)
	}
	return terms, CheckBounds(terms)
}

var errNoLength = errors.New("a price is for long prompts, but the page does not say from how many tokens")

// WithinAll adds what stands over the table to bounds that say nothing yet.
func (t Table) WithinAll(q data.Qualifiers) (data.Qualifiers, error) {
	if bounded(q) {
		return q, CheckBounds(q)
	}
	over := t.over()
	terms, bound := WithContextBound(over, q)
	if !bound && forLongPrompts(over) {
		return q, errNoLength
	}
	return terms, nil
}

// CheckBounds refuses bounds that contradict each other.
func CheckBounds(q data.Qualifiers) error {
	if impossible(q) {
		return fmt.Errorf("no prompt has more than %s and at most %s tokens", q.ContextOver, q.ContextUpTo)
	}
	return nil
}

// over is what stands over the table and says for how long prompts it holds: its tab, its caption, the line before it if
// that says nothing else, or the innermost heading. It is "" when nothing does.
func (t Table) over() string {
	says := func(text string) bool {
		_, bound := WithContextBound(text, data.Qualifiers{})
		return bound || forLongPrompts(text) && !HasWords(text, "models")
	}
	if says(t.Tab) {
		return t.Tab
	}
	if says(t.Caption) {
		return t.Caption
	}
	if n := len(t.Before); n > 0 && OnlyBounds(t.Before[n-1]) {
		return t.Before[n-1]
	}
	for _, heading := range slices.Backward(t.Headings) {
		if says(heading) {
			return heading
		}
	}
	return ""
}
