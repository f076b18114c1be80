package collectors

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

func init() {
	const page, bytes = "https://www.alibabacloud.com/help/en/model-studio/", 16 << 20
	register(Source{
		Name: "pricing_alibaba", Kind: data.PricingSource, Publisher: "Alibaba",
		Requests: [][]Request{{
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

var errTooManyPrices = fmt.Errorf("the page prints more than %d prices", maxObservations)

// parseAlibaba reads every table with a column of models and columns of prices per token. The same model is sold at
// other prices in other scopes of deployment (the region), for longer requests, and with thinking or without.
//
// A table that prices text must be understood whole; one of another section, where units are mixed, is left out when
// it is not. Not read are free quotas, prices per image, second or character, and discounts that are stated as a rule
// and not at a price: half for batches, less for cached input.
func parseAlibaba(docs []Document) ([]data.Observation, error) {
	if len(docs) == 0 {
		return nil, errNoDocument
	}
	page, err := readHTML(docs[0].Body)
	if err != nil {
		return nil, err
	}
	var found []data.Observation
	for _, t := range page.Tables {
		here, err := alibabaTable(docs[0], withTitles(t))
		if err != nil && t.under("text", "generation") {
			return nil, err
		} else if err == nil {
			found = append(found, here...)
		}
		if len(found) > maxObservations {
			return nil, errTooManyPrices
		}
	}
	if n := len(pricedSubjects(found)); n < alibabaMinModels {
		return nil, fmt.Errorf("%d models have a price of input and of output tokens, expected at least %d: the page lacks its tables with a model, an input price and an output price column",
			n, alibabaMinModels)
	}
	return distinct(found)
}

// withTitles finds the titles of a table that marks no header cells. They go on for as long as the title of the
// models' column reaches down; without such a column they are one row.
func withTitles(t Table) Table {
	if t.Header != nil || len(t.Rows) == 0 {
		return t
	}
	name := slices.IndexFunc(t.Rows[0], func(c Cell) bool { return hasAnyWord(c.Text, "model", "name") })
	heads := 1
	for name >= 0 && heads < len(t.Rows) && t.Rows[heads][name] == t.Rows[0][name] {
		heads++
	}
	for column := range t.Rows[0] {
		t.Header = append(t.Header, columnTitle(t.Rows[:heads], column))
	}
	t.Rows = t.Rows[heads:]
	return t
}

func alibabaTable(doc Document, t Table) ([]data.Observation, error) {
	name := nameColumn(t)
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
			here, err := alibabaRow(doc, model, columns, row, q)
			if err != nil {
				return nil, err
			}
			if model == "" && len(here) > 0 {
				return nil, fmt.Errorf("%s %q stands with no model", here[0].Field, here[0].Quote)
			}
			if found = append(found, here...); len(found) > maxObservations {
				return nil, errTooManyPrices
			}
		}
	}
	return found, nil
}

// alibabaRow reads the prices of one model in a row.
func alibabaRow(doc Document, model string, columns []alibabaColumn, row []Cell, q data.Qualifiers) ([]data.Observation, error) {
	var found []data.Observation
	for i, column := range columns {
		if _, err := columnField(column.title, row[i]); err != nil {
			return nil, err
		}
		if column.field == "" {
			continue
		}
		here, err := alibabaPrices(doc, model, column, row[i], q)
		if err != nil && !errors.Is(err, errOtherUnit) {
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
	names := []string{trimMarks(strings.TrimSuffix(first, ","))}
	for _, word := range strings.Fields(rest) {
		if word = trimMarks(strings.TrimSuffix(word, ",")); !modelID.MatchString(word) {
			break
		}
		names = append(names, word)
	}
	return names
}

// alibabaColumn says what stands in a column of prices; field is "" for any other column.
type alibabaColumn struct {
	title                     string
	field                     data.Field
	stated                    data.Unit
	service, effort, modality string
}

// perTokens is the unit in a title: "Input price (per 1 million tokens)", "Output cost (Million tokens)".
var perTokens = regexp.MustCompile(`(?i)\(?\s*(?:per\s+)?((?:1\s*million|million|1\s*M|1,000,000|1\s*K|1,000|thousand)\s*(?:input |output )?tokens)\s*\)?`)

// alibabaColumns reads the titles. "Input tokens per request" and "Maximum input" are no prices.
func alibabaColumns(titles []string) (columns []alibabaColumn, priced bool) {
	columns = make([]alibabaColumn, len(titles))
	for i, title := range titles {
		columns[i].title = title
		m := perTokens.FindStringSubmatchIndex(title)
		if m == nil && !hasAnyWord(title, "price", "cost") || hasAnyWord(title, "quota") || priceField(title) == "" {
			continue
		}
		c := alibabaColumn{title: title, field: priceField(title), effort: thinkingMode(title)}
		below := title // what a second header row adds
		if m != nil {
			per, err := tokenQuantity("per " + title[m[2]:m[3]])
			if err != nil {
				continue
			}
			c.stated, below = data.Unit("/"+per), title[m[1]:]
		}
		if hasAnyWord(below, "text", "audio", "image", "video") && c.effort == "" {
			c.modality = strings.ToLower(oneLine(below))
		}
		if hasWords(title, "batch") {
			c.service = "batch"
		}
		columns[i], priced = c, true
	}
	return columns, priced
}
