package page

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"pricepoint/data"
)

// ReadName takes a name cell apart: the name, and the conditions that are printed with it, in brackets or not. They are
// the validity, the length of the prompt, the service, the status, and, as a remark, anything else in brackets.
func ReadName(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers) {
	name, remarks := SplitName(text)
	name, q = WithValidity(name, q, fetched)
	name = TrimMarks(name)
	for _, remark := range remarks {
		remark, q = WithValidity(remark, q, fetched)
		switch rest, within := CutBound(remark, q); {
		case rest == remark:
			q = withNameNote(strings.Trim(remark, " ,;"), q)
		case len(WordsOf(rest)) == 0:
			q = within
		default:
			q = WithRemark(within, remark)
		}
	}
	return name, q
}

// SplitName takes the bracketed remarks out of a name, the inner ones first. A remark that is only a small number is a
// footnote mark and dropped, and so are the marks at the end of the name.
func SplitName(text string) (name string, remarks []string) {
	var kept []byte
	var open []int // where the brackets stand in it that nothing has closed yet
	for _, r := range text {
		last := len(open) - 1
		switch {
		case r == '(' || r == '（':
			open = append(open, len(kept))
		case (r == ')' || r == '）') && last >= 0:
			inside := strings.TrimLeft(string(kept[open[last]:]), "(（")
			if remark := OneLine(inside); !footnoteNumbers.MatchString(remark) {
				remarks = append(remarks, remark)
			}
			kept, open = append(kept[:open[last]], ' '), open[:last]
			continue
		}
		kept = utf8.AppendRune(kept, r)
	}
	return TrimMarks(OneLine(string(kept))), remarks
}

// footnoteNumbers are nothing or marks of footnotes: "1", "2, 3", "*".
var footnoteNumbers = regexp.MustCompile(`^(?:(?:\d{1,2}|[` + footnoteMarks + `]+)(?:[\s,]+|$))*$`)

const footnoteMarks = "*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰"

// TrimMarks takes footnote marks, emoji, other symbols and what only praises off the end of a name: "GLM-4.7 🔥",
// "Opus 5*", "Opus 5 New".
func TrimMarks(name string) string {
	return newMark.ReplaceAllString(strings.TrimRightFunc(name, func(r rune) bool {
		return unicode.In(r, unicode.So, unicode.Sk, unicode.Variation_Selector) || unicode.IsSpace(r) || strings.ContainsRune(footnoteMarks, r)
	}), "")
}

var newMark = regexp.MustCompile(`(?:[ \[]+(?:New|NEW|new)\b!?\]?)+$`)

// dateText is a month with a day or a year, which no name of a model contains.
var dateText = regexp.MustCompile(`(?i)\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|` +
	`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,? \d{1,4}\b`)

var nameSeparator = regexp.MustCompile(`\s*(?:/|,|\band\b|\bor\b)\s*`)

// SplitNames splits a cell that names several models. A later name may leave out the words it shares with the one
// before: "Claude Sonnet 4.5 / 4" names Claude Sonnet 4.5 and Claude Sonnet 4.
func SplitNames(text string) []string {
	var names []string
	var before []string
	for _, part := range nameSeparator.Split(text, -1) {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		if missing := len(before) - len(words); missing > 0 {
			words = append(before[:missing:missing], words...)
		}
		names = append(names, strings.Join(words, " "))
		before = words
	}
	return names
}

var (
	tokenCountText = regexp.MustCompile(`(?i)^(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*([KM]?)(?:(?:\s+[a-z]+){0,2}\s+tokens?)?(?:\s+context)?(?:\s+(?:window|length))?$`)
	// dottedThousands is a number that may have a point for a comma: "131.072K" is 131 thousand or 131 million.
	dottedThousands = regexp.MustCompile(`^\d{1,3}\.\d{3}$`)
)

// TokenCount reads a printed number of tokens: "272K" is 272000, "1M" is 1000000. Providers print decimal
// thousands and mean them; where they mean 1024 they print the whole number.
func TokenCount(text string) (string, bool) {
	m := tokenCountText.FindStringSubmatch(strings.TrimRight(strings.TrimSpace(text), footnoteMarks+" "))
	if m == nil {
		return "", false
	}
	printed, err := data.ParseNumber(strings.ReplaceAll(m[1], ",", ""))
	if err != nil || dottedThousands.MatchString(m[1]) || strings.Contains(m[1], ".") && m[2] == "" {
		return "", false
	}
	tokens := printed.Shift(map[string]int32{"K": 3, "M": 6}[strings.ToUpper(m[2])])
	return tokens.String(), tokens.IsInteger()
}

// dayText is a day as pages write it: "August 31, 2026", "Aug 31 2026", "2026-08-31".
const dayText = `([a-z]+\.? \d{1,2},? \d{4}|\d{4}-\d{2}-\d{2})\b`

var (
	untilText  = regexp.MustCompile(`(?i)\b(?:valid )?(?:through|until)\s+` + dayText)
	fromText   = regexp.MustCompile(`(?i)\b(?:starting|from|effective|since)\s+(?:on\s+)?` + dayText)
	dayLayouts = []string{"January 2 2006", "Jan 2 2006", time.DateOnly}
)

// WithValidity takes "through August 31, 2026" and "starting September 1, 2026" out of a text. What ends is
// promotional; what starts only after the page was fetched is announced.
func WithValidity(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers) {
	if day, rest, ok := cutDay(untilText, text); ok {
		text, q.ValidUntil, q.Kind = rest, day.Format(time.DateOnly), "promotional"
	}
	if day, rest, ok := cutDay(fromText, text); ok {
		text, q.ValidFrom = rest, day.Format(time.DateOnly)
		if day.After(fetched) {
			q.Kind = "announced"
		}
	}
	return OneLine(text), q
}

// cutDay removes the first match of the phrase and returns the day it names.
func cutDay(phrase *regexp.Regexp, text string) (day time.Time, rest string, ok bool) {
	m := phrase.FindStringSubmatchIndex(text)
	if m == nil {
		return time.Time{}, text, false
	}
	printed := strings.NewReplacer(",", "", ".", "").Replace(text[m[2]:m[3]])
	for _, layout := range dayLayouts {
		if day, err := time.Parse(layout, printed); err == nil {
			return day, text[:m[0]] + " " + text[m[1]:], true
		}
	}
	return time.Time{}, text, false
}

// ThinkingMode reads which of its two modes a model is priced in; "" when in both.
func ThinkingMode(text string) string {
	without, with := nonThinking.MatchString(text), HasWords(nonThinking.ReplaceAllString(text, ""), "thinking")
	switch {
	case with == without:
		return ""
	case with:
		return "thinking"
	}
	return "non-thinking"
}

var nonThinking = regexp.MustCompile(`(?i)\bnon[- ]?thinking`)
