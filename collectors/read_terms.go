package collectors

import (
	"regexp"
	"strings"
	"time"

	"pricepoint/data"
)

// contextText is a bound on the length of a prompt; a bare number that says neither K, M nor tokens is none.
var contextText = regexp.MustCompile(`(?i)(?:(<=|<|≤|≦|\b(?:up to|at most|under|below|within)\b)|(?:>=|>|≥|≧|\b(?:over|above|more than|exceeding|beyond)\b))` +
	`\s*([\d.,]*\d\s*[KM]\b|[\d.,]*\d(?:\s+[a-z]+){0,2}\s+tokens)`)

// withContextBound adds the prompt length a text requires: "<272K context length", "for prompts over 100,000 tokens".
// It reports whether the text requires one.
func withContextBound(text string, q data.Qualifiers) (data.Qualifiers, bool) {
	m := contextText.FindStringSubmatch(text)
	if m == nil {
		return q, false
	}
	tokens, ok := tokenCount(m[2])
	if !ok {
		return q, false
	}
	if m[1] != "" {
		q.ContextUpTo = tokens
	} else {
		q.ContextOver = tokens
	}
	return q, true
}

var tokenCountText = regexp.MustCompile(`(?i)^(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*([KM]?)`)

// tokenCount reads a printed number of tokens: "272K" is 272000, "1M" is 1000000. Providers print decimal
// thousands and mean them; where they mean 1024 they print the whole number.
func tokenCount(text string) (string, bool) {
	m := tokenCountText.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return "", false
	}
	printed, err := data.ParseNumber(strings.ReplaceAll(m[1], ",", ""))
	if err != nil {
		return "", false
	}
	tokens := printed.Shift(map[string]int32{"K": 3, "M": 6}[strings.ToUpper(m[2])])
	return tokens.String(), tokens.IsInteger()
}

var (
	untilText = regexp.MustCompile(`(?i)\b(?:through|until)\s+([a-z]+ \d{1,2}, \d{4})`)
	fromText  = regexp.MustCompile(`(?i)\b(?:starting|from|beginning|effective)\s+(?:on\s+)?([a-z]+ \d{1,2}, \d{4})`)
)

// withValidity takes "through August 31, 2026" and "starting September 1, 2026" out of a text. What ends is
// promotional; what starts only after the page was fetched is announced.
func withValidity(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers) {
	if day, rest, ok := cutDay(untilText, text); ok {
		text, q.ValidUntil, q.Kind = rest, day.Format(time.DateOnly), "promotional"
	}
	if day, rest, ok := cutDay(fromText, text); ok {
		text, q.ValidFrom = rest, day.Format(time.DateOnly)
		if day.After(fetched) {
			q.Kind = "announced"
		}
	}
	return oneLine(text), q
}

// cutDay removes the first match of the phrase and returns the day it names.
func cutDay(phrase *regexp.Regexp, text string) (day time.Time, rest string, ok bool) {
	m := phrase.FindStringSubmatchIndex(text)
	if m == nil {
		return time.Time{}, text, false
	}
	for _, layout := range []string{"January 2, 2006", "Jan 2, 2006"} {
		if day, err := time.Parse(layout, text[m[2]:m[3]]); err == nil {
			return day, text[:m[0]] + " " + text[m[1]:], true
		}
	}
	return time.Time{}, text, false
}
