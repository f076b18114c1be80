package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// AstroModule returns, as plain JSON, the default export of a module that an Astro page passes to one of its
// components as the named property; nil when no component has it.
func AstroModule(body []byte, property string) ([]byte, error) {
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, island := range page.Find("astro-island[props]").EachIter() {
		var props map[string]any
		dec := json.NewDecoder(strings.NewReader(island.AttrOr("props", "")))
		dec.UseNumber() // the digits as printed
		if dec.Decode(&props) != nil {
			continue
		}
		value := untag(props[property])
		if value == nil {
			continue
		}
		module, ok := value.(map[string]any)
		if !ok || module["default"] == nil {
			return nil, fmt.Errorf("property %s of the page has no default", property)
		}
		return json.Marshal(module["default"])
	}
	return nil, nil
}

// untag takes off the kind that Astro writes in front of every value: [0, value] and [1, [array]].
func untag(tagged any) any {
	pair, ok := tagged.([]any)
	if !ok || len(pair) != 2 {
		return tagged
	}
	switch value := pair[1].(type) {
	case map[string]any:
		for key := range value {
			value[key] = untag(value[key])
		}
	case []any:
		for i := range value {
			value[i] = untag(value[i])
		}
	}
	return pair[1]
}

// nextPush is the call by which a Next.js page hands over the data it was rendered from, in pieces.
const nextPush = "self.__next_f.push("

// IsNext reports whether a page was made by Next.js.
func IsNext(body []byte) bool { return bytes.Contains(body, []byte(nextPush)) }

// NextFlight returns the data of a Next.js page, its pieces joined; a value may begin in one and end in the next.
func NextFlight(body []byte) (string, error) {
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return "", fmt.Errorf("read HTML: %v", err)
	}
	var flight strings.Builder
	for _, script := range page.Find("script").EachIter() {
		call, ok := strings.CutPrefix(strings.TrimSpace(script.Text()), nextPush)
		if !ok {
			continue
		}
		var piece []any
		call = strings.TrimRight(call, "; \n")
		if err := json.Unmarshal([]byte(strings.TrimSuffix(call, ")")), &piece); err != nil || len(piece) < 2 {
			continue // a call without data
		}
		if text, ok := piece[1].(string); ok {
			flight.WriteString(text)
		}
	}
	return flight.String(), nil
}

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
