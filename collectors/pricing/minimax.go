package pricing

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
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
		Parse: parseMiniMax,
	})
}

// parseMiniMax reads every table of input and output prices per token. The service is the tab a table stands in, or
// without tabs the section.
//
// Not read are prices per character, voice, second, video, song, image or call.
func parseMiniMax(docs []web.Payload) ([]data.Observation, error) {
	var found []data.Observation
	var refused page.Refused
	for _, doc := range docs {
		here, err := miniMaxPage(doc, &refused)
		if err != nil {
			return nil, err
		}
		found = append(found, here...)
	}
	return found, refused.Err()
}

func miniMaxPage(doc web.Payload, refused *page.Refused) ([]data.Observation, error) {
	p, err := page.Read(doc)
	if err != nil {
		return nil, err
	}
	r, unknown := reader{doc: doc, refused: *refused}, ""
	for _, t := range p.Tables {
		if !t.PricesModels() {
			continue
		}
		r.models(t, func(row []page.Cell, group data.Qualifiers) (string, []data.Observation, error) {
			group.Service = cmp.Or(group.Service, t.Service())
			name, q := miniMaxName(doc, row[page.NameColumn(t)].Text, group)
			here, err := page.ObserveRow(t, row, name, "", q)
			if len(here) > 0 && t.Tab != "" && page.ServiceOf(t.Tab) == "" {
				unknown = t.Tab
			}
			return name, here, err
		})
	}
	if unknown != "" {
		return nil, fmt.Errorf("the tab %q over prices names no known service", unknown)
	}
	found, err := r.priced(1, "no table has columns of models and of their input and output prices per token")
	*refused = r.refused
	if _, whole := err.(page.Refused); whole {
		err = nil
	}
	return found, err
}

// miniMaxName takes a name cell apart. A name ends with the word that holds its version; what follows in the cell is the
// length of the prompt or a remark: "MiniMax-M3 ≤ 512k input tokens Permanent 50% off".
func miniMaxName(doc web.Payload, text string, q data.Qualifiers) (string, data.Qualifiers) {
	text, q = page.ReadName(text, q, doc.FetchedAt)
	words := strings.Fields(text)
	for i, word := range words {
		if strings.ContainsFunc(word, unicode.IsDigit) {
			return strings.Join(words[:i+1], " "), page.WithTail(strings.Join(words[i+1:], " "), q)
		}
	}
	return text, q
}
