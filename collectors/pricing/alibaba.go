package pricing

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	const page, bytes = "https://www.alibabacloud.com/help/en/model-studio/", 8 << 20
	register(collectors.Source{
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
	p, err := page.HTML(docs[0])
	if err != nil {
		return nil, err
	}
	var found []data.Observation
	var refused page.Refused
	for _, t := range p.Tables {
		here, rows, err := alibabaTable(t.WithTitles())
		if err != nil && t.Under("text", "generation") {
			return nil, err
		} else if err == nil {
			found = append(found, here...)
		}
		if t.Under("text", "generation") {
			refused = append(refused, rows...)
		}
		if len(found) > page.MaxObservations {
			return nil, errTooManyPrices
		}
	}
	found = refused.Distinct(found)
	if n := len(page.PricedSubjects(found)); n < alibabaMinModels {
		return nil, refused.Lacking(fmt.Errorf("%d models have a price of input and of output tokens, expected at least %d: the page lacks its tables with a model, an input price and an output price column",
			n, alibabaMinModels))
	}
	return found, refused.Err()
}

func alibabaTable(t page.Table) (found []data.Observation, refused page.Refused, err error) {
	name := page.NameColumn(t)
	columns, priced := alibabaColumns(t.Header)
	if !priced {
		return nil, nil, nil
	}
	if name < 0 {
		return nil, nil, fmt.Errorf("a table of prices under %q has no column of models, it has %q", t.Headings, t.Header)
	}
	for _, row := range t.Rows {
		models, remark := alibabaModels(row[name].Text)
		for _, model := range models {
			here, err := alibabaRow(t, model, remark, columns, row)
			if err != nil {
				refused.Row(t.Of, model, row, err)
				continue
			}
			if found = append(found, here...); len(found) > page.MaxObservations {
				return nil, nil, errTooManyPrices
			}
		}
	}
	return found, refused, nil
}

// alibabaRow reads the prices of one model in a row.
func alibabaRow(t page.Table, model, remark string, columns []alibabaColumn, row []page.Cell) ([]data.Observation, error) {
	q, err := alibabaTerms(t, row)
	if err != nil {
		return nil, err
	}
	q = page.WithRemark(q, remark)
	var found []data.Observation
	for i, column := range columns {
		if column.field == "" {
			if page.ColumnField(column.title, row[i]) != "" {
				return nil, fmt.Errorf("nobody knows which price %q is under %q", row[i].Text, column.title)
			}
			continue
		}
		terms, err := t.Within(row, i, q)
		if err != nil && page.StatesPrice(row[i].Text) {
			return nil, err
		}
		here, err := alibabaPrices(t.At(row, i), model, column, row[i], terms)
		if err != nil && !errors.Is(err, page.ErrOtherUnit) {
			return nil, err
		}
		found = append(found, here...)
	}
	if model == "" && len(found) > 0 {
		return nil, fmt.Errorf("%s %q stands with no model", found[0].Field, found[0].Quote)
	}
	return found, nil
}

// modelID is how another model than the first of a cell is told from the remarks that follow it.
var modelID = regexp.MustCompile(`^[a-z][a-z0-9.]*(?:-[a-z0-9.]+)+$`)

// modelAside is what may follow the names in a cell and is no condition of the price: what the model equals, and which
// discounts other ways of asking have.
var modelAside = regexp.MustCompile(`(?i)(?:currently\s+)?(?:equivalent|equal|points?|corresponds) to [\w.-]+|(?:\d+(?:\.\d+)?\s*%\s+)?(?:batch (?:inference|calling|calls?|api)|context cach(?:e|ing))(?: (?:discount|half price|is half price|(?:at )?\d+% off|available|supported))+` +
	`|\b(?:latest|new|stable|snapshot|preview|deprecated|part of the [\w.]+ series|open[- ]source)\b|[>,.;()\s]+`)

// alibabaModels reads the names that a cell begins with, and what nobody has understood of the text behind them. An empty
// cell has the one name "".
func alibabaModels(text string) (names []string, remark string) {
	first, rest, _ := strings.Cut(text, " ")
	names = []string{page.TrimMarks(strings.TrimSuffix(first, ","))}
	words := strings.Fields(rest)
	for len(words) > 0 && modelID.MatchString(page.TrimMarks(strings.TrimSuffix(words[0], ","))) {
		names = append(names, page.TrimMarks(strings.TrimSuffix(words[0], ",")))
		words = words[1:]
	}
	rest = strings.Join(words, " ")
	if modelAside.ReplaceAllString(rest, "") == "" {
		return names, ""
	}
	return names, rest
}
