// Package spelling tells how far two spellings are apart, so that whoever asks for what there is none of gets the nearest
// that there is. Start at Edits; what is near enough is for its callers to decide.
package spelling

import (
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// Edits is how many characters have to change to make one text of the other. One comparison costs as much as the rest of an
// answer, so texts whose lengths differ by more than most are not compared: they count as different in every character.
func Edits(a, b string, most int) int {
	short, long := utf8.RuneCountInString(a), utf8.RuneCountInString(b)
	if short > long {
		short, long = long, short
	}
	if long-short > most {
		return long
	}
	return levenshtein.ComputeDistance(a, b)
}
