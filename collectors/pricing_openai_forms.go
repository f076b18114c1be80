package collectors

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// contextLimits are the longest prompts, in tokens, that the page calls short context.
type contextLimits struct {
	own    map[string]contextLimit // by the model whose name says so: "<272K context length"
	page   contextLimit            // of the other models; none when the page does not say, or not clearly
	stated bool                    // the page states a limit somewhere
}

// contextLimit is where long prompts begin.
type contextLimit struct {
	tokens string // "" for none
	isLong bool   // a prompt of exactly so many tokens is a long one: "<272K" is short context
}

// limitIn is the limit that bounds state.
func limitIn(q data.Qualifiers) contextLimit {
	if q.ContextUpTo != "" {
		return contextLimit{q.ContextUpTo, q.UpToOp == data.Below}
	}
	return contextLimit{q.ContextOver, q.OverOp == data.AtLeast}
}

// short adds that prompts are no longer than the limit.
func (l contextLimit) short(q data.Qualifiers) data.Qualifiers {
	if q.ContextUpTo, q.UpToOp = l.tokens, ""; l.isLong {
		q.UpToOp = data.Below
	}
	return q
}

// long adds that they are longer.
func (l contextLimit) long(q data.Qualifiers) data.Qualifiers {
	q.ContextUpTo, q.UpToOp = "", ""
	if q.ContextOver, q.OverOp = l.tokens, ""; l.isLong {
		q.OverOp = data.AtLeast
	}
	return q
}

// openAIContextLimits reads the limits. That of the page is what it states in a sentence or, failing that, what the names
// of models agree on: where two names differ, nobody can tell which limit holds for a third.
func openAIContextLimits(p page.Page) contextLimits {
	l := contextLimits{own: map[string]contextLimit{}}
	var sentences, named []contextLimit
	for _, line := range p.Lines {
		if page.HasWords(line, "short", "context") || page.HasWords(line, "long", "context") {
			sentences = append(sentences, contextBound(line))
		}
	}
	for _, t := range p.Tables {
		for _, row := range t.Rows {
			if column := page.NameColumn(t); column >= 0 {
				name, q := page.ReadName(row[column].Text, data.Qualifiers{}, time.Time{})
				if q.ContextUpTo != "" {
					l.own[name] = limitIn(q)
					named = append(named, limitIn(q))
				}
			}
		}
	}
	l.page = cmp.Or(agreed(sentences), agreed(named))
	l.stated = slices.ContainsFunc(slices.Concat(sentences, named), func(limit contextLimit) bool { return limit.tokens != "" })
	return l
}

func contextBound(text string) contextLimit {
	q, _ := page.WithContextBound(text, data.Qualifiers{})
	return limitIn(q)
}

// agreed returns the one limit that is stated, none if there is none, or if several differ.
func agreed(limits []contextLimit) (one contextLimit) {
	for _, limit := range limits {
		if one.tokens != "" && limit.tokens != "" && limit.tokens != one.tokens {
			return contextLimit{}
		}
		if one.tokens == "" {
			one = limit
		}
	}
	return one
}

// terms adds the length of prompt that a column is for. On a page that states no limit at all, as its rendered
// forms may, a price for long context is not known to hold under any condition: known is false, and it makes no
// observation. A page that states limits but none for this model has changed, which is an error.
func (l contextLimits) terms(t page.Table, row []page.Cell, column int, name string, q data.Qualifiers) (terms data.Qualifiers, known bool, err error) {
	title, limit := t.Header[column], cmp.Or(l.own[name], l.page)
	if q.ContextUpTo != "" {
		limit = limitIn(q)
	}
	if stated, bound := page.WithContextBound(title, data.Qualifiers{}); bound && isContextGroup(title) {
		limit = limitIn(stated)
	}
	switch {
	case page.IsAbsent(row[column].Text) && row[column].Struck == "":
		return q, true, nil
	case page.HasWords(title, "long", "context"):
		if limit.tokens == "" && l.stated {
			return q, false, fmt.Errorf("%q of %s is %s, but the page does not say from how many tokens", title, name, row[column].Text)
		}
		return limit.long(q), limit.tokens != "", nil
	case page.HasWords(title, "short", "context") && hasLongContext(t, row) && limit.tokens != "":
		return limit.short(q), true, nil
	}
	terms, err = t.Within(row, column, q)
	return terms, true, err
}

// hasLongContext reports whether a row prices long prompts apart.
func hasLongContext(t page.Table, row []page.Cell) bool {
	for column, title := range t.Header {
		if page.HasWords(title, "long", "context") && !page.IsAbsent(row[column].Text) {
			return true
		}
	}
	return false
}

// withGroupedTitles puts the titles of columns together where the page prints them in two rows, of which only the first,
// "Short context | Long context", is the header. A group reaches up to the next one.
func withGroupedTitles(t page.Table) (page.Table, error) {
	if page.NameColumn(t) >= 0 || len(t.Rows) == 0 || !slices.ContainsFunc(t.Header, isContextGroup) {
		return t, nil
	}
	joined, group := t, ""
	joined.Header, joined.Rows = nil, t.Rows[1:]
	for i, title := range t.Rows[0] {
		if i < len(t.Header) {
			group = cmp.Or(t.Header[i], group)
		}
		joined.Header = append(joined.Header, page.OneLine(group+" "+title.Text))
	}
	if !joined.TitlesPrices() {
		return page.Table{}, fmt.Errorf("the columns %q and %q do not fit together", t.Header, t.Rows[0])
	}
	return joined, nil
}

func isContextGroup(title string) bool {
	return page.HasWords(title, "short", "context") || page.HasWords(title, "long", "context")
}

// withSpannedCells returns a row as the page shows it. A rendering that knows no spans leaves out the cells that reach
// down from the row above, so that the others stand too far left: a price where no price is titled, and nothing at
// the end.
func withSpannedCells(t page.Table, row, above []page.Cell) []page.Cell {
	missing := 0
	for missing < len(row) && row[len(row)-1-missing] == (page.Cell{}) {
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

// openAIPrice is a price without the bound on the prompt, which one form of a row states and another leaves out.
type openAIPrice struct {
	subject, value string
	unit           data.Unit
	field          data.Field
	qualifiers     data.Qualifiers
}

func withoutBound(o data.Observation) openAIPrice {
	n, _ := data.ParseNumber(o.Value)
	o.Qualifiers.ContextUpTo, o.Qualifiers.UpToOp = "", ""
	return openAIPrice{o.Subject, n.String(), o.Unit, o.Field, o.Qualifiers}
}

// withoutRepeats drops a price without a bound on the prompt that the page also prints with one: the rows it shows
// leave out of the name what the rows it holds say in it.
func withoutRepeats(found []data.Observation) []data.Observation {
	bounded := map[openAIPrice]bool{}
	for _, o := range found {
		bounded[withoutBound(o)] = bounded[withoutBound(o)] || o.Qualifiers.ContextUpTo != ""
	}
	return slices.DeleteFunc(found, func(o data.Observation) bool {
		return o.Qualifiers.ContextUpTo == "" && bounded[withoutBound(o)]
	})
}

// vettedPrices returns what the section for vetted customers adds to the others. Equal prices are repeats; what differs
// for a model that others may buy too holds for vetted customers only, and has the status "cyber".
func vettedPrices(cyber, others []data.Observation) []data.Observation {
	sold, repeated := map[string]bool{}, map[openAIPrice]bool{}
	for _, o := range others {
		sold[o.Subject], repeated[withoutBound(o)] = true, true
	}
	var added []data.Observation
	for _, o := range cyber {
		if repeated[withoutBound(o)] {
			continue
		}
		if sold[o.Subject] {
			o.Qualifiers.Status = "cyber"
		}
		added = append(added, o)
	}
	return added
}

// openAIPage reads the page in any of its forms: Markdown, MDX that shows the source of its components, and HTML,
// whose tables hold only the first rows of what the properties of their components hold.
func openAIPage(doc web.Payload) (page.Page, error) {
	if page.IsHTML(doc.Body) {
		return openAIIslands(doc)
	}
	p, err := page.Markdown(doc)
	if err != nil {
		return page.Page{}, err
	}
	components, err := openAIComponents(doc.Body)
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
func openAIIslands(doc web.Payload) (page.Page, error) {
	p, err := goquery.NewDocumentFromReader(bytes.NewReader(doc.Body))
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
