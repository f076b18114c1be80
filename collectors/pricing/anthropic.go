package pricing

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

func init() {
	anthropic := pricePage{least: minModels, lacking: "the page lacks its table with input, cache and output columns", read: readAnthropic}
	collectors.Register(collectors.Source{Name: "pricing_anthropic", Publisher: "Anthropic", Parse: anthropic.parse},
		"https://platform.claude.com/docs/en/about-claude/pricing.md",
		"https://docs.claude.com/en/docs/about-claude/pricing.md",
		"https://docs.anthropic.com/en/docs/about-claude/pricing.md",
		"https://docs.anthropic.com/en/docs/about-claude/pricing",
	)
}

// readAnthropic reads the model table (service standard) and, where the page has them, the tables for batches, for
// fast mode and for long prompts. What the page only states as a multiplier (data residency, caching in batches and in fast
// mode) is not a printed price and makes no observation.
func readAnthropic(r *reader, p page.Page) error {
	for _, t := range p.Tables {
		whole := t.Prices(data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite)
		if special, _ := ofOneService(t); whole && !special {
			anthropicTable{r, t, nil}.rows("standard")
		}
	}
	models := page.PricedSubjects(r.found)
	for _, t := range p.Tables {
		special, service := ofOneService(t)
		special = special || slices.ContainsFunc(t.Header, func(title string) bool { return page.ServiceOf(title) != "" })
		if at := (anthropicTable{r, t, introduced(t, models)}); special && t.Prices(data.PriceInput, data.PriceOutput) {
			at.rows(service)
		} else if service == "standard" && t.Under("long", "context") {
			at.longContext()
		}
	}
	return nil
}

// ofOneService reports whether a heading says that the prices under it are not those of any request: that they are those of a
// service, or of long prompts.
func ofOneService(t page.Table) (special bool, service string) {
	switch {
	case t.Under("batch"):
		return true, "batch"
	case t.Under("fast", "mode"):
		return true, "fast"
	}
	return t.Under("long", "context"), "standard"
}

type anthropicTable struct {
	*reader
	page.Table
	introduced []string // the models that it is about, where it has no column of them
}

// rows reads a table with one row a model, or one a length of prompt, and one column a class of tokens.
func (t anthropicTable) rows(service string) {
	for row, group := range t.ModelRows() {
		names, q := t.subjects(row, group)
		q.Service = cmp.Or(q.Service, service)
		t.whole(strings.Join(names, ", "), row, func() ([]data.Observation, error) {
			found, err := page.ObserveRow(t.Table, row, strings.Join(names, ", "), "", q)
			return ofEach(names, found), err
		})
	}
}

// ofEach says of each model what is said of all.
func ofEach(names []string, all []data.Observation) (found []data.Observation) {
	for _, o := range all {
		for _, name := range names {
			o.Subject = name
			found = append(found, o)
		}
	}
	return found
}

// longContext reads the table whose columns are lengths of prompts and whose cells say the class: "Input: $6 / MTok".
// A row without a name goes on with the models above.
func (t anthropicTable) longContext() {
	var names []string
	var q data.Qualifiers
	for _, row := range t.Rows {
		if column := page.NameColumn(t.Table); column < 0 || row[column].Text != "" {
			names, q = t.subjects(row, data.Qualifiers{Service: "standard"})
		}
		t.whole(strings.Join(names, ", "), row, func() ([]data.Observation, error) { return t.lengths(row, names, q) })
	}
}

func (t anthropicTable) lengths(row []page.Cell, names []string, q data.Qualifiers) (all []data.Observation, err error) {
	of := strings.Join(names, ", ")
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
		at.Address.Row = strings.TrimSpace(cmp.Or(at.Address.Row, of) + " " + class)
		field := page.PriceField(class)
		if field == "" {
			return nil, fmt.Errorf("%q is a price of no known class of tokens", text)
		}
		found, err := page.ObservePrice(at, of, field, page.Cell{Text: page.OneLine(text)}, "", bounded)
		if err != nil {
			return nil, err
		}
		all = append(all, ofEach(names, found)...)
	}
	return all, nil
}

// subjects reads which models a row is about, and under which conditions. A table without a column of names is
// about the models that the text above it introduces; another column may say the length of the prompt.
func (t anthropicTable) subjects(row []page.Cell, q data.Qualifiers) ([]string, data.Qualifiers) {
	if column := page.NameColumn(t.Table); column >= 0 {
		name, q := page.ReadName(row[column].Text, q, t.doc.FetchedAt)
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
	return t.introduced, q
}

// familyVersion is how a model is named in prose, with or without the word Claude: "Sonnet 4.5".
var familyVersion = regexp.MustCompile(`\b[A-Z][a-z]+ \d+(?:\.\d+)?`)

// wholeName is the name of a model as a cell of several names prints it, with nothing behind it.
var wholeName = regexp.MustCompile(`^(?:[A-Z][a-z]+ )*\d+(?:\.\d+)?(?: Preview)?$`)

// introduced returns the models of the model table that the text over a table names; sentences that exclude are left out.
func introduced(t page.Table, models []string) (named []string) {
	heading := strings.Join(t.Headings[max(0, len(t.Headings)-1):], "")
	for sentence := range strings.SplitSeq(strings.Join(t.LinesUnder(heading), ". "), ". ") {
		if page.HasAnyWord(sentence, "not", "except", "unlike") {
			continue
		}
		for _, name := range familyVersion.FindAllString(sentence, -1) {
			if full := "Claude " + name; slices.Contains(models, full) && !slices.Contains(named, full) {
				named = append(named, full)
			}
		}
	}
	return named
}
