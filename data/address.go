package data

import (
	"regexp"
	"slices"
	"strings"
)

// PageAddress is where on a page a number stands, in the words of the page. A number that only changes its value keeps its
// address; so does one whose row gets other neighbours or whose column another place.
type PageAddress struct {
	Section []string `json:"section,omitempty"` // the headings, the tab and the caption over it, outermost first
	Table   string   `json:"table,omitempty"`   // the kind of table: the titles of its columns, sorted and joined; or what it is instead of a table
	Column  string   `json:"column,omitempty"`  // the title of its column; where models are columns, the label of the row
	Row     string   `json:"row,omitempty"`     // the label of its row, which names the model
	Notes   []string `json:"notes,omitempty"`   // what stands beside the number in its cell: "75% off"
}

// TableOf names the kind of a table by the titles of its columns, whatever their order.
func TableOf(titles []string) string {
	return strings.Join(slices.Sorted(slices.Values(titles)), " | ")
}

// IsZero reports whether nobody has said where the number stands.
func (a PageAddress) IsZero() bool {
	return len(a.Section)+len(a.Notes) == 0 && a.Table+a.Column+a.Row == ""
}

// Key is the same for two addresses that are one place. Capitals, spaces and "&" for "and" make no difference.
func (a PageAddress) Key() string {
	return plain(strings.Join(a.Section, "\n")) + "\t" + plain(a.Table) + "\t" + plain(a.Column) + "\t" + plain(a.Row) + "\t" + plain(strings.Join(a.Notes, "\n"))
}

// plain writes a text in one way.
func plain(text string) string {
	text = strings.ReplaceAll(strings.ToLower(text), "&", " and ")
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

// Frame is what surrounds a number on its page and stays when rows are added or removed, prose is written anew or other
// tables change: the headings over its table, the kind of table, the title of its column, its unit with the currency, and
// how the label of its row is built. The skeleton of a page are the frames of all its numbers.
type Frame struct {
	Section string `json:"section,omitempty"`
	Table   string `json:"table,omitempty"`
	Column  string `json:"column,omitempty"`
	Unit    Unit   `json:"unit"`
	Label   string `json:"label,omitempty"` // with each word written as x: "x (x)"
}

// Frame is the frame that an observation stands in, in one spelling.
func (o Observation) Frame() Frame {
	a := o.Address
	return Frame{plain(strings.Join(a.Section, "\n")), plain(a.Table), plain(a.Column), o.Unit, grammar(a.Row)}
}

// nameWords are words that follow one another in a label: the parts of a name, a number, a remark.
var nameWords = regexp.MustCompile(`[\p{L}\p{N}][\p{L}\p{N}._'-]*(?:\s+[\p{L}\p{N}][\p{L}\p{N}._'-]*)*`)

// grammar is how a label is built: of what kinds of parts, and in which order.
func grammar(label string) string {
	return strings.Join(strings.Fields(nameWords.ReplaceAllString(label, "x")), " ")
}

// Skeleton is the set of frames of a page. Two readings of one layout have the same, unless rows of a new kind came.
type Skeleton map[Frame]bool

// SkeletonOf derives the skeleton of a page from what was read of it.
func SkeletonOf(all []Observation) Skeleton {
	s := Skeleton{}
	for _, o := range all {
		s[o.Frame()] = true
	}
	return s
}
