package page

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func parseHTML(body []byte) (Page, error) {
	return parseShown(withEnd(body), func(n *html.Node) bool { return isHidden(n) || n.DataAtom == atom.Pre })
}

// parseShown reads what is left of a page without the nodes that are hidden.
func parseShown(body []byte, hidden func(*html.Node) bool) (Page, error) {
	root, err := without(body, hidden)
	if err != nil {
		return Page{}, err
	}
	var r pageReader
	r.walk(root)
	r.endLine()
	r.endSection()
	if tables := r.page.Tables; len(tables) > 0 && breaksOffInRow(body) {
		tables[len(tables)-1].endUneven()
	}
	return r.page, r.err
}

// breaksOffInRow reports whether a page ends before the last row of its last table does.
func breaksOffInRow(body []byte) bool {
	tokens, inRow := html.NewTokenizer(bytes.NewReader(body)), false
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return inRow
		case html.StartTagToken, html.EndTagToken:
			switch token := tokens.Token(); token.DataAtom {
			case atom.Tr:
				inRow = token.Type == html.StartTagToken
			case atom.Table:
				inRow = false
			}
		}
	}
}

// endUneven marks the last row of a table, of which nobody knows where it would have ended.
func (t Table) endUneven() {
	if n := len(t.Rows); n > 0 && len(t.Rows[n-1]) > 0 {
		last := t.Rows[n-1]
		last[len(last)-1].Uneven = true
	}
}

// pageReader walks a document in reading order.
type pageReader struct {
	page     Page
	headings [6]string
	tab      string
	fold     string // the title of what is folded up, if nobody knows what is under such a title
	before   []string
	stated   stating // by the lines so far
	line     strings.Builder
	cells    int // of all tables so far, expanded
	text     int // bytes in them
	err      error
}

func (r *pageReader) walk(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		r.line.WriteString(n.Data)
	case n.Type == html.ElementNode && Unseen(n):
	case n.Type == html.ElementNode && n.DataAtom == atom.Table:
		r.endLine()
		r.table(n)
	default:
		r.element(n)
	}
}

func (r *pageReader) element(n *html.Node) {
	block := n.Type == html.ElementNode && !inline[n.DataAtom]
	if block {
		r.endLine()
	}
	outer, outerFold := r.tab, r.fold
	if n.Type == html.ElementNode && n.Data == "tab" {
		r.tab = attribute(n, "title")
	}
	if title := foldTitle(n); !onlyWords(title, groupTitleWords...) {
		r.fold = title
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.walk(c)
	}
	if r.tab, r.fold = outer, outerFold; n.Data == "tab" {
		r.endLine()
		r.endSection()
	}
	if level := HeadingLevel(n); level > 0 {
		r.endSection()
		r.stated.enter(level)
		clear(r.headings[level-1:])
		r.headings[level-1] = ReadCell(n).Text
	}
	if block {
		r.endLine()
	}
}

// folds are the elements, besides details, that show what they hold when somebody clicks on their title.
var folds = []string{"accordion", "accordionitem", "expandable", "collapsible", "disclosure"}

// foldTitle is the title of an element that is folded up, "" for any other.
func foldTitle(n *html.Node) string {
	switch {
	case n.Type != html.ElementNode:
		return ""
	case slices.Contains(folds, n.Data):
		return attribute(n, "title")
	case n.DataAtom == atom.Details:
		for c := range n.ChildNodes() {
			if c.DataAtom == atom.Summary {
				return ReadCell(c).Text
			}
		}
	}
	return ""
}

func (r *pageReader) endLine() {
	if line := OneLine(r.line.String()); line != "" {
		r.before = append(r.before, line)
		r.page.Lines = append(r.page.Lines, line)
		r.state(line)
	}
	r.line.Reset()
}

// state takes up what a line states. What is about the whole page holds for the tables above too; of the headings, what
// they say holds under them only.
func (r *pageReader) state(line string) {
	ofAll := ofWholePage.MatchString(line)
	if !ofAll && slices.Contains(r.headings[:], line) {
		return
	}
	if here := r.stated.line(line); ofAll {
		r.page.below(0, here)
	}
}

// endSection adds to the last table what the section says under it.
func (r *pageReader) endSection() {
	if n := len(r.page.Tables); n > 0 {
		r.page.below(n-1, r.stated.below)
	}
	r.stated.below = Statement{}
}

func (r *pageReader) table(n *html.Node) {
	if r.err != nil {
		return
	}
	t, err := r.readTable(n)
	if err != nil {
		r.err = err
		return
	}
	if !r.stated.introduced {
		r.endSection()
	}
	t.Before, r.before = r.before, nil
	t.Tab, t.Caption = r.tab, caption(n)
	t.Headings = slices.DeleteFunc(slices.Clone(r.headings[:]), func(h string) bool { return h == "" })
	t.Stated = r.stated.table(printsMoney(t)).over(titledAll(t.Section())).and(statedInRows(t)).and(Statement{Remark: r.fold})
	r.page.Tables = append(r.page.Tables, t)
}

// printsMoney reports whether a cell of a table has the sign of a currency.
func printsMoney(t Table) bool {
	return slices.ContainsFunc(t.Rows, func(row []Cell) bool {
		return slices.ContainsFunc(row, func(c Cell) bool { return strings.ContainsAny(c.Text+c.Struck, "$¥￥€元") })
	})
}

// caption is the title that a table itself holds.
func caption(table *html.Node) string {
	for c := table.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Caption {
			return ReadCell(c).Text
		}
	}
	return ""
}

// inline names the elements that do not end a line; MDX and custom elements do.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Code: true, atom.Em: true, atom.Font: true, atom.I: true,
	atom.Kbd: true, atom.Mark: true, atom.Small: true, atom.Span: true, atom.Strong: true, atom.Tt: true, atom.U: true,
	atom.Del: true, atom.S: true, atom.Strike: true,
}

// Unseen reports whether an element holds nothing a reader would take for the text: footnote marks and code.
func Unseen(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Sup, atom.Sub, atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg, atom.Head, atom.Button:
		return true
	}
	return false
}

func HeadingLevel(n *html.Node) int {
	if n.Type == html.ElementNode && len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
		return int(n.Data[1] - '0')
	}
	return 0
}

// linkedFootnote reports whether an element is a link whose whole text is a number or a mark.
func linkedFootnote(n *html.Node) bool {
	if n.Type != html.ElementNode || n.DataAtom != atom.A {
		return false
	}
	text := strings.TrimSpace(strings.Join(Texts(n), ""))
	return text != "" && strings.Trim(text, footnoteMarks+"0123456789[]()") == ""
}

// ReadCell reduces a cell to its text, struck-out text apart.
func ReadCell(n *html.Node) Cell {
	var text, struck strings.Builder
	var walk func(*html.Node, *strings.Builder)
	walk = func(n *html.Node, out *strings.Builder) {
		switch {
		case n.Type == html.TextNode:
			out.WriteString(n.Data)
			return
		case isRaised(n):
			out.WriteString(" ^" + strings.Join(Texts(n), ""))
			return
		case n.Type == html.ElementNode && Unseen(n), linkedFootnote(n) && strings.TrimSpace(out.String()) != "":
			return
		case isStruck(n):
			out = &struck
		}
		gap := n.Type == html.ElementNode && (!inline[n.DataAtom] || out == &struck)
		if gap {
			out.WriteByte(' ')
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c, out)
		}
		if gap {
			out.WriteByte(' ')
		}
	}
	walk(n, &text)
	return Cell{Text: OneLine(text.String()), Struck: OneLine(struck.String())}
}

var (
	strikingStyle   = regexp.MustCompile(`(?i)\btext-decoration[\w-]*\s*:[^;]*\bline-through\b`)
	strikingClasses = []string{"line-through", "strikethrough", "strike", "struck", "struck-through", "text-strike", "text-decoration-line-through"}
)

// isStruck reports whether an element is struck out.
func isStruck(n *html.Node) bool {
	return n.DataAtom == atom.Del || n.DataAtom == atom.S || n.DataAtom == atom.Strike || attribute(n, "role") == "deletion" || strikingStyle.MatchString(attribute(n, "style")) ||
		slices.ContainsFunc(strings.Fields(attribute(n, "class")+" "+attribute(n, "classname")), func(class string) bool { return slices.Contains(strikingClasses, class) })
}

// raisedDigits are no footnote mark but cents: "$3<sup>50</sup>".
var raisedDigits = regexp.MustCompile(`^\s*[.,]?\d{2,}\s*$`)

func isRaised(n *html.Node) bool {
	return (n.DataAtom == atom.Sup || n.DataAtom == atom.Sub) && raisedDigits.MatchString(strings.Join(Texts(n), ""))
}

// MaxLabelNodes is how many nodes a small element may have.
const MaxLabelNodes = 50

// Texts returns the pieces of text in a small element, nil for a large one.
func Texts(n *html.Node) []string {
	var pieces []string
	nodes := 0
	if n.Type == html.TextNode {
		pieces = append(pieces, n.Data)
	}
	for c := range n.Descendants() {
		if nodes++; nodes > MaxLabelNodes {
			return nil
		}
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			pieces = append(pieces, c.Data)
		}
	}
	return pieces
}

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
		if len(row) > 0 && isMarkedUneven(tr) {
			row[len(row)-1].Uneven = true
		}
		grid = append(grid, row)
	}
	return assemble(grid, heads), nil
}

// isMarkedUneven reports whether the source of a row had not as many cells as its table.
func isMarkedUneven(tr *html.Node) bool {
	for td := range cellsOf(tr) {
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
