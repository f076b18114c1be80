package pricing

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "pricing_anthropic", Publisher: "Anthropic",
		// The page that sells prices fewer models and one kind of cache write, and nothing by the length of the
		// prompt. It ranks below the documentation, so that a newer record of it does not hide that in a replay.
		Requests: [][]web.Request{{
			{URL: "https://platform.claude.com/docs/en/about-claude/pricing.md"},
			{URL: "https://docs.claude.com/en/docs/about-claude/pricing.md"},
			{URL: "https://docs.anthropic.com/en/docs/about-claude/pricing.md"},
			{URL: "https://docs.anthropic.com/en/docs/about-claude/pricing"},
			{URL: "https://claude.com/pricing", Standing: 1},
			{URL: "https://www.anthropic.com/pricing", Standing: 1},
		}},
		Parse: parseAnthropic,
	})
}

// parseAnthropic reads the model table (service standard) and, where the page has them, the tables for batches, for
// fast mode and for long prompts. A page without a model table is read as the one with cards. What the page only
// states as a multiplier (data residency, caching in batches and in fast mode) is not a printed price and makes no
// observation.
func parseAnthropic(docs []web.Payload) ([]data.Observation, error) {
	p, err := page.Read(docs[0])
	if err != nil {
		return nil, err
	}
	r := anthropicReader{reader: reader{doc: docs[0]}}
	for _, t := range p.Tables {
		if !ofOneService(t) && t.Prices(data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite) {
			r.rows(t, "standard")
		}
	}
	if r.models = page.PricedSubjects(r.found); len(r.models) < minModels {
		return anthropicCards(docs[0], p)
	}
	for _, t := range p.Tables {
		r.special(t)
	}
	return r.priced(minModels, "the tables of models contradict one another")
}

type anthropicReader struct {
	reader
	models []string // the subjects of the model table
}

// ofOneService reports whether a heading says that the prices under it are not those of any request.
func ofOneService(t page.Table) bool {
	return t.Under("batch") || t.Under("fast", "mode") || t.Under("long", "context")
}

// special reads the tables of other services and of long prompts, known by the heading they stand under.
func (r *anthropicReader) special(t page.Table) {
	inOut := t.Prices(data.PriceInput, data.PriceOutput)
	switch {
	case inOut && t.Under("batch"):
		r.rows(t, "batch")
	case inOut && t.Under("fast", "mode"):
		r.rows(t, "fast")
	case inOut && t.Under("long", "context"):
		r.rows(t, "standard")
	case t.Under("long", "context"):
		r.longContext(t)
	case inOut && slices.ContainsFunc(t.Header, func(title string) bool { return page.TitleService(title) != "" }):
		r.rows(t, "standard")
	}
}

// rows reads a table with one row a model, or one a length of prompt, and one column a class of tokens.
func (r *anthropicReader) rows(t page.Table, service string) {
	introduced := r.introduced(t)
	for row, group := range t.ModelRows() {
		names, q := r.subjects(t, row, introduced, group)
		q.Service = cmp.Or(q.Service, service)
		r.whole(strings.Join(names, ", "), row, func() error { return r.row(t, row, names, q) })
	}
}

func (r *anthropicReader) row(t page.Table, row []page.Cell, names []string, q data.Qualifiers) error {
	if len(names) == 0 {
		names = []string{""} // a price that stands with no model is refused
	}
	if len(r.found)+len(names)*len(row) > page.MaxObservations {
		return errTooManyPrices
	}
	byName := make([][]data.Observation, len(names))
	for i, name := range names {
		var err error
		if byName[i], err = page.ObserveRow(t, row, name, "", q); err != nil {
			return err
		}
	}
	for i := range byName[0] {
		for _, found := range byName {
			r.found = append(r.found, found[i])
		}
	}
	return nil
}

// longContext reads the table whose columns are lengths of prompts and whose cells say the class: "Input: $6 / MTok".
// A row without a name goes on with the models above.
func (r *anthropicReader) longContext(t page.Table) {
	introduced := r.introduced(t)
	var names []string
	var q data.Qualifiers
	for _, row := range t.Rows {
		if column := page.NameColumn(t); column < 0 || row[column].Text != "" {
			names, q = r.subjects(t, row, introduced, data.Qualifiers{Service: "standard"})
		}
		r.whole(strings.Join(names, ", "), row, func() error { return r.lengths(t, row, names, q) })
	}
}

func (r *anthropicReader) lengths(t page.Table, row []page.Cell, names []string, q data.Qualifiers) error {
	for column, title := range t.Header {
		bounded, bound := page.WithContextBound(title, q)
		if !page.OnlyBounds(title) {
			bounded = page.WithRemark(bounded, title)
		}
		class, text, labelled := strings.Cut(row[column].Text, ":")
		if !bound || !labelled {
			continue
		}
		at := t.At(row, column)
		at.Remark = page.TitleRemark(class)
		at.Address.Row = strings.TrimSpace(cmp.Or(at.Address.Row, strings.Join(names, ", ")) + " " + class)
		field := page.PriceField(class)
		switch {
		case len(r.found)+len(names) > page.MaxObservations:
			return errTooManyPrices
		case field == "":
			return fmt.Errorf("%q is a price of no known class of tokens", text)
		case len(names) == 0:
			return fmt.Errorf("%s %q stands with no model of the model table", field, text)
		}
		for _, name := range names {
			found, err := page.ObservePrice(at, name, field, page.Cell{Text: page.OneLine(text)}, "", bounded)
			if err != nil {
				return err
			}
			r.found = append(r.found, found...)
		}
	}
	return nil
}

// subjects reads which models a row is about, and under which conditions. A table without a column of names is
// about the models that the text above it introduces; another column may say the length of the prompt.
func (r *anthropicReader) subjects(t page.Table, row []page.Cell, introduced []string, q data.Qualifiers) ([]string, data.Qualifiers) {
	if column := page.NameColumn(t); column >= 0 {
		name, q := page.ReadName(row[column].Text, q, r.doc.FetchedAt)
		names := page.SplitNames(name)
		if len(names) > 1 && slices.ContainsFunc(names, func(part string) bool { return !wholeName.MatchString(part) }) {
			q = page.WithRemark(q, name) // "Claude Opus 5, EU"
		}
		return names, q
	}
	for column, title := range t.Header {
		if page.PriceField(title) == "" {
			q, _ = page.WithContextBound(row[column].Text, q)
		}
	}
	return introduced, q
}

// familyVersion is how a model is named in prose, with or without the word Claude: "Sonnet 4.5".
var familyVersion = regexp.MustCompile(`\b[A-Z][a-z]+ \d+(?:\.\d+)?`)

// wholeName is the name of a model as a cell of several names prints it, with nothing behind it.
var wholeName = regexp.MustCompile(`^(?:[A-Z][a-z]+ )*\d+(?:\.\d+)?(?: Preview)?$`)

// introduced returns the models of the model table that the text over a table names; sentences that exclude are left out.
func (r *anthropicReader) introduced(t page.Table) []string {
	if page.NameColumn(t) >= 0 {
		return nil
	}
	models := map[string]bool{}
	for _, model := range r.models {
		models[model] = true
	}
	var named []string
	for sentence := range strings.SplitSeq(strings.Join(t.Introduction(), ". "), ". ") {
		if page.HasAnyWord(sentence, "not", "except", "unlike") {
			continue
		}
		for _, name := range familyVersion.FindAllString(sentence, -1) {
			if full := "Claude " + name; models[full] {
				named = append(named, full)
				models[full] = false // named once is enough
			}
		}
	}
	return named
}

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
	r := cardReader{reader: reader{doc: doc}, ttl: cachingTTL(p.Lines)}
	for n := range root.Descendants() {
		if n.Type != html.TextNode || !millionTokens.MatchString(n.Data) {
			continue
		}
		if r.prices++; r.prices > maxCardPrices {
			return nil, fmt.Errorf("the page prints more than %d prices", maxCardPrices)
		}
		r.price(n)
	}
	return r.priced(minModels, `the page has neither tables with input, cache and output columns nor cards that print "/ MTok"`)
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
	reader
	ttl    string // of the cache writes, "" when the page does not say
	prices int    // seen so far
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
