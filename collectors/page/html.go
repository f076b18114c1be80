package page

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pricepoint/data"
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
	r.endPage()
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
	stated   stating     // by the lines so far
	ofAll    []Statement // of the whole page, by the table under which it stands
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
	line := OneLine(r.line.String())
	if r.line.Reset(); len(line) > maxLine {
		r.err = cmp.Or(r.err, error(data.Failed(data.OverBudget, "a line of the page has more than %d bytes", maxLine)))
	} else if line != "" {
		r.before = append(r.before, line)
		r.page.Lines = append(r.page.Lines, line)
		r.state(line)
	}
}

// state takes up what a line states. What is about the whole page holds for the tables above too; of the headings, what
// they say holds under them only.
func (r *pageReader) state(line string) {
	ofAll := ofWholePage.MatchString(line)
	if !ofAll && slices.Contains(r.headings[:], line) {
		return
	}
	here := r.stated.line(line)
	if last := len(r.ofAll) - 1; ofAll && last >= 0 {
		r.ofAll[last] = r.ofAll[last].and(here)
	}
}

// endSection adds to the last table what the section says under it.
func (r *pageReader) endSection() {
	if n := len(r.page.Tables); n > 0 {
		last := &r.page.Tables[n-1]
		last.Stated = last.Stated.and(r.stated.below)
	}
	r.stated.below = Statement{}
}

// endPage adds to every table what lines under it say of the whole page.
func (r *pageReader) endPage() {
	var below Statement
	for i, said := range slices.Backward(r.ofAll) {
		below = said.and(below)
		r.page.Tables[i].Stated = r.page.Tables[i].Stated.and(below)
	}
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
	if r.err = affordableTitles(t.Section()); r.err != nil {
		return
	}
	t.Stated = r.stated.table(printsMoney(t)).over(titledAll(t.Section())).and(statedInRows(t)).and(Statement{Remark: r.fold})
	r.page.Tables, r.ofAll = append(r.page.Tables, t), append(r.ofAll, Statement{})
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
