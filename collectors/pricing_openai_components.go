package collectors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors/page"

	"github.com/PuerkitoBio/goquery"
)

// openAIPage reads the page in any of its forms: Markdown, MDX that shows the source of its components, and HTML,
// whose tables hold only the first rows of what the properties of their components hold.
func openAIPage(body []byte) (page.Page, error) {
	if page.IsHTML(body) {
		return openAIIslands(body)
	}
	p, err := page.Markdown(body)
	if err != nil {
		return page.Page{}, err
	}
	components, err := openAIComponents(body)
	p.Tables = append(p.Tables, components...)
	return p, err
}

var (
	anyComponent  = regexp.MustCompile(`<[A-Z]\w*`)
	componentTier = regexp.MustCompile(`\btier="([^"]+)"`)
	componentRows = regexp.MustCompile(`(?s)\brows=\{(\[.*?\])\s*\}`)
	trailingComma = regexp.MustCompile(`,(\s*\])`)
	anyTag        = regexp.MustCompile(`<[^<>]*>`)
)

// openAIComponents reads the tables of the MDX form, <TextTokenPricingTables tier="standard"
// rows={[["gpt-5",1.25,0.125,10],…]} />. The components for specialised and fine-tuned models do not survive in that
// form and cannot be read.
func openAIComponents(body []byte) ([]page.Table, error) {
	var tables []page.Table
	parts := strings.Split(string(body), "<TextTokenPricingTables")
	for i, part := range parts[1:] {
		if next := anyComponent.FindStringIndex(part); next != nil {
			part = part[:next[0]] // what follows belongs to another component
		}
		tier, rows := componentTier.FindStringSubmatch(part), componentRows.FindStringSubmatch(part)
		if tier == nil || rows == nil {
			return nil, fmt.Errorf("a component of token prices names no tier or no rows: %.80q", part)
		}
		t, err := openAITokenTable(trailingComma.ReplaceAllString(rows[1], "$1"))
		if err != nil {
			return nil, fmt.Errorf("rows of the %s tier: %v", tier[1], err)
		}
		for line := range strings.Lines(anyTag.ReplaceAllString(parts[i], "\n")) {
			t.Before = append(t.Before, page.OneLine(line))
		}
		t.Before = append(t.Before, tierTitle(tier[1]))
		tables = append(tables, t)
	}
	return tables, nil
}

// openAIIslands reads the HTML form. Each component stands in an astro-island with its properties; the table they make
// is added to it, under the tier they name or the pane of the tier switch around it.
func openAIIslands(body []byte) (page.Page, error) {
	p, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		return page.Page{}, fmt.Errorf("read HTML: %v", err)
	}
	for _, pane := range p.Find("[data-content-switcher-pane][data-value]").EachIter() {
		pane.PrependHtml(paragraph(pane.AttrOr("data-value", "")))
	}
	for _, island := range p.Find("astro-island[component-export]").EachIter() {
		component := island.AttrOr("component-export", "")
		read, ok := openAITables[component]
		if !ok {
			continue
		}
		t, tier, err := read(page.AstroProps(island))
		if err != nil {
			return page.Page{}, fmt.Errorf("component %s: %v", component, err)
		}
		if tier != "" {
			island.PrependHtml(paragraph(tierTitle(tier)))
		}
		if len(t.Rows) > 0 {
			island.AppendHtml(tableHTML(t))
		}
	}
	whole, err := p.Html()
	if err != nil {
		return page.Page{}, fmt.Errorf("write HTML: %v", err)
	}
	return page.HTML([]byte(whole))
}

// tierTitle is the title that other forms of the page print for a tier. It marks a tier of an unknown name as one.
func tierTitle(tier string) string { return tier + " pricing data" }

// openAITables are the components that are read, by the name under which the page exports them.
var openAITables = map[string]func(props map[string]any) (t page.Table, tier string, err error){
	"TextTokenPricingTables": func(props map[string]any) (page.Table, string, error) {
		rows, err := json.Marshal(props["rows"])
		if err != nil {
			return page.Table{}, "", err
		}
		t, err := openAITokenTable(string(rows))
		return t, entryText(props["tier"]), err
	},
	"GroupedPricingTable": func(props map[string]any) (page.Table, string, error) {
		t, err := openAIGroupedTable(props)
		return t, "", err
	},
}

// openAITokenTable reads rows that are arrays without titles: four entries are model, input, cached input and
// output; in five, cache writes come before the output. One list may have both.
func openAITokenTable(rows string) (page.Table, error) {
	decoder := json.NewDecoder(strings.NewReader(rows))
	decoder.UseNumber() // the digits as printed
	var entries [][]any
	if err := decoder.Decode(&entries); err != nil {
		return page.Table{}, err
	}
	t := page.Table{Header: []string{"Model", "Input", "Cached input", "Cache writes", "Output"}}
	for _, entry := range entries {
		switch len(entry) {
		case 4:
			entry = slices.Insert(entry, 3, any(nil))
		case 5:
		default:
			return page.Table{}, fmt.Errorf("%v has %d entries, expected 4 or 5", entry, len(entry))
		}
		t.Rows = append(t.Rows, entryCells(entry))
	}
	return t, nil
}

// openAIGroupedTable reads a table whose first column spans the rows of a group. Tables of other things than input and
// output have cells of other shapes and are left out.
func openAIGroupedTable(props map[string]any) (page.Table, error) {
	var t page.Table
	headings, _ := props["headings"].([]any)
	for _, heading := range headings {
		t.Header = append(t.Header, entryText(heading))
	}
	if !t.TitlesPrices() {
		return page.Table{}, nil
	}
	groups, _ := props["groups"].([]any)
	for _, g := range groups {
		group, _ := g.(map[string]any)
		rows, _ := group["rows"].([]any)
		for _, r := range rows {
			entries, _ := r.([]any)
			if len(entries)+1 != len(t.Header) {
				return page.Table{}, fmt.Errorf("%v of %v has %d entries, expected %d", r, group["model"], len(entries), len(t.Header)-1)
			}
			t.Rows = append(t.Rows, entryCells(append([]any{group["model"]}, entries...)))
		}
	}
	return t, nil
}

func entryCells(entries []any) []page.Cell {
	cells := make([]page.Cell, len(entries))
	for i, entry := range entries {
		cells[i].Text = entryText(entry)
	}
	return cells
}

// entryText is an entry as text. An object wraps one string of HTML; null, and what the page leaves undefined, is "".
func entryText(entry any) string {
	switch e := entry.(type) {
	case string:
		return page.OneLine(e)
	case json.Number:
		return e.String()
	case map[string]any:
		for _, wrapped := range e {
			if text, ok := wrapped.(string); ok && len(e) == 1 {
				return page.OneLine(html.UnescapeString(anyTag.ReplaceAllString(text, " ")))
			}
		}
	}
	return ""
}

func paragraph(text string) string { return "<p>" + html.EscapeString(text) + "</p>" }

// tableHTML writes a table, so that it stands in a page where the page would show it.
func tableHTML(t page.Table) string {
	var b strings.Builder
	b.WriteString("<table><thead><tr>")
	for _, title := range t.Header {
		b.WriteString("<th>" + html.EscapeString(title) + "</th>")
	}
	b.WriteString("</tr></thead>")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for _, cell := range row {
			b.WriteString("<td>" + html.EscapeString(cell.Text) + "</td>")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	return b.String()
}
