// Package page holds what the sources read pages with. Start at Read, which makes a Page of tables and lines out of HTML
// or Markdown. Columns are found by the words of their titles, and names, prices, units and conditions are read from
// cells; ObserveRow and ObservePrice make observations of them.
//
// It knows no source: which tables count, and which other forms a page has had, stands in the file of each source.
package page

import (
	"slices"
	"strings"
	"unicode"

	"pricepoint/collectors/web"
)

// Page is what a document says, reduced to its tables and its lines of text. Markdown and HTML make one.
type Page struct {
	Tables []Table
	Lines  []string // every line of text outside the tables, headings included, in order
}

// Table is one table with spans expanded: every row is as wide as the table.
type Table struct {
	Of       web.Payload // what it stands in
	Headings []string    // the headings it stands under, outermost first
	Before   []string    // the lines between the previous table and this one, headings included
	Caption  string      // its own title; "" when it has none
	Tab      string      // the title of the tab it stands in; "" outside tabs
	Part     []string    // titles over it that are lines and no headings, as its reader finds them
	Header   []string    // the title of each column; several header rows are joined; nil when the page marks none
	Rows     [][]Cell
}

// Cell is one cell without links, footnote marks and markup.
type Cell struct {
	Text   string // what holds
	Struck string // what is struck out, and so no longer holds
	Uneven bool   // in the last cell of a row: the page prints fewer or more cells than the table has columns
}

// Under reports whether one of the headings over the table has all the words.
func (t Table) Under(words ...string) bool {
	return slices.ContainsFunc(t.Headings, func(heading string) bool { return HasWords(heading, words...) })
}

// LinesUnder returns the lines between a heading over the table, or the table before it, and the table.
func (t Table) LinesUnder(heading string) []string {
	for i, line := range slices.Backward(t.Before) {
		if line == heading {
			return t.Before[i+1:]
		}
	}
	return t.Before
}

// Texts are what the cells say, each text once.
func Texts(row []Cell) (texts []string) {
	for _, cell := range row {
		if cell.Text != "" && !slices.Contains(texts, cell.Text) {
			texts = append(texts, cell.Text)
		}
	}
	return texts
}

// Column returns the index of the first column whose title has all the words, or -1.
func (t Table) Column(words ...string) int {
	return slices.IndexFunc(t.Header, func(title string) bool { return HasWords(title, words...) })
}

// HasWords reports whether every word begins some word of the text, so that "write" finds "Cache Writes".
func HasWords(text string, words ...string) bool {
	have := WordsOf(text)
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

// HasAnyWord reports whether one of the words begins some word of the text.
func HasAnyWord(text string, words ...string) bool {
	have := WordsOf(text)
	return slices.ContainsFunc(words, func(word string) bool { return anyBegins(have, word) })
}

// WordsOf splits a text into lower-case words; punctuation separates words, and "&" is the word "and".
func WordsOf(text string) []string {
	text = strings.ReplaceAll(strings.ToLower(text), "&", " and ")
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// OneLine joins the words of a text with single spaces, drops what is not seen (zero-width marks and icon glyphs), and
// writes hyphens that only say how a line may break as what they are.
func OneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case '\u202a' <= r && r <= '\u202e', '\u2066' <= r && r <= '\u2069':
			return r // they change the order in which people see the rest; nothing that holds them is plain text
		case unicode.Is(unicode.Prepended_Concatenation_Mark, r):
			return r // people see it, though it is a mark of format: it stands over numbers
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
