package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
)

// docTable is the source of a table component of MDX: <DocTable columns={[{ title: "Model" }]} rows={[["a"]]} />.
const docTable = "<DocTable"

// componentSource is the definition of a component, whose own markup is not part of the page.
var componentSource = regexp.MustCompile(`(?ms)^export const \w+ = .*?^\};?[ \t\r]*$`)

// ExpandDocTables replaces the table components of an MDX page by the HTML that they make.
func ExpandDocTables(body []byte) ([]byte, error) {
	parts := strings.Split(string(componentSource.ReplaceAll(body, nil)), docTable)
	var out strings.Builder
	out.WriteString(parts[0])
	for _, part := range parts[1:] {
		table, rest, err := expandDocTable(part)
		if err != nil {
			return nil, fmt.Errorf("%s%.60q: %v", docTable, part, err)
		}
		// Blank lines around it make Markdown take the table for a block of its own.
		out.WriteString("\n\n" + table + "\n\n" + rest)
	}
	return []byte(out.String()), nil
}

var (
	mdxAttribute = regexp.MustCompile(`^\s*(\w+)\s*=\s*\{`)
	mdxEnd       = regexp.MustCompile(`^\s*(?:/>|>\s*</DocTable>)`)
)

// expandDocTable reads one component and returns its table on one line, and the text after it.
func expandDocTable(source string) (table, rest string, err error) {
	var columns, rows []byte
	for {
		if end := mdxEnd.FindString(source); end != "" {
			table, err = docTableHTML(columns, rows)
			return table, source[len(end):], err
		}
		name := mdxAttribute.FindStringSubmatch(source)
		if name == nil {
			return "", "", errors.New("neither an attribute nor the end of the component follows")
		}
		value, after, err := mdxValue(source[len(name[0]):])
		if err != nil {
			return "", "", err
		}
		source = strings.TrimPrefix(strings.TrimLeft(after, " \t\r\n"), "}")
		switch name[1] {
		case "columns":
			columns = value
		case "rows":
			rows = value
		}
	}
}

func docTableHTML(columns, rows []byte) (string, error) {
	var titles []struct{ Title string }
	if err := json.Unmarshal(columns, &titles); err != nil {
		return "", fmt.Errorf("columns: %v", err)
	}
	var cells [][]string
	if err := json.Unmarshal(rows, &cells); err != nil {
		return "", fmt.Errorf("rows: %v", err)
	}
	var out strings.Builder
	out.WriteString("<table><thead><tr>")
	for _, column := range titles {
		out.WriteString("<th>" + column.Title + "</th>")
	}
	out.WriteString("</tr></thead>")
	for _, row := range cells {
		if len(row) != len(titles) {
			return "", fmt.Errorf("a row has %d cells, the table %d columns", len(row), len(titles))
		}
		out.WriteString("<tr><td>" + strings.Join(row, "</td><td>") + "</td></tr>")
	}
	out.WriteString("</table>")
	return OneLine(out.String()), nil
}

// mdxToken is one token of a literal: space or comment, punctuation, string, markup, number or word.
var mdxToken = regexp.MustCompile(`^(?s:(\s+|//[^\n]*|/\*.*?\*/)|([\[\]{}:,])|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|` + "`(?:[^`\\\\]|\\\\.)*`" +
	`)|(<>.*?</>|<[A-Za-z][^<>]*>[^<>]*</[A-Za-z]+>)|([\w.-]+))`)

// mdxValue turns the literal at the start of source into JSON, every string and number in it into text as HTML, and
// returns what follows. It reads data only and evaluates nothing.
func mdxValue(source string) (value []byte, rest string, err error) {
	depth := 0
	for {
		m := mdxToken.FindStringSubmatch(source)
		if m == nil {
			return nil, "", fmt.Errorf("%.30q is no literal", source)
		}
		source = source[len(m[0]):]
		switch punctuation := m[2]; {
		case m[1] != "":
			continue
		case punctuation == "[" || punctuation == "{":
			depth++
		case punctuation == "]" || punctuation == "}":
			depth--
			if n := len(value); n > 0 && value[n-1] == ',' {
				value = value[:n-1] // JSON allows no trailing comma
			}
		}
		if m[2] != "" {
			value = append(value, m[2]...)
		} else {
			text, _ := json.Marshal(mdxText(m[3], m[4], m[5]))
			value = append(value, text...)
		}
		if depth <= 0 {
			return value, source, nil
		}
	}
}

var (
	mdxEscape     = regexp.MustCompile(`\\(.)`)
	mdxExpression = regexp.MustCompile(`\{\s*(?:"([^"]*)"|'([^']*)'|([\d.]+))\s*\}`)
)

// mdxText returns the HTML that a string, a piece of markup or a bare word puts on the page.
func mdxText(quoted, markup, word string) string {
	switch {
	case quoted != "":
		var text string
		if json.Unmarshal([]byte(quoted), &text) != nil {
			text = mdxEscape.ReplaceAllString(quoted[1:len(quoted)-1], "$1")
		}
		return html.EscapeString(text)
	case markup != "":
		markup = strings.TrimSuffix(strings.TrimPrefix(markup, "<>"), "</>")
		return mdxExpression.ReplaceAllString(markup, "$1$2$3")
	case word == "null" || word == "undefined":
		return ""
	}
	return word
}
