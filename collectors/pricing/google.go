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
	register(collectors.Source{
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
	p, err := page.Read(docs[0])
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
	found := r.refused.Distinct(r.found)
	if models := page.PricedSubjects(found); len(models) < googleMinModels {
		return nil, r.refused.Lacking(fmt.Errorf(`%d models have an input and an output price in a column "Paid Tier, per 1M tokens", expected at least %d`,
			len(models), googleMinModels))
	}
	return found, r.refused.Err()
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

	refused page.Refused
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
		class := googleTitles.Replace(row[label].Text)
		at := r.at(t, row, label, paid)
		prices, err := r.class(t, row, paid, class, unit)
		for i := range prices {
			err = cmp.Or(err, at.Check(prices[i].unit))
			prices[i].terms = page.WithRemark(prices[i].terms, at.Remark)
		}
		if err != nil {
			r.refused.Row(r.doc, strings.Join(r.models, ", "), row, fmt.Errorf("%s, %s, %s: %w", r.section, r.service, class, err))
			continue
		}
		if len(r.found)+len(prices)*len(r.models)*4 > page.MaxObservations {
			return fmt.Errorf("the page prints more than %d prices", page.MaxObservations)
		}
		for _, id := range r.models {
			for _, p := range prices {
				r.found, r.isModel = append(r.found, p.observations(at, id)...), true
			}
		}
	}
	return nil
}

// at is the place of a price: in the section of its model and of its tier, whether that is a heading or a tab, and in the
// row of its class.
func (r *googleReader) at(t page.Table, row []page.Cell, label, column int) page.Place {
	if !slices.ContainsFunc(t.Headings, func(heading string) bool { return googleTier(heading) != "" }) && r.service != "" {
		t.Part = []string{r.service}
	}
	at := t.At(row, column)
	at.Address.Row, at.Remark = row[label].Text, page.TitleRemark(t.Header[column])
	return at
}

// googleTitles calls by its usual name what is billed by tokens or by time, as the cells say.
var googleTitles = strings.NewReplacer("Context caching", "Cached input")

// class reads the prices of one class of tokens.
func (r *googleReader) class(t page.Table, row []page.Cell, paid int, class string, unit data.Unit) ([]googlePrice, error) {
	field := page.ColumnField(class, row[paid])
	if field == "" {
		return nil, nil
	}
	labelled, _ := page.WithContextBound(class, data.Qualifiers{Service: r.service})
	terms, err := t.Within(row, paid, page.WithLabel(class, field, labelled))
	if err != nil {
		return nil, err
	}
	prices, err := googleCell(row[paid], googlePrice{field: field, unit: unit, modalities: modalities(class), terms: terms}, r.doc.FetchedAt)
	for _, p := range prices {
		if err == nil {
			err = page.CheckBounds(p.terms)
		}
	}
	return prices, err
}

// googleLabels returns the index of the column of row labels, which has no title of its own: that whose cells name the
// most classes of tokens, or -1.
func googleLabels(t page.Table) int {
	best, most := -1, 0
	for column, title := range t.Header {
		named := 0
		for _, row := range t.Rows {
			if page.PriceField(row[column].Text) != "" && !strings.Contains(row[column].Text, "$") {
				named++
			}
		}
		if named > most && !page.HasAnyWord(title, "free", "paid") {
			best, most = column, named
		}
	}
	return best
}

// enter follows the headings and lines between two tables.
func (r *googleReader) enter(t page.Table) error {
	section, service, err := r.place(t)
	if err != nil {
		return err
	}
	lines := t.Before[lastIndex(t.Before, section)+1:]
	if ids := googleIDs(lines); section != r.section || len(ids) > 0 {
		if len(r.tabs) > 0 {
			return fmt.Errorf("%s has no table for its tier %q", r.section, r.tabs[0])
		}
		r.section, r.models, r.isModel = section, ids, len(ids) > 0
		if len(ids) == 0 {
			name, _ := page.SplitName(section)
			r.models = []string{name}
		}
	}
	r.service = r.tier(service, lines)
	return nil
}

// place tells from the headings over a table which of them is about models, and which service is named below it. A
// heading without ids that stands deeper than any with ids is not a model: it names an unknown service.
func (r *googleReader) place(t page.Table) (section, service string, err error) {
	below := false // a heading about a model
	for i, heading := range t.Headings {
		tier := googleTier(heading)
		ids := googleIDs(linesUnder(t, i))
		if len(ids) > 0 {
			r.depth = max(r.depth, i+1)
		}
		deeper := r.depth > 0 && i >= r.depth
		switch {
		case tier == "" && (below || deeper) && len(ids) == 0:
			if t.Column("paid") >= 0 {
				return "", "", fmt.Errorf("the heading %q below %s names no known service", heading, section)
			}
		case tier == "":
			section, service = heading, ""
			below = len(ids) > 0 || r.isModel && heading == r.section
		default:
			service = tier
		}
	}
	return section, service, nil
}

// linesUnder returns the lines between a heading of the table and the next one, where it was not said before.
func linesUnder(t page.Table, i int) []string {
	start := lastIndex(t.Before, t.Headings[i])
	if start < 0 {
		return nil
	}
	lines := t.Before[start+1:]
	if i+1 < len(t.Headings) {
		if end := lastIndex(lines, t.Headings[i+1]); end >= 0 {
			lines = lines[:end]
		}
	}
	return lines
}

func lastIndex(lines []string, line string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if lines[i] == line {
			return i
		}
	}
	return -1
}

var (
	googleTabs    = regexp.MustCompile(`(?i)^(?:(?:standard|batch|flex|priority|fast|more)\s*){2,}$`)
	googleService = regexp.MustCompile(`standard|batch|flex|priority|fast`)
)

// tier returns the service of a table. Where the tiers are not headings, they are one line of tabs above tables in the
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

// googleTier returns the service a heading begins with, "" for another heading: "Batch API (50% off)".
func googleTier(heading string) string {
	name, _ := page.SplitName(heading)
	words := page.WordsOf(name)
	if len(words) == 0 || page.HasWords(name, "models") {
		return ""
	}
	if service := googleService.FindString(words[0]); service == words[0] {
		return service
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
