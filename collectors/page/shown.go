package page

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Shown parses HTML and leaves out what a browser does not show: elements that are hidden, comments and templates. A value
// that stands only there is not stated. Panes of tabs stay, since a click shows them.
func Shown(body []byte) (*html.Node, error) { return without(body, isHidden) }

// without parses HTML and takes nodes out of it.
func without(body []byte, drop func(*html.Node) bool) (*html.Node, error) {
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("read HTML: %v", err)
	}
	var dropped []*html.Node
	for n := range root.Descendants() {
		if drop(n) {
			dropped = append(dropped, n)
		}
	}
	for _, n := range dropped {
		n.Parent.RemoveChild(n)
	}
	return root, nil
}

// hidingStyle is a declaration by which an element is not shown, or not where anybody looks.
var hidingStyle = regexp.MustCompile(`(?i)\b(?:display\W{1,4}none|visibility\W{1,4}(?:hidden|collapse)|content-visibility\W{1,4}hidden|opacity\s*:\s*0?\.?0+\s*(?:;|!|$)` +
	`|font-size\s*:\s*0|(?:max-)?(?:height|width)\s*:\s*0(?:px)?\s*(?:;|!|$)|text-indent\s*:\s*-\d{3}|(?:left|top)\s*:\s*-\d{3}|clip(?:-path)?\s*:|scale\(0\)|color\s*:\s*transparent)`)

// hidingClasses are the names that style sheets give to what is not shown, at any width of the window.
var hidingClasses = []string{"hidden", "invisible", "d-none", "is-hidden", "u-hidden", "hide", "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only"}

// fallbacks hold what is shown only where something else cannot be.
var fallbacks = []atom.Atom{atom.Template, atom.Noscript, atom.Datalist, atom.Canvas, atom.Video, atom.Audio, atom.Object, atom.Iframe}

func isHidden(n *html.Node) bool {
	switch {
	case n.Type == html.CommentNode:
		return true
	case n.Type != html.ElementNode:
		return false
	case slices.Contains(fallbacks, n.DataAtom), n.DataAtom == atom.Dialog && !has(n, "open"), has(n, "popover"):
		return true
	case hidingStyle.MatchString(attribute(n, "style")), attribute(n, "aria-hidden") == "true":
		return true
	}
	return (has(n, "hidden") || ofHidingClass(n)) && !isPane(n) && !isStreamed(n)
}

// ofHidingClass reports whether an element has a class that hides it, and none that shows it in some window: "hidden
// md:block".
func ofHidingClass(n *html.Node) bool {
	classes := strings.Fields(attribute(n, "class") + " " + attribute(n, "classname"))
	return slices.ContainsFunc(classes, func(class string) bool { return slices.Contains(hidingClasses, class) }) &&
		!slices.ContainsFunc(classes, func(class string) bool { return strings.Contains(class, ":") })
}

// isPane reports whether an element is what a tab shows.
func isPane(n *html.Node) bool {
	return attribute(n, "role") == "tabpanel" || has(n, "data-content-switcher-pane")
}

// isStreamed reports whether an element holds a part of a page of React that its script puts in its place at once.
func isStreamed(n *html.Node) bool { return strings.HasPrefix(attribute(n, "id"), "S:") }

func has(n *html.Node, attribute string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == attribute })
}

var (
	sourceComment = regexp.MustCompile(`(?s)<!--.*?-->|\{/\*.*?\*/\}`)
	fenceLine     = regexp.MustCompile("^\\s*(`{3,}|~{3,})\\s*(.*)$")
	objectStyle   = regexp.MustCompile(`\bstyle=\{\{([^{}]*)\}\}`)
	sourceElement = regexp.MustCompile(`(?is)<script(?:\s[^>]*[^/>])?>.*?</script\s*>|<style(?:\s[^>]*[^/>])?>.*?</style\s*>|<noscript(?:\s[^>]*)?>.*?</noscript\s*>|<template(?:\s[^>]*)?>.*?</template\s*>`)
)

// ShownSource takes out of Markdown or MDX what is not shown: comments, blocks of code, and elements for programs. Styles of elements become
// those of HTML.
func ShownSource(body []byte) []byte {
	body = sourceElement.ReplaceAll(withoutFences(sourceComment.ReplaceAll(body, nil)), nil)
	return objectStyle.ReplaceAllFunc(body, func(style []byte) []byte {
		declarations := strings.NewReplacer(`"`, "", `'`, "").Replace(string(objectStyle.FindSubmatch(style)[1]))
		return []byte(`style="` + declarations + `"`)
	})
}

// withoutFences drops the blocks of code between two fences; one that is not closed reaches to the end.
func withoutFences(body []byte) []byte {
	if !bytes.Contains(body, []byte("```")) && !bytes.Contains(body, []byte("~~~")) {
		return body
	}
	var out bytes.Buffer
	open := ""
	for line := range bytes.Lines(body) {
		m := fenceLine.FindSubmatch(bytes.TrimRight(line, "\r\n"))
		switch {
		case m == nil && open == "":
			out.Write(line)
		case m == nil:
		case open == "" && !bytes.Contains(m[2], []byte("`")):
			open = string(m[1])
		case open == "":
			out.Write(line)
		case len(m[2]) == 0 && strings.HasPrefix(string(m[1]), open):
			open = ""
		}
	}
	return out.Bytes()
}
