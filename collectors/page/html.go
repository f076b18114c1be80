package page

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

// pageReader walks a document in reading order.
type pageReader struct {
	of       web.Payload
	page     Page
	headings [6]string
	tab      string
	before   []string
	line     strings.Builder
	cells    int // of all tables so far, expanded
	text     int // bytes in them
	err      error
}

func (r *pageReader) walk(n *html.Node) {
	isElement := n.Type == html.ElementNode
	block, outer := isElement && !inline[n.DataAtom], r.tab
	switch {
	case n.Type == html.TextNode:
		r.line.WriteString(n.Data)
	case isElement && unseen(n):
		return
	case isElement && n.DataAtom == atom.Table:
		r.endLine()
		r.table(n)
		return
	case block:
		r.endLine()
	}
	if isElement && n.Data == "tab" {
		r.tab = attribute(n, "title")
	}
	for c := range n.ChildNodes() {
		r.walk(c)
	}
	r.tab = outer
	if level := slices.Index(headingElements, n.DataAtom); level >= 0 {
		clear(r.headings[level:])
		r.headings[level] = ReadCell(n).Text
	}
	if block {
		r.endLine()
	}
}

func (r *pageReader) endLine() {
	line := OneLine(r.line.String())
	if r.line.Reset(); len(line) > maxLine {
		r.err = cmp.Or(r.err, error(data.Failed(data.OverBudget, "a line of the page has more than %d bytes", maxLine)))
	} else if line != "" {
		r.before = append(r.before, line)
		r.page.Lines = append(r.page.Lines, line)
	}
}

func (r *pageReader) table(n *html.Node) {
	if r.err != nil {
		return
	}
	grid, heads, err := r.grid(n)
	t := assemble(grid, heads)
	t.Before, r.before = r.before, nil
	t.Of, t.Tab = r.of, r.tab
	for c := range n.ChildNodes() {
		if c.DataAtom == atom.Caption && t.Caption == "" {
			t.Caption = ReadCell(c).Text
		}
	}
	t.Headings = slices.DeleteFunc(slices.Clone(r.headings[:]), func(h string) bool { return h == "" })
	r.err = cmp.Or(err, affordableTitles(t.WithTitles().Header), affordableTitles(t.Section()))
	r.page.Tables = append(r.page.Tables, t)
}
