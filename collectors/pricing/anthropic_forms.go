package pricing

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// anthropicMinModels is the least number of models the model table must price; it has never had fewer than 9.
const anthropicMinModels = 5

// Limits of a page of cards: how many prices it may print, how far a price may stand below the heading of its card,
// and how much is looked at beside it. They bound the time a hostile page takes.
const (
	maxCardPrices = 1000
	maxCardDepth  = 20
	maxCardWidth  = 20
)

// anthropicCards reads the page that sells: one card a model, under a heading. A price has its label beside it, or
// above it when several prices share one ("Prompt caching": "Write", "Read"). The same kind of card sells plans, whose
// prices are not per token. Only labels and nearness count, since class names and the order of the prices have changed.
// The discount for batches is a percentage there and makes no observation.
func anthropicCards(doc web.Payload, p page.Page) ([]data.Observation, error) {
	root, err := page.Shown(doc.Body)
	if err != nil {
		return nil, err
	}
	r := cardReader{doc: doc, ttl: cachingTTL(p.Lines)}
	for n := range root.Descendants() {
		if n.Type != html.TextNode || !millionTokens.MatchString(n.Data) {
			continue
		}
		if r.prices++; r.prices > maxCardPrices {
			return nil, fmt.Errorf("the page prints more than %d prices", maxCardPrices)
		}
		r.price(n)
	}
	found := r.refused.Distinct(r.found)
	if models := page.PricedSubjects(found); len(models) < anthropicMinModels {
		return nil, r.refused.Lacking(fmt.Errorf("%d models are priced by cards that print \"/ MTok\" and none by tables with input, cache and output columns, expected at least %d",
			len(models), anthropicMinModels))
	}
	return found, r.refused.Err()
}

// millionTokens is in every price of a card, at its end: "/ MTok", "per million tokens".
var millionTokens = regexp.MustCompile(`(?i)\bM ?tok|\bmillion\b|/\s*(?-i:1?\s*M\b)`)

// cachingTTL reads how long the cached prompts live that a page prices: "Prompt caching pricing reflects 5-minute TTL."
func cachingTTL(lines []string) string {
	for _, line := range lines {
		if ttl := page.CacheTTL(line); ttl != "" && page.HasWords(line, "caching", "pricing", "ttl") {
			return ttl
		}
	}
	return ""
}

type cardReader struct {
	doc    web.Payload
	ttl    string // of the cache writes, "" when the page does not say
	prices int    // seen so far
	found  []data.Observation

	refused page.Refused
}

// price reads the price of which n is the last piece of text: its innermost label that names a class of tokens says
// what it is for, any label may bound the prompt.
func (r *cardReader) price(n *html.Node) {
	element, text := wholePrice(n)
	if element == nil {
		return
	}
	name, labels := cardLabels(element)
	q := data.Qualifiers{Service: "standard"}
	var field data.Field
	remark := ""
	for _, label := range labels {
		if field == "" {
			field, remark = page.PriceField(label), page.TitleRemark(label)
		}
		q, _ = page.WithContextBound(label, q)
	}
	if name == "" || field == "" {
		r.refused.Row(r.doc, name, []page.Cell{{Text: text}}, fmt.Errorf("the price %q stands in no card with a heading and a label, it has %q", text, append(labels, name)))
		return
	}
	if field == data.PriceCacheWrite {
		q.CacheTTL = r.ttl
	}
	slices.Reverse(labels)
	at := page.Place{Of: r.doc, Address: data.PageAddress{Table: "cards", Row: name, Column: strings.Join(labels, " ")}, Remark: remark}
	name, q = page.ReadName(name, q, r.doc.FetchedAt)
	found, err := page.ObservePrice(at, name, field, page.Cell{Text: text}, "", q)
	for i := range found {
		found[i].Quote = strings.Join(append(labels, text), " ")
	}
	if err != nil {
		r.refused.Row(r.doc, name, []page.Cell{{Text: text}}, err)
	}
	r.found = append(r.found, found...)
}

// wholePrice returns the smallest element around a piece of text that is a whole price: currency, number and unit
// may each have an element. Prose has no such element.
func wholePrice(n *html.Node) (*html.Node, string) {
	for range 4 {
		if n = n.Parent; n == nil || page.Unseen(n) {
			return nil, ""
		}
		text := strings.Join(page.Texts(n), "")
		if _, unit, err := page.ReadPrice(text, ""); err == nil && unit == data.USDPerMillion {
			return n, page.OneLine(text)
		}
	}
	return nil, ""
}

// cardLabels climbs from a price to the heading of its card and collects the labels on the way, innermost first.
func cardLabels(n *html.Node) (name string, labels []string) {
	for range maxCardDepth {
		if n.Parent == nil {
			break
		}
		sibling := n.Parent.FirstChild
		for range maxCardWidth {
			if sibling == nil {
				break
			}
			if heading := headingIn(sibling); heading != nil {
				return page.ReadCell(heading).Text, labels
			}
			if text := page.Texts(sibling); sibling != n && len(text) == 1 {
				labels = append(labels, page.OneLine(text[0]))
			}
			sibling = sibling.NextSibling
		}
		n = n.Parent
	}
	return "", labels
}

// headingIn returns the heading that n is or begins with.
func headingIn(n *html.Node) *html.Node {
	for range page.MaxLabelNodes {
		if n == nil || page.HeadingLevel(n) > 0 {
			return n
		}
		n = n.FirstChild
	}
	return nil
}
