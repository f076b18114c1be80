package collectors

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"time"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// contextLimits are the longest prompts, in tokens, that the page calls short context.
type contextLimits struct {
	own    map[string]string // by the model whose name says so: "<272K context length"
	page   string            // of the other models; "" when the page does not say, or not clearly
	stated bool              // the page states a limit somewhere
}

// openAIContextLimits reads the limits. That of the page is what it states in a sentence or, failing that, what the names
// of models agree on: where two names differ, nobody can tell which limit holds for a third.
func openAIContextLimits(p page.Page) contextLimits {
	l := contextLimits{own: map[string]string{}}
	var sentences, named []string
	for _, line := range p.Lines {
		if page.HasWords(line, "short", "context") || page.HasWords(line, "long", "context") {
			sentences = append(sentences, contextBound(line))
		}
	}
	for _, t := range p.Tables {
		for _, row := range t.Rows {
			if column := page.NameColumn(t); column >= 0 {
				name, q := page.ReadName(row[column].Text, data.Qualifiers{}, time.Time{})
				named = append(named, q.ContextUpTo)
				l.own[name] = cmp.Or(q.ContextUpTo, l.own[name])
			}
		}
	}
	l.page = cmp.Or(agreed(sentences), agreed(named))
	l.stated = slices.ContainsFunc(slices.Concat(sentences, named), func(tokens string) bool { return tokens != "" })
	return l
}

func contextBound(text string) string {
	q, _ := page.WithContextBound(text, data.Qualifiers{})
	return cmp.Or(q.ContextUpTo, q.ContextOver)
}

// agreed returns the one text that is not empty, "" if there is none or several that differ.
func agreed(texts []string) string {
	one := ""
	for _, text := range texts {
		if one != "" && text != "" && text != one {
			return ""
		}
		one = cmp.Or(text, one)
	}
	return one
}

// contextTerms adds the length of prompt that a column is for. On a page that states no limit at all, as its rendered
// forms may, a price for long context is not known to hold under any condition: known is false, and it makes no
// observation. A page that states limits but none for this model has changed, which is an error.
func (r *openAIReader) contextTerms(t page.Table, row []page.Cell, column int, name string, q data.Qualifiers) (terms data.Qualifiers, known bool, err error) {
	title, limit := t.Header[column], cmp.Or(q.ContextUpTo, r.limits.own[name], r.limits.page)
	switch {
	case page.HasWords(title, "long", "context"):
		if limit == "" && r.limits.stated && !page.IsAbsent(row[column].Text) {
			return q, false, fmt.Errorf("%q of %s is %s, but the page does not say from how many tokens", title, name, row[column].Text)
		}
		q.ContextUpTo, q.ContextOver = "", limit
		return q, limit != "", nil
	case page.HasWords(title, "short", "context") && hasLongContext(t, row):
		q.ContextUpTo = limit
	}
	return q, true, nil
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
	o.Qualifiers.ContextUpTo = ""
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
