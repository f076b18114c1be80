package data

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Visible writes every character that a terminal or a browser would act on, or show nothing for, as its code: \u001b.
// Those are control characters, marks of direction, other invisible marks and bytes that are not UTF-8. Line ends and
// tabs stay. Text from outside goes through it where it enters, and again where it leaves for people.
func Visible(text string) string {
	first := strings.IndexFunc(text, acts)
	if first < 0 && utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	for _, r := range text { // a byte that is not UTF-8 becomes U+FFFD, which people can see
		if acts(r) {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}

// VisibleJSON writes such characters in JSON as their codes, which mean the same there: a terminal that shows JSON acts on
// nothing, and a program reads what it would have read.
func VisibleJSON(text []byte) []byte {
	first := bytes.IndexFunc(text, actsInJSON)
	if first < 0 {
		return text
	}
	out := bytes.Clone(text[:first])
	for _, r := range string(text[first:]) {
		switch {
		case !actsInJSON(r):
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// actsInJSON leaves what stands between values.
func actsInJSON(r rune) bool { return r >= ' ' && acts(r) }

// IsVisible reports whether Visible changes nothing.
func IsVisible(text string) bool {
	return utf8.ValidString(text) && strings.IndexFunc(text, acts) < 0
}

func acts(r rune) bool {
	if ' ' <= r && r <= '~' { // most of all text
		return false
	}
	return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

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
