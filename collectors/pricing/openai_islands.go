package pricing

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
)

// anyTag is a tag of HTML in a text.
var anyTag = regexp.MustCompile(`<[^<>]*>`)

// openAIIslands reads the HTML form. Each component stands in an astro-island with its properties; the table they make
// is added to it, under the tier they name or the pane of the tier switch around it.
func openAIIslands(doc web.Payload) (page.Page, error) {
	shown, err := page.Shown(doc.Body)
	if err != nil {
		return page.Page{}, err
	}
	p := goquery.NewDocumentFromNode(shown)
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
			island.PrependHtml(paragraph(tier + " pricing data")) // the title that other forms of the page print
		}
		if len(t.Rows) > 0 {
			island.AppendHtml(tableHTML(t))
		}
	}
	whole, err := p.Html()
	if err != nil {
		return page.Page{}, fmt.Errorf("write HTML: %v", err)
	}
	doc.Body = []byte(whole)
	return page.HTML(doc)
}

// openAITables are the components that are read, by the name under which the page exports them.
var openAITables = map[string]func(props map[string]any) (t page.Table, tier string, err error){
	"TextTokenPricingTables": openAITokenTable,
	"GroupedPricingTable":    openAIGroupedTable,
}

// openAITokenTable reads rows that are arrays without titles: four entries are model, input, cached input and
// output; in five, cache writes come before the output. One list may have both.
func openAITokenTable(props map[string]any) (t page.Table, tier string, err error) {
	t.Header = []string{"Model", "Input", "Cached input", "Cache writes", "Output"}
	rows, ok := props["rows"].([]any)
	if !ok {
		return t, "", errors.New("it has no list of rows")
	}
	for _, row := range rows {
		entries, _ := row.([]any)
		switch len(entries) {
		case 4:
			entries = slices.Insert(slices.Clone(entries), 3, any(nil))
		case 5:
		default:
			return t, "", fmt.Errorf("%v has %d entries, expected 4 or 5", row, len(entries))
		}
		t.Rows = append(t.Rows, entryCells(entries))
	}
	return t, entryText(props["tier"]), nil
}

// openAIGroupedTable reads a table whose first column spans the rows of a group. Tables of other things than input and
// output have cells of other shapes and are left out.
func openAIGroupedTable(props map[string]any) (t page.Table, tier string, err error) {
	headings, _ := props["headings"].([]any)
	for _, heading := range headings {
		t.Header = append(t.Header, entryText(heading))
	}
	if !t.TitlesPrices() {
		return page.Table{}, "", nil
	}
	groups, _ := props["groups"].([]any)
	for _, g := range groups {
		group, _ := g.(map[string]any)
		rows, _ := group["rows"].([]any)
		for _, r := range rows {
			entries, _ := r.([]any)
			if len(entries)+1 != len(t.Header) {
				return page.Table{}, "", fmt.Errorf("%v of %v has %d entries, expected %d", r, group["model"], len(entries), len(t.Header)-1)
			}
			t.Rows = append(t.Rows, entryCells(append([]any{group["model"]}, entries...)))
		}
	}
	return t, "", nil
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
