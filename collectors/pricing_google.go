package collectors

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pricepoint/data"
)

func init() {
	register(Source{
		Name: "pricing_google", Kind: Pricing, Publisher: "Google",
		Requests: [][]Request{{
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
func parseGoogle(docs []Document) ([]data.Observation, error) {
	if len(docs) == 0 {
		return nil, errNoDocument
	}
	page, err := readPage(docs[0].Body)
	if err != nil {
		return nil, err
	}
	r := googleReader{doc: docs[0]}
	for _, t := range page.Tables {
		if err := r.enter(t); err != nil {
			return nil, err
		}
		if err := r.table(t); err != nil {
			return nil, err
		}
	}
	if models := pricedSubjects(r.found); len(models) < googleMinModels {
		return nil, fmt.Errorf(`%d models have an input and an output price in a column "Paid Tier, per 1M tokens", expected at least %d`,
			len(models), googleMinModels)
	}
	return distinct(r.found)
}

type googleReader struct {
	doc     Document
	section string   // the heading of the models
	models  []string // their ids, or the heading where the page prints none
	service string   // of the tier, "" in a section without tiers
	tabs    []string // tiers that a line of tabs has named and whose tables are still to come
	found   []data.Observation
}

// enter follows the headings and lines between two tables.
func (r *googleReader) enter(t Table) error {
	section, service := "", ""
	for _, heading := range t.Headings {
		if tier := googleTier(heading); tier != "" {
			service = tier
		} else {
			section, service = heading, ""
		}
	}
	lines := t.Before
	for i, line := range t.Before {
		if line == section {
			lines = t.Before[i+1:]
		}
	}
	if ids := googleIDs(lines); section != r.section || len(ids) > 0 {
		if len(r.tabs) > 0 {
			return fmt.Errorf("%s has no table for its tier %q", r.section, r.tabs[0])
		}
		r.section, r.models = section, ids
		if len(ids) == 0 {
			name, _ := splitName(section)
			r.models = []string{name}
		}
	}
	r.service = r.tier(service, lines)
	return nil
}

var (
	googleTabs    = regexp.MustCompile(`(?i)^(?:(?:standard|batch|flex|priority|more)\s*){2,}$`)
	googleService = regexp.MustCompile(`standard|batch|flex|priority`)
)

// tier returns the service of a table. Where the tiers are no headings, they are one line of tabs above tables in the
// same order.
func (r *googleReader) tier(heading string, lines []string) string {
	for _, line := range lines {
		if googleTabs.MatchString(line) {
			r.tabs = googleService.FindAllString(strings.ToLower(line), -1)
		}
	}
	if heading != "" || len(r.tabs) == 0 {
		r.tabs = nil
		return heading
	}
	next := r.tabs[0]
	r.tabs = r.tabs[1:]
	return next
}

// googleTier returns the service a heading names, "" for another heading.
func googleTier(heading string) string {
	words := wordsOf(heading)
	if len(words) == 0 || len(words) > 2 {
		return ""
	}
	return googleService.FindString(words[0])
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

// table reads one tier. The columns are known by their titles; that of the row labels has none.
func (r *googleReader) table(t Table) error {
	paid := t.column("paid")
	label := slices.IndexFunc(t.Header, func(title string) bool { return !hasAnyWord(title, "free", "paid") })
	if paid < 0 || label < 0 {
		return nil
	}
	unit, states := titleUnit(t.Header[paid])
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
		if len(r.found)+len(prices)*len(r.models)*4 > maxObservations {
			return fmt.Errorf("the page prints more than %d prices", maxObservations)
		}
		for _, id := range r.models {
			for _, p := range prices {
				r.found = append(r.found, p.observations(r.doc, id)...)
			}
		}
	}
	return nil
}

// googleField tells from the label of a row which price stands in it, "" for none.
func googleField(label string) data.Field {
	if hasAnyWord(label, "caching") && !hasAnyWord(label, "storage") {
		return data.PriceCacheRead
	}
	return priceField(label)
}
