package pricing

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

func init() {
	openAI := pricePage{
		least: minModels, lacking: `the page lacks its tables with Model, Input and Output columns under "Prices per 1M tokens"`,
		counts: func(o data.Observation) bool {
			q := o.Qualifiers
			return q.Service == "standard" && (q.Modality == "" || q.Modality == "text")
		},
		read: readOpenAI,
	}
	collectors.Register(collectors.Source{Name: "pricing_openai", Publisher: "OpenAI", Parse: openAI.parse},
		"https://developers.openai.com/api/docs/pricing.md",
		"https://platform.openai.com/docs/pricing.md",
	)
}

// readOpenAI reads every table of input and output prices per token. The page repeats the same models under service
// tiers, so a price belongs to the tier named last before its table.
//
// Not read are fine-tuned models and their training: the page prints them under the names of the models they are made
// from. Neither are prices per minute, image, second, call or character, wherever they stand.
func readOpenAI(of *reader, p page.Page) error {
	if page.IsHTML(of.doc.Body) {
		return errors.New("the page is HTML, in which only the scripts know which tables are of which tier")
	}
	r := openAIReader{reader: of, short: shortContexts(p)}
	for _, t := range p.Tables {
		r.enter(t)
		if err := r.table(t); err != nil {
			return err
		}
	}
	r.addCyber()
	return nil
}

type openAIReader struct {
	*reader
	short    map[string]data.Qualifiers // which prompts are short, by the model whose name says so somewhere: "<272K context length"
	unit     data.Unit                  // stated for the section; "" when it prices something else than tokens
	service  string                     // of the tier, as printed, in lower case
	section  string                     // its title lines, in lower case
	over     []string                   // those lines, as printed, that of the tier and the title lines after it
	titled   int                        // how many of them are of the section
	modality string                     // of the section, "" for text: "Audio tokens"
	cyber    []data.Observation         // of the section for vetted customers, which repeats models of the others
}

var (
	openAITier   = regexp.MustCompile(`(?i)^(standard|batch|flex|priority|fast|ultrafast|scale)(?: mode| processing| tier)?$|^([\w-]+)(?: mode)? pricing data$`)
	openAITokens = regexp.MustCompile(`(?i)^(text|image|audio|video) tokens$`)
)

// enter follows the text before a table. A section begins with a statement of its unit, and names its tiers and its parts
// after it.
func (r *openAIReader) enter(t page.Table) {
	var titles []string
	for _, line := range t.Before {
		if unit, states := page.StatedUnit(line, "USD"); states {
			r.unit, r.service, r.section = unit, "standard", strings.ToLower(strings.Join(titles, "\n"))
			r.over, r.titled, r.modality = titles, len(titles), ""
			for _, title := range titles {
				r.modality = cmp.Or(r.modality, titledModality(title))
			}
		} else if m := openAITier.FindStringSubmatch(line); m != nil {
			r.service = strings.ToLower(m[1] + m[2])
			r.over = append(r.over[:r.titled:r.titled], line)
		} else if openAITokens.MatchString(line) {
			r.modality = titledModality(line)
			titles, r.over = append(titles, line), append(slices.Clip(r.over), line)
		} else if len(strings.Fields(line)) <= 6 {
			titles, r.over = append(titles, line), append(slices.Clip(r.over), line)
			if slices.Contains(t.Headings, line) && !page.HasWords(line, "data") {
				r.modality = "" // another part: "Other models"
			}
		}
	}
}

// titledModality reads what kind of tokens a title prices; "" for text, and for other titles.
func titledModality(title string) string {
	m := openAITokens.FindStringSubmatch(title)
	if m == nil || strings.EqualFold(m[1], "text") {
		return ""
	}
	return strings.ToLower(m[1])
}

func (r *openAIReader) table(t page.Table) error {
	if r.unit == "" || t.Column("training") >= 0 || strings.Contains(r.section, "tuning") {
		return nil
	}
	t = r.withInputTitles(t)
	t.Part = slices.DeleteFunc(slices.Clone(r.over), func(title string) bool { return slices.Contains(t.Headings, title) })
	if !t.PricesModels() && !r.embeds(t) {
		return nil
	}
	if !slices.Contains(page.Services, r.service) {
		return fmt.Errorf("prices stand under the tier %q, which is none of %s", r.service, strings.Join(page.Services, ", "))
	}
	r.models(t, r.service, func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
		q.Modality = r.rowModality(t, row)
		short := q
		if q.ContextUpTo == "" {
			short = r.short[name]
		}
		found, err := page.ObserveRowWithin(t, row, name, r.unit, q, func(column int) (data.Qualifiers, error) {
			return openAIContext(t, row, column, q, short)
		})
		if err == nil && strings.Contains(r.section, "cyber") {
			r.cyber = append(r.cyber, found...)
			return nil, nil
		}
		return found, err
	})
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

// shortContexts reads from the names of models which of their prompts are short.
func shortContexts(p page.Page) map[string]data.Qualifiers {
	short := map[string]data.Qualifiers{}
	for _, t := range p.Tables {
		column := page.NameColumn(t)
		for _, row := range t.Rows {
			if column < 0 {
				break
			}
			if name, q := page.ReadName(row[column].Text, data.Qualifiers{}, time.Time{}); q.ContextUpTo != "" {
				short[name] = q
			}
		}
	}
	return short
}

// openAIContext adds the length of prompt that a column is for. Where neither the row nor the page says from how many tokens a
// prompt is long, the price is one for long prompts, and the others are for prompts of any length.
func openAIContext(t page.Table, row []page.Cell, column int, q, short data.Qualifiers) (data.Qualifiers, error) {
	title := t.Header[column]
	rest, _ := page.CutBound(title, data.Qualifiers{})
	long := t.Column("long", "context")
	pricesLongContext := long >= 0 && !page.IsAbsent(row[long].Text)
	switch {
	case rest != title:
	case page.HasWords(title, "long", "context"):
		q.ContextUpTo, q.UpToOp = "", ""
		if q.ContextOver = cmp.Or(short.ContextUpTo, data.LongContext); short.UpToOp == data.Below {
			q.OverOp = data.AtLeast // a prompt of exactly so many tokens is a long one
		}
		return q, nil
	case page.HasWords(title, "short", "context") && pricesLongContext && short.ContextUpTo != "":
		q.ContextUpTo, q.UpToOp = short.ContextUpTo, short.UpToOp
		return q, nil
	}
	return t.Within(row, column, q)
}

// rowModality is printed in a column of its own, which may lack a title, or holds for the whole section.
func (r *openAIReader) rowModality(t page.Table, row []page.Cell) string {
	for column, title := range t.Header {
		said := title == "" || page.HasAnyWord(title, "modality", "type", "kind") && !page.HasAnyWord(title, "input", "output")
		if text := strings.ToLower(row[column].Text); said && openAITokens.MatchString(text+" tokens") {
			return text
		}
	}
	return r.modality
}

// addCyber adds what only the section for vetted customers prints. What it prints of a model that others may buy too is a
// repeat, or holds for vetted customers only.
func (r *openAIReader) addCyber() {
	sold := map[string]bool{}
	for _, o := range r.found {
		sold[o.Subject] = true
	}
	r.found = append(r.found, slices.DeleteFunc(r.cyber, func(o data.Observation) bool { return sold[o.Subject] })...)
}
