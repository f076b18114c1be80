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
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(collectors.Source{
		Name: "pricing_openai", Kind: data.PricingSource, Publisher: "OpenAI",
		Requests: [][]web.Request{{
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
// Not read are fine-tuned models and their training: the page prints them under the names of the models they are made
// from. Neither are prices per minute, image, second, call or character, wherever they stand.
func parseOpenAI(docs []web.Payload) ([]data.Observation, error) {
	p, err := openAIPage(docs[0])
	if err != nil {
		return nil, err
	}
	for i, t := range p.Tables {
		if p.Tables[i], err = withGroupedTitles(t); err != nil {
			return nil, err
		}
	}
	r := openAIReader{doc: docs[0], limits: openAIContextLimits(p)}
	for _, t := range p.Tables {
		r.enter(t)
		if err := r.table(t); err != nil {
			return nil, err
		}
	}
	return r.result()
}

type openAIReader struct {
	doc      web.Payload
	limits   contextLimits
	unit     data.Unit // stated for the section; "" when it prices something else than tokens
	service  string    // of the tier, as printed, in lower case
	section  string    // its title lines, in lower case
	titles   []string  // those lines, as printed
	tier     string    // the line that names the tier
	part     []string  // the title lines after it
	modality string    // of the section, "" for text: "Audio tokens"
	refused  page.Refused
	found    []data.Observation
	cyber    []data.Observation // of the section for vetted customers, which repeats models of the others
}

var (
	openAITier     = regexp.MustCompile(`(?i)^(standard|batch|flex|priority|fast|ultrafast|scale)(?: mode| processing| tier)?$|^([\w-]+)(?: mode)? pricing data$`)
	openAITokens   = regexp.MustCompile(`(?i)^(text|image|audio|video) tokens$`)
	openAIServices = []string{"standard", "batch", "flex", "priority", "fast"}
)

// enter follows the text before a table. A section begins with a statement of its unit, and names its tiers and its parts
// after it.
func (r *openAIReader) enter(t page.Table) {
	var titles []string
	for _, line := range t.Before {
		if unit, states := page.StatedUnit(line, "USD"); states {
			r.unit, r.service, r.section = unit, "standard", strings.ToLower(strings.Join(titles, "\n"))
			r.modality = titledModality(titles)
			r.titles, r.tier, r.part = titles, "", nil
		} else if m := openAITier.FindStringSubmatch(line); m != nil {
			r.service = strings.ToLower(m[1] + m[2])
			r.tier, r.part = line, nil
		} else if openAITokens.MatchString(line) {
			r.modality = titledModality([]string{line})
			titles, r.part = append(titles, line), append(r.part, line)
		} else if len(strings.Fields(line)) <= 6 {
			titles, r.part = append(titles, line), append(r.part, line)
			if slices.Contains(t.Headings, line) && !page.HasWords(line, "data") {
				r.modality = "" // another part: "Other models"
			}
		}
	}
}

// titledModality reads what kind of tokens a section or a part of one prices; "" for text.
func titledModality(titles []string) string {
	for _, title := range titles {
		if m := openAITokens.FindStringSubmatch(title); m != nil && !strings.EqualFold(m[1], "text") {
			return strings.ToLower(m[1])
		}
	}
	return ""
}

func (r *openAIReader) table(t page.Table) error {
	if r.unit == "" || t.Column("training") >= 0 || strings.Contains(r.section, "tuning") {
		return nil
	}
	t = r.withInputTitles(t)
	t.Part = slices.DeleteFunc(slices.Concat(r.titles, []string{r.tier}, r.part), func(title string) bool { return slices.Contains(t.Headings, title) })
	if !t.PricesModels() && !r.embeds(t) {
		return nil
	}
	if !slices.Contains(openAIServices, r.service) {
		return fmt.Errorf("prices stand under the tier %q, which is none of %s", r.service, strings.Join(openAIServices, ", "))
	}
	var above []page.Cell
	for row, group := range t.ModelRows() {
		above = withSpannedCells(t, row, above)
		group.Service = cmp.Or(group.Service, r.service)
		name, found, err := r.row(t, above, group)
		switch {
		case err != nil:
			r.refused.Row(r.doc, name, above, err)
		case strings.Contains(r.section, "cyber"):
			r.cyber = append(r.cyber, found...)
		default:
			r.found = append(r.found, found...)
		}
	}
	return nil
}

// embeds reports whether a table prices models that have no output.
func (r *openAIReader) embeds(t page.Table) bool {
	return strings.Contains(r.section, "embedding") && page.NameColumn(t) >= 0 && t.Prices(data.PriceInput) && t.PrintsPrices()
}

// withInputTitles says of the one price of an embedding model, "Cost", and of its half, "Batch cost", what they are for:
// such a model gives back no tokens.
func (r *openAIReader) withInputTitles(t page.Table) page.Table {
	if !strings.Contains(r.section, "embedding") || t.Prices(data.PriceInput) {
		return t
	}
	t.Header = slices.Clone(t.Header)
	for i, title := range t.Header {
		if page.HasAnyWord(title, "cost", "price") && !page.HasAnyWord(title, "estimated") {
			t.Header[i] += " of input"
		}
	}
	return t
}

func (r *openAIReader) row(t page.Table, row []page.Cell, group data.Qualifiers) (name string, found []data.Observation, err error) {
	group.Modality = r.rowModality(t, row)
	name, q := page.ReadName(row[page.NameColumn(t)].Text, group, r.doc.FetchedAt)
	service := q.Service
	for column, title := range t.Header {
		field := page.ColumnField(title, row[column])
		unit, states := page.TitleUnit(title)
		if field == "" || column == page.NameColumn(t) || states && unit == "" || page.HasAnyWord(title, "estimated") {
			continue
		}
		q.Service = cmp.Or(page.TitleService(title), service)
		terms, err := r.limits.terms(t, row, column, name, q)
		if err != nil {
			return name, nil, err
		}
		here, err := page.ObservePrice(t.At(row, column), name, field, row[column], page.UnitOr(unit, r.unit), terms)
		if errors.Is(err, page.ErrOtherUnit) {
			continue // "$0.034 / minute" in a table of prices per token "unless noted"
		} else if err != nil {
			return name, nil, err
		}
		if name == "" && len(here) > 0 {
			return name, nil, fmt.Errorf("%s %q stands with no model", field, row[column].Text)
		}
		found = append(found, here...)
	}
	return name, found, nil
}

// rowModality is printed in a column of its own, which may lack a title, or holds for the whole section.
func (r *openAIReader) rowModality(t page.Table, row []page.Cell) string {
	for column, title := range t.Header {
		said := title == "" || page.HasAnyWord(title, "modality", "type", "kind") && !page.HasAnyWord(title, "input", "output")
		if text := strings.ToLower(row[column].Text); said && slices.Contains(openAIModalities, text) {
			return text
		}
	}
	return r.modality
}

// result adds what only the section for vetted customers prints, and checks that the text tables were there.
func (r *openAIReader) result() ([]data.Observation, error) {
	found := r.refused.Distinct(withoutRepeats(append(r.found, vettedPrices(r.cyber, r.found)...)))
	var standard []data.Observation
	for _, o := range found {
		if q := o.Qualifiers; q.Service == "standard" && (q.Modality == "" || q.Modality == "text") {
			standard = append(standard, o)
		}
	}
	models := page.PricedSubjects(standard)
	if len(models) < openAIMinModels {
		return nil, r.refused.Lacking(fmt.Errorf("%d models have a standard price per token, expected at least %d: the page lacks its tables with Model, Input and Output columns under \"Prices per 1M tokens\"",
			len(models), openAIMinModels))
	}
	return found, r.refused.Err()
}
