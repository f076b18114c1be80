package page

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// inline names the elements that do not end a line; MDX and custom elements do.
var inline = map[atom.Atom]bool{
	atom.A: true, atom.Abbr: true, atom.B: true, atom.Code: true, atom.Em: true, atom.Font: true, atom.I: true,
	atom.Kbd: true, atom.Mark: true, atom.Small: true, atom.Span: true, atom.Strong: true, atom.Tt: true, atom.U: true,
	atom.Del: true, atom.S: true, atom.Strike: true,
}

// unspoken are the elements whose text is none.
var unspoken = []atom.Atom{atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg, atom.Head}

// unseen reports whether an element holds nothing a reader would take for the text: footnote marks, switches and code.
func unseen(n *html.Node) bool {
	return n.DataAtom == atom.Sup || n.DataAtom == atom.Sub || n.DataAtom == atom.Button || slices.Contains(unspoken, n.DataAtom)
}

// headingElements are those of headings, outermost first.
var headingElements = []atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}

// linkedFootnote reports whether an element is a link whose whole text is a number or a mark.
func linkedFootnote(n *html.Node) bool {
	if n.Type != html.ElementNode || n.DataAtom != atom.A {
		return false
	}
	text := strings.TrimSpace(textOf(n))
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
			out.WriteString(" ^" + textOf(n))
			return
		case n.Type == html.ElementNode && unseen(n), linkedFootnote(n) && strings.TrimSpace(out.String()) != "":
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
	return (n.DataAtom == atom.Sup || n.DataAtom == atom.Sub) && raisedDigits.MatchString(textOf(n))
}

// textOf is the text in an element.
func textOf(n *html.Node) string {
	var text strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			text.WriteString(c.Data)
		}
	}
	return text.String()
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
