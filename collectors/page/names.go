package page

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"pricepoint/data"
)

// ReadName parts a name cell into the name and the conditions that stand with it, in brackets or not: validity,
// length of the prompt, and whatever else is in brackets as the status.
func ReadName(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers) {
	name, remarks := SplitName(text)
	name, q = WithValidity(name, q, fetched)
	name = TrimMarks(name)
	for _, remark := range remarks {
		remark, q = WithValidity(remark, q, fetched)
		bounded, bound := WithContextBound(remark, q)
		if q = bounded; !bound && remark != "" {
			q.Status = remark
		}
	}
	return name, q
}

// brackets finds a bracketed remark without brackets inside.
var brackets = regexp.MustCompile(`[(（]([^()（）]*)[)）]`)

// SplitName takes the bracketed remarks out of a name. A remark that is only a number is a footnote
// mark and dropped, and so are the marks at the end of the name.
func SplitName(text string) (name string, remarks []string) {
	for {
		m := brackets.FindStringSubmatchIndex(text)
		if m == nil {
			return TrimMarks(OneLine(text)), remarks
		}
		if remark := OneLine(text[m[2]:m[3]]); strings.Trim(remark, footnoteMarks+"0123456789") != "" {
			remarks = append(remarks, remark)
		}
		text = text[:m[0]] + " " + text[m[1]:]
	}
}

const footnoteMarks = "*†‡§¹²³⁴⁵⁶⁷⁸⁹⁰"

// TrimMarks takes footnote marks, emoji, other symbols and what only praises off the end of a name: "GLM-4.7 🔥",
// "Opus 5*", "Opus 5 New".
func TrimMarks(name string) string {
	return newMark.ReplaceAllString(strings.TrimRightFunc(name, func(r rune) bool {
		return unicode.In(r, unicode.So, unicode.Sk, unicode.Variation_Selector) || unicode.IsSpace(r) || strings.ContainsRune(footnoteMarks, r)
	}), "")
}

var newMark = regexp.MustCompile(`(?:[ \[]+(?:New|NEW|new)\b!?\]?)+$`)

// dateText is a month with a day or a year: no part of the name of a model.
var dateText = regexp.MustCompile(`(?i)\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|` +
	`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,? \d{1,4}\b`)

var nameSeparator = regexp.MustCompile(`\s*(?:/|,|\band\b|\bor\b)\s*`)

// SplitNames parts a cell that names several models. A later name may leave out the words it shares with the one
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
