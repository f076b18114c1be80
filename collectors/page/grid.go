package page

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Limits of what is expanded: spans let a small hostile page ask for a huge table.
const (
	MaxColumns = 100
	maxCells   = 200_000
	maxText    = 16 << 20 // bytes
)

// readTable expands the spans of one table. A rowspan ends with the table; a cell that spans is repeated.
func (r *pageReader) readTable(table *html.Node) (Table, error) {
	var grid [][]Cell
	heads := 0
	carried := map[int]carriedCell{} // by column: cells that reach down into the next rows
	for _, tr := range rowsOf(table) {
		row, err := expandRow(tr, carried)
		if err != nil {
			return Table{}, err
		}
		for _, cell := range row {
			r.cells, r.text = r.cells+1, r.text+len(cell.Text)+len(cell.Struck)
		}
		if r.cells > maxCells || r.text > maxText {
			return Table{}, fmt.Errorf("the tables of the page expand to more than %d cells or %d bytes", maxCells, maxText)
		}
		if isHeaderRow(tr) && heads == len(grid) {
			heads++
		}
		grid = append(grid, row)
	}
	return assemble(grid, heads), nil
}

type carriedCell struct {
	cell Cell
	rows int
}

func expandRow(tr *html.Node, carried map[int]carriedCell) ([]Cell, error) {
	var row []Cell
	takeCarried := func() {
		for c := carried[len(row)]; c.rows > 0; c = carried[len(row)] {
			carried[len(row)] = carriedCell{c.cell, c.rows - 1}
			row = append(row, c.cell)
		}
	}
	takeCarried()
	for td := range cellsOf(tr) {
		cell, width, height := ReadCell(td), span(td, "colspan"), span(td, "rowspan")
		if len(row)+width > MaxColumns {
			return nil, fmt.Errorf("a table row is wider than %d columns", MaxColumns)
		}
		for range width {
			carried[len(row)] = carriedCell{cell, height - 1}
			row = append(row, cell)
		}
		takeCarried()
	}
	return row, nil
}

// assemble parts header from rows and makes all rows equally wide.
func assemble(grid [][]Cell, heads int) Table {
	width := 0
	for _, row := range grid {
		width = max(width, len(row))
	}
	for i, row := range grid {
		grid[i] = append(row, make([]Cell, width-len(row))...)
	}
	t := Table{Rows: grid[heads:]}
	for column := range width {
		if heads > 0 {
			t.Header = append(t.Header, ColumnTitle(grid[:heads], column))
		}
	}
	return t
}

// ColumnTitle joins the header rows of a column, saying a spanned title once.
func ColumnTitle(header [][]Cell, column int) string {
	var titles []string
	for _, row := range header {
		if title := row[column].Text; title != "" && !slices.Contains(titles, title) {
			titles = append(titles, title)
		}
	}
	return strings.Join(titles, " ")
}

// rowsOf returns the rows of a table, those of tables inside it excepted.
func rowsOf(n *html.Node) []*html.Node {
	var rows []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			rows = append(rows, c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			rows = append(rows, rowsOf(c)...)
		}
	}
	return rows
}

func cellsOf(tr *html.Node) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for c := tr.FirstChild; c != nil; c = c.NextSibling {
			if (c.DataAtom == atom.Td || c.DataAtom == atom.Th) && !yield(c) {
				return
			}
		}
	}
}

// isHeaderRow reports whether a row titles the columns: it stands in the table's head or all its cells are headers.
func isHeaderRow(tr *html.Node) bool {
	if tr.Parent.DataAtom == atom.Thead {
		return true
	}
	headers := 0
	for td := range cellsOf(tr) {
		if td.DataAtom != atom.Th {
			return false
		}
		headers++
	}
	return headers > 1
}

// span reads a colspan or rowspan; what cannot be read spans one.
func span(td *html.Node, name string) int {
	if n, err := strconv.Atoi(strings.TrimSpace(attribute(td, name))); err == nil && n > 0 {
		return n
	}
	return 1
}

// attribute returns the value of an attribute, "" when the element has none of that name.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
