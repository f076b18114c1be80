package registry

import (
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors/page"
)

// A tableEdit changes the cells of one table, the row of titles first. Cells are source text: Markdown or HTML.
type tableEdit func(rows [][]string) [][]string

// inTables applies an edit to every table of a page: Markdown tables, and HTML tables in which no cell spans.
func inTables(edit tableEdit) func(page string) string {
	return func(p string) string {
		if page.IsHTML([]byte(p)) {
			return inHTMLTables(p, edit)
		}
		return markdownTable.ReplaceAllStringFunc(p, func(table string) string { return markdownRows(table, edit) })
	}
}

var (
	markdownTable = regexp.MustCompile(`(?m)(?:^[ \t]*\|.*\|[ \t]*\n)+`)
	ruleOfTable   = regexp.MustCompile(`^[\s|:-]+$`)
)

// markdownRows edits one table and draws its rule anew. A table without a rule is none.
func markdownRows(table string, edit tableEdit) string {
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	if len(lines) < 2 || !ruleOfTable.MatchString(lines[1]) {
		return table
	}
	indent := lines[0][:strings.Index(lines[0], "|")]
	var rows [][]string
	for _, line := range slices.Delete(lines, 1, 2) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	edited := edit(copied(rows))
	if sameRows(rows, edited) {
		return table
	}
	var out strings.Builder
	for i, row := range edited {
		out.WriteString(indent + "| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			out.WriteString(indent + strings.Repeat("| --- ", len(row)) + "|\n")
		}
	}
	return out.String()
}

func inHTMLTables(page string, edit tableEdit) string {
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(page))
	if err != nil {
		panic(err)
	}
	changed := false
	for _, table := range doc.Find("table").EachIter() {
		if table.Find("[rowspan], [colspan]").Length() > 0 {
			continue
		}
		rows := htmlRows(table)
		edited := edit(copied(rows))
		if sameRows(rows, edited) {
			continue
		}
		for i, row := range edited {
			tag := "td"
			if i == 0 {
				tag = "th"
			}
			table.Find("tr").Eq(i).SetHtml("<" + tag + ">" + strings.Join(row, "</"+tag+"><"+tag+">") + "</" + tag + ">")
		}
		changed = true
	}
	if !changed {
		return page
	}
	out, err := doc.Html()
	if err != nil {
		panic(err)
	}
	return out
}

func copied(rows [][]string) [][]string {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i] = slices.Clone(rows[i])
	}
	return rows
}

func sameRows(a, b [][]string) bool { return slices.EqualFunc(a, b, slices.Equal[[]string]) }

func htmlRows(table *goquery.Selection) [][]string {
	var rows [][]string
	for _, tr := range table.Find("tr").EachIter() {
		var row []string
		for _, cell := range tr.Find("td, th").EachIter() {
			inner, _ := cell.Html()
			row = append(row, inner)
		}
		rows = append(rows, row)
	}
	return rows
}

// titles changes each title of a column.
func titles(change func(string) string) tableEdit {
	return func(rows [][]string) [][]string {
		for i := range rows[0] {
			rows[0][i] = change(rows[0][i])
		}
		return rows
	}
}

// modelNames changes each name below the title Model.
func modelNames(change func(string) string) tableEdit {
	return func(rows [][]string) [][]string {
		column := slices.IndexFunc(rows[0], func(title string) bool { return strings.HasPrefix(strings.Trim(title, "*"), "Model") })
		for _, row := range rows[1:] {
			if column >= 0 && column < len(row) && strings.ContainsAny(row[column], "0123456789") {
				row[column] = change(row[column])
			}
		}
		return rows
	}
}

// cells changes each cell below the titles.
func cells(pattern, replacement string) tableEdit {
	change := replacing(pattern, replacement)
	return func(rows [][]string) [][]string {
		for _, row := range rows[1:] {
			for i := range row {
				row[i] = change(row[i])
			}
		}
		return rows
	}
}

func replacing(pattern, replacement string) func(string) string {
	expression := regexp.MustCompile(pattern)
	return func(text string) string { return expression.ReplaceAllString(text, replacement) }
}
