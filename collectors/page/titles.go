package page

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"pricepoint/data"
)

// WithTitles finds the titles of a table that marks no header cells. They go on for as long as the title of the
// models' column reaches down; without such a column they are one row.
func (t Table) WithTitles() Table {
	if t.Header != nil || len(t.Rows) == 0 {
		return t
	}
	name := slices.IndexFunc(t.Rows[0], func(c Cell) bool { return HasAnyWord(c.Text, "model", "name") })
	heads := 1
	for name >= 0 && heads < len(t.Rows) && t.Rows[heads][name] == t.Rows[0][name] {
		heads++
	}
	for column := range t.Rows[0] {
		t.Header = append(t.Header, columnTitle(t.Rows[:heads], column))
	}
	t.Rows = t.Rows[heads:]
	return t
}

// PriceField tells from a title which price stands under it, "" for none. Of a title that known.json does not list it is the
// one whose word the title has: TitleRemark keeps that from being published.
func PriceField(title string) data.Field {
	if field, listed := known.Titles[titleKey(title)]; listed {
		return field
	}
	for _, class := range classes {
		if HasWords(title, class.word) {
			return class.field
		}
	}
	return ""
}

var classes = []struct {
	word  string
	field data.Field
}{
	{"storage", data.PriceCacheStorage}, {"output", data.PriceOutput}, {"输出", data.PriceOutput}, {"write", data.PriceCacheWrite}, {"缓存写入", data.PriceCacheWrite},
	{"cach", data.PriceCacheRead}, {"缓存", data.PriceCacheRead}, {"input", data.PriceInput}, {"输入", data.PriceInput},
}

// titleKey is a title as known.json has it: without the words that any title of prices may have, and without the length of
// the prompt, the service and the life of a cache, which are read apart.
func titleKey(title string) string {
	rest, _ := CutBound(title, data.Qualifiers{})
	key := classWords(rest)
	for _, terms := range []string{"short context ", "long context ", "batch ", "5m ", "1h "} {
		key = strings.TrimPrefix(key, terms)
	}
	return key
}

// classWords are the words of a title without those that any title of prices may have.
func classWords(title string) string {
	return strings.Join(slices.DeleteFunc(WordsOf(title), func(word string) bool { return slices.Contains(known.PriceWords, word) }), " ")
}

// TitleRemark is the title of a column of prices if known.json does not list it, "" otherwise.
func TitleRemark(title string) string {
	strange := func(r rune) bool {
		return strings.ContainsRune("%×≈~±<>≤≥≦≧", r) || unicode.Is(unicode.Sc, r) && !strings.ContainsRune("$¥￥€", r)
	}
	rest, _ := CutBound(title, data.Qualifiers{})
	if _, listed := known.Titles[titleKey(title)]; listed && !strings.ContainsFunc(rest, strange) {
		return ""
	}
	return title
}

// ColumnField is PriceField of a title with a cell under it: under a title that is not listed, only an amount of money is a
// price.
func ColumnField(title string, cell Cell) data.Field {
	if TitleRemark(title) != "" && !strings.ContainsAny(cell.Text+cell.Struck, "$¥￥€元") {
		return ""
	}
	return PriceField(title)
}

// NameColumn returns the index of the column of model names, or -1: that titled "Model", else one of a longer title.
func NameColumn(t Table) int {
	named := func(is func(title string) bool) int {
		return slices.IndexFunc(t.Header, func(title string) bool { return is(title) && PriceField(title) == "" })
	}
	if i := named(func(title string) bool { return slices.Contains([]string{"model", "models"}, classWords(title)) }); i >= 0 {
		return i
	}
	for _, word := range []string{"model", "模型", "name"} {
		if i := named(func(title string) bool { return HasWords(title, word) }); i >= 0 {
			return i
		}
	}
	return -1
}

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

// Services are those that have prices of their own, by the words that titles begin with.
var Services = []string{"standard", "batch", "flex", "priority", "fast"}

// ServiceOf names the service that the title of a tab or section stands for, "" for none. The first one named counts:
// "Batch at half of standard rates". A remark in brackets counts last.
func ServiceOf(title string) string {
	title, remarks := SplitName(title)
	for _, text := range append([]string{title}, remarks...) {
		for i, word := range WordsOf(text) {
			for _, service := range Services {
				if strings.HasPrefix(word, service) && (service != "fast" || i == 0 && word == "fast" && !HasWords(text, "models")) {
					return service // "Grok 4 Fast" and "Fast models" are about models, "Fast mode" is not
				}
			}
		}
	}
	return ""
}

// groupTitle returns the text of a row that says nothing but what the rows below it are: it stands in the first cell alone, in
// one that spans others, or beside words that are no price. It is "" for other rows.
func groupTitle(row []Cell) string {
	texts := Texts(row)
	struck := slices.ContainsFunc(row, func(c Cell) bool { return c.Struck != "" })
	figures := slices.ContainsFunc(row, func(c Cell) bool { return StatesPrice(c.Text) })
	if struck || len(row) == 0 || row[0].Text == "" {
		return ""
	}
	words := slices.ContainsFunc(texts[1:], func(text string) bool { return !IsAbsent(text) })
	if len(texts) > 1 && (figures || !words) {
		return ""
	}
	return strings.Join(texts, ": ")
}

// ModelRows returns the rows of models, each with what a row above them says of its group: a note that known.json lists, "Batch",
// or else a remark, for their prices may be other ones than those of the rows before.
func (t Table) ModelRows() iter.Seq2[[]Cell, data.Qualifiers] {
	return func(yield func([]Cell, data.Qualifiers) bool) {
		var group data.Qualifiers
		for _, row := range t.Rows {
			if title := groupTitle(row); isGroup(title) {
				group = withNameNote(title, data.Qualifiers{})
			} else if !yield(row, group) {
				return
			}
		}
	}
}

// isGroup reports whether the title of a row is one of a group, and not a model that has no price.
func isGroup(title string) bool {
	return title != "" && (ServiceOf(title) != "" || OnlyBounds(title) || !strings.ContainsFunc(title, unicode.IsDigit))
}
