package pricing

import (
	"cmp"
	"errors"
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
	register(collectors.Source{Name: "pricing_xai", Publisher: "xAI", Parse: parseXAI},
		"https://docs.x.ai/developers/pricing.md",
		"https://docs.x.ai/developers/models.md",
		"https://docs.x.ai/docs/models.md",
		"https://docs.x.ai/developers/pricing",
		"https://docs.x.ai/developers/models",
		"https://docs.x.ai/docs/models",
	)
}

// parseXAI reads the table of language models. Long prompts are priced in a row of their own, or in columns of their
// own; regional prices in a sentence; a service has a section of its own. What the page only states as a discount or
// a multiplier (batch, priority) is not a printed price and makes no observation, and neither do prices per image,
// second, minute or call.
func parseXAI(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := xaiReader{reader: reader{doc: docs[0]}}
	for _, line := range p.Lines {
		if unit, _ := page.StatedUnit(line, "USD"); r.unit == "" {
			r.unit = unit
		}
	}
	for _, t := range p.Tables {
		r.table(t)
	}
	r.regional(p.Lines)
	return r.priced(minModelsOfFew, "the page lacks its table with Model, Input and Output columns")
}

type xaiReader struct {
	reader
	unit data.Unit // stated for the page, "" when only columns or groups of rows state one
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
		name, q, limit := r.name(row[page.NameColumn(t)].Text, group.terms)
		r.whole(name, row, func() error {
			return cmp.Or(r.prices(t, row, joint, name, q, limit, group.unit), r.context(t, row, name, q))
		})
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

var xaiLongContext = regexp.MustCompile(`(?i)\s+long context\b.*$`)

// name reads a name cell: "grok-4.7 (≥ 200k prompt tokens)" where long prompts have rows of their own, "grok-4.7 Long
// context ≥ 200k tokens" where they have columns, whose limit that is.
func (r *xaiReader) name(text string, q data.Qualifiers) (string, data.Qualifiers, contextLimit) {
	limit := contextBound(xaiLongContext.FindString(text))
	name, q := page.ReadName(xaiLongContext.ReplaceAllString(text, ""), q, r.doc.FetchedAt)
	return name, q, limit
}

// prices reads the columns of a row, or the one cell that holds all its prices.
func (r *xaiReader) prices(t page.Table, row []page.Cell, joint int, name string, q data.Qualifiers, limit contextLimit, unit data.Unit) error {
	if joint < 0 {
		found, err := contextLimits{page: limit}.observe(t, row, name, unit, q)
		r.found = append(r.found, found...)
		return err
	}
	q, err := t.Within(row, joint, q)
	if err != nil {
		return err
	}
	return r.joint(t.At(row, joint), row[joint], name, q, unit)
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

// price observes one price; of something else than tokens there is nothing to observe.
func (r *xaiReader) price(at page.Place, name string, field data.Field, cell page.Cell, unit data.Unit, q data.Qualifiers) error {
	found, err := page.ObservePrice(at, name, field, cell, unit, q)
	if errors.Is(err, page.ErrOtherUnit) {
		return nil
	}
	if err == nil && len(found) > 0 && name == "" {
		return fmt.Errorf("%s %q stands with no model", field, cell.Text)
	}
	r.found = append(r.found, found...)
	return err
}

// xaiJoint is a cell with all prices of a model: "$2.00 ($0.20) / $6.00", which is input, cached input and output, or
// "$0.20$0.50", which is input and output.
var xaiJoint = regexp.MustCompile(`^((?:US)?\$\s*[\d.,]+)\s*(?:\(((?:US)?\$\s*[\d.,]+)\))?\s*/?\s*((?:US)?\$\s*[\d.,]+)\s*(?:[*†‡]|\[\d+\])*$`)

// xaiJointUnit is the unit of a joint cell where the page states none. That form of the page did not; every form before
// and after it states this one for the same models at the same figures.
const xaiJointUnit = data.USDPerMillion

func (r *xaiReader) joint(at page.Place, cell page.Cell, name string, q data.Qualifiers, unit data.Unit) error {
	m := xaiJoint.FindStringSubmatch(cell.Text)
	if m == nil {
		if _, _, err := page.ReadPrice(cell.Text, unit); err == nil && !page.IsAbsent(cell.Text) {
			return fmt.Errorf("the price of %s, %q, does not say of what it is", name, cell.Text)
		} else if err != nil && !errors.Is(err, page.ErrOtherUnit) {
			return fmt.Errorf("price of %s: %w", name, err)
		}
		return nil
	}
	first := len(r.found)
	for i, field := range []data.Field{data.PriceInput, data.PriceCacheRead, data.PriceOutput} {
		if err := r.price(at.Beside(string(field)), name, field, page.Cell{Text: m[i+1]}, cmp.Or(unit, xaiJointUnit), q); err != nil {
			return err
		}
	}
	for i := range r.found[first:] {
		r.found[first+i].Quote = cell.Text
	}
	return nil
}

var (
	xaiRegion   = regexp.MustCompile(`(?i)^(\S+) regional endpoint\b`)
	xaiRegional = regexp.MustCompile(`(?i)^for (\S+) this is ((?:US\$|[^a-z])+) per (\S+ tokens) \(([^()]+)\) (below \S+)[^$]*?((?:(?:US)?\$[^a-z$]+)+) above`)
)

// regional reads the sentence that prints the prices of one model at a regional endpoint, under the heading that names
// the region: "For grok-4.7 this is $2.20 / $0.55 / $6.60 per 1M tokens (input / cached input / output) below 200k prompt
// tokens, and $4.40 / $1.10 / $13.20 above."
func (r *xaiReader) regional(lines []string) {
	heading, region := "", ""
	for _, line := range lines {
		if m := xaiRegion.FindStringSubmatch(line); m != nil {
			heading, region = line, m[1]
		}
		m := xaiRegional.FindStringSubmatch(line)
		if m == nil || region == "" {
			continue
		}
		short, _ := page.WithContextBound(m[5]+" tokens", data.Qualifiers{Region: region})
		long := limitIn(short).long(data.Qualifiers{Region: region})
		per, err := page.TokenQuantity("per " + m[3])
		at := page.Place{Of: r.doc, Address: data.PageAddress{Section: []string{heading}, Table: "sentence", Row: m[1]}}
		if err != nil || short.ContextUpTo == "" {
			r.refused.Row(r.doc, m[1], []page.Cell{{Text: line}}, errors.New("the regional prices name no known quantity or length of prompt"))
			continue
		}
		r.whole(m[1], []page.Cell{{Text: line}}, func() error {
			return errors.Join(r.list(at.Beside(m[5]), m[1], m[2], m[4], per, short), r.list(at.Beside("above"), m[1], m[6], m[4], per, long))
		})
	}
}

// list observes amounts and the classes they are for, both separated by slashes.
func (r *xaiReader) list(at page.Place, name, amounts, classes, per string, q data.Qualifiers) error {
	prices, titles := strings.Split(amounts, "/"), strings.Split(classes, "/")
	if len(prices) != len(titles) {
		return fmt.Errorf("%d prices of %s for %d classes of tokens", len(prices), name, len(titles))
	}
	for i, title := range titles {
		at.Address.Column, at.Remark = page.OneLine(title), page.TitleRemark(title)
		if err := r.price(at, name, page.PriceField(title), page.Cell{Text: page.OneLine(prices[i])}, data.Unit("/"+per), q); err != nil {
			return err
		}
	}
	return nil
}
