package collectors

import (
	"slices"
	"strings"
	"unicode"
)

// Page is what a document says, reduced to its tables and its lines of text. readMarkdown and readHTML make one;
// read_price.go and read_terms.go read what stands in the cells.
type Page struct {
	Tables []Table
	Lines  []string // every line of text outside the tables, headings included, in order
}

// Table is one table with spans expanded: every row is as wide as the table.
type Table struct {
	Headings []string // the headings it stands under, outermost first
	Before   []string // the lines between the previous table and this one, headings included
	Tab      string   // the title of the tab it stands in; "" outside tabs
	Header   []string // the title of each column; several header rows are joined; nil when the page marks none
	Rows     [][]Cell
}

// Cell is one cell without links, footnote marks and markup.
type Cell struct {
	Text   string // what holds
	Struck string // what is struck out, and so no longer holds
}

// under reports whether one of the headings over the table has all the words.
func (t Table) under(words ...string) bool {
	return slices.ContainsFunc(t.Headings, func(heading string) bool { return hasWords(heading, words...) })
}

// introduction returns the lines between the heading of the table, or the table before it, and the table.
func (t Table) introduction() []string {
	if n := len(t.Headings); n > 0 {
		for i := len(t.Before) - 1; i >= 0; i-- {
			if t.Before[i] == t.Headings[n-1] {
				return t.Before[i+1:]
			}
		}
	}
	return t.Before
}

// column returns the index of the first column whose title has all the words, or -1.
func (t Table) column(words ...string) int {
	return slices.IndexFunc(t.Header, func(title string) bool { return hasWords(title, words...) })
}

// hasWords reports whether every word begins some word of the text, so that "write" finds "Cache Writes".
func hasWords(text string, words ...string) bool {
	have := wordsOf(text)
	for _, word := range words {
		if !anyBegins(have, word) {
			return false
		}
	}
	return true
}

func anyBegins(words []string, with string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.HasPrefix(word, with) })
}

// hasAnyWord reports whether one of the words begins some word of the text.
func hasAnyWord(text string, words ...string) bool {
	have := wordsOf(text)
	return slices.ContainsFunc(words, func(word string) bool { return anyBegins(have, word) })
}

// startsWith reports whether the first word of the text is the word.
func startsWith(text, word string) bool {
	words := wordsOf(text)
	return len(words) > 0 && words[0] == word
}

// wordsOf splits a text into lower-case words; punctuation parts words, and "&" is the word "and".
func wordsOf(text string) []string {
	text = strings.ReplaceAll(strings.ToLower(text), "&", " and ")
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// oneLine joins the words of a text with single spaces, drops what is not seen (zero-width marks and icon glyphs), and
// writes hyphens that only say how a line may break as what they are.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Co, r), unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case r == '\u2010', r == '\u2011':
			return '-'
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
