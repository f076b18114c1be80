package data

import (
	"strings"
	"unicode"
)

// TextKey is the same for texts that differ in numbers, dates, capitals and punctuation only: its words, each number as "#".
func TextKey(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '#' })
	for i, word := range words {
		switch {
		case strings.ContainsFunc(word, unicode.IsDigit):
			words[i] = "#"
		case months[word]:
			words[i] = "month"
		}
	}
	return strings.Join(words, " ")
}

// months are their names, long and short, but for May, which is a verb too.
var months = monthNames()

func monthNames() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq("january february march april june july august september october november december") {
		names[name], names[name[:3]] = true, true
	}
	return names
}
