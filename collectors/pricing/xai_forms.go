package pricing

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

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
		before := len(r.found)
		if err := errors.Join(r.list(at.Beside(m[5]), m[1], m[2], m[4], per, short), r.list(at.Beside("above"), m[1], m[6], m[4], per, long)); err != nil {
			r.found = r.found[:before]
			r.refused.Row(r.doc, m[1], []page.Cell{{Text: line}}, fmt.Errorf("regional prices: %w", err))
		}
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
