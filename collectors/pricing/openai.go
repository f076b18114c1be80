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
	register(collectors.Source{Name: "pricing_openai", Publisher: "OpenAI", Parse: parseOpenAI},
		"https://developers.openai.com/api/docs/pricing.md",
		"https://platform.openai.com/docs/pricing.md",
		"https://developers.openai.com/api/docs/pricing",
		"https://platform.openai.com/docs/pricing",
	)
}

// parseOpenAI reads every table of input and output prices per token. The page repeats the same models under service
// tiers, so a price belongs to the tier named last before its table.
//
// Not read are fine-tuned models and their training: the page prints them under the names of the models they are made
// from. Neither are prices per minute, image, second, call or character, wherever they stand.
func parseOpenAI(docs []web.Payload) ([]data.Observation, error) {
	read := page.Markdown
	if page.IsHTML(docs[0].Body) {
		read = openAIIslands
	}
	p, err := read(docs[0])
	if err != nil {
		return nil, err
	}
	for i, t := range p.Tables {
		if p.Tables[i], err = withGroupedTitles(t); err != nil {
			return nil, err
		}
	}
	r := openAIReader{reader: reader{doc: docs[0]}, limits: openAIContextLimits(p)}
	for _, t := range p.Tables {
		r.enter(t)
		if err := r.table(t); err != nil {
			return nil, err
		}
	}
	return r.result()
}

type openAIReader struct {
	reader
	limits   contextLimits
	unit     data.Unit          // stated for the section; "" when it prices something else than tokens
	service  string             // of the tier, as printed, in lower case
	section  string             // its title lines, in lower case
	titles   []string           // those lines, as printed
	tier     string             // the line that names the tier
	part     []string           // the title lines after it
	modality string             // of the section, "" for text: "Audio tokens"
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
	found, err = r.limits.observe(t, row, name, r.unit, q)
	return name, found, err
}

// openAIModalities are the kinds of token that a cell of a row may name.
var openAIModalities = []string{"text", "audio", "image", "video"}

// withSpannedCells returns a row as the page shows it. A rendering that knows no spans leaves out the cells that reach
// down from the row above, so that the others stand too far left: a price where no price is titled, and nothing at
// the end.
func withSpannedCells(t page.Table, row, above []page.Cell) []page.Cell {
	missing := 0
	for missing < len(row) && row[len(row)-1-missing].Text+row[len(row)-1-missing].Struck == "" {
		missing++
	}
	for column, title := range t.Header {
		untitled := page.PriceField(title) == "" && !page.HasAnyWord(title, "cost", "price", "pricing")
		if untitled && dollarStart.MatchString(row[column].Text) && missing > 0 && len(above) == len(row) {
			return slices.Concat(above[:missing], row[:len(row)-missing])
		}
	}
	return row
}

// dollarStart begins a price.
var dollarStart = regexp.MustCompile(`^(?:US)?\$|^USD\b`)

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
	if len(models) < minModels {
		return nil, r.refused.Lacking(fmt.Errorf("%d models have a standard price per token, expected at least %d: the page lacks its tables with Model, Input and Output columns under \"Prices per 1M tokens\"",
			len(models), minModels))
	}
	return found, r.refused.Err()
}

// openAIPrice is a price without the bound on the prompt, which one form of a row states and another leaves out.
type openAIPrice struct {
	subject, value string
	unit           data.Unit
	field          data.Field
	qualifiers     data.Qualifiers
}

func withoutBound(o data.Observation) openAIPrice {
	n, _ := data.ParseNumber(o.Value)
	o.Qualifiers.ContextUpTo, o.Qualifiers.UpToOp = "", ""
	return openAIPrice{o.Subject, n.String(), o.Unit, o.Field, o.Qualifiers}
}

// withoutRepeats drops a price without a bound on the prompt that the page also prints with one: the rows it shows
// leave out of the name what the rows it holds say in it.
func withoutRepeats(found []data.Observation) []data.Observation {
	bounded := map[openAIPrice]bool{}
	for _, o := range found {
		bounded[withoutBound(o)] = bounded[withoutBound(o)] || o.Qualifiers.ContextUpTo != ""
	}
	return slices.DeleteFunc(found, func(o data.Observation) bool {
		return o.Qualifiers.ContextUpTo == "" && bounded[withoutBound(o)]
	})
}

// vettedPrices returns what the section for vetted customers adds to the others. Equal prices are repeats; what differs
// for a model that others may buy too holds for vetted customers only, and has the status "cyber".
func vettedPrices(cyber, others []data.Observation) []data.Observation {
	sold, repeated := map[string]bool{}, map[openAIPrice]bool{}
	for _, o := range others {
		sold[o.Subject], repeated[withoutBound(o)] = true, true
	}
	var added []data.Observation
	for _, o := range cyber {
		if repeated[withoutBound(o)] {
			continue
		}
		if sold[o.Subject] {
			o.Qualifiers.Status = "cyber"
		}
		added = append(added, o)
	}
	return added
}
