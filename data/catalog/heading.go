package catalog

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"pricepoint/data"
)

// Headings are the headings, tabs, captions and other titles under which a pricing page prints what text tokens cost at
// the standard service, or that say nothing of it. Prices under any other are those of another product.
type Headings struct {
	Source string   `yaml:"source,omitempty" json:"source,omitempty"` // empty: on every page
	Texts  []string `yaml:"texts,omitempty" json:"texts,omitempty"`   // around prices, that say nothing of them: as TextKey writes them
	Titles []string `yaml:"titles,omitempty" json:"titles,omitempty"` // capitals and punctuation do not matter; "#" is a word with a number: "Gemini # Pro", "Kimi #"
}

// KnowsHeading reports whether a title that a source prints is one of the headings.
func (n Naming) KnowsHeading(source, title string) bool {
	words := headingWords(title)
	return len(words) == 0 || slices.ContainsFunc(n.Headings, func(h Headings) bool {
		return (h.Source == "" || h.Source == source) &&
			slices.ContainsFunc(h.Titles, func(known string) bool { return slices.EqualFunc(headingWords(known), words, coversWord) })
	})
}

// KnowsText reports whether somebody has said that a text around the prices of a source says nothing of them.
func (n Naming) KnowsText(source, text string) bool {
	key := data.TextKey(text)
	return slices.ContainsFunc(n.Headings, func(h Headings) bool {
		return (h.Source == "" || h.Source == source) && slices.ContainsFunc(h.Texts, func(known string) bool { return data.TextKey(known) == key })
	})
}

// Line is the headings as a line of KnownFile.
func (h Headings) Line() (string, error) {
	quoted, err := json.Marshal(h) // which is YAML too
	return "  - " + string(quoted) + "\n", err
}

// coversWord reports whether a word of a known heading stands for a word of a title.
func coversWord(known, word string) bool {
	return known == word || known == "#" && strings.ContainsAny(word, "0123456789")
}

// headingWords are the words of a title in lower case. Numbers keep their points.
func headingWords(title string) []string {
	title = strings.ReplaceAll(strings.ToLower(title), "&", " and ")
	words := strings.FieldsFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != '#' })
	for i, word := range words {
		words[i] = strings.Trim(word, ".")
	}
	return slices.DeleteFunc(words, func(word string) bool { return word == "" })
}
