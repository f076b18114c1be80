package registry

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// bomb is a page that is cheap to send and dear to read: a head, a part over and over, and a tail.
type bomb struct {
	name, head string
	part       func(i int) string
	tail       string
}

func same(part string) func(int) string { return func(int) string { return part } }

func numbered(format string) func(int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}

// rows are so many rows, and then tags with nothing in them.
func rows(n int, format string) func(int) string {
	return func(i int) string {
		if i < n {
			return fmt.Sprintf(format, i)
		}
		return "<br>"
	}
}

const htmlHead = "<!doctype html><html><head><title>Pricing</title></head><body><h1>Pricing</h1>"

const pricesHead = htmlHead + "<table><tr><th>Model<th>Input<th>Output"

var bombs = []bomb{
	{"html-elements", htmlHead, same("<i>a</i>"), ""},
	{"html-nested", htmlHead, same("<div>"), ""},
	{"html-formatting", htmlHead, numbered("<b class=%d><p>"), ""},
	{"html-foster-parents", htmlHead + "<table>", same("a<b>"), ""},
	{"html-nested-tables", htmlHead, same("<table><tr><td>"), ""},
	{"html-rows", htmlHead + "<table><tr><th>Model<th>Input</tr>", numbered("<tr><td>m%d<td>$1</tr>"), "</table>"},
	{"html-spans", htmlHead + "<table>", same("<tr><td rowspan=65000 colspan=99>aaaaaaaa"), ""},
	{"html-statements", htmlHead, numbered("<table><td>a</table><p>All prices include tax %d."), ""},
	{"html-sentences", htmlHead + "<p>", numbered("All prices include tax %d. "), ""},
	{"html-signs", htmlHead + "<p>Prices are in ", same("€ "), ""},
	{"html-brackets", htmlHead + "<table><tr><th>Model<th>Output<th>Input ", same("()"), "<tr><td>a<td>$1<td>$2</table>"},
	{"html-brackets-in-cells", pricesHead, numbered("<tr><td>m%d<td>$1<td>$2" + strings.Repeat("()", 2000)), "</table>"},
	{"html-price-columns", htmlHead + "<p>Prices per 1M tokens.<table><tr><th>Model" + strings.Repeat("<th>Input<th>Output", 14), rows(260, "<tr><td>m%d"+strings.Repeat("<td>$1", 28)), "</table>"},
	{"html-long-titles", htmlHead + "<p>Prices per 1M tokens.<table><tr><th>Model<th>Input<th>Output" + strings.Repeat("<th>up to 200k "+strings.Repeat("a b ", 9), 27),
		rows(260, "<tr><td>m%d<td>$1<td>$2"+strings.Repeat("<td>up to 200k", 27)), "</table>"},
	{"html-headings", htmlHead, numbered("<h2>%d</h2>"), ""},
	{"html-attributes", htmlHead + "<p ", numbered("a%d=b "), ">"},
	{"html-entities", htmlHead, same("&notin;&#x1b;"), ""},
	{"html-comments", htmlHead, same("<!--"), ""},
	{"html-scripts", htmlHead, same(`<script>self.__next_f.push([1,"{\"a\":["])</script>`), ""},
	{"html-script", htmlHead + `<script type="application/json" id="leaderboard-data">`, same("["), "</script>"},
	{"html-islands", htmlHead, same(`<astro-island props='{"a":[1,[[0,[1,[]]]]]}'></astro-island>`), ""},
	{"html-island", htmlHead + `<astro-island props='{"a":`, same("[1,[[0,"), "'></astro-island>"},
	{"markdown-images", "# Pricing\n\n", same("![a]("), ""},
	{"markdown-images-in-lines", "# Pricing\n\n", same("<i>![a](\n"), ""},
	{"markdown-images-in-a-table", "# Pricing\n\n| a | b |\n|--|--|\n", same("| ![a]( | ![a]( |\n"), ""},
	{"markdown-brackets", "# Pricing\n\n", same("["), ""},
	{"markdown-emphasis", "# Pricing\n\n", same("*a **b _c "), ""},
	{"markdown-code", "# Pricing\n\n", func(i int) string { return strings.Repeat("`", i%80+1) + "a" }, ""},
	{"markdown-strikes", "# Pricing\n\n", same("~~a ~b "), ""},
	{"markdown-quotes", "# Pricing\n\n", same("> "), ""},
	{"markdown-quotes-in-lines", "# Pricing\n\n", same(strings.Repeat("> ", 30) + "a\n\n"), ""},
	{"markdown-lists", "# Pricing\n\n", same("- "), ""},
	{"markdown-lists-in-lines", "# Pricing\n\n", func(i int) string { return strings.Repeat("  ", i%400) + "- a\n" }, ""},
	{"markdown-definitions", "# Pricing\n\n", numbered("[a%d]: b\n\n"), ""},
	{"markdown-references", "# Pricing\n\n[a]: b\n\n", same("[a][a] "), ""},
	{"markdown-tags", "# Pricing\n\n", same("<a "), ""},
	{"markdown-rows", "# Pricing\n\n| Model | Input |\n|--|--|\n", numbered("| m%d | $1 |\n\n| Model | Input |\n|--|--|\n"), ""},
	{"markdown-columns", "# Pricing\n\n", same("|a"), ""},
	{"mdx-tables", "# Pricing\n\n", same("<DocTable columns={[{title:'a'}]} rows={[['a']]} />\n"), ""},
	{"mdx-table", "# Pricing\n\n<DocTable columns={", same("["), ""},
	{"mdx-comment", "# Pricing\n\n<DocTable columns={[", same("/*"), ""},
	{"mdx-components", "# Pricing\n\n", same("export const a = b\n"), ""},
	{"mdx-rows", "# Pricing\n\n", same(`<TextTokenPricingTables tier="standard" rows={[["a","b",1],`), ""},
	{"json-nested", "", same(`{"a":`), ""},
	{"json-lists", "", same("["), ""},
	{"json-list", "[", same("1,"), "1]"},
	{"json-object", "{", numbered(`"a/m%d":{},`), `"z":1}`},
	{"json-models", `{"openai":{"id":"openai","models":{`, numbered(`"m%d":{"cost":{"input":1}},`), `"z":{}}}}`},
	{"json-rates", `{"openai":{"id":"openai","models":{`, numbered(`"m%d":{"cost":{"input":1,"output":2,"cache_read":1,"cache_write":1,"input_audio":1,"output_audio":1},"limit":{"context":9}},`), `"z":{}}}}`},
	{"json-text", `{"a":"`, same(`\u0000`), `"}`},
	{"yaml-rows", "", numbered("- model: m%d\n  pass_rate_2: 1\n"), ""},
	{"csv-rows", "model,a,b\n", numbered("m%d,1,2\n"), ""},
	{"csv-columns", "model", same(",a"), ""},
	{"csv-quotes", "model,a\n", same(`"`), ""},
	{"names", `{"data":[`, numbered(`{"id":"a/` + strings.Repeat(`\u001b`, 50) + `%d","pricing":{"prompt":"0.000001","completion":"0.000002"}},`), `{}]}`},
}

func (b bomb) filled(limit int) []byte {
	body := []byte(b.head)
	for i := 0; ; i++ {
		part := b.part(i)
		if len(body)+len(part)+len(b.tail) > limit {
			return append(body, b.tail...)
		}
		body = append(body, part...)
	}
}

// payloads gives every address of a source the same body. Epoch's is packed.
func (b bomb) payloads(t testing.TB, s collectors.Source) []web.Payload {
	var docs []web.Payload
	for _, alternatives := range slices.Concat(s.Requests, s.Optional) {
		request := alternatives[0]
		body := b.filled(web.MaxBytes)
		if strings.HasSuffix(request.URL, ".zip") {
			body = zipped(t, body)
		}
		docs = append(docs, web.Payload{URL: request.URL, FetchedAt: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC), Body: body})
	}
	return docs
}

// zipped is Epoch's archive, with the same in each of its files.
func zipped(t testing.TB, body []byte) []byte {
	archive := sourcetest.Documents(t, sourcetest.Named(t, All(), "leaderboard_epoch"), "archive")[0]
	return within(archive.Body, func([]byte) []byte { return body })
}

// What is too much is refused before it is read. Each source gets some of the bombs.
func TestBombs(t *testing.T) {
	const every = 24
	for i, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			for j := i % every; j < len(bombs); j += every {
				b := bombs[j]
				if observations, _, err := collectors.Parse(s, b.payloads(t, s)); err == nil {
					t.Errorf("%s: %d observations", b.name, len(observations))
				} else if class := data.FailureOf(err).Class; class != data.OverBudget && class != data.NotUnderstood {
					t.Errorf("%s: failed as %q: %v", b.name, class, err)
				}
			}
		})
	}
}
