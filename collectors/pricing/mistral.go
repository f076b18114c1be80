package pricing

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{Name: "pricing_mistral", Publisher: "Mistral AI", Parse: parseMistral},
		"https://mistral.ai/pricing/api/",
		"https://mistral.ai/pricing",
		"https://docs.mistral.ai/platform/pricing",
	)
}

// parseMistral reads the three forms the prices have had: cards of a page, the data a page was rendered from, and
// tables. Each states USD and EUR side by side; neither is a conversion of the other, and both are observed.
//
// Not read are fine-tuned models and their training, tools, prices per page, minute, image or character, an endpoint
// that is free as a whole, and what is only stated as a discount on another price (batches, cached input).
func parseMistral(docs []web.Payload) ([]data.Observation, error) {
	r := mistralReader{reader{doc: docs[0]}}
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
	found, err := r.priced(minModelsOfFew, "the page has neither price cards nor API price data nor price tables")
	inDollars := slices.DeleteFunc(slices.Clone(found), func(o data.Observation) bool { return !strings.HasPrefix(string(o.Unit), "USD/") })
	if n := len(page.PricedSubjects(inDollars)); found != nil && n < minModelsOfFew {
		return nil, r.refused.Lacking(fmt.Errorf("%d models are priced in dollars, expected at least %d", n, minModelsOfFew))
	}
	return found, err
}

// mistralPrice is the element of one price.
const mistralPrice = "mistral-atom-text-price"

type mistralReader struct{ reader }

// price reads one price of a model, under its label on the card of the model. The label says the class of tokens and the unit:
// "Input (/M tokens)". A label of two units stands over two prices, in the same order; a single price under it is per token
// if it is one of text.
func (r *mistralReader) price(model, label, currency string, cell page.Cell) {
	at := page.Place{Of: r.doc, Remark: page.TitleRemark(mistralMinutes.Replace(label)),
		Address: data.PageAddress{Table: "cards", Row: model, Column: label, Notes: []string{currency}}}
	r.whole(model, []page.Cell{{Text: label}, cell}, func() error { return r.labelled(at, model, label, currency, cell) })
}

// mistralMinutes leaves out of a label what its prices are for besides tokens: each price has its own unit.
var mistralMinutes = strings.NewReplacer("per min / ", "", "/min", "")

func (r *mistralReader) labelled(at page.Place, model, label, currency string, cell page.Cell) error {
	field := page.ColumnField(label, cell)
	if field == "" || field == data.PriceCacheStorage || !page.StatesPrice(cell.Text) {
		return nil // fine-tuned models are stored by the month
	}
	_, named := mistralName(model, r.doc)
	_, within := page.CutBound(label, named)
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
	name, q := mistralName(model, r.doc)
	if name == "" {
		return fmt.Errorf("%s %q stands with no model", label, cell.Text)
	}
	q.ContextOver, q.OverOp, q.ContextUpTo, q.UpToOp = within.ContextOver, within.OverOp, within.ContextUpTo, within.UpToOp
	q.Service = cmp.Or(page.ServiceOf(label), q.Service)
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

const (
	mistralCard    = "mistral-block-card-model, [data-name]:has(" + mistralPrice + ")"
	mistralHeading = "h1, h2, h3, h4, h5, h6, [class*=text-h]" // the first of a card is the model's name
)

// cards reads the page whose prices stand in cards, each price after its label. A price element carries its amounts in
// both currencies and shows one of them at a time, as $1.5 or €1.25; without them it is read as shown.
func (r *mistralReader) cards() error {
	shown, err := page.Shown(r.doc.Body)
	if err != nil {
		return err
	}
	p := goquery.NewDocumentFromNode(shown)
	var model, label string
	for _, s := range p.Find(strings.Join([]string{mistralCard, mistralHeading, mistralPrice, "p, dt, label"}, ", ")).EachIter() {
		switch {
		case s.Is(mistralCard):
			model, label = "", ""
		case s.Is(mistralPrice):
			card := s.Closest(mistralCard)
			if card.Length() == 0 {
				continue
			}
			r.element(cmp.Or(model, card.AttrOr("data-name", "")), label, s)
			label = "" // without a label nobody knows what a price is for
		case model == "" && s.Is(mistralHeading):
			model = page.ReadCell(s.Get(0)).Text
		default:
			label = page.ReadCell(s.Get(0)).Text
		}
	}
	return nil
}

// element reads one price element. A suffix is the unit it prints after the amount.
func (r *mistralReader) element(model, label string, s *goquery.Selection) {
	carried, ok := s.Attr("data-prices")
	if !ok {
		r.price(model, label, "USD", page.ReadCell(s.Get(0)))
		return
	}
	var amount struct {
		PriceUSD json.Number `json:"priceUsd"`
		PriceEUR json.Number `json:"priceEur"`
		Suffix   any         `json:"suffix"`
	}
	if err := json.Unmarshal([]byte(carried), &amount); err != nil {
		why := fmt.Errorf("%s of %s: the amounts %q cannot be read: %v", label, model, carried, err)
		r.refused.Row(r.doc, model, []page.Cell{{Text: label}, {Text: carried}}, why)
		return
	}
	suffix, _ := amount.Suffix.(string)
	r.amount(model, label, "USD", "$", amount.PriceUSD, suffix)
	r.amount(model, label, "EUR", "€", amount.PriceEUR, suffix)
}

func (r *mistralReader) amount(model, label, currency, sign string, amount json.Number, suffix string) {
	if amount == "" {
		return
	}
	r.price(model, label, currency, page.Cell{Text: page.OneLine(sign + amount.String() + " " + suffix)})
}

// flight reads the data of the page that a Next.js server rendered.
func (r *mistralReader) flight() error {
	text, err := page.NextFlight(r.doc.Body)
	if err != nil {
		return err
	}
	const key = `"apis":`
	for _, rest, ok := strings.Cut(text, key); ok; _, rest, ok = strings.Cut(rest, key) {
		if !strings.HasPrefix(rest, "[") {
			continue
		}
		var apis []mistralAPI
		dec := json.NewDecoder(strings.NewReader(rest))
		if err := dec.Decode(&apis); err != nil {
			return fmt.Errorf("the API price data cannot be read: %v", err)
		}
		rest = rest[dec.InputOffset():] // what was read is not searched again
		for _, api := range apis {
			if err := r.api(api); err != nil {
				return err
			}
		}
	}
	return nil
}

// mistralAPI is one model or tool of the price data; its prices are fragments of HTML.
type mistralAPI struct {
	Name  string `json:"name"`
	Price []struct {
		Label  string `json:"value"`
		Dollar string `json:"price_dollar"`
		Euro   string `json:"price_euro"`
	} `json:"price"`
}

func (r *mistralReader) api(api mistralAPI) error {
	for _, p := range api.Price {
		dollar, errDollar := fragmentCell(p.Dollar)
		euro, errEuro := fragmentCell(p.Euro)
		if err := errors.Join(errDollar, errEuro); err != nil {
			return err
		}
		r.price(api.Name, p.Label, "USD", dollar)
		r.price(api.Name, p.Label, "EUR", euro)
	}
	return nil
}

// fragmentCell reads a fragment of HTML as a cell. A remark that begins with a plus sign offers something more and is
// no part of the price: "+ 50% off with batch-APIs".
func fragmentCell(fragment string) (page.Cell, error) {
	root, err := page.Shown([]byte(fragment))
	if err != nil {
		return page.Cell{}, err
	}
	cell := page.ReadCell(root)
	cell.Text, _, _ = strings.Cut(cell.Text, " +")
	return cell, nil
}

// tables reads the documentation page, whose cells print amount, currency and unit.
func (r *mistralReader) tables() error {
	p, err := page.Read(r.doc)
	if err != nil {
		return err
	}
	for _, t := range p.Tables {
		if page.NameColumn(t) < 0 || !t.PrintsPrices() {
			continue
		}
		r.models(t, func(row []page.Cell, _ data.Qualifiers) (string, []data.Observation, error) {
			name, q := mistralName(row[page.NameColumn(t)].Text, r.doc)
			found, err := page.ObserveRow(t, row, name, "", q)
			return name, found, err
		})
	}
	return nil
}
