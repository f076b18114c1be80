package data

import (
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
	return a.TableKey() + "\t" + plain(a.Column) + "\t" + plain(a.Row) + "\t" + plain(strings.Join(a.Notes, "\n"))
}

// TableKey is the same for two addresses in one table.
func (a PageAddress) TableKey() string {
	return plain(strings.Join(a.Section, "\n")) + "\t" + plain(a.Table)
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
