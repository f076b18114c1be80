package pricing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// The pages of these makers are plain tables: a model a row, and a class of tokens a column.

func init() {
	xai := pricePage{least: minModelsOfFew, lacking: "the page lacks its table with Model, Input and Output columns", read: readPlain}
	collectors.Register(collectors.Source{Name: "pricing_xai", Publisher: "xAI", Parse: xai.parse},
		"https://docs.x.ai/developers/pricing.md",
		"https://docs.x.ai/developers/models.md",
		"https://docs.x.ai/docs/models.md",
		"https://docs.x.ai/developers/pricing",
		"https://docs.x.ai/developers/models",
		"https://docs.x.ai/docs/models",
	)
	zai := pricePage{
		least: minModels, lacking: `the page lacks its tables with Model, Input and Output columns under "Prices per 1M tokens"`,
		read: readPlain,
	}
	collectors.Register(collectors.Source{Name: "pricing_zai", Publisher: "Z.ai", Parse: zai.parse},
		"https://docs.z.ai/guides/overview/pricing.md",
		"https://docs.z.ai/guides/overview/pricing",
	)
	miniMax := pricePage{
		least: 1, lacking: "no table has columns of models and of their input and output prices per token", name: miniMaxName, read: readPlain,
	}
	collectors.Register(collectors.Source{
		Name: "pricing_minimax", Publisher: "MiniMax", Parse: miniMax.parse,
		// The platform for China has prices of its own, in yuan. They complete those in dollars and never replace them.
		Optional: [][]web.Request{web.Alternatives(
			"https://platform.minimaxi.com/docs/guides/pricing-paygo.md",
			"https://platform.minimaxi.com/docs/pricing/pay-as-you-go.md",
			"https://platform.minimaxi.com/docs/guides/pricing.md",
		)},
	},
		"https://platform.minimax.io/docs/guides/pricing-paygo.md",
		"https://platform.minimax.io/docs/pricing/pay-as-you-go.md",
		"https://platform.minimax.io/docs/guides/pricing.md",
	)
}

// readPlain reads every table of input and output prices per token, whatever its section is called: pages have regrouped their
// models before. The unit is that of the last sentence before it that states one, and the service that of its tab or heading.
//
// Not read are discounts and multipliers that are only stated, prices per image, second, character, call or use, and the single price of
// a speech model or an agent, of which nobody says whether it is for input or output.
func readPlain(r *reader, p page.Page) error {
	unit, perToken := data.Unit(""), true
	for _, t := range p.Tables {
		for _, line := range t.Before {
			if stated, states := page.StatedUnit(line, "USD"); states {
				unit, perToken = stated, stated != ""
			}
		}
		if !perToken || !t.PricesModels() {
			continue
		}
		before := len(r.found)
		r.models(t, t.Service(), func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
			stated, errUnit := rowUnit(t, row, unit)
			prices, err := page.ObserveRow(t, row, name, stated, q)
			storage, errStorage := observeStorage(t, row, name, q)
			window, errWindow := page.ObserveContext(t, row, name, data.Qualifiers{Remark: q.Remark}) // a length that a price holds for is another thing
			return slices.Concat(prices, storage, window), cmp.Or(errUnit, err, errStorage, errWindow)
		})
		if len(r.found) > before && t.Tab != "" && page.ServiceOf(t.Tab) == "" {
			return fmt.Errorf("the tab %q over prices names no known service", t.Tab)
		}
	}
	return nil
}

// rowUnit is the unit that a column states for a row, where there is such a column; each price prints its currency.
func rowUnit(t page.Table, row []page.Cell, stated data.Unit) (data.Unit, error) {
	column := t.Column("unit")
	if column < 0 {
		return stated, nil
	}
	per, err := page.TokenQuantity(row[column].Text)
	if err != nil {
		return "", fmt.Errorf("unit: %v", err)
	}
	return data.Unit("/" + per), nil
}

// observeStorage reads what keeping tokens in the cache costs. Such a price is one by the hour: what is free is free by
// the hour too, but an amount that does not say for how long is no price yet.
func observeStorage(t page.Table, row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
	column := t.PriceColumn(data.PriceCacheStorage)
	if column < 0 || !page.IsFree(row[column].Text) && !page.HasAnyWord(t.Header[column]+" "+row[column].Text, "hour") {
		return nil, nil
	}
	q.Service = cmp.Or(page.ServiceOf(t.Header[column]), q.Service)
	return page.ObservePrice(t.At(row, column), name, data.PriceCacheStorage, row[column], data.USDPerMillionPerHour, q)
}

// miniMaxName takes a name cell apart. A name ends with the word that holds its version; what follows in the cell is the
// length of the prompt or a remark: "MiniMax-M3 ≤ 512k input tokens Permanent 50% off".
func miniMaxName(text string, q data.Qualifiers, fetched time.Time) (string, data.Qualifiers) {
	text, q = page.ReadName(text, q, fetched)
	words := strings.Fields(text)
	version := slices.IndexFunc(words, func(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) })
	if version < 0 {
		return text, q
	}
	return strings.Join(words[:version+1], " "), page.WithTail(strings.Join(words[version+1:], " "), q)
}
