package page

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	render "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pricepoint/collectors/web"
	"pricepoint/data"
)

var htmlStart = regexp.MustCompile(`(?i)^\s*(?:<!doctype html|<html)\b`)

// IsHTML reports whether a page is HTML, and not Markdown.
func IsHTML(body []byte) bool { return htmlStart.Match(bytes.TrimPrefix(body, []byte("\ufeff"))) }

// Read reads the tables and lines of a page in either of the formats that documentation is served in.
func Read(of web.Payload) (Page, error) {
	isHTML := IsHTML(of.Body)
	root, err := tree(of.Body, func(n *html.Node) bool { return isHidden(n) || isHTML && n.DataAtom == atom.Pre })
	if err != nil {
		return Page{}, err
	}
	r := pageReader{of: of}
	r.walk(root)
	r.endLine()
	return r.page, r.err
}

// tree is a page without the nodes that are hidden. Markdown becomes HTML first, so that escapes, links, inline HTML and struck-out
// text mean the same in both formats.
func tree(body []byte, hidden func(*html.Node) bool) (_ *html.Node, err error) {
	if !IsHTML(body) {
		if body, err = renderMarkdown(body); err != nil {
			return nil, err
		}
	}
	return without(body, hidden)
}

// renderMarkdown makes HTML of Markdown or MDX.
func renderMarkdown(body []byte) ([]byte, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(render.WithUnsafe())) // nothing is ever shown: the rendering is only parsed again
	if err := affordableMarkdown(body); err != nil {
		return nil, err
	}
	var rendered bytes.Buffer
	source := isolateTables(rawTextTags.ReplaceAll(ShownSource(withoutFrontMatter(body)), nil))
	if err := md.Convert(source, &rendered); err != nil {
		return nil, fmt.Errorf("read Markdown: %v", err)
	}
	return rendered.Bytes(), nil
}

// rawTextTags are the tags after which Markdown and HTML take everything for text. MDX closes them in ways these do
// not know (<style … />), which would swallow the rest of the page.
var rawTextTags = regexp.MustCompile(`(?i)</?(?:iframe|noembed|noframes|noscript|plaintext|script|style|svg|textarea|title|xmp)\b[^>]*>`)

// withoutFrontMatter drops a leading block between two lines of dashes, which Markdown takes for a heading.
func withoutFrontMatter(body []byte) []byte {
	body = bytes.ReplaceAll(bytes.TrimPrefix(body, []byte("\ufeff")), []byte("\r\n"), []byte("\n"))
	if rest, ok := bytes.CutPrefix(body, []byte("---\n")); ok {
		if _, after, ok := bytes.Cut(rest, []byte("\n---\n")); ok {
			return after
		}
	}
	return body
}

// isolateTables removes the indentation of table lines and parts tables from the lines around them: inside MDX
// elements they are indented like code and follow a tag without a blank line. A row of another number of cells than the
// first is marked, for Markdown fills it up or cuts it off, and so is one that breaks off before its last bar.
func isolateTables(body []byte) []byte {
	var out strings.Builder
	wasTable, columns, closed := false, 0, false
	for line := range strings.Lines(string(body)) {
		trimmed := strings.TrimLeft(line, " \t")
		isTable := strings.HasPrefix(trimmed, "|")
		if isTable {
			line = trimmed
			if !wasTable {
				columns, closed = cellsIn(line), isClosed(line)
			} else if cellsIn(line) != columns || closed && !isClosed(line) {
				line = "| <wbr " + unevenMark + ">" + line[1:]
			}
		}
		if isTable != wasTable {
			out.WriteByte('\n')
		}
		out.WriteString(line)
		wasTable = isTable
	}
	return []byte(out.String())
}

// unevenMark is the attribute of the element that marks a row.
const unevenMark = "data-uneven"

// isClosed reports whether a line of a Markdown table ends with a bar.
func isClosed(line string) bool { return strings.HasSuffix(strings.TrimSpace(line), "|") }

// cellsIn counts the cells in a line of a Markdown table.
func cellsIn(line string) int {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	return strings.Count(line, "|") - strings.Count(line, `\|`) + 1
}

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

// The limits of what is read. No page so far has had a third of any, and the largest file of prices has half of the
// members. The memory that a parser takes follows the parts of a page rather than its bytes. A Markdown parser may look
// through the rest of a paragraph again for every mark in it.
const (
	maxTags      = 60_000    // "<"
	maxValues    = 100_000   // "=", of attributes
	maxMembers   = 1_000_000 // of lists and objects of JSON
	maxMarkdown  = 256 << 10 // bytes
	maxParagraph = 24 << 10  // bytes
	maxLine      = 64 << 10  // bytes
)

// Affordable is an error when a document would take more time or memory to read than any real one.
func Affordable(body []byte) error {
	for _, part := range []struct {
		name, signs string
		most        int
	}{{"tags", "<", maxTags}, {"attributes", "=", maxValues}, {"members", ",:[{", maxMembers}} {
		found := 0
		for i := range part.signs {
			found += bytes.Count(body, []byte(part.signs[i:i+1]))
		}
		if found > part.most {
			return data.Failed(data.OverBudget, "it has %d %s; more than %d are not read", found, part.name, part.most)
		}
	}
	return nil
}

// affordableMarkdown is Affordable for Markdown. A paragraph is what stands between blank lines, but for the tables of HTML that
// ExpandDocTables makes: the parser takes each for a whole.
func affordableMarkdown(body []byte) error {
	if len(body) > maxMarkdown {
		return data.Failed(data.OverBudget, "its Markdown has %d bytes; more than %d are not read", len(body), maxMarkdown)
	}
	paragraph := 0
	for line := range bytes.Lines(body) {
		if text := bytes.TrimSpace(line); len(text) == 0 || bytes.HasPrefix(text, []byte("<table>")) {
			paragraph = 0
		} else if paragraph += len(line); paragraph > maxParagraph {
			return data.Failed(data.OverBudget, "a paragraph of its Markdown has more than %d bytes", maxParagraph)
		}
	}
	return nil
}
