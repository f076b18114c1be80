package collectors

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(Source{
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
	if len(docs) == 0 {
		return nil, errNoPayload
	}
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
		if err := r.table(t); err != nil {
			return nil, err
		}
	}
	if models := page.PricedSubjects(r.found); len(models) < xaiMinModels {
		return nil, fmt.Errorf("%d models have an input and an output price per token, expected at least %d: the page lacks its table with Model, Input and Output columns",
			len(models), xaiMinModels)
	}
	if err := r.regional(p.Lines); err != nil {
		return nil, err
	}
	return page.Distinct(r.found)
}

type xaiReader struct {
	doc   web.Payload
	unit  data.Unit // stated for the page, "" when only columns or groups of rows state one
	found []data.Observation
}

func (r *xaiReader) table(t page.Table) error {
	joint := t.Column("pricing")
	if page.NameColumn(t) < 0 || joint < 0 && !t.PricesModels() {
		return nil
	}
	group := xaiGroup{unit: r.unit}
	for _, row := range t.Rows {
		if group.enter(row, r.unit) || group.ofOther {
			continue
		}
		name, terms := r.name(row[page.NameColumn(t)].Text, cmp.Or(group.service, t.Service()))
		if err := r.prices(t, row, joint, name, terms, group.unit); err != nil {
			return err
		}
		if err := r.context(t, row, name); err != nil {
			return err
		}
	}
	return nil
}

// xaiGroup is a group of rows under a row that says what they are priced by, "Language models | Per million tokens", or
// in which service, "Batch".
type xaiGroup struct {
	unit    data.Unit
	service string
	ofOther bool // priced by something else than tokens
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
func (r *xaiReader) name(text, service string) (string, xaiTerms) {
	threshold, _ := page.WithContextBound(xaiLongContext.FindString(text), data.Qualifiers{})
	name, q := page.ReadName(xaiLongContext.ReplaceAllString(text, ""), data.Qualifiers{Service: service}, r.doc.FetchedAt)
	terms := xaiTerms{q, q, q}
	if threshold.ContextOver != "" {
		terms.short.ContextUpTo, terms.long.ContextOver = threshold.ContextOver, threshold.ContextOver
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
		return r.joint(row[joint], name, terms.row, unit)
	}
	for column, title := range t.Header {
		field, err := page.ColumnField(title, row[column])
		if err != nil {
			return err
		}
		q, known := terms.of(title)
		if field == "" || column == page.NameColumn(t) || page.IsAbsent(row[column].Text) {
			continue
		}
		if !known {
			return fmt.Errorf("%s of %s: the row names no length of prompt for the column %q", field, name, title)
		}
		stated, _ := page.TitleUnit(title)
		if err := r.price(name, field, row[column], page.UnitOr(stated, unit), q); err != nil {
			return err
		}
	}
	return nil
}

// context reads the context window. A length that a price holds for is another thing.
func (r *xaiReader) context(t page.Table, row []page.Cell, name string) error {
	column := slices.IndexFunc(t.Header, func(title string) bool {
		words := strings.Join(page.WordsOf(title), " ")
		return words == "context" || words == "context window"
	})
	if column < 0 || name == "" || page.IsAbsent(row[column].Text) {
		return nil
	}
	tokens, ok := page.TokenCount(row[column].Text)
	if !ok {
		return fmt.Errorf("context of %s: %q is not a number of tokens", name, row[column].Text)
	}
	r.found = append(r.found, r.doc.Observe(name, data.ContextTokens, tokens, data.Tokens, row[column].Text))
	return nil
}
