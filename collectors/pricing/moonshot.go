package pricing

import (
	"regexp"
	"slices"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/web"
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
		Requests: [][]web.Request{index}, Next: nextMoonshot, Parse: moonshot.parse,
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

// moonshot is an index, and pages of prices. Prices exclude taxes. A request that writes to the cache is billed as input where a
// page has no price of its own for it.
var moonshot = pricePage{
	least: 1, lacking: "no table has columns of models, units, input and output prices", read: readPlain,
	source: func(body []byte) ([]byte, error) { return page.ExpandDocTables(page.ShownSource(body)) },
	leads:  func(of web.Payload) bool { return len(moonshotLinks(of)) > 0 },
}
