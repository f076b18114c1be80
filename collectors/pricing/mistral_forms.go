package pricing

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"pricepoint/collectors/page"
)

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
		r.price(r.card(model, label, "USD"), model, label, "USD", page.ReadCell(s.Get(0)))
		return
	}
	var amount struct {
		PriceUSD json.Number `json:"priceUsd"`
		PriceEUR json.Number `json:"priceEur"`
		Suffix   any         `json:"suffix"`
	}
	if err := json.Unmarshal([]byte(carried), &amount); err != nil {
		r.refuse(model, label, page.Cell{Text: carried}, fmt.Errorf("%s of %s: the amounts %q cannot be read: %v", label, model, carried, err))
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
	r.price(r.card(model, label, currency), model, label, currency, page.Cell{Text: page.OneLine(sign + amount.String() + " " + suffix)})
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
		r.price(r.card(api.Name, p.Label, "USD"), api.Name, p.Label, "USD", dollar)
		r.price(r.card(api.Name, p.Label, "EUR"), api.Name, p.Label, "EUR", euro)
	}
	return nil
}

// fragmentCell reads a fragment of HTML as a cell. A remark that begins with a plus sign offers something more and is
// no part of the price: "+ 50% off with batch-APIs".
func fragmentCell(fragment string) (page.Cell, error) {
	root, err := page.ShownFragment([]byte(fragment))
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
		name := page.NameColumn(t)
		if !t.PrintsPrices() {
			continue
		}
		for _, row := range t.Rows {
			for column, title := range t.Header {
				if name < 0 || column == name {
					continue
				}
				if err := r.inTable(t, row, name, column); err != nil {
					r.refuse(row[name].Text, title, row[column], err)
				}
			}
		}
	}
	return nil
}

func (r *mistralReader) inTable(t page.Table, row []page.Cell, name, column int) error {
	title := t.Header[column]
	field := page.ColumnField(title, row[column])
	if field == "" || page.IsAbsent(row[column].Text) {
		return nil
	}
	_, named := mistralName(row[name].Text, r.doc)
	terms, err := t.Within(row, column, named)
	if err != nil {
		return err
	}
	return r.observe(t.At(row, column), row[name].Text, title, field, row[column], "", terms)
}
