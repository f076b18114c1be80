package pricing

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "pricing_xai", Kind: data.PricingSource, Publisher: "xAI",
		Requests: [][]web.Request{{
			{URL: "https://docs.x.ai/developers/pricing.md"},
			{URL: "https://docs.x.ai/developers/models.md"},
			{URL: "https://docs.x.ai/docs/models.md"},
			{URL: "https://docs.x.ai/developers/pricing"},
			{URL: "https://docs.x.ai/developers/models"},
			{URL: "https://docs.x.ai/docs/models"},
		}},
		Parse: parseXAI,
	})
}

// xaiMinModels is the least number of models that must have an input and an output price; there have always been more.
const xaiMinModels = 3

// parseXAI reads the table of language models. Long prompts are priced in a row of their own, or in columns of their
// own; regional prices in a sentence; a service has a section of its own. What the page only states as a discount or
// a multiplier (batch, priority) is not a printed price and makes no observation, and neither do prices per image,
// second, minute or call.
func parseXAI(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := xaiReader{doc: docs[0]}
	for _, line := range p.Lines {
		if unit, _ := page.StatedUnit(line, "USD"); r.unit == "" {
			r.unit = unit
		}
	}
	for _, t := range p.Tables {
		r.table(t)
	}
	r.regional(p.Lines)
	found := r.refused.Distinct(r.found)
	if models := page.PricedSubjects(found); len(models) < xaiMinModels {
		return nil, r.refused.Lacking(fmt.Errorf("%d models have an input and an output price per token, expected at least %d: the page lacks its table with Model, Input and Output columns",
			len(models), xaiMinModels))
	}
	return found, r.refused.Err()
}

type xaiReader struct {
	doc   web.Payload
	unit  data.Unit // stated for the page, "" when only columns or groups of rows state one
	found []data.Observation

	refused page.Refused
}

func (r *xaiReader) table(t page.Table) {
	joint := t.Column("pricing")
	if page.NameColumn(t) < 0 || joint < 0 && !t.PricesModels() {
		return
	}
	group := xaiGroup{unit: r.unit}
	for _, row := range t.Rows {
		if group.enter(row, r.unit) || group.ofOther {
			continue
		}
		group.terms.Service = cmp.Or(group.service, t.Service())
		name, terms := r.name(row[page.NameColumn(t)].Text, group.terms)
		before := len(r.found)
		if err := cmp.Or(r.prices(t, row, joint, name, terms, group.unit), r.context(t, row, name, terms.row)); err != nil {
			r.found = r.found[:before]
			r.refused.Row(r.doc, name, row, err)
		}
	}
}

// xaiGroup is a group of rows under a row that says what they are priced by, "Language models | Per million tokens", or
// in which service, "Batch".
type xaiGroup struct {
	unit    data.Unit
	service string
	terms   data.Qualifiers // the length of prompt it is for
	ofOther bool            // priced by something else than tokens
}

// enter reports whether a row begins a group; stated is the unit of the page.
func (g *xaiGroup) enter(row []page.Cell, stated data.Unit) bool {
	i := slices.IndexFunc(row, func(c page.Cell) bool { return page.StartsWith(c.Text, "per") })
	switch title := page.GroupTitle(row); {
	case i >= 0:
		per, err := page.TokenQuantity(row[i].Text)
		*g = xaiGroup{unit: data.Unit("USD/" + per), service: page.ServiceOf(row[0].Text), ofOther: err != nil}
	case page.IsGroup(title):
		g.service = page.ServiceOf(title)
		g.terms = page.GroupTerms(title)
		if g.ofOther {
			g.unit, g.ofOther = stated, false // whose prices do not say of what they are
		}
	default:
		return false
	}
	return true
}

// xaiTerms are the lengths of prompt that the columns of a row are for; the row itself may be for one length only.
type xaiTerms struct{ row, short, long data.Qualifiers }

var xaiLongContext = regexp.MustCompile(`(?i)\s+long context\b.*$`)

// name reads a name cell: "grok-4.7 (≥ 200k prompt tokens)" where long prompts have rows of their own, "grok-4.7 Long
// context ≥ 200k tokens" where they have columns.
func (r *xaiReader) name(text string, q data.Qualifiers) (string, xaiTerms) {
	threshold, _ := page.WithContextBound(xaiLongContext.FindString(text), data.Qualifiers{})
	name, q := page.ReadName(xaiLongContext.ReplaceAllString(text, ""), q, r.doc.FetchedAt)
	terms := xaiTerms{q, q, q}
	if limit := limitIn(threshold); limit.tokens != "" {
		terms.short, terms.long = limit.short(q), limit.long(q)
	}
	return name, terms
}

func (terms xaiTerms) of(title string) (q data.Qualifiers, known bool) {
	switch {
	case page.HasWords(title, "long", "context"):
		return terms.long, terms.long.ContextOver != ""
	case page.HasWords(title, "short", "context"):
		return terms.short, true
	}
	return terms.row, true
}

// prices reads the columns of a row, or the one cell that holds all its prices.
func (r *xaiReader) prices(t page.Table, row []page.Cell, joint int, name string, terms xaiTerms, unit data.Unit) error {
	if joint >= 0 {
		q, err := t.Within(row, joint, terms.row)
		if err != nil {
			return err
		}
		return r.joint(t.At(row, joint), row[joint], name, q, unit)
	}
	for column, title := range t.Header {
		field := page.ColumnField(title, row[column])
		q, known := terms.of(title)
		if field == "" || column == page.NameColumn(t) || page.IsAbsent(row[column].Text) {
			continue
		}
		if known && q.ContextOver == "" && (q.ContextUpTo == "" || !isContextGroup(title)) {
			within, err := t.Within(row, column, q)
			if err != nil {
				return err
			}
			q = within
		}
		if stated, bound := page.WithContextBound(title, q); bound {
			q, known = stated, true
		}
		if !known {
			return fmt.Errorf("%s of %s: the row names no length of prompt for the column %q", field, name, title)
		}
		q.Service = cmp.Or(page.TitleService(title), q.Service)
		stated, _ := page.TitleUnit(title)
		if err := r.price(t.At(row, column), name, field, row[column], page.UnitOr(stated, unit), q); err != nil {
			return err
		}
	}
	return nil
}

// context reads the context window. A length that a price holds for is another thing.
func (r *xaiReader) context(t page.Table, row []page.Cell, name string, q data.Qualifiers) error {
	column := slices.IndexFunc(t.Header, func(title string) bool {
		words := strings.Join(page.WordsOf(title), " ")
		return words == "context" || words == "context window"
	})
	if column < 0 || name == "" || page.IsAbsent(row[column].Text) {
		return nil
	}
	tokens, with, err := page.Window(row[column].Text, data.Qualifiers{Remark: q.Remark})
	if err != nil {
		return fmt.Errorf("context of %s: %w", name, err)
	}
	o := t.At(row, column).Observe(name, data.ContextTokens, tokens, data.Tokens, row[column].Text)
	o.Qualifiers.Remark = with.Remark
	r.found = append(r.found, o)
	return nil
}
