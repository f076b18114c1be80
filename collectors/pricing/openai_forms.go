package pricing

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
)

// withSpannedCells returns a row as the page shows it. A rendering that knows no spans leaves out the cells that reach
// down from the row above, so that the others stand too far left: a price where no price is titled, and nothing at
// the end.
func withSpannedCells(t page.Table, row, above []page.Cell) []page.Cell {
	missing := 0
	for missing < len(row) && row[len(row)-1-missing].Text+row[len(row)-1-missing].Struck == "" {
		missing++
	}
	for column, title := range t.Header {
		untitled := page.PriceField(title) == "" && !page.HasAnyWord(title, "cost", "price", "pricing")
		if untitled && dollarStart.MatchString(row[column].Text) && missing > 0 && len(above) == len(row) {
			return slices.Concat(above[:missing], row[:len(row)-missing])
		}
	}
	return row
}

// dollarStart begins a price.
var dollarStart = regexp.MustCompile(`^(?:US)?\$|^USD\b`)

// openAIModalities are the kinds of token that a cell of a row may name.
var openAIModalities = []string{"text", "audio", "image", "video"}

// openAIPage reads the page in any of its forms: Markdown, MDX that shows the source of its components, and HTML,
// whose tables hold only the first rows of what the properties of their components hold.
func openAIPage(doc web.Payload) (page.Page, error) {
	if page.IsHTML(doc.Body) {
		return openAIIslands(doc)
	}
	body, err := openAIComponents(page.ShownSource(doc.Body))
	if err != nil {
		return page.Page{}, err
	}
	doc.Body = body
	return page.Markdown(doc)
}

var (
	indentation   = regexp.MustCompile(`(?m)^[ \t]+`)
	anyComponent  = regexp.MustCompile(`<[A-Z]\w*`)
	componentTier = regexp.MustCompile(`\btier="([^"]+)"`)
	componentRows = regexp.MustCompile(`(?s)\brows=\{(\[.*?\])\s*\}`)
	trailingComma = regexp.MustCompile(`,(\s*\])`)
	anyTag        = regexp.MustCompile(`<[^<>]*>`)
)

// tokenTables begins a component of token prices.
const tokenTables = "<TextTokenPricingTables"

// openAIComponents writes the tables of the MDX form, <TextTokenPricingTables tier="standard"
// rows={[["gpt-5",1.25,0.125,10],…]} />, as tables. The components for specialised and fine-tuned models do not survive in
// that form and cannot be read.
func openAIComponents(body []byte) ([]byte, error) {
	var out strings.Builder
	if !bytes.Contains(body, []byte(tokenTables)) {
		return body, nil
	}
	parts := strings.Split(string(indentation.ReplaceAll(body, nil)), tokenTables) // which Markdown would take for code
	out.WriteString(parts[0])
	for _, part := range parts[1:] {
		rest := ""
		if next := anyComponent.FindStringIndex(part); next != nil {
			part, rest = part[:next[0]], part[next[0]:] // what follows belongs to another component
		}
		tier, rows := componentTier.FindStringSubmatch(part), componentRows.FindStringSubmatchIndex(part)
		if tier == nil || rows == nil {
			return nil, fmt.Errorf("a component of token prices names no tier or no rows: %.80q", part)
		}
		t, err := openAITokenTable(trailingComma.ReplaceAllString(part[rows[2]:rows[3]], "$1"))
		if err != nil {
			return nil, fmt.Errorf("rows of the %s tier: %v", tier[1], err)
		}
		if _, after, closed := strings.Cut(part[rows[1]:], "/>"); closed {
			rest = after + rest
		}
		out.WriteString("\n\n" + paragraph(tierTitle(tier[1])) + "\n\n" + tableHTML(t) + "\n\n" + rest)
	}
	return []byte(out.String()), nil
}

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
	doc.Body = []byte(whole)
	return page.HTML(doc)
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
