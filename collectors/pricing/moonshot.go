package pricing

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const moonshotDocs = "https://platform.kimi.ai/docs/"

func init() {
	// The index names the price pages. Where it cannot be had, any page that has been one stands in for it, and Next
	// asks for the others.
	index := []web.Request{{URL: moonshotDocs + "llms.txt"}}
	for _, page := range moonshotPages {
		index = append(index, web.Request{URL: moonshotPage(page), Standing: 1})
	}
	for _, page := range []string{"https://platform.moonshot.ai/docs/pricing/chat.md", "https://platform.moonshot.ai/docs/pricing/chat", moonshotDocs + "pricing/chat"} {
		index = append(index, web.Request{URL: page, Standing: 1})
	}
	collectors.Register(collectors.Source{
		Name: "pricing_moonshot", Publisher: "Moonshot AI",
		Requests: [][]web.Request{index}, Next: nextMoonshot, Parse: parseMoonshot,
	})
}

// moonshotPages are the price pages there have been: one for all models, before that one a family.
var moonshotPages = []string{"chat", "chat-k3", "chat-k27-code", "chat-k26", "chat-k25", "chat-k2", "chat-v1", "batch"}

func moonshotPage(name string) string { return moonshotDocs + "pricing/" + name + ".md" }

// moonshotLink finds the pages with prices of tokens; those of tools and of limits have none.
var moonshotLink = regexp.MustCompile(`/docs/pricing/(chat(?:-[\w-]+)*|batch)\b`)

// maxMoonshotPages bounds what an index can make us fetch.
const maxMoonshotPages = 30

// nextMoonshot returns the pages an index names. A price page that stands in for the index is followed by those
// that are known.
func nextMoonshot(doc web.Payload) []web.Request {
	names := moonshotLinks(doc)
	if doc.URL != moonshotDocs+"llms.txt" {
		names = append(names, moonshotPages...)
	}
	var pages []web.Request
	for _, name := range names {
		page := web.Request{URL: moonshotPage(name)}
		if page.URL != doc.URL && !slices.Contains(pages, page) && len(pages) < maxMoonshotPages {
			pages = append(pages, page)
		}
	}
	return pages
}

func moonshotLinks(doc web.Payload) []string {
	var names []string
	for _, link := range moonshotLink.FindAllSubmatch(doc.Body, -1) {
		names = append(names, string(link[1]))
	}
	return names
}

// moonshot is a page of prices, and what all of them say together. Prices exclude taxes. A request that writes to the cache is
// billed as input where the page has no price of its own for it.
var moonshot = pricePage{least: 1, lacking: "no table has rows of both", read: readMoonshot}

// parseMoonshot reads the table of each page. An index may have none; a price page without its table is an error,
// for its models would be taken for withdrawn.
func parseMoonshot(docs []web.Payload, refused *page.Refused) ([]data.Observation, error) {
	all := reader{pricePage: moonshot, refused: refused, named: map[string]bool{}}
	for _, doc := range docs {
		before := len(all.found)
		if err := all.add(doc); err != nil {
			return nil, fmt.Errorf("%s: %v", doc.URL, err)
		}
		if len(page.PricedSubjects(all.found[before:])) == 0 && len(moonshotLinks(doc)) == 0 {
			return nil, fmt.Errorf("%s: no table has columns of models, units, input and output prices", doc.URL)
		}
	}
	if len(all.found) == 0 {
		return nil, fmt.Errorf("%s: the pages that it names could not be had, and it prints no prices itself", docs[0].URL)
	}
	all.found = newestOnly(all.found)
	return all.priced()
}

// add reads one more document.
func (r *reader) add(doc web.Payload) (err error) {
	if doc.Body, err = page.ExpandDocTables(page.ShownSource(doc.Body)); err != nil {
		return err
	}
	p, err := page.Read(doc)
	if err != nil {
		return err
	}
	r.doc = doc
	return r.read(r, p)
}

func readMoonshot(r *reader, p page.Page) error {
	for _, t := range p.Tables {
		if !t.PricesModels() {
			continue
		}
		r.models(t, "", func(row []page.Cell, name string, q data.Qualifiers) ([]data.Observation, error) {
			if t.Under("batch") { // or a "batchjob"
				q.Service = "batch"
			}
			stated := data.Unit("")
			if column := t.Column("unit"); column >= 0 {
				per, err := page.TokenQuantity(row[column].Text)
				if err != nil {
					return nil, fmt.Errorf("unit of %s: %v", name, err)
				}
				stated = data.Unit("/" + per) // each price prints its currency
			}
			prices, err := page.ObserveRow(t, row, name, stated, q)
			window, errWindow := page.ObserveContext(t, row, name, q)
			return append(prices, window...), cmp.Or(err, errWindow)
		})
	}
	return nil
}

// newestOnly drops what a page of a later day says again: pages of several days stand side by side only in an archive.
func newestOnly(all []data.Observation) []data.Observation {
	day := func(o data.Observation) time.Time { return o.FetchedAt.Truncate(24 * time.Hour) }
	newest := map[page.Subject]time.Time{}
	for _, o := range all {
		if of := page.SubjectOf(o); day(o).After(newest[of]) {
			newest[of] = day(o)
		}
	}
	return slices.DeleteFunc(all, func(o data.Observation) bool { return day(o).Before(newest[page.SubjectOf(o)]) })
}
