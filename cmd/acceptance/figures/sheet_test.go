//go:build proof

package figures

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pricepoint/collectors/page"
)

// span is a piece of a page's text.
type span struct{ from, to int }

func (s span) holds(o span) bool { return s.from <= o.from && o.to <= s.to }

// sheet is the text of a page with the places of its tables.
type sheet struct {
	text   string
	html   bool
	tables []table
}

// table is a grid of cells, the row of titles first.
type table struct {
	span
	rows   []row
	labels []span // the headings, captions and titles of tabs between the table before and this one
}

// row is a line of a table. Its cells are what stands between the marks that part them.
type row struct {
	span
	cells []span
}

func (s *sheet) of(c span) string { return s.text[c.from:c.to] }

// newSheet finds the tables of a page: Markdown, HTML, or the lists that an MDX component makes a table of.
func newSheet(body []byte) *sheet {
	s := &sheet{text: string(body), html: page.IsHTML(body)}
	if s.html {
		s.htmlTables()
	} else {
		s.markdownTables()
	}
	return s
}

var (
	ruleOfTable = regexp.MustCompile(`^[\s|:-]*-[\s|:-]*$`)
	listedRow   = regexp.MustCompile(`^\s*\[".*\],?\s*$`)
	listedTitle = regexp.MustCompile(`\{ title: "([^"]*)"`)
	shortLine   = regexp.MustCompile(`^\s*(?:#+ .*|<Tab title=".*|[A-Z][\w-]*(?: [\w-]+){0,3})\s*$`)
)

// markdownTables reads the page line by line.
func (s *sheet) markdownTables() {
	var open *table // a table that has begun
	var labels []span
	piped, from, component := false, 0, 0
	finish := func() {
		if open != nil && len(open.rows) > 1 {
			s.tables = append(s.tables, *open)
			labels = nil
		}
		open = nil
	}
	for line := range strings.Lines(s.text) {
		at := span{from, from + len(strings.TrimRight(line, "\r\n"))}
		from += len(line)
		text := s.of(at)
		switch trimmed := strings.TrimSpace(text); {
		case strings.HasPrefix(trimmed, "|"):
			if open == nil || !piped {
				finish()
				open, piped = &table{span: at, labels: labels}, true
			}
			open.to = at.to
			if !ruleOfTable.MatchString(text) {
				open.rows = append(open.rows, row{at, pipedCells(text, at.from)})
			}
		case listedTitle.MatchString(text):
			if open == nil || piped {
				finish()
				open, piped = &table{span: span{component, at.to}, labels: labels, rows: []row{{span: at}}}, false
			}
			title := listedTitle.FindStringSubmatchIndex(text)
			open.rows[0].cells = append(open.rows[0].cells, span{at.from + title[2], at.from + title[3]})
		case open != nil && !piped && listedRow.MatchString(text):
			open.to = at.to
			open.rows = append(open.rows, row{at, listedCells(text, at.from)})
		case open != nil && !piped && trimmed != "/>":
		default:
			if open != nil && !piped {
				open.to = at.to
			}
			finish()
			if strings.HasPrefix(trimmed, "<") {
				component = at.from
			}
			if shortLine.MatchString(text) {
				labels = append(labels, at)
			}
		}
	}
	finish()
}

// pipedCells are the cells of a Markdown row, without the blanks around them.
func pipedCells(line string, at int) []span {
	var cells []span
	open := strings.Index(line, "|") + 1
	for i := open; i < len(line); i++ {
		if line[i] == '|' && line[i-1] != '\\' {
			cells = append(cells, trimmed(line, open, i, at))
			open = i + 1
		}
	}
	if rest := trimmed(line, open, len(line), at); rest.from < rest.to {
		cells = append(cells, rest)
	}
	return cells
}

func trimmed(text string, from, to, at int) span {
	for from < to && text[from] == ' ' {
		from++
	}
	for to > from && text[to-1] == ' ' {
		to--
	}
	return span{at + from, at + to}
}

var listedCell = regexp.MustCompile(`"([^"]*)"|<>(.*?)</>`)

// listedCells are the elements of one row of a list: ["kimi-k3", <>{"$"}0.30</>].
func listedCells(line string, at int) []span {
	var cells []span
	for i := strings.Index(line, "[") + 1; i < len(line); {
		m := listedCell.FindStringSubmatchIndex(line[i:])
		if m == nil {
			break
		}
		from, to := m[2], m[3]
		if from < 0 {
			from, to = m[4], m[5]
		}
		cells = append(cells, span{at + i + from, at + i + to})
		i += m[1]
	}
	return cells
}

// htmlReader finds the innermost tables of an HTML page by the tags.
type htmlReader struct {
	sheet  *sheet
	open   []table
	inCell bool
	label  int // where a heading or caption has begun, -1
	labels []span
}

func (s *sheet) htmlTables() {
	r := htmlReader{sheet: s, label: -1}
	z := html.NewTokenizer(strings.NewReader(s.text))
	for at := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := span{at, at + len(z.Raw())}
		at = token.to
		name, _ := z.TagName()
		switch kind {
		case html.StartTagToken:
			r.start(string(name), token)
		case html.EndTagToken:
			r.end(string(name), token)
		}
	}
	slices.SortFunc(s.tables, func(x, y table) int { return x.from - y.from })
}

func (r *htmlReader) start(name string, tag span) {
	switch name {
	case "table":
		r.open = append(r.open, table{span: tag, labels: r.labels})
		r.labels, r.inCell = nil, false
	case "h1", "h2", "h3", "h4", "h5", "h6", "caption":
		r.label = tag.to
	case "tr":
		if t := r.top(); t != nil {
			r.closeCell(tag.from)
			t.rows = append(t.rows, row{span: span{tag.from, tag.to}})
		}
	case "td", "th":
		if t := r.top(); t != nil && len(t.rows) > 0 {
			r.closeCell(tag.from)
			last := &t.rows[len(t.rows)-1]
			last.cells, r.inCell = append(last.cells, span{tag.to, tag.to}), true
		}
	}
}

func (r *htmlReader) end(name string, tag span) {
	t := r.top()
	switch {
	case r.label >= 0 && (name == "caption" || len(name) == 2 && name[0] == 'h'):
		r.labels = append(r.labels, span{r.label, tag.from})
		if name == "caption" && t != nil {
			t.labels = append(t.labels, span{r.label, tag.from})
		}
		r.label = -1
	case t == nil:
	case name == "td" || name == "th":
		r.closeCell(tag.from)
	case name == "tr" && len(t.rows) > 0:
		r.closeCell(tag.from)
		t.rows[len(t.rows)-1].to = tag.to
	case name == "table":
		r.closeCell(tag.from)
		t.to = tag.to
		if len(t.rows) > 1 {
			r.sheet.tables = append(r.sheet.tables, *t)
		}
		r.open = r.open[:len(r.open)-1]
	}
}

func (r *htmlReader) top() *table {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
}

// closeCell ends the cell that is open.
func (r *htmlReader) closeCell(at int) {
	if t := r.top(); r.inCell && t != nil {
		cells := t.rows[len(t.rows)-1].cells
		cells[len(cells)-1].to = at
	}
	r.inCell = false
}

// tableOf is the table a piece of text stands in, and its place there; nil when it stands in none.
func (s *sheet) tableOf(at span) (t *table, row, column int) {
	for i := range s.tables {
		for r := range s.tables[i].rows {
			for c, cell := range s.tables[i].rows[r].cells {
				if cell.holds(at) {
					return &s.tables[i], r, c
				}
			}
		}
	}
	return nil, -1, -1
}

// change is new text in place of a piece of a page.
type change struct {
	span
	text string
}

func insert(at int, text string) change { return change{span{at, at}, text} }

// with is the page after changes. Of those that overlap the first one counts.
func (s *sheet) with(changes []change) string {
	changes = slices.SortedStableFunc(slices.Values(changes), func(x, y change) int { return cmp.Or(x.from-y.from, x.to-y.to) })
	var out strings.Builder
	at := 0
	for _, c := range changes {
		if c.from >= at {
			out.WriteString(s.text[at:c.from] + c.text)
			at = c.to
		}
	}
	out.WriteString(s.text[at:])
	return out.String()
}
