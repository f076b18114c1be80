package page

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"pricepoint/data"
)

// boundForm is a way to say for how long a prompt something holds: words, signs, and what stands for a number of tokens.
type boundForm []string

// What stands for a number in a form.
const (
	overNumber  = "{over}"
	fromNumber  = "{from}"
	upToNumber  = "{upTo}"
	belowNumber = "{below}"
)

// boundWord is a word, a number or a sign of a text in which forms are looked for.
var boundWord = regexp.MustCompile(`(?i)[\d.,]*\d(?:\s*[km]\b)?|\p{L}+|<=|>=|[<>≤≥≦≧-]`)

// firstBound finds the first of the known forms in a text, the longest that begins there: what it says, and where it stands.
func firstBound(text string) (q data.Qualifiers, from, to int) {
	if !strings.ContainsAny(text, "0123456789") {
		return q, 0, 0
	}
	words := boundWord.FindAllStringIndex(text, -1)
	for first := range words {
		longest := 0
		for _, form := range known.forms {
			if terms, ok := form.read(text, words[first:]); ok && len(form) > longest {
				q, longest = terms, len(form)
			}
		}
		if longest > 0 {
			return q, words[first][0], words[first+longest-1][1]
		}
	}
	return q, 0, 0
}

// read reports whether a text has the form where some of its words begin. A number that nobody can read is none: "200.000".
func (f boundForm) read(text string, words [][]int) (q data.Qualifiers, ok bool) {
	if len(words) < len(f) {
		return q, false
	}
	for i, want := range f {
		word := strings.ToLower(text[words[i][0]:words[i][1]])
		if !strings.HasPrefix(want, "{") {
			if word != want {
				return q, false
			}
			continue
		}
		tokens, ok := TokenCount(word)
		if !ok || tokens != "0" && len(tokens) <= len("999") {
			return q, false // it counts something else
		}
		switch want {
		case overNumber:
			q.ContextOver = strings.TrimPrefix(tokens, "0") // every prompt is longer than 0
		case fromNumber:
			q.ContextOver, q.OverOp = tokens, data.AtLeast
		case upToNumber:
			q.ContextUpTo = tokens
		case belowNumber:
			q.ContextUpTo, q.UpToOp = tokens, data.Below
		}
	}
	return q, true
}

// CutBound takes out of a text for how long a prompt something holds, and adds that to what is known: "≤ 200k input tokens
// Input" is "Input" up to 200,000 tokens. A text that requires no length stays as it is, and so does what is known.
func CutBound(text string, q data.Qualifiers) (rest string, within data.Qualifiers) {
	stated, from, to := firstBound(text)
	if to == 0 {
		return text, q
	}
	if stated.ContextOver != "" {
		q.ContextOver, q.OverOp = stated.ContextOver, stated.OverOp
	}
	if stated.ContextUpTo != "" {
		q.ContextUpTo, q.UpToOp = stated.ContextUpTo, stated.UpToOp
	}
	return OneLine(text[:from] + " " + text[to:]), q
}

// OnlyBounds reports whether a text says for how long a prompt something holds, and nothing else.
func OnlyBounds(text string) bool {
	rest, _ := CutBound(text, data.Qualifiers{})
	return rest != text && len(WordsOf(rest)) == 0
}

// Within adds for how long a prompt the price in a column of a row holds, wherever the table says it: in the title of the
// column or in a column of its own. q holds what the name of the row says. A price for long prompts of which nobody says from
// how many tokens is an error, and so are bounds that no prompt is within.
func (t Table) Within(row []Cell, column int, q data.Qualifiers) (data.Qualifiers, error) {
	title := t.Header[column]
	_, terms := CutBound(title, q)
	for i, other := range t.Header {
		if i == column || !OnlyBounds(row[i].Text) || PriceField(other) != "" {
			continue
		}
		if HasAnyWord(other, "window", "max", "maximum", "output", "limit") && !strings.ContainsAny(row[i].Text, "<>≤≥≦≧") {
			continue // "up to 1M tokens" is how long a context window is
		}
		_, terms = CutBound(row[i].Text, terms)
	}
	if terms.ContextOver+terms.ContextUpTo == "" && (HasWords(title, "long", "context") || HasWords(title, "long", "prompt")) {
		return q, errors.New("the page does not say for how long a prompt a price is")
	}
	return terms, CheckBounds(terms)
}

// CheckBounds refuses bounds that contradict each other.
func CheckBounds(q data.Qualifiers) error {
	over, errOver := data.ParseNumber(q.ContextOver)
	upTo, errUpTo := data.ParseNumber(q.ContextUpTo)
	if errOver == nil && errUpTo == nil && !over.LessThan(upTo.Decimal) {
		return fmt.Errorf("no prompt has more than %s and at most %s tokens", q.ContextOver, q.ContextUpTo)
	}
	return nil
}
