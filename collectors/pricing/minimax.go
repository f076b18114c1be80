package pricing

import (
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

func init() {
	collectors.Register(collectors.Source{
		Name: "pricing_minimax", Publisher: "MiniMax",
		Requests: [][]web.Request{web.Alternatives(
			"https://platform.minimax.io/docs/guides/pricing-paygo.md",
			"https://platform.minimax.io/docs/pricing/pay-as-you-go.md",
			"https://platform.minimax.io/docs/guides/pricing.md",
		)},
		// The platform for China has prices of its own, in yuan. They complete those in dollars and never replace them.
		Optional: [][]web.Request{web.Alternatives(
			"https://platform.minimaxi.com/docs/guides/pricing-paygo.md",
			"https://platform.minimaxi.com/docs/pricing/pay-as-you-go.md",
			"https://platform.minimaxi.com/docs/guides/pricing.md",
		)},
		Parse: miniMax.parse,
	})
}

// miniMax is a page of either platform. The service is the tab a table stands in, or without tabs the section.
//
// Not read are prices per character, voice, second, video, song, image or call.
var miniMax = pricePage{
	least: 1, lacking: "no table has columns of models and of their input and output prices per token", name: miniMaxName, read: readMiniMax,
}

// readMiniMax reads every table of input and output prices per token.
func readMiniMax(r *reader, p page.Page) error {
	for _, t := range p.Tables {
		if !t.PricesModels() {
			continue
		}
		before := len(r.found)
		r.models(t, t.Service(), func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
			return page.ObserveRow(t, row, name, "", q)
		})
		if len(r.found) > before && t.Tab != "" && page.ServiceOf(t.Tab) == "" {
			return fmt.Errorf("the tab %q over prices names no known service", t.Tab)
		}
	}
	return nil
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
