package pricing

import (
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
	register(collectors.Source{
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

// parseMoonshot reads the table of each page. An index may have none; a price page without its table is an error,
// for its models would be taken for withdrawn. Prices exclude taxes. A request that writes to the cache is billed as
// input where the page has no price of its own for it.
func parseMoonshot(docs []web.Payload) ([]data.Observation, error) {
	var r reader
	for _, doc := range docs {
		before := len(r.found)
		if err := moonshotTables(&r, doc); err != nil {
			return nil, fmt.Errorf("%s: %v", doc.URL, err)
		}
		if len(page.PricedSubjects(r.found[before:])) == 0 && len(moonshotLinks(doc)) == 0 {
			return nil, r.refused.Lacking(fmt.Errorf("%s: no table has columns of models, units, input and output prices", doc.URL))
		}
	}
	if len(r.found) == 0 {
		return nil, fmt.Errorf("%s: the pages that it names could not be had, and it prints no prices itself", docs[0].URL)
	}
	r.found = newestOnly(r.found)
	return r.priced(1, "no table has rows of both")
}

func moonshotTables(r *reader, doc web.Payload) error {
	body, err := page.ExpandDocTables(page.ShownSource(doc.Body))
	if err != nil {
		return err
	}
	doc.Body = body
	p, err := page.Read(doc)
	if err != nil {
		return err
	}
	r.doc = doc
	for _, t := range p.Tables {
		if t.PricesModels() {
			r.models(t, func(row []page.Cell, group data.Qualifiers) (string, []data.Observation, error) {
				found, err := moonshotRow(t, row, group)
				return row[page.NameColumn(t)].Text, found, err
			})
		}
	}
	return nil
}

func moonshotRow(t page.Table, row []page.Cell, group data.Qualifiers) ([]data.Observation, error) {
	name, q := page.ReadName(row[page.NameColumn(t)].Text, group, t.Of.FetchedAt)
	switch {
	case page.HasWords(q.Status, "batch"):
		q.Service, q.Status = "batch", ""
	case t.Under("batch"), t.Under("batchjob"):
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
	found, err := page.ObserveRow(t, row, name, stated, q)
	if err != nil {
		return nil, err
	}
	window, err := page.ObserveContext(t, row, name, q)
	return append(found, window...), err
}

// newestOnly drops what a page of a later day says again: pages of several days stand side by side only in an archive.
func newestOnly(all []data.Observation) []data.Observation {
	type said struct {
		subject    string
		field      data.Field
		qualifiers data.Qualifiers
	}
	day := func(o data.Observation) time.Time { return o.FetchedAt.Truncate(24 * time.Hour) }
	newest := map[said]time.Time{}
	for _, o := range all {
		if key := (said{o.Subject, o.Field, o.Qualifiers}); day(o).After(newest[key]) {
			newest[key] = day(o)
		}
	}
	return slices.DeleteFunc(all, func(o data.Observation) bool {
		return day(o).Before(newest[said{o.Subject, o.Field, o.Qualifiers}])
	})
}
