package data

import (
	"slices"
	"strings"
	"unicode"
)

// TextKey is the same for texts that differ in numbers, dates, capitals and punctuation only: its words, numbers as "#". What
// follows the point of a number is a number too, so those in a row are one.
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
	words = slices.CompactFunc(words, func(x, y string) bool { return x == "#" && y == "#" })
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
