package collectors

import (
	"fmt"
	"strings"

	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

func init() {
	register(Source{
		Name: "pricing_google", Kind: data.PricingSource, Publisher: "Google",
		Requests: [][]web.Request{{
			{URL: "https://ai.google.dev/gemini-api/docs/pricing.md.txt"},
			{URL: "https://ai.google.dev/gemini-api/docs/pricing"},
			{URL: "https://ai.google.dev/pricing"},
		}},
		Parse: parseGoogle,
	})
}

// googleMinModels is the least number of models that must have an input and an output price; there have always been
// more than a dozen.
const googleMinModels = 5

// parseGoogle reads the paid column of every table that is priced by the token. A section is about one model, or about
// several that cost the same; its tables are service tiers, and their rows are classes of tokens.
//
// The subject is the model id printed under the heading, not the heading: requests and price lists name models by it,
// headings carry emoji and nicknames, and a heading over several ids names only some of them. Each id has all rows.
//
// Not read are the free column, prices per image, second, request or search, the Live API row of the older page (it
// prices another service under the name of the model), and footnotes, which price in prose what no tier is named for.
func parseGoogle(docs []web.Payload) ([]data.Observation, error) {
	if len(docs) == 0 {
		return nil, errNoDocument
	}
	p, err := page.Read(docs[0].Body)
	if err != nil {
		return nil, err
	}
	r := googleReader{doc: docs[0]}
	for _, t := range p.Tables {
		if err := r.enter(t); err != nil {
			return nil, err
		}
		if err := r.table(t); err != nil {
			return nil, err
		}
	}
	if models := page.PricedSubjects(r.found); len(models) < googleMinModels {
		return nil, fmt.Errorf(`%d models have an input and an output price in a column "Paid Tier, per 1M tokens", expected at least %d`,
			len(models), googleMinModels)
	}
	return page.Distinct(r.found)
}

type googleReader struct {
	doc     web.Payload
	section string   // the heading of the models
	depth   int      // of the headings with ids, 1 for the outermost; 0 when there has been none
	isModel bool     // the section has printed ids or prices, so that headings below it are tiers
	models  []string // their ids, or the heading where the page prints none
	service string   // of the tier, "" in a section without tiers
	tabs    []string // tiers that a line of tabs has named and whose tables are still to come
	found   []data.Observation
}

// table reads one tier. The columns are known by their titles; that of the row labels has none.
func (r *googleReader) table(t page.Table) error {
	paid := t.Column("paid")
	label := googleLabels(t)
	if paid < 0 || label < 0 {
		return nil
	}
	unit, states := page.TitleUnit(t.Header[paid])
	if states && unit == "" {
		return nil // per second, per image, per request
	}
	for _, row := range t.Rows {
		class := row[label].Text
		prices, err := googleCell(row[paid], googlePrice{field: googleField(class), unit: unit, modalities: modalities(class),
			terms: data.Qualifiers{Service: r.service}}, r.doc.FetchedAt)
		if err != nil {
			return fmt.Errorf("%s, %s, %s: %w", r.section, r.service, class, err)
		}
		if len(r.found)+len(prices)*len(r.models)*4 > page.MaxObservations {
			return fmt.Errorf("the page prints more than %d prices", page.MaxObservations)
		}
		for _, id := range r.models {
			for _, p := range prices {
				r.found, r.isModel = append(r.found, p.observations(r.doc, id)...), true
			}
		}
	}
	return nil
}

// googleLabels returns the index of the column of row labels, which has no title of its own: that whose cells name the
// most classes of tokens, or -1.
func googleLabels(t page.Table) int {
	best, most := -1, 0
	for column, title := range t.Header {
		named := 0
		for _, row := range t.Rows {
			if googleField(row[column].Text) != "" && !strings.Contains(row[column].Text, "$") {
				named++
			}
		}
		if named > most && !page.HasAnyWord(title, "free", "paid") {
			best, most = column, named
		}
	}
	return best
}

// googleField tells from the label of a row which price stands in it, "" for none.
func googleField(label string) data.Field {
	field := page.PriceField(label)
	if field == "" && page.HasAnyWord(label, "caching", "cache") {
		return data.PriceCacheRead // "Context caching price": what is billed by time says so in its cell
	}
	return field
}
