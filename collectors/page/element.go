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

// Unseen reports whether an element holds nothing a reader would take for the text: footnote marks and code.
func Unseen(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Sup, atom.Sub, atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg, atom.Head, atom.Button:
		return true
	}
	return false
}

// HeadingLevel is 1 to 6 for h1 to h6 and 0 for everything else.
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

// attribute returns the value of an attribute, "" when the element has none of that name.
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
