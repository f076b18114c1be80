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
	google := pricePage{least: minModels, lacking: `the page lacks its columns "Paid Tier, per 1M tokens"`, read: readGoogle}
	collectors.Register(collectors.Source{Name: "pricing_google", Publisher: "Google", Parse: google.parse},
		"https://ai.google.dev/gemini-api/docs/pricing.md.txt",
	)
}

// readGoogle reads the paid column of every table that is priced by the token. A section is about one model, or about
// several that cost the same; its tables are service tiers, and their rows are classes of tokens.
//
// The subject is the model id printed under the heading, not the heading: requests and price lists name models by it,
// headings carry emoji and nicknames, and a heading over several ids names only some of them. Each id has all rows.
//
// Not read are the free column, prices per image, second, request or search, the Live API row of the older page (it
// prices another service under the name of the model), and footnotes, which price in prose what no tier is named for.
func readGoogle(of *reader, p page.Page) error {
	r := googleReader{reader: of}
	for _, t := range p.Tables {
		r.enter(t)
		r.table(t)
	}
	return nil
}

type googleReader struct {
	*reader
	section string   // the heading of the models
	models  []string // their ids, or the heading where the page prints none
	service string   // of the tier, "" in a section without tiers
}

// googleTitles calls by its usual name what is billed by tokens or by time, as the cells say.
var googleTitles = strings.NewReplacer("Context caching", "Cached input")

// table reads one tier. The columns are known by their titles; that of the row labels has none.
func (r *googleReader) table(t page.Table) {
	paid, label := t.Column("paid"), googleLabels(t)
	if paid < 0 {
		return
	}
	unit, states := page.TitleUnit(t.Header[paid])
	switch {
	case states && unit == "":
		r.otherThings(t, paid)
		return
	case label < 0:
		return
	}
	for _, row := range t.Rows {
		at, class := t.At(row, paid), googleTitles.Replace(row[label].Text)
		at.Address.Row, at.Remark = row[label].Text, page.TitleRemark(t.Header[paid])
		field := page.ColumnField(class, row[paid])
		if field == "" {
			continue
		}
		r.whole(strings.Join(r.models, ", "), row, func() ([]data.Observation, error) {
			terms, err := t.Within(row, paid, page.WithLabel(class, field, data.Qualifiers{Service: r.service}))
			terms.Modality = cmp.Or(modalities(class), terms.Modality)
			prices, errPrices := googleCell(row[paid], googlePrice(at.Observe("", field, "", unit, "", terms)))
			found, errFound := r.ofModels(at, prices)
			if err = cmp.Or(err, errPrices, errFound); err != nil {
				return nil, fmt.Errorf("%s, %s, %s: %w", r.section, r.service, class, err)
			}
			return found, nil
		})
	}
}

// otherThings takes the prices of a table of which the title says that they are per second, per image or per request.
func (r *googleReader) otherThings(t page.Table, paid int) {
	_, per, _ := strings.Cut(strings.ToLower(t.Header[paid]), "per ")
	unit, _, _ := strings.Cut(per, " ")
	for _, row := range t.Rows {
		price, _, _ := strings.Cut(row[paid].Text, " ")
		name, _, _ := strings.Cut(row[0].Text, " price") // of several models each has its own row: "Imagen 4 Ultra image price"
		if len(r.models) == 1 {
			name = r.models[0]
		}
		r.other(t.At(row, paid), name, price+" / "+unit)
	}
}

// ofModels says the prices of each model, once for each modality they are for, if none contradicts what stands around it.
func (r *googleReader) ofModels(at page.Place, prices []googlePrice) (found []data.Observation, err error) {
	if len(prices)*len(r.models) > page.MaxObservations {
		return nil, errTooManyPrices
	}
	for _, p := range prices {
		err = cmp.Or(err, page.CheckBounds(p.Qualifiers), at.Check(p.Unit))
	}
	for _, id := range r.models {
		for _, p := range prices {
			o := data.Observation(p)
			o.Subject, o.Qualifiers = id, page.WithRemark(p.Qualifiers, at.Remark)
			for o.Qualifiers.Modality = range strings.SplitSeq(p.Qualifiers.Modality, " ") {
				found = append(found, o)
			}
		}
	}
	return found, err
}

// googleLabels returns the index of the column of row labels, which has no title of its own, or -1: the first that is not one of
// prices, and names a class of tokens.
func googleLabels(t page.Table) int {
	for column, title := range t.Header {
		names := func(row []page.Cell) bool {
			return page.PriceField(row[column].Text) != "" && !strings.Contains(row[column].Text, "$")
		}
		if !page.HasAnyWord(title, "free", "paid") && slices.ContainsFunc(t.Rows, names) {
			return column
		}
	}
	return -1
}

// enter follows the headings over a table: the innermost that names no service is about models, whose ids stand under it. One
// that names a service nobody knows is taken for a model that nobody knows.
func (r *googleReader) enter(t page.Table) {
	section := ""
	for _, heading := range t.Headings {
		if r.service = googleTier(heading); r.service == "" {
			section = heading
		}
	}
	ids := googleIDs(t.LinesUnder(section))
	if section == r.section && len(ids) == 0 {
		return
	}
	if r.section, r.models = section, ids; len(ids) == 0 {
		name, _ := page.SplitName(section)
		r.models = []string{name}
	}
}

// googleTier returns the service a heading begins with, "" for another heading: "Batch API (50% off)".
func googleTier(heading string) string {
	words := page.WordsOf(heading)
	if len(words) > 0 && slices.Contains(page.Services, words[0]) && !page.HasWords(heading, "models") {
		return words[0]
	}
	return ""
}

var (
	googleID     = regexp.MustCompile(`[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+`)
	googleIDLine = regexp.MustCompile(`^` + googleID.String() + `(?:[\s,&]+(?:and\s+)?` + googleID.String() + `)*$`)
)

// googleIDs returns the ids in the lines that hold nothing else.
func googleIDs(lines []string) []string {
	var ids []string
	for _, line := range lines {
		if googleIDLine.MatchString(line) {
			ids = append(ids, googleID.FindAllString(line, -1)...)
		}
	}
	return ids
}

// googlePrice is one of the prices in a cell, or what is known of them before the cell is read. It names no model, and its modality
// is all that it is for, with spaces between them.
type googlePrice data.Observation

// modalities are what kinds of tokens a text names: "(text / image / video)". "Text and thinking" is text.
func modalities(text string) string {
	unnamed := func(m string) bool { return !page.HasAnyWord(text, m) }
	return strings.Join(slices.DeleteFunc([]string{"text", "image", "video", "audio"}, unnamed), " ")
}

// googleCell reads the prices of one cell; struck-out ones are list prices.
func googleCell(cell page.Cell, row googlePrice) ([]googlePrice, error) {
	struck := row
	struck.Qualifiers.Kind = "list"
	list, err := googlePrices(cell.Struck, struck)
	if err != nil {
		return nil, err
	}
	if len(list) > 0 {
		row.Qualifiers.Kind = "promotional"
	}
	now, err := googlePrices(cell.Text, row)
	return append(now, list...), err
}

var (
	googleAmount = regexp.MustCompile(`(?:(?:\bUSD\s*|US)?\$|\bUSD)\s*(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?`)
	// googleEquivalent is the same price said again in another measure: "$3.00 or $0.005/min", "$0.45 ($0.00012 per image)".
	googleEquivalent = regexp.MustCompile(`(?i)\bor\s+(?:US)?\$\s*[\d.,]+\s*(?:/|per\b)\s*\w+|\((?:(?:or|equivalent to|equals|roughly|about|approximately|approx\.?|≈|~|=)\s*)*(?:US)?\$\s*[\d.,]+\s*(?:/|per\b)[^()]*\)`)
	googleQuantity   = regexp.MustCompile(`(?i)^\s*(?:/|per\b)\s*(?:[\d,]*\s*(?:[KM]\b|million\b|thousand\b)?\s*tok(?:ens?)?\b|MTok\b|(?-i:1?\s*M\b)|(?:1\s*)?million\b)(?:\s*(?:/|per)\s*hour)?`)
	// googleUnit begins another unit than one of tokens.
	googleUnit = regexp.MustCompile(`(?i)^(?:\s*/|[^\pL\d]*per\b)`)
	// googleFiller is what a cell may say around its prices without a condition being lost.
	googleFiller = regexp.MustCompile(`(?i)\b(?:prompts?|tokens?|and|or|equivalent to|storage price|same as standard(?:, \w+ pricing not yet implemented)?)|\[\d+\]|[\s.,;:*^†‡\\]+|[\[\]]`)
	// googleMode names the mode of a price before it: "Non-thinking: $0.60 Thinking: $3.50".
	googleMode = regexp.MustCompile(`(?i)((?:non-)?thinking)\s*:\s*(\$\s*[\d.,]*\d)`)
	// googleTail leads on to the next price and says nothing about this one.
	googleTail = regexp.MustCompile(`(?i)(?:[\s,]|\bequivalent to|\band|\bor)+$`)
)

// isFiller reports whether a text says nothing about a price.
func isFiller(text string) bool { return googleFiller.ReplaceAllString(text, "") == "" }

// googlePrices reads the prices of a cell, which stand one after the other, each with its conditions behind it:
// "$2.00, prompts <= 200k tokens $4.00, prompts > 200k tokens". Anything else that is said there is an error.
func googlePrices(text string, row googlePrice) (prices []googlePrice, err error) {
	text = googleMode.ReplaceAllString(text, "$2 ($1)")
	starts := googleAmounts(text)
	if len(starts) == 0 {
		return row.word(text)
	}
	if before := text[:starts[0][0]]; !isFiller(before) {
		return nil, fmt.Errorf("%q stands before a price and is not understood", page.OneLine(before))
	}
	for i, at := range starts {
		end := len(text)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		p := row
		ofTokens, err := p.read(text[at[0]:at[1]], text[at[1]:end])
		if err != nil {
			return nil, err
		}
		if ofTokens && !(len(prices) > 0 && p.isPerImage(prices[0])) {
			prices = append(prices, p)
		}
	}
	return prices, nil
}

// googleAmounts returns where the amounts of a cell stand, those left out that say another in other words.
func googleAmounts(text string) [][]int {
	again := googleEquivalent.FindAllStringIndex(text, -1)
	return slices.DeleteFunc(googleAmount.FindAllStringIndex(text, -1), func(at []int) bool {
		return slices.ContainsFunc(again, func(span []int) bool { return span[0] <= at[0] && at[0] < span[1] })
	})
}

// word reads a cell without an amount: "Not available", "Free of charge", or a reference to another tier.
func (p googlePrice) word(text string) ([]googlePrice, error) {
	if strings.HasPrefix(strings.ToLower(text), "not available") || isFiller(text) {
		return nil, nil
	}
	value, unit, err := page.ReadPrice(text, p.Unit)
	if err != nil || value == "" {
		return nil, err
	}
	p.Value, p.Unit, p.Quote = value, unit, text
	return []googlePrice{p}, nil
}

// read reads one price and the text behind it. ofTokens is false for a price of something else.
func (p *googlePrice) read(amount, behind string) (ofTokens bool, err error) {
	quantity := googleQuantity.FindString(behind)
	rest := googleEquivalent.ReplaceAllString(behind[len(quantity):], " ")
	if googleUnit.MatchString(rest) {
		if !page.PricesOtherThings(rest) {
			return false, fmt.Errorf("the unit of %q is unknown", page.OneLine(amount+rest))
		}
		return false, nil
	}
	if p.Value, p.Unit, err = page.ReadPrice(amount+quantity, p.Unit); err != nil {
		return false, err
	}
	p.Quote = googleTail.ReplaceAllString(page.OneLine(amount+behind), "")
	if p.Unit == data.USDPerMillionPerHour {
		p.Field, p.Qualifiers.Modality = data.PriceCacheStorage, ""
	} else if p.Field == data.PriceCacheStorage {
		return false, fmt.Errorf("%q is a price of storage for no time", p.Quote)
	}
	if note := googleTail.ReplaceAllString(page.OneLine(rest), ""); note != "" {
		p.Address.Notes = []string{note}
	}
	return true, p.condition(rest)
}

// condition reads what stands behind an amount: length of prompt, days of validity, modality.
func (p *googlePrice) condition(text string) error {
	text, p.Qualifiers = page.CutBound(text, p.Qualifiers)
	text, p.Qualifiers = page.WithValidity(text, p.Qualifiers, p.FetchedAt.Time)
	text, remarks := page.SplitName(text)
	for _, remark := range remarks {
		if named := modalities(remark); named != "" && page.IsTokenNote(remark) {
			p.Qualifiers.Modality = named
		} else if !isFiller(remark) {
			p.Qualifiers = page.WithNote(remark, p.Field, p.Unit, p.Qualifiers)
		}
	}
	if !isFiller(text) {
		return fmt.Errorf("%q stands behind a price and is not understood", text)
	}
	return nil
}

// isPerImage recognises "$1.00 (text), $0.0006 (image)": the second is per image, as a footnote says, though the
// column says tokens. No token of an image costs a hundredth of a token of text.
func (p *googlePrice) isPerImage(first googlePrice) bool {
	price, err := data.ParseNumber(p.Value)
	text, textErr := data.ParseNumber(first.Value)
	return err == nil && textErr == nil && strings.Contains(p.Qualifiers.Modality, "image") && price.Shift(2).LessThan(text.Decimal)
}
