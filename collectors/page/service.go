package page

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Service names the service a table is for by its tab, or else by the innermost heading that names one.
func (t Table) Service() string {
	if t.Tab != "" {
		return ServiceOf(t.Tab)
	}
	for _, heading := range slices.Backward(t.Headings) {
		if service := ServiceOf(heading); service != "" {
			return service
		}
	}
	return ""
}

var services = []struct{ word, service string }{
	{"standard", "standard"}, {"标准", "standard"},
	{"priority", "priority"}, {"优先", "priority"},
	{"batch", "batch"}, {"批量", "batch"},
	{"flex", "flex"},
	{"fast", "fast"},
}

// ServiceOf names the service that the title of a tab or section stands for, "" for none. The first one named counts:
// "Batch at half of standard rates". A remark in brackets counts last.
func ServiceOf(title string) string {
	title, remarks := SplitName(title)
	for _, text := range append([]string{title}, remarks...) {
		for i, word := range WordsOf(text) {
			for _, s := range services {
				if strings.HasPrefix(word, s.word) && (s.service != "fast" || i == 0 && word == "fast" && !HasWords(text, "models")) {
					return s.service // "Grok 4 Fast" and "Fast models" are about models, "Fast mode" is not
				}
			}
		}
	}
	return ""
}

// TitleService reads the service from the title of a column, "" when it says none: "Batch input".
func TitleService(title string) string {
	for _, service := range []string{"batch", "flex", "priority", "fast"} {
		if HasWords(title, service) {
			return service
		}
	}
	return ""
}

// GroupTitle returns the text of a row that says nothing but what the rows below it are: it stands in the first cell
// alone, or in one that spans others. It is "" for other rows.
func GroupTitle(row []Cell) string {
	title := ""
	for i, cell := range row {
		switch {
		case cell.Struck != "", i > 0 && cell.Text != "" && cell.Text != title:
			return ""
		case i == 0:
			title = cell.Text
		}
	}
	return title
}

// ModelRows returns the rows of models, each with the service that a row above them names for its group: "Batch". It is
// "" outside such groups.
func (t Table) ModelRows() iter.Seq2[[]Cell, string] {
	return func(yield func([]Cell, string) bool) {
		service := ""
		for _, row := range t.Rows {
			if title := GroupTitle(row); IsGroup(title) {
				service = ServiceOf(title)
			} else if !yield(row, service) {
				return
			}
		}
	}
}

// IsGroup reports whether the title of a row is one of a group, and not a model that has no price.
func IsGroup(title string) bool {
	return title != "" && (ServiceOf(title) != "" || !strings.ContainsFunc(title, unicode.IsDigit))
}
