package page

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

// What stands beside a number or a name is a note of known.json, a condition that has a qualifier, or a remark.

// WithRemark adds words that nobody has understood to conditions.
func WithRemark(q data.Qualifiers, words ...string) data.Qualifiers {
	for _, text := range words {
		if text = strings.Trim(OneLine(text), " ,;:.–—-"); text != "" && !slices.Contains(strings.Split(q.Remark, "; "), text) {
			q.Remark = strings.TrimPrefix(q.Remark+"; "+text, "; ")
		}
	}
	return q
}

// WithNote adds what a note beside a price of a class says.
func WithNote(note string, field data.Field, unit data.Unit, q data.Qualifiers) data.Qualifiers {
	per, errUnit := TokenQuantity(note)
	_, listed := known.Notes[noteKey(note)]
	switch {
	case field != "" && known.Titles[classWords(note)] == field, errUnit == nil && strings.HasSuffix(string(unit), "/"+per):
		return q // it only repeats of which class of tokens a price is, or its unit
	case listed || !IsTokenNote(note):
		return withNameNote(note, q)
	case !HasWords(note, "text"):
		q.Modality = strings.TrimSuffix(WordsOf(note)[0], "s")
	}
	return q
}

// withNameNote adds what a note with a name says.
func withNameNote(note string, q data.Qualifiers) data.Qualifiers {
	says, ok := known.Notes[noteKey(note)]
	switch {
	case !ok:
		return WithRemark(q, note)
	case says.Status:
		q.Status = note
	}
	q.Service, q.Effort = cmp.Or(says.Service, q.Service), cmp.Or(says.Effort, q.Effort)
	return q
}

// noteKey is a note as known.json has it: in small letters, with # for a number.
func noteKey(note string) string {
	return numberText.ReplaceAllString(strings.ToLower(OneLine(note)), "#")
}

var numberText = regexp.MustCompile(`\d(?:[\d.,]*\d)?`)

// WithTail adds what stands behind a name without brackets: the length of the prompt, or a note.
func WithTail(tail string, q data.Qualifiers) data.Qualifiers {
	rest, q := CutBound(tail, q)
	return withNameNote(strings.Trim(rest, footnoteMarks+" ,;"), q)
}

// IsTokenNote reports whether a text names kinds of tokens and nothing else: "text / image / video", "text and thinking".
func IsTokenNote(text string) bool {
	words := WordsOf(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(tokenKinds, word) })
}

var tokenKinds = append([]string{"thinking", "token", "tokens", "and", "or"}, modalityWords...)

// WithLabel adds what the label of a row of prices says besides the class.
func WithLabel(label string, field data.Field, q data.Qualifiers) data.Qualifiers {
	label, q = CutBound(label, q)
	head, notes := SplitName(label)
	q = WithRemark(q, TitleRemark(head))
	for _, note := range notes {
		q = WithNote(note, field, "", q)
	}
	return q
}

var modalityWords = []string{"text", "image", "images", "video", "videos", "audio"}

// known is what texts beside prices say, as the recorded pages print them: a page that is worded anew costs a line here.
var known = readKnown()

//go:embed known.json
var knownTexts []byte

type vocabulary struct {
	Absent     []string          // that there is no such price
	Free       []string          // that something costs nothing, for good or for now
	Bounds     []string          // as forms reads them
	PriceWords []string          // in a title: that it is one of prices, and in which unit
	OtherUnits []string          // what is sold by another unit than tokens
	Currencies map[string]string // of a unit, by the printed sign
	Notes      map[string]note
	Quantities map[string]string     // of tokens that a price is for, by quantityKey
	Sentences  map[string]string     // for how much prices are, by the words of the sentence that says so
	Titles     map[string]data.Field // by titleKey; "" is a title of no price, or of all

	forms []boundForm
}

// note is what a note beside a price or a name says: nothing of the price, or one of these.
type note struct {
	Service string `json:"service"`
	Effort  string `json:"effort"`
	Status  bool   `json:"status"` // how far a model has come or gone, in its own words
}

func readKnown() (v vocabulary) {
	if err := json.Unmarshal(knownTexts, &v); err != nil {
		panic(fmt.Sprintf("known.json: %v", err)) // a test reads it
	}
	for _, form := range v.Bounds {
		v.forms = append(v.forms, strings.Fields(form))
	}
	return v
}
