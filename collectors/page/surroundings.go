package page

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"pricepoint/collectors/web"
)

// Surroundings are the texts of a page outside the cells of its tables: captions, notes, switches, banners, footnotes and
// titles that show under the mouse, each once. The names of styles within tables are among them, since a price that no longer
// holds may be told by nothing else, and so are the addresses of frames. Nothing is understood of them.
func Surroundings(of web.Payload) []string {
	s, body := surroundings{seen: map[string]bool{}}, of.Body
	for _, frame := range frameTag.FindAll(body, maxFrames) {
		s.add(string(frame))
	}
	if !IsHTML(body) {
		for _, style := range styleAttribute.FindAllSubmatch(body, maxFrames) { // also of what MDX builds
			s.addStyles(string(style[1]))
		}
	}
	root, err := tree(body, isHidden)
	if err != nil {
		return nil
	}
	s.walk(root, false)
	s.endLine()
	return s.texts
}

type surroundings struct {
	texts []string
	seen  map[string]bool
	line  strings.Builder
}

func (s *surroundings) walk(n *html.Node, inCell bool) {
	block := n.Type == html.ElementNode && (!inline[n.DataAtom] || n.DataAtom == atom.Button)
	switch {
	case n.Type == html.TextNode && !inCell:
		s.line.WriteString(n.Data)
	case n.Type == html.ElementNode && slices.Contains(unspoken, n.DataAtom):
		return
	case block:
		s.endLine()
	}
	inCell = inCell || n.DataAtom == atom.Td || n.DataAtom == atom.Th
	for _, a := range n.Attr {
		switch {
		case a.Key == "title", a.Key == "aria-label":
			s.add(a.Val)
		case a.Key == "class" && inCell:
			s.addStyles(a.Val)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		s.walk(c, inCell)
	}
	if block {
		s.endLine()
	}
}

// frameTag is a frame, which shows another page.
var frameTag = regexp.MustCompile(`(?i)<i?frame\b[^>]*>`)

const maxFrames = 1000

// styleName is the name of a style that people gave it: "old-price".
var styleName = regexp.MustCompile(`^[a-z]+(?:-[a-z]+)*$`)

func (s *surroundings) addStyles(names string) {
	for _, name := range strings.Fields(names) {
		if styleName.MatchString(name) {
			s.add(name)
		}
	}
}

// styleAttribute names the styles of an element, also inside of a string.
var styleAttribute = regexp.MustCompile(`\bclass(?:Name)?=\\?["']([^"'\\]*)`)

func (s *surroundings) endLine() {
	s.add(s.line.String())
	s.line.Reset()
}

// maxTexts is how many texts of a page are told apart at most.
const maxTexts = 20_000

func (s *surroundings) add(text string) {
	if text = OneLine(text); text != "" && !s.seen[text] && len(s.texts) < maxTexts {
		s.seen[text], s.texts = true, append(s.texts, text)
	}
}
