package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
)

var (
	// docTable is the source of a table component of MDX: <DocTable columns={[{ title: "Model" }]} rows={[["a"]]} />.
	docTable   = regexp.MustCompile(`(?s)<DocTable\s.*?\]\}\s*/>`)
	docColumns = regexp.MustCompile(`(?s)\scolumns=\{(\[.*?\])\}`)
	docRows    = regexp.MustCompile(`(?s)\srows=\{(\[.*?\])\}`)
	// componentSource is the definition of a component, whose own markup is not part of the page.
	componentSource = regexp.MustCompile(`(?ms)^export const \w+ = .*?^\};?[ \t\r]*$`)
)

// ExpandDocTables replaces the table components of an MDX page by the HTML that they make. It reads data only and evaluates
// nothing.
func ExpandDocTables(body []byte) ([]byte, error) {
	var failed error
	body = docTable.ReplaceAllFunc(componentSource.ReplaceAll(body, nil), func(component []byte) []byte {
		table, err := docTableHTML(component)
		if err != nil {
			failed = fmt.Errorf("%.60q: %v", component, err)
		}
		return []byte("\n\n" + table + "\n\n") // blank lines make Markdown take it for a block of its own
	})
	if failed == nil && bytes.Contains(body, []byte("<DocTable")) {
		failed = fmt.Errorf("a DocTable has no rows that can be read")
	}
	return body, failed
}

// docTableHTML is the table of a component, on one line.
func docTableHTML(component []byte) (string, error) {
	var titles []struct{ Title string }
	if err := literal(docColumns.FindSubmatch(component), &titles); err != nil {
		return "", fmt.Errorf("columns: %v", err)
	}
	var rows [][]string
	if err := literal(docRows.FindSubmatch(component), &rows); err != nil {
		return "", fmt.Errorf("rows: %v", err)
	}
	var out strings.Builder
	out.WriteString("<table><thead><tr>")
	for _, column := range titles {
		out.WriteString("<th>" + column.Title + "</th>")
	}
	out.WriteString("</tr></thead>")
	for _, row := range rows {
		if len(row) != len(titles) {
			return "", fmt.Errorf("a row has %d cells, the table %d columns", len(row), len(titles))
		}
		out.WriteString("<tr><td>" + strings.Join(row, "</td><td>") + "</td></tr>")
	}
	return OneLine(out.String() + "</table>"), nil
}

var (
	literalToken  = regexp.MustCompile(`(?s)"(?:[^"\\]|\\.)*"|<>.*?</>|[\w.-]+|,\s*[\]}]`)
	mdxExpression = regexp.MustCompile(`\{\s*"([^"]*)"\s*\}`)
)

// literal decodes what an attribute holds as JSON, every string and number in it as HTML.
func literal(attribute [][]byte, into any) error {
	if attribute == nil {
		return fmt.Errorf("there are none")
	}
	return json.Unmarshal(literalToken.ReplaceAllFunc(attribute[1], func(token []byte) []byte {
		text := string(token)
		switch {
		case text == "null":
			return token
		case text[0] == ',': // JSON allows none behind the last
			return token[len(token)-1:]
		case text[0] == '<':
			text = mdxExpression.ReplaceAllString(text[len("<>"):len(text)-len("</>")], "$1")
		case text[0] == '"' && json.Unmarshal(token, &text) == nil:
			text = html.EscapeString(text)
		}
		quoted, _ := json.Marshal(text)
		return quoted
	}), into)
}
