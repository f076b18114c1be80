package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pricepoint/data"
)

// Limits of what is expanded: spans let a small hostile page ask for a huge table, and each cell is read with the titles of
// its columns. No page so far has had a tenth of any of them, but for ten columns.
const (
	MaxColumns = 30
	maxCells   = 20_000
	maxText    = 2 << 20  // bytes
	maxCell    = 16 << 10 // bytes
	maxTitles  = 8 << 10  // bytes, of all columns of a table, and of what stands over it
)

// grid expands the spans of one table, of whose rows the first are heads. A rowspan ends with the table; a cell that spans is
// repeated.
func (r *pageReader) grid(table *html.Node) (grid [][]Cell, heads int, err error) {
	carried := map[int]carriedCell{} // by column: cells that reach down into the next rows
	for _, tr := range rowsOf(table) {
		row, err := expandRow(tr, carried)
		if err = cmp.Or(err, r.count(row)); err != nil {
			return nil, 0, err
		}
		if isHeaderRow(tr) && heads == len(grid) {
			heads++
		}
		if len(row) > 0 && isMarkedUneven(tr) {
			row[len(row)-1].Uneven = true
		}
		grid = append(grid, row)
	}
	return grid, heads, nil
}

func affordableTitles(titles []string) error {
	if len(strings.Join(titles, "")) > maxTitles {
		return data.Failed(data.OverBudget, "the titles of a table have more than %d bytes", maxTitles)
	}
	return nil
}

// count adds a row to what the tables of the page have had so far.
func (r *pageReader) count(row []Cell) error {
	for _, cell := range row {
		text := len(cell.Text) + len(cell.Struck)
		if text > maxCell {
			return data.Failed(data.OverBudget, "a cell of a table has more than %d bytes", maxCell)
		}
		r.cells, r.text = r.cells+1, r.text+text
	}
	if r.cells > maxCells || r.text > maxText {
		return data.Failed(data.OverBudget, "the tables of the page expand to more than %d cells or %d bytes", maxCells, maxText)
	}
	return nil
}

// isMarkedUneven reports whether the source of a row had not as many cells as its table.
func isMarkedUneven(tr *html.Node) bool {
	for _, td := range cellsOf(tr) {
		for c := range td.ChildNodes() {
			if c.DataAtom == atom.Wbr && has(c, unevenMark) {
				return true
			}
		}
	}
	return false
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
	for _, td := range cellsOf(tr) {
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

// assemble separates the header from the rows and makes all rows equally wide; those that were not are marked.
func assemble(grid [][]Cell, heads int) Table {
	width := 0
	for _, row := range grid {
		width = max(width, len(row))
	}
	for i, row := range grid {
		uneven := i >= max(heads, 1) && len(row) != len(grid[0])
		if grid[i] = append(row, make([]Cell, width-len(row))...); uneven && width > 0 {
			grid[i][width-1].Uneven = true
		}
	}
	t := Table{Rows: grid[heads:]}
	for column := range width {
		if heads > 0 {
			t.Header = append(t.Header, columnTitle(grid[:heads], column))
		}
	}
	return t
}

// columnTitle joins the header rows of a column, saying a spanned title once.
func columnTitle(header [][]Cell, column int) string {
	var titles []Cell
	for _, row := range header {
		titles = append(titles, row[column])
	}
	return strings.Join(Texts(titles), " ")
}

// rowsOf returns the rows of a table, those of tables inside it excepted.
func rowsOf(n *html.Node) []*html.Node {
	var rows []*html.Node
	for c := range n.ChildNodes() {
		switch c.DataAtom {
		case atom.Tr:
			rows = append(rows, c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			rows = append(rows, rowsOf(c)...)
		}
	}
	return rows
}

func cellsOf(tr *html.Node) []*html.Node {
	isOther := func(n *html.Node) bool { return n.DataAtom != atom.Td && n.DataAtom != atom.Th }
	return slices.DeleteFunc(slices.Collect(tr.ChildNodes()), isOther)
}

// isHeaderRow reports whether a row titles the columns: it stands in the table's head or all its cells are headers.
func isHeaderRow(tr *html.Node) bool {
	if tr.Parent.DataAtom == atom.Thead {
		return true
	}
	cells := cellsOf(tr)
	return len(cells) > 1 && !slices.ContainsFunc(cells, func(n *html.Node) bool { return n.DataAtom != atom.Th })
}

// span reads a colspan or rowspan; what cannot be read spans one.
func span(td *html.Node, name string) int {
	if n, err := strconv.Atoi(strings.TrimSpace(attribute(td, name))); err == nil && n > 0 {
		return n
	}
	return 1
}
