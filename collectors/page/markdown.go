package page

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

// parseMarkdown renders to HTML first, so that escapes,
// links, inline HTML and struck-out text mean the same in both formats.
func parseMarkdown(body []byte) (Page, error) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough),
		goldmark.WithRendererOptions(html.WithUnsafe())) // nothing is ever shown: the rendering is only parsed again
	var rendered bytes.Buffer
	source := rawTextTags.ReplaceAll(withoutFrontMatter(body), nil)
	if err := md.Convert(isolateTables(source), &rendered); err != nil {
		return Page{}, fmt.Errorf("read Markdown: %v", err)
	}
	return parseHTML(rendered.Bytes())
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
// elements they are indented like code and follow a tag without a blank line.
func isolateTables(body []byte) []byte {
	var out strings.Builder
	wasTable := false
	for line := range strings.Lines(string(body)) {
		trimmed := strings.TrimLeft(line, " \t")
		isTable := strings.HasPrefix(trimmed, "|")
		if isTable {
			line = trimmed
		}
		if isTable != wasTable {
			out.WriteByte('\n')
		}
		out.WriteString(line)
		wasTable = isTable
	}
	return []byte(out.String())
}
