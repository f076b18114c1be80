package pricing

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

func init() {
	const page = "https://www.alibabacloud.com/help/en/model-studio/"
	alibaba := pricePage{
		least: minModelsOfFew, lacking: "the page lacks its tables with a model, an input price and an output price column",
		read: readAlibaba,
	}
	collectors.Register(collectors.Source{Name: "pricing_alibaba", Publisher: "Alibaba", Parse: alibaba.parse},
		page+"model-pricing", page+"billing", page+"billing-for-model-studio", page+"models")
}

// readAlibaba reads every table with a column of models and columns of prices per token. The same model is sold at
// other prices in other scopes of deployment (the region), for longer requests, and with thinking or without.
//
// A table that prices text must be understood whole; one of another section, where units are mixed, is left out when
// it is not. Not read are free quotas, prices per image, second or character, and discounts that are stated as a rule
// and not at a price: half for batches, less for cached input.
func readAlibaba(r *reader, p page.Page) error {
	for _, t := range p.Tables {
		refused, ofText := *r.refused, t.Under("text", "generation")
		if err := alibabaTable(r, t.WithTitles()); err != nil && ofText {
			return err
		}
		if !ofText {
			*r.refused = refused
		}
	}
	return nil
}

func alibabaTable(r *reader, t page.Table) error {
	if !slices.ContainsFunc(t.Header, func(title string) bool { return alibabaColumnOf(title).field != "" }) {
		return nil
	}
	name := page.NameColumn(t)
	if name < 0 {
		return fmt.Errorf("a table of prices under %q has no column of models, it has %q", t.Headings, t.Header)
	}
	for _, row := range t.Rows {
		models, remark := alibabaModels(row[name].Text)
		for _, model := range models {
			r.whole(model, row, func() ([]data.Observation, error) { return alibabaRow(t, model, remark, row) })
		}
	}
	return nil
}

// alibabaRow reads the prices of one model in a row.
func alibabaRow(t page.Table, model, remark string, row []page.Cell) (found []data.Observation, err error) {
	q, err := alibabaTerms(t, row)
	if err != nil {
		return nil, err
	}
	q = page.WithRemark(q, remark)
	for i, title := range t.Header {
		column := alibabaColumnOf(title)
		switch {
		case column.field == "" && page.ColumnField(title, row[i]) != "":
			return nil, fmt.Errorf("nobody knows which price %q is under %q", row[i].Text, title)
		case column.field == "", !page.StatesPrice(row[i].Text):
			continue // "See below", "Available for a free trial only"
		}
		terms, err := t.Within(row, i, q)
		if err != nil {
			return nil, err
		}
		here, err := alibabaPrices(t.At(row, i), model, column, row[i], terms)
		if err != nil && !errors.Is(err, page.ErrOtherUnit) {
			return nil, err
		}
		found = append(found, here...)
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

// alibabaColumn says what stands in a column of prices; field is "" for any other column.
type alibabaColumn struct {
	field                     data.Field
	stated                    data.Unit
	service, effort, modality string
}

// alibabaColumnOf reads a title. "Input tokens per request" and "Maximum input" are not prices.
func alibabaColumnOf(title string) (c alibabaColumn) {
	unit, behind := page.TokensIn(title) // behind it stands what a second header row adds
	if unit == "" && !page.HasAnyWord(title, "price", "cost") || page.HasAnyWord(title, "quota") {
		return c
	}
	c = alibabaColumn{field: page.PriceField(title), stated: unit, effort: page.ThinkingMode(title)}
	if page.HasAnyWord(behind, "text", "audio", "image", "video") && c.effort == "" {
		c.modality = strings.ToLower(page.OneLine(behind))
	}
	if page.HasWords(title, "batch") {
		c.service = "batch"
	}
	return c
}

// alibabaTerms reads under which conditions the prices of a row hold. Where no column says the scope of deployment, a
// heading may.
func alibabaTerms(t page.Table, row []page.Cell) (data.Qualifiers, error) {
	q := data.Qualifiers{Region: headingRegion(t.Headings)}
	for column, title := range t.Header {
		text := row[column].Text
		switch words := page.WordsOf(title); {
		case page.IsAbsent(text):
		case page.HasAnyWord(title, "scope", "region"):
			q.Region = strings.ToLower(text)
		case len(words) > 0 && words[0] == "mode":
			q.Effort = page.ThinkingMode(text)
		case page.HasWords(title, "token", "request"), page.HasWords(title, "token", "range"), page.HasWords(title, "token", "count"):
			if strings.ContainsAny(text, "0123456789") && !page.OnlyBounds(text) {
				return q, fmt.Errorf("%q is no range of tokens", text)
			}
			// "0<Token≤32K". K is taken for a thousand, as printed: the page nowhere says that it means 1,024.
			_, q = page.CutBound(text, q)
		}
	}
	return q, nil
}

var regionText = regexp.MustCompile(`(?i)\b(?:international|global|(?:chinese mainland|mainland china)|china \(beijing\)|singapore|us \(virginia\)|germany \(frankfurt\)|japan \(tokyo\)|china \(hong kong\)|hong kong)`)

// headingRegion returns the region that the nearest heading names, "" for none.
func headingRegion(headings []string) (region string) {
	for _, heading := range headings {
		region = cmp.Or(strings.ToLower(regionText.FindString(heading)), region)
	}
	return region
}

var discountText = regexp.MustCompile(`(?i)^(?:list|original) price:?\s*(.+?)(?:[\s(,]*(?:limited[- ]time\s*)?(\d{1,2}(?:\.\d+)?)\s*%\s*off\)?)?$`)

// alibabaPrices reads one cell of a column of prices: a price, or a list price with what is off it for now: "List price $2.5
// Limited-time 50% off". Of the latter the page prints the list price and leaves working out what is billed to the reader. That
// figure is observed too, worked out exactly and with the whole cell as its quote: the list price alone would say that a
// customer pays twice of what he does.
func alibabaPrices(at page.Place, model string, c alibabaColumn, cell page.Cell, q data.Qualifiers) ([]data.Observation, error) {
	if page.IsFree(cell.Text) {
		c.stated = "USD" + c.stated // the currency of the page; a figure prints its own
	}
	q.Service, q.Modality, q.Effort = c.service, c.modality, cmp.Or(c.effort, q.Effort)
	if c.modality != "" {
		at.Remark = "" // which is what the title adds
	}
	text, dated := page.WithValidity(cell.Text, q, at.Of.FetchedAt)
	m := discountText.FindStringSubmatch(text)
	if m == nil {
		return page.ObservePrice(at, model, c.field, page.Cell{Text: text, Struck: cell.Struck}, c.stated, dated)
	}
	if _, _, err := page.ReadPrice(m[1], c.stated); err != nil { // a date beside it may be that of either price
		return nil, fmt.Errorf("%s of %s: %w", c.field, model, err)
	}
	q.Kind = "list"
	found, err := page.ObservePrice(at, model, c.field, page.Cell{Text: m[1]}, c.stated, q)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	found[0].Quote = cell.Text
	if m[2] == "" {
		return found, nil
	}
	promotion := found[0]
	promotion.Value, promotion.Computed = lessPercent(promotion.Value, m[2]), promotion.Value+" less "+m[2]+"%"
	promotion.Qualifiers.Kind, promotion.Qualifiers.ValidFrom, promotion.Qualifiers.ValidUntil = "promotional", dated.ValidFrom, dated.ValidUntil
	return append(found, promotion), nil
}

// lessPercent takes a percentage off a printed price, exactly. Both have been read as numbers.
func lessPercent(price, percent string) string {
	left := data.Int(100).Sub(data.MustNumber(percent).Decimal)
	return data.MustNumber(price).Mul(left).Shift(-2).String()
}
