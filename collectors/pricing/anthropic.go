package pricing

import (
	"cmp"
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
	register(collectors.Source{Name: "pricing_anthropic", Publisher: "Anthropic", Parse: parseAnthropic},
		"https://platform.claude.com/docs/en/about-claude/pricing.md",
		"https://docs.claude.com/en/docs/about-claude/pricing.md",
		"https://docs.anthropic.com/en/docs/about-claude/pricing.md",
		"https://docs.anthropic.com/en/docs/about-claude/pricing",
	)
}

// parseAnthropic reads the model table (service standard) and, where the page has them, the tables for batches, for
// fast mode and for long prompts. What the page only states as a multiplier (data residency, caching in batches and in fast
// mode) is not a printed price and makes no observation.
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
	r.models = page.PricedSubjects(r.found)
	for _, t := range p.Tables {
		r.special(t)
	}
	return r.priced(minModels, "the page lacks its table with input, cache and output columns")
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
	case inOut && slices.ContainsFunc(t.Header, func(title string) bool { return page.ServiceOf(title) != "" }):
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
		rest, bounded := page.CutBound(title, q)
		class, text, labelled := strings.Cut(row[column].Text, ":")
		if rest == title || !labelled {
			continue
		}
		if !page.OnlyBounds(title) {
			bounded = page.WithRemark(bounded, title)
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
			_, q = page.CutBound(row[column].Text, q)
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
