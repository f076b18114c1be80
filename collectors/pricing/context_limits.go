package pricing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// contextLimits are the longest prompts, in tokens, that a page calls short context.
type contextLimits struct {
	own    map[string]contextLimit // by the model whose name says so: "<272K context length"
	page   contextLimit            // of the other models; none when the page does not say, or not clearly
	unsaid contextLimit            // stands for one that the page does not say; where it is none, prices of long prompts need one
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

// openAIContextLimits reads the limits. That of the page is what it states in a sentence: what the name of a model says
// is about that model alone.
func openAIContextLimits(p page.Page) contextLimits {
	l := contextLimits{own: map[string]contextLimit{}, unsaid: contextLimit{tokens: data.LongContext}}
	var sentences []contextLimit
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
				}
			}
		}
	}
	l.page = agreed(sentences)
	return l
}

// contextBound is the limit that a text states.
func contextBound(text string) contextLimit {
	q, _ := page.WithContextBound(text, data.Qualifiers{})
	return limitIn(q)
}

// observe reads the prices of a row, whose columns may be for short and for long prompts. stated is the unit for the whole
// table. Prices of other things than tokens are left out: "$0.034 / minute" in a table of prices per token "unless noted".
func (l contextLimits) observe(t page.Table, row []page.Cell, name string, stated data.Unit, q data.Qualifiers) (found []data.Observation, err error) {
	for column, title := range t.Header {
		field := page.ColumnField(title, row[column])
		unit, states := page.TitleUnit(title)
		if field == "" || column == page.NameColumn(t) || states && unit == "" || page.HasAnyWord(title, "estimated") {
			continue
		}
		terms, err := l.terms(t, row, column, name, q)
		if err != nil {
			return nil, err
		}
		terms.Service = cmp.Or(page.TitleService(title), q.Service)
		here, err := page.ObservePrice(t.At(row, column), name, field, row[column], page.UnitOr(unit, stated), terms)
		if err != nil && !errors.Is(err, page.ErrOtherUnit) {
			return nil, err
		}
		if name == "" && len(here) > 0 {
			return nil, fmt.Errorf("%s %q stands with no model", field, row[column].Text)
		}
		found = append(found, here...)
	}
	return found, nil
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

// terms adds the length of prompt that a column is for. Where neither the row nor the page says from how many tokens a
// prompt is long, the price is one for long prompts, and the others are for prompts of any length.
func (l contextLimits) terms(t page.Table, row []page.Cell, column int, name string, q data.Qualifiers) (terms data.Qualifiers, err error) {
	title, limit := t.Header[column], cmp.Or(l.own[name], l.page)
	if q.ContextUpTo != "" {
		limit = limitIn(q)
	}
	if stated, bound := page.WithContextBound(title, data.Qualifiers{}); bound && isContextGroup(title) {
		limit = limitIn(stated)
	}
	switch {
	case page.IsAbsent(row[column].Text) && row[column].Struck == "":
		return q, nil
	case page.HasWords(title, "long", "context"):
		if limit = cmp.Or(limit, l.unsaid); limit.tokens == "" {
			return q, fmt.Errorf("the row names no length of prompt for the column %q", title)
		}
		return limit.long(q), nil
	case page.HasWords(title, "short", "context") && hasLongContext(t, row) && limit.tokens != "":
		return limit.short(q), nil
	}
	return t.Within(row, column, q)
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
		return page.Table{}, fmt.Errorf("the columns %q and %v do not fit together", t.Header, t.Rows[0])
	}
	return joined, nil
}

func isContextGroup(title string) bool {
	return page.HasWords(title, "short", "context") || page.HasWords(title, "long", "context")
}
