package pricing

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

func init() {
	mistral := pricePage{
		least: minModelsOfFew, lacking: "the page has neither price cards nor API price data nor price tables in dollars",
		counts: func(o data.Observation) bool { return strings.HasPrefix(string(o.Unit), "USD/") },
		name:   mistralName, read: readMistral,
	}
	collectors.Register(collectors.Source{Name: "pricing_mistral", Publisher: "Mistral AI", Parse: mistral.parse},
		"https://mistral.ai/pricing/api/",
		"https://mistral.ai/pricing",
		"https://docs.mistral.ai/platform/pricing",
	)
}

// readMistral reads the three forms the prices have had: cards of a page, the data a page was rendered from, and
// tables. Each states USD and EUR side by side; neither is a conversion of the other, and both are observed.
//
// Not read are fine-tuned models and their training, tools, prices per page, minute, image or character, an endpoint
// that is free as a whole, and what is only stated as a discount on another price (batches, cached input).
func readMistral(r *reader, p page.Page) error {
	switch {
	case bytes.Contains(r.doc.Body, []byte("<"+mistralPrice)):
		return mistralCards(r)
	case page.IsNext(r.doc.Body):
		return mistralFlight(r)
	}
	for _, t := range p.Tables { // of the documentation, whose cells print amount, currency and unit
		if page.NameColumn(t) >= 0 && t.PrintsPrices() {
			r.models(t, "", func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
				return page.ObserveRow(t, row, name, "", q)
			})
		}
	}
	return nil
}

// mistralPrice is the element of one price.
const mistralPrice = "mistral-atom-text-price"

// mistralCard is the card of a model, and where the reader stands on it.
type mistralCard struct {
	*reader
	model, label string
}

// price reads one price of the model, under its label. The label says the class of tokens and the unit: "Input (/M tokens)".
func (c mistralCard) price(currency string, cell page.Cell) {
	c.whole(c.model, []page.Cell{{Text: c.label}, cell}, func() ([]data.Observation, error) { return c.labelled(currency, cell) })
}

// mistralMinutes leaves out of a label what its prices are for besides tokens: each price has its own unit.
var mistralMinutes = strings.NewReplacer("per min / ", "", "/min", "")

// labelled reads what stands under a label. One of two units stands over two prices, in the same order; a single price under it
// is per token if it is one of text.
func (c mistralCard) labelled(currency string, cell page.Cell) (found []data.Observation, err error) {
	field := page.ColumnField(c.label, cell)
	if field == "" || field == data.PriceCacheStorage || !page.StatesPrice(cell.Text) {
		return nil, nil // fine-tuned models are stored by the month
	}
	at := page.Place{Of: c.doc, Remark: page.TitleRemark(mistralMinutes.Replace(c.label)),
		Address: data.PageAddress{Table: "cards", Row: c.model, Column: c.label, Notes: []string{currency}}}
	name, q := mistralName(c.model, data.Qualifiers{}, c.doc.FetchedAt)
	_, q = page.CutBound(c.label, q)
	q.Service = cmp.Or(page.ServiceOf(c.label), q.Service)
	units, parts := mistralUnit.FindAllStringSubmatch(c.label, -1), []string{cell.Text}
	if len(units) > 1 {
		parts = strings.Split(cell.Text, " / ")
	}
	for i, unit := range units {
		if !strings.Contains(strings.ToLower(unit[1]), "tok") || len(parts) != len(units) && !page.HasWords(c.label, "text") {
			continue
		}
		per, err := page.TokenQuantity("per " + unit[1])
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", c.label, c.model, err)
		}
		part := page.Cell{Text: parts[0], Struck: cell.Struck}
		if len(parts) == len(units) {
			part.Text = parts[i]
		}
		q.Modality = strings.ToLower(modalityWord.FindString(c.label + " " + part.Text))
		here, err := page.ObservePrice(at, name, field, part, data.Unit(currency+"/"+per), q)
		if err != nil && !errors.Is(err, page.ErrOtherUnit) { // a price may print another unit than its label
			return nil, err
		}
		found = append(found, here...)
	}
	return found, nil
}

// mistralUnit finds the units in a label: "/M tokens", "per min / per M tok".
var mistralUnit = regexp.MustCompile(`(?i)(?:/|\bper\b)\s*([^/()]+)`)

var (
	modalityWord = regexp.MustCompile(`(?i)\b(?:text|audio|image|video)\b`)
	modelSize    = regexp.MustCompile(`(?i)\([\d.x]+[BM]\)`)
)

// mistralName takes remarks off a name, except for the size that tells the models of a family apart: "Ministral 3 (8B)".
func mistralName(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers) {
	if modelSize.MatchString(text) {
		return page.OneLine(text), q
	}
	return page.ReadName(text, q, fetched)
}

const (
	mistralBlock   = "mistral-block-card-model, [data-name]:has(" + mistralPrice + ")"
	mistralHeading = "h1, h2, h3, h4, h5, h6, [class*=text-h]" // the first of a card is the model's name
)

// mistralCards reads the page whose prices stand in cards, each price after its label. A price element carries its amounts in
// both currencies and shows one of them at a time, as $1.5 or €1.25; without them it is read as shown.
func mistralCards(r *reader) error {
	shown, err := page.Shown(r.doc.Body)
	if err != nil {
		return err
	}
	card := mistralCard{reader: r}
	p := goquery.NewDocumentFromNode(shown)
	for _, s := range p.Find(strings.Join([]string{mistralBlock, mistralHeading, mistralPrice, "p, dt, label"}, ", ")).EachIter() {
		switch {
		case s.Is(mistralBlock):
			card.model, card.label = "", ""
		case s.Is(mistralPrice):
			if block := s.Closest(mistralBlock); block.Length() > 0 {
				named := mistralCard{r, cmp.Or(card.model, block.AttrOr("data-name", "")), card.label}
				named.element(s)
				card.label = "" // without a label nobody knows what a price is for
			}
		case card.model == "" && s.Is(mistralHeading):
			card.model = page.ReadCell(s.Get(0)).Text
		default:
			card.label = page.ReadCell(s.Get(0)).Text
		}
	}
	return nil
}

// element reads one price element. A suffix is the unit it prints after the amount.
func (c mistralCard) element(s *goquery.Selection) {
	carried, ok := s.Attr("data-prices")
	if !ok {
		c.price("USD", page.ReadCell(s.Get(0)))
		return
	}
	var amount struct {
		PriceUSD, PriceEUR json.Number
		Suffix             any
	}
	if err := json.Unmarshal([]byte(carried), &amount); err != nil {
		why := fmt.Errorf("%s of %s: the amounts %q cannot be read: %v", c.label, c.model, carried, err)
		c.refused.Row(c.doc, c.model, []page.Cell{{Text: c.label}, {Text: carried}}, why)
		return
	}
	suffix, _ := amount.Suffix.(string)
	if amount.PriceUSD != "" {
		c.price("USD", page.Cell{Text: page.OneLine("$" + amount.PriceUSD.String() + " " + suffix)})
	}
	if amount.PriceEUR != "" {
		c.price("EUR", page.Cell{Text: page.OneLine("€" + amount.PriceEUR.String() + " " + suffix)})
	}
}

// mistralAPI is one model or tool of the price data; its prices are fragments of HTML.
type mistralAPI struct {
	Name  string
	Price []struct {
		Label  string `json:"value"`
		Dollar string `json:"price_dollar"`
		Euro   string `json:"price_euro"`
	}
}

// mistralFlight reads the data of the page that a Next.js server rendered.
func mistralFlight(r *reader) error {
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
			for _, p := range api.Price {
				card := mistralCard{r, api.Name, p.Label}
				card.price("USD", fragmentCell(p.Dollar))
				card.price("EUR", fragmentCell(p.Euro))
			}
		}
	}
	return nil
}

// fragmentCell reads a fragment of HTML as a cell; one that is none is empty. A remark that begins with a plus sign offers
// something more and is no part of the price: "+ 50% off with batch-APIs".
func fragmentCell(fragment string) page.Cell {
	root, err := page.Shown([]byte(fragment))
	if err != nil {
		return page.Cell{}
	}
	cell := page.ReadCell(root)
	cell.Text, _, _ = strings.Cut(cell.Text, " +")
	return cell
}
