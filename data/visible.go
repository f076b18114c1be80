package data

import (
	"fmt"
	"strings"
	"unicode"
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
