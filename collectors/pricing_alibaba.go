package collectors

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	const page, bytes = "https://www.alibabacloud.com/help/en/model-studio/", 16 << 20
	register(Source{
		Name: "pricing_alibaba", Kind: data.PricingSource, Publisher: "Alibaba",
		Requests: [][]web.Request{{
			{URL: page + "model-pricing", MaxBytes: bytes},
			{URL: page + "billing", MaxBytes: bytes},
			{URL: page + "billing-for-model-studio", MaxBytes: bytes},
			{URL: page + "models", MaxBytes: bytes},
		}},
		Parse: parseAlibaba,
	})
}

// alibabaMinModels is the least number of models that must have an input and an output price; there are dozens.
const alibabaMinModels = 3

var errTooManyPrices = fmt.Errorf("the page prints more than %d prices", page.MaxObservations)

// parseAlibaba reads every table with a column of models and columns of prices per token. The same model is sold at
// other prices in other scopes of deployment (the region), for longer requests, and with thinking or without.
//
// A table that prices text must be understood whole; one of another section, where units are mixed, is left out when
// it is not. Not read are free quotas, prices per image, second or character, and discounts that are stated as a rule
// and not at a price: half for batches, less for cached input.
func parseAlibaba(docs []web.Payload) ([]data.Observation, error) {
	if len(docs) == 0 {
		return nil, errNoPayload
	}
	p, err := page.HTML(docs[0])
	if err != nil {
		return nil, err
	}
	var found []data.Observation
	for _, t := range p.Tables {
		here, err := alibabaTable(t.WithTitles())
		if err != nil && t.Under("text", "generation") {
			return nil, err
		} else if err == nil {
			found = append(found, here...)
		}
		if len(found) > page.MaxObservations {
			return nil, errTooManyPrices
		}
	}
	if n := len(page.PricedSubjects(found)); n < alibabaMinModels {
		return nil, fmt.Errorf("%d models have a price of input and of output tokens, expected at least %d: the page lacks its tables with a model, an input price and an output price column",
			n, alibabaMinModels)
	}
	return page.Distinct(found)
}

func alibabaTable(t page.Table) ([]data.Observation, error) {
	name := page.NameColumn(t)
	columns, priced := alibabaColumns(t.Header)
	if !priced {
		return nil, nil
	}
	if name < 0 {
		return nil, fmt.Errorf("a table of prices under %q has no column of models, it has %q", t.Headings, t.Header)
	}
	var found []data.Observation
	for _, row := range t.Rows {
		q, err := alibabaTerms(t, row)
		if err != nil {
			return nil, err
		}
		for _, model := range alibabaModels(row[name].Text) {
			here, err := alibabaRow(t.Of, model, columns, row, q)
			if err != nil {
				return nil, err
			}
			if model == "" && len(here) > 0 {
				return nil, fmt.Errorf("%s %q stands with no model", here[0].Field, here[0].Quote)
			}
			if found = append(found, here...); len(found) > page.MaxObservations {
				return nil, errTooManyPrices
			}
		}
	}
	return found, nil
}

// alibabaRow reads the prices of one model in a row.
func alibabaRow(doc web.Payload, model string, columns []alibabaColumn, row []page.Cell, q data.Qualifiers) ([]data.Observation, error) {
	var found []data.Observation
	for i, column := range columns {
		if _, err := page.ColumnField(column.title, row[i]); err != nil {
			return nil, err
		}
		if column.field == "" {
			continue
		}
		here, err := alibabaPrices(doc, model, column, row[i], q)
		if err != nil && !errors.Is(err, page.ErrOtherUnit) {
			return nil, err
		}
		found = append(found, here...)
	}
	return found, nil
}

// modelID is how another model than the first of a cell is told from the remarks that follow it.
var modelID = regexp.MustCompile(`^[a-z][a-z0-9.]*(?:-[a-z0-9.]+)+$`)

// alibabaModels reads the names that a cell begins with; what follows says what the model equals and which discounts
// it has. An empty cell has the one name "".
func alibabaModels(text string) []string {
	first, rest, _ := strings.Cut(text, " ")
	names := []string{page.TrimMarks(strings.TrimSuffix(first, ","))}
	for _, word := range strings.Fields(rest) {
		if word = page.TrimMarks(strings.TrimSuffix(word, ",")); !modelID.MatchString(word) {
			break
		}
		names = append(names, word)
	}
	return names
}
