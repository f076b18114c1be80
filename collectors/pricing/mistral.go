package pricing

import (
	"bytes"
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
	register(collectors.Source{
		Name: "pricing_mistral", Kind: data.PricingSource, Publisher: "Mistral AI",
		Requests: [][]web.Request{{
			{URL: "https://mistral.ai/pricing/api/"},
			{URL: "https://mistral.ai/pricing"},
			{URL: "https://docs.mistral.ai/platform/pricing"},
		}},
		Parse: parseMistral,
	})
}

// mistralMinModels is the least number of models that must have an input and an output price; the shortest page had 5.
const mistralMinModels = 3

// parseMistral reads the three forms the prices have had: cards of a page, the data a page was rendered from, and
// tables. Each states USD and EUR side by side; neither is a conversion of the other, and both are observed.
//
// Not read are fine-tuned models and their training, tools, prices per page, minute, image or character, an endpoint
// that is free as a whole, and what is only stated as a discount on another price (batches, cached input).
func parseMistral(docs []web.Payload) ([]data.Observation, error) {
	r := mistralReader{doc: docs[0]}
	read := r.tables
	switch {
	case bytes.Contains(docs[0].Body, []byte("<"+mistralPrice)):
		read = r.cards
	case page.IsNext(docs[0].Body):
		read = r.flight
	}
	if err := read(); err != nil {
		return nil, err
	}
	found := r.refused.Distinct(r.found)
	inDollars := slices.DeleteFunc(slices.Clone(found), func(o data.Observation) bool { return !strings.HasPrefix(string(o.Unit), "USD/") })
	if n := len(page.PricedSubjects(inDollars)); n < mistralMinModels {
		return nil, r.refused.Lacking(fmt.Errorf("%d models have a price of input and of output tokens in dollars, expected at least %d: the page has neither price cards nor API price data nor price tables",
			n, mistralMinModels))
	}
	return found, r.refused.Err()
}

// mistralPrice is the element of one price.
const mistralPrice = "mistral-atom-text-price"

type mistralReader struct {
	doc   web.Payload
	found []data.Observation

	refused page.Refused
}

// price reads one price of a model. Its label says the class of tokens and the unit: "Input (/M tokens)". A label of
// two units stands over two prices, in the same order; a single price under it is per token if it is one of text.
func (r *mistralReader) price(at page.Place, model, label, currency string, cell page.Cell) {
	if err := r.labelled(at, model, label, currency, cell); err != nil {
		r.refuse(model, label, cell, err)
	}
}

// mistralMinutes leaves out of a label what its prices are for besides tokens: each price has its own unit.
var mistralMinutes = strings.NewReplacer("per min / ", "", "/min", "")

// card is the place of a price outside of tables: under its label, on the card of its model.
func (r *mistralReader) card(model, label, currency string) page.Place {
	return page.Place{Of: r.doc, Address: data.PageAddress{Table: "cards", Row: model, Column: label, Notes: []string{currency}}, Remark: page.TitleRemark(mistralMinutes.Replace(label))}
}

// refuse leaves out one price.
func (r *mistralReader) refuse(model, label string, cell page.Cell, why error) {
	r.refused.Row(r.doc, model, []page.Cell{{Text: label}, cell}, why)
}

func (r *mistralReader) labelled(at page.Place, model, label, currency string, cell page.Cell) error {
	field := page.ColumnField(label, cell)
	if field == "" || field == data.PriceCacheStorage || !page.StatesPrice(cell.Text) {
		return nil // fine-tuned models are stored by the month
	}
	_, named := mistralName(model, r.doc)
	within, _ := page.WithContextBound(label, named)
	units := mistralUnit.FindAllStringSubmatch(label, -1)
	parts := []string{cell.Text}
	if len(units) > 1 {
		parts = strings.Split(cell.Text, " / ")
	}
	for i, unit := range units {
		if !strings.Contains(strings.ToLower(unit[1]), "tok") {
			continue
		}
		per, err := page.TokenQuantity("per " + unit[1])
		if err != nil {
			return fmt.Errorf("%s of %s: %w", label, model, err)
		}
		part := page.Cell{Text: parts[0], Struck: cell.Struck}
		if len(parts) == len(units) {
			part.Text = parts[i]
		} else if !page.HasWords(label, "text") {
			continue
		}
		if err := r.observe(at, model, label, field, part, data.Unit(currency+"/"+per), within); err != nil {
			return err
		}
	}
	return nil
}

// mistralUnit finds the units in a label: "/M tokens", "per min / per M tok".
var mistralUnit = regexp.MustCompile(`(?i)(?:/|\bper\b)\s*([^/()]+)`)

// observe reads one price; within says for how long prompts it holds.
func (r *mistralReader) observe(at page.Place, model, label string, field data.Field, cell page.Cell, stated data.Unit, within data.Qualifiers) error {
	if len(r.found) >= page.MaxObservations {
		return fmt.Errorf("the page prints more than %d prices", page.MaxObservations)
	}
	name, q := mistralName(model, r.doc)
	if name == "" {
		return fmt.Errorf("%s %q stands with no model", label, cell.Text)
	}
	q.ContextOver, q.OverOp, q.ContextUpTo, q.UpToOp = within.ContextOver, within.OverOp, within.ContextUpTo, within.UpToOp
	q.Service = cmp.Or(page.TitleService(label), q.Service)
	q.Modality = strings.ToLower(modalityWord.FindString(label + " " + cell.Text))
	found, err := page.ObservePrice(at, name, field, cell, stated, q)
	if errors.Is(err, page.ErrOtherUnit) {
		return nil // the price prints another unit than its label
	}
	r.found = append(r.found, found...)
	return err
}

var (
	modalityWord = regexp.MustCompile(`(?i)\b(?:text|audio|image|video)\b`)
	modelSize    = regexp.MustCompile(`(?i)\([\d.x]+[BM]\)`)
)

// mistralName takes remarks off a name, except for the size that tells the models of a family apart: "Ministral 3 (8B)".
func mistralName(text string, doc web.Payload) (string, data.Qualifiers) {
	if modelSize.MatchString(text) {
		return page.OneLine(text), data.Qualifiers{}
	}
	return page.ReadName(text, data.Qualifiers{}, doc.FetchedAt)
}
