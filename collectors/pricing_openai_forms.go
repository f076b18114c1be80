package collectors

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
)

// openAIContextLimit returns the longest prompt, in tokens, that the page calls short context. It is what the page
// states in a sentence or, failing that, in the names of models ("<272K context length"); "" if they disagree.
func openAIContextLimit(page Page) string {
	var stated, named []string
	for _, line := range page.Lines {
		if hasWords(line, "short", "context") || hasWords(line, "long", "context") {
			stated = append(stated, line)
		}
	}
	for _, t := range page.Tables {
		for _, row := range t.Rows {
			if column := nameColumn(t); column >= 0 {
				named = append(named, row[column].Text)
			}
		}
	}
	return cmp.Or(agreedBound(stated), agreedBound(named))
}

// agreedBound returns the one number of tokens that bounds prompts in the texts, "" if there is none or several.
func agreedBound(texts []string) string {
	agreed := ""
	for _, text := range texts {
		q, bound := withContextBound(text, data.Qualifiers{})
		tokens := cmp.Or(q.ContextUpTo, q.ContextOver)
		if bound && agreed != "" && tokens != agreed {
			return ""
		}
		agreed = cmp.Or(tokens, agreed)
	}
	return agreed
}

// contextTerms adds the length of prompt that a column is for. A price for long context whose threshold is stated
// nowhere on the page is not known to hold under any condition: known is false, and it makes no observation.
func (r *openAIReader) contextTerms(t Table, row []Cell, title string, q data.Qualifiers) (terms data.Qualifiers, known bool) {
	limit := cmp.Or(q.ContextUpTo, r.limit)
	switch {
	case hasWords(title, "long", "context"):
		q.ContextUpTo, q.ContextOver = "", limit
		return q, limit != ""
	case hasWords(title, "short", "context") && hasLongContext(t, row):
		q.ContextUpTo = limit
	}
	return q, true
}

// hasLongContext reports whether a row prices long prompts apart.
func hasLongContext(t Table, row []Cell) bool {
	for column, title := range t.Header {
		if hasWords(title, "long", "context") && !isAbsent(row[column].Text) {
			return true
		}
	}
	return false
}

// withGroupedTitles puts the titles of columns together where the page prints them in two rows, of which only the first,
// "Short context | Long context", is the header. A group reaches up to the next one.
func withGroupedTitles(t Table) (Table, error) {
	if nameColumn(t) >= 0 || len(t.Rows) == 0 || !slices.ContainsFunc(t.Header, isContextGroup) {
		return t, nil
	}
	joined, group := t, ""
	joined.Header, joined.Rows = nil, t.Rows[1:]
	for i, title := range t.Rows[0] {
		if i < len(t.Header) {
			group = cmp.Or(t.Header[i], group)
		}
		joined.Header = append(joined.Header, oneLine(group+" "+title.Text))
	}
	if !joined.pricesModels() {
		return Table{}, fmt.Errorf("the columns %q and %q do not fit together", t.Header, t.Rows[0])
	}
	return joined, nil
}

func isContextGroup(title string) bool { return hasWords(title, "context") }

// withSpannedCells returns a row as the page shows it. A rendering that knows no spans leaves out the cells that reach
// down from the row above, so that the others stand too far left: a price where no price is titled, and nothing at
// the end.
func withSpannedCells(t Table, row, above []Cell) []Cell {
	missing := 0
	for missing < len(row) && row[len(row)-1-missing] == (Cell{}) {
		missing++
	}
	for column, title := range t.Header {
		if priceField(title) == "" && strings.HasPrefix(row[column].Text, "$") && missing > 0 && len(above) == len(row) {
			return slices.Concat(above[:missing], row[:len(row)-missing])
		}
	}
	return row
}

// openAIModalities are the kinds of token that a cell of a row may name.
var openAIModalities = []string{"text", "audio", "image", "video"}

// withoutRepeats drops a price without a bound on the prompt that the page also prints with one: the rows it shows
// leave out of the name what the rows it holds say in it.
func withoutRepeats(found []data.Observation) []data.Observation {
	type said struct {
		subject, value string
		field          data.Field
		qualifiers     data.Qualifiers
	}
	bounded := map[said]bool{}
	key := func(o data.Observation) said {
		n, _ := data.ParseNumber(o.Value)
		o.Qualifiers.ContextUpTo = ""
		return said{o.Subject, n.String(), o.Field, o.Qualifiers}
	}
	for _, o := range found {
		bounded[key(o)] = bounded[key(o)] || o.Qualifiers.ContextUpTo != ""
	}
	return slices.DeleteFunc(found, func(o data.Observation) bool {
		return o.Qualifiers.ContextUpTo == "" && bounded[key(o)]
	})
}
