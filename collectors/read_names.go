package collectors

import (
	"regexp"
	"strings"
	"time"

	"pricepoint/data"
)

// readName parts a name cell into the name and the conditions that stand with it, in brackets or not: validity,
// length of the prompt, and whatever else is in brackets as the status.
func readName(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers) {
	name, remarks := splitName(text)
	name, q = withValidity(name, q, fetched)
	for _, remark := range remarks {
		remark, q = withValidity(remark, q, fetched)
		bounded, bound := withContextBound(remark, q)
		if q = bounded; !bound && remark != "" {
			q.Status = remark
		}
	}
	return name, q
}

// brackets finds a bracketed remark without brackets inside.
var brackets = regexp.MustCompile(`[(（]([^()（）]*)[)）]`)

// splitName takes the bracketed remarks out of a name. A remark that is only a number is a footnote mark and dropped.
func splitName(text string) (name string, remarks []string) {
	for {
		m := brackets.FindStringSubmatchIndex(text)
		if m == nil {
			return oneLine(text), remarks
		}
		if remark := oneLine(text[m[2]:m[3]]); strings.Trim(remark, "0123456789") != "" {
			remarks = append(remarks, remark)
		}
		text = text[:m[0]] + " " + text[m[1]:]
	}
}

var nameSeparator = regexp.MustCompile(`\s*(?:/|,|\band\b|\bor\b)\s*`)

// splitNames parts a cell that names several models. A later name may leave out the words it shares with the one
// before: "Claude Sonnet 4.5 / 4" names Claude Sonnet 4.5 and Claude Sonnet 4.
func splitNames(text string) []string {
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
