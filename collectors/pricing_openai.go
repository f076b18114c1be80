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
	register(Source{
		Name: "pricing_openai", Kind: Pricing, Publisher: "OpenAI",
		Requests: [][]Request{{
			{URL: "https://developers.openai.com/api/docs/pricing.md"},
			{URL: "https://platform.openai.com/docs/pricing.md"},
			{URL: "https://developers.openai.com/api/docs/pricing"},
			{URL: "https://platform.openai.com/docs/pricing"},
		}},
		Parse: parseOpenAI,
	})
}

// openAIMinModels is the least number of models that must have a standard text price; there have always been dozens.
const openAIMinModels = 5

// parseOpenAI reads every table of input and output prices per token. The page repeats the same models under service
// tiers, so a price belongs to the tier named last before its table.
//
// Not read are fine-tuned models, transcription and speech models (their tables mix in prices per minute),
// embeddings of the older form (one price, not said of what), and prices per image, second, call or character.
func parseOpenAI(docs []Document) ([]data.Observation, error) {
	if len(docs) == 0 {
		return nil, errNoDocument
	}
	page, err := openAIPage(docs[0].Body)
	if err != nil {
		return nil, err
	}
	for i, t := range page.Tables {
		if page.Tables[i], err = withGroupedTitles(t); err != nil {
			return nil, err
		}
	}
	r := openAIReader{doc: docs[0], limits: openAIContextLimits(page)}
	for _, t := range page.Tables {
		r.enter(t.Before)
		if err := r.table(t); err != nil {
			return nil, err
		}
	}
	return r.result()
}

type openAIReader struct {
	doc     Document
	limits  contextLimits
	unit    data.Unit // stated for the section; "" when it prices something else than tokens
	service string    // of the tier, as printed, in lower case
	section string    // its title lines, in lower case
	found   []data.Observation
	cyber   []data.Observation // of the section for vetted customers, which repeats models of the others
}

var (
	openAITier     = regexp.MustCompile(`(?i)^(standard|batch|flex|priority|fast|ultrafast|scale)(?: mode| processing| tier)?$|^([\w-]+)(?: mode)? pricing data$`)
	openAIServices = []string{"standard", "batch", "flex", "priority", "fast"}
)

// enter follows the text between two tables. A section begins with a statement of its unit, and names its tiers after it.
func (r *openAIReader) enter(lines []string) {
	var titles []string
	for _, line := range lines {
		if unit, states := statedUnit(line, "USD"); states {
			r.unit, r.service, r.section = unit, "standard", strings.ToLower(strings.Join(titles, "\n"))
		} else if m := openAITier.FindStringSubmatch(line); m != nil {
			r.service = strings.ToLower(m[1] + m[2])
		} else if len(strings.Fields(line)) <= 6 {
			titles = append(titles, line)
		}
	}
}

func (r *openAIReader) table(t Table) error {
	mixed := t.column("training") >= 0 || t.column("use", "case") >= 0 || t.column("estimated") >= 0
	if r.unit == "" || mixed || strings.Contains(r.section, "tuning") || !t.pricesModels() {
		return nil
	}
	if !slices.Contains(openAIServices, r.service) {
		return fmt.Errorf("prices stand under the tier %q, which is none of %s", r.service, strings.Join(openAIServices, ", "))
	}
	var above []Cell
	for _, row := range t.Rows {
		above = withSpannedCells(t, row, above)
		if err := r.row(t, above); err != nil {
			return err
		}
	}
	return nil
}

func (r *openAIReader) row(t Table, row []Cell) error {
	name, q := readName(row[nameColumn(t)].Text, data.Qualifiers{Service: r.service, Modality: r.modality(t, row)}, r.doc.FetchedAt)
	for column, title := range t.Header {
		field := priceField(title)
		if field == "" || column == nameColumn(t) {
			continue
		}
		terms, known, err := r.contextTerms(t, row, column, name, q)
		if err != nil {
			return err
		} else if !known {
			continue
		}
		found, err := observePrice(r.doc, name, field, row[column], r.unit, terms)
		if errors.Is(err, errOtherUnit) {
			continue // "$0.034 / minute" in a table of prices per token "unless noted"
		} else if err != nil {
			return err
		}
		if name == "" && len(found) > 0 {
			return fmt.Errorf("%s %q stands with no model", field, row[column].Text)
		}
		if strings.Contains(r.section, "cyber") {
			r.cyber = append(r.cyber, found...)
		} else {
			r.found = append(r.found, found...)
		}
	}
	return nil
}

// modality is printed in a column of its own, which may lack a title, or in the title of the section: "Audio tokens".
func (r *openAIReader) modality(t Table, row []Cell) string {
	for column, title := range t.Header {
		if text := strings.ToLower(row[column].Text); priceField(title) == "" && slices.Contains(openAIModalities, text) {
			return text
		}
	}
	for _, modality := range openAIModalities[1:] {
		if strings.Contains(r.section, modality+" tokens") {
			return modality
		}
	}
	return ""
}

// result adds what only the section for vetted customers prints, and checks that the text tables were there.
func (r *openAIReader) result() ([]data.Observation, error) {
	var standard []data.Observation
	for _, o := range r.found {
		if q := o.Qualifiers; q.Service == "standard" && (q.Modality == "" || q.Modality == "text") {
			standard = append(standard, o)
		}
	}
	models := pricedSubjects(standard)
	if len(models) < openAIMinModels {
		return nil, fmt.Errorf("%d models have a standard price per token, expected at least %d: the page lacks its tables with Model, Input and Output columns under \"Prices per 1M tokens\"",
			len(models), openAIMinModels)
	}
	return distinct(withoutRepeats(append(r.found, vettedPrices(r.cyber, r.found)...)))
}
