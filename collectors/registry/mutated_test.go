package registry

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// aPrice is a cell that holds one price and no more.
const aPrice = `^(\\?\$[\d.]+)$`

// mutations change a page as its publisher may without saying anything else.
var mutations = map[string]func(page string) string{
	// How a price is written.
	"space after the sign":     replacing(`\$(\d)`, `$$ $1`),
	"sign of the country":      replacing(`\\?\$(\d)`, `US$$$1`),
	"sign as an entity":        inTables(cells(`\\?\$(\d)`, `&#36;$1`)),
	"currency before":          inTables(cells(aPrice, `USD $1`)),
	"unit without spaces":      replacing(` / (MTok|M tokens)`, `/$1`),
	"unit in words":            replacing(` / (MTok|M tokens)`, ` per million tokens`),
	"unit in figures":          replacing(` / (MTok|M tokens)`, ` / 1M tokens`),
	"unit without tokens":      replacing(` / (MTok|M tokens)`, `/M`),
	"unit with every price":    inTables(cells(aPrice, `$1 / 1M tokens`)),
	"short unit with each":     inTables(cells(aPrice, `$1/M`)),
	"footnote mark":            inTables(cells(aPrice, `$1†`)),
	"footnote in superscript":  inTables(cells(aPrice, `$1<sup>2</sup>`)),
	"footnote in brackets":     inTables(cells(aPrice, `$1 [1]`)),
	"bold prices":              inTables(cells(aPrice, `<b>$1</b>`)),
	"amount in elements":       inTables(cells(`^\\?\$([\d.]+)$`, `<span>$$</span><span>$1</span>`)),
	"paragraphs in cells":      replacing(`<td([^>]*)>([^<>]+)</td>`, `<td$1><p>$2</p></td>`),
	"comments in cells":        replacing(`<td([^>]*)>([^<>]+)</td>`, `<td$1><!-- -->$2<!-- --></td>`),
	"spaces that do not break": replacing(`>(\$[\d.]+)<`, `>&nbsp;$1&nbsp;<`),
	"narrow spaces":            inTables(cells(`^(\\?\$[\d.]+) / (\w+)$`, "$1\u202f/\u2009$2")),
	// How the absence of a price is written.
	"em dash":      inTables(cells(`^-$`, "—")),
	"two hyphens":  inTables(cells(`^-$`, "--")),
	"hard hyphen":  inTables(cells(`^-$`, "\u2011")),
	"no answer":    inTables(cells(`^-$`, "N/A")),
	"not yet":      inTables(cells(`^-$`, "Coming soon")),
	"to be asked":  inTables(cells(`^-$`, `<a href="/c">Contact us</a>`)),
	"not offered":  inTables(cells(`^-$`, "Not supported*")),
	"absent, HTML": replacing(`>-</td>`, `>&mdash;</td>`),
	// Names.
	"bold names":            inTables(modelNames(replacing(`^(.*)$`, `<b>$1</b>`))),
	"linked names":          inTables(modelNames(replacing(`^(.*)$`, `<a href="/x">$1</a>`))),
	"names with a mark":     inTables(modelNames(replacing(`$`, `†`))),
	"names with a footnote": inTables(modelNames(replacing(`$`, `<sup>(1)</sup>`))),
	"praised names":         inTables(modelNames(replacing(`$`, ` <span>New</span>`))),
	// Titles of columns.
	"titles in capitals":    inTables(titles(strings.ToUpper)),
	"bold titles":           inTables(titles(replacing(`^([A-Z][\w ]+)$`, `<b>$1</b>`))),
	"price in the title":    inTables(titles(replacing(`(?i)(input|output)$`, `$1 price`))),
	"tokens in the title":   inTables(titles(replacing(`(?i)(input|output)$`, `$1 tokens`))),
	"unit in the title":     inTables(titles(replacing(`(?i)(input|output)$`, `$1 (per 1M tokens)`))),
	"currency in the title": inTables(titles(replacing(`(?i)(input|output)$`, `$1 (USD / 1M tokens)`))),
	"sign in the title":     inTables(titles(replacing(`(?i)(input|output)$`, `$1 ($$/M)`))),
	"unit behind a comma":   inTables(titles(replacing(`(?i)(input|output)$`, `$1, per million tokens in USD`))),
	"prompt, completion": inTables(titles(func(s string) string {
		return replacing(`^(Short context |Long context )?[Ii]nput$`, `${1}Prompt`)(replacing(`(?i)\boutput$`, `completion`)(s))
	})),
	"cache hits":     inTables(titles(replacing(`(?i)\bcached input$`, `Cache hits`))),
	"cache read":     inTables(titles(replacing(`(?i)\bcached input$`, `Cache read`))),
	"cached":         inTables(titles(replacing(`(?i)\bcached input$`, `Cached`))),
	"cache input":    inTables(titles(replacing(`(?i)\bcached input$`, `Cache input`))),
	"input, cached":  inTables(titles(replacing(`(?i)\bcached input$`, `Input (cached)`))),
	"cache creation": inTables(titles(replacing(`(?i)\bcache writes`, `cache creation`))),
	"uncached input": inTables(titles(replacing(`^(Base )?Input$`, `Non-cached input`))),
	"model name":     inTables(titles(replacing(`^Model$`, `Model name`))),
	"model id":       inTables(titles(replacing(`^Model$`, `Model ID`))),
	"models":         inTables(titles(replacing(`^Model$`, `Models`))),
	"name":           inTables(titles(replacing(`^Model$`, `Name`))),
	// Columns.
	"columns reversed":     inTables(reversed),
	"a date, first":        inTables(inserted(0, "Knowledge cutoff", "Jan 2026", "March 2025", "-")),
	"a date, second":       inTables(inserted(1, "Release date", "Jan 5, 2026", "2025-03-04")),
	"longest output":       inTables(inserted(-1, "Max output", "128K", "64,000", "128000")),
	"longest output, 2nd":  inTables(inserted(1, "Max output tokens", "128K", "64,000", "128000")),
	"how fast":             inTables(inserted(2, "Speed", "Fast", "150 tok/s", "-")),
	"how fast it writes":   inTables(inserted(2, "Output speed", "120", "150 tok/s", "-")),
	"what it takes":        inTables(inserted(1, "Input modalities", "Text", "Text, image")),
	"whether it caches":    inTables(inserted(1, "Prompt caching", "Yes", "✓", "-")),
	"rates":                inTables(inserted(-1, "Input TPM", "4,000,000", "500000", "-")),
	"longest input, first": inTables(inserted(0, "Maximum input", "1M", "200,000")),
	// The page.
	"line ends": func(page string) string {
		return strings.ReplaceAll(strings.ReplaceAll(page, "\r\n", "\n"), "\n", "\r\n")
	},
	"byte order":     func(page string) string { return "\ufeff" + page },
	"deeper":         replacing(`(?m)^(#{1,5} )`, `#$1`),
	"comments":       replacing(`(?m)^(#+ .*)$`, "<!-- $$1 -->\n\n$1\n\n<!-- 2 -->"),
	"tools":          appended("## Tools\n\n| Tool | Cost |\n|---|---|\n| Search | $10 / 1K calls |\n| Code | $0.05 per session-hour |\n"),
	"limits":         appended("## Rate limits\n\n| Model | RPM | Input TPM | Output TPM |\n|---|---|---|---|\n| x-1 | 500 | 30,000 | 8,000 |\n"),
	"limits first":   prepended("## Rate limits\n\n| Model | RPM | Input TPM | Output TPM |\n|---|---|---|---|\n| x-1 | 500 | 30,000 | 8,000 |\n"),
	"modalities":     appended("## Modalities\n\n| Model | Input | Output |\n|---|---|---|\n| x-1 | Text, image | Text |\n"),
	"windows":        appended("## Windows\n\n| Model | Context window | Max output |\n|---|---|---|\n| x-1 | 1M | 128K |\n"),
	"pictures":       appended("## Pictures\n\n| Model | Quality | 1024x1024 |\n|---|---|---|\n| x-1 | Low | $0.04 |\n"),
	"sound by time":  appended("## Sound\n\n| Model | Input | Output |\n|---|---|---|\n| x-1 | $0.006 / minute | $15 / 1M characters |\n"),
	"clips by piece": appended("## Clips\n\n| Model | Output |\n|---|---|\n| x-1 | $0.10 / second |\n"),
}

// formOnly are the cases whose tables cannot be edited as tables: a rendering leaves out the cells that span, and the
// titles of columns are in the first row.
var formOnly = []string{"pricing_openai/rendered"}

type pricingCase struct {
	name   string
	source collectors.Source
	docs   []web.Payload
}

func pricingCases(t *testing.T) []pricingCase {
	t.Helper()
	var all []pricingCase
	for _, s := range All() {
		for _, each := range sourcetest.Cases(t, s.Name) {
			if name := s.Name + "/" + each; s.Kind == data.PricingSource && !slices.Contains(formOnly, name) {
				all = append(all, pricingCase{name, s, sourcetest.Documents(t, s, each)})
			}
		}
	}
	return all
}

// mutated is the documents with every page changed; false when nothing has changed.
func mutated(docs []web.Payload, change func(string) string) ([]web.Payload, bool) {
	docs, any := slices.Clone(docs), false
	for i := range docs {
		page := change(string(docs[i].Body))
		any = any || page != string(docs[i].Body)
		docs[i].Body = []byte(page)
	}
	return docs, any
}

// sayTheSame compares what was observed; the words and the place it was read from may differ, and so may the order.
func sayTheSame(t *testing.T, want, got []data.Observation) {
	t.Helper()
	want, got = said(want), said(got)
	if reflect.DeepEqual(want, got) { // which takes a small part of the time that cmp.Diff takes to find nothing
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("observations differ (-before +after):\n%s", diff)
	}
}

// said is what was observed without the words and the place it was read from, in one order.
func said(all []data.Observation) []data.Observation {
	all = slices.Clone(all)
	for i := range all {
		all[i].Quote, all[i].SHA256, all[i].Address = "", "", data.PageAddress{}
	}
	slices.SortStableFunc(all, func(a, b data.Observation) int {
		switch {
		case a.Subject != b.Subject:
			return strings.Compare(a.Subject, b.Subject)
		case a.Field != b.Field:
			return strings.Compare(string(a.Field), string(b.Field))
		case a.Value != b.Value:
			return strings.Compare(a.Value, b.Value)
		default:
			return strings.Compare(fmt.Sprint(a.Unit, a.Qualifiers), fmt.Sprint(b.Unit, b.Qualifiers))
		}
	})
	return all
}

func TestMutatedPricingPages(t *testing.T) {
	applied := map[string]bool{}
	for _, c := range pricingCases(t) {
		want, err := c.source.Parse(c.docs)
		if err != nil {
			t.Fatal(err)
		}
		for name, change := range mutations {
			docs, any := mutated(c.docs, change)
			if !any {
				continue
			}
			applied[name] = true
			t.Run(c.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				got, err := c.source.Parse(docs)
				if err != nil {
					t.Fatal(err)
				}
				sayTheSame(t, want, got)
			})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(mutations)) {
		if !applied[name] {
			t.Errorf("%s changes no page", name)
		}
	}
}

// TestMutatedForms changes single fixtures in ways that only their form knows; they say the same afterwards.
func TestMutatedForms(t *testing.T) {
	for _, tt := range []struct{ fixture, name, old, new string }{
		{"pricing_anthropic/dates", "the section is called otherwise", "## Model pricing", "## What tokens cost"},
		{"pricing_anthropic/dates", "a table before it", "## Model pricing\n", "## At a glance\n\n| Model | Context window | Max output |\n|---|---|---|\n| Claude Saga 3 | 1M | 64K |\n\n## Model pricing\n"},
		{"pricing_anthropic/dates", "to a day", "through January 31, 2026](", "to January 31, 2026]("},
		{"pricing_anthropic/dates", "until a day, bracketed", "[through January 31, 2026](/intro)", "(valid until Jan 31st, 2026)"},
		{"pricing_anthropic/cards", "other classes", `class="`, `class="x-`},
		{"pricing_anthropic/cards", "labels of the classes", ">Write<", ">Cache write<"},
		{"pricing_anthropic/cards", "a longer prompt", "Prompts ≤ 200K tokens", "Prompts up to 200,000 tokens"},
		{"pricing_anthropic/cards", "unit in words", " / MTok", " per million tokens"},
		{"pricing_deepseek/peak", "more rows of facts", "<tr><td rowspan=\"2\">FEATURES", "<tr><td colspan=\"3\">KNOWLEDGE CUTOFF</td><td colspan=\"2\">July 2025</td></tr><tr><td rowspan=\"2\">FEATURES"},
		{"pricing_deepseek/peak", "header cells", `<tr><td colspan="3">MODEL</td>`, `<tr><th colspan="3">Model</th>`},
		{"pricing_deepseek/peak", "a table of limits", "</main>", "<table><tr><td>MODEL</td><td>deepsea-flash</td></tr><tr><td>REQUESTS</td><td>500</td></tr></table></main>"},
		{"pricing_deepseek/peak", "words in another order", "1M INPUT TOKENS<br>", "1M TOKENS INPUT<br>"},
		{"pricing_deepseek/discount", "brackets of another width", "(75% off", "（75% off"},
		{"pricing_google/tiers", "columns titled otherwise", "Paid Tier, per 1M tokens in USD", "Paid tier (USD per 1M tokens)"},
		{"pricing_google/tiers", "tokens of thought", "(including thinking tokens)", "(including reasoning)"},
		{"pricing_google/tiers", "a new row", "| Input price                              |", "| Audio minutes | Not available | $0.50 / minute |\n| Input price |"},
		{"pricing_mistral/cards", "other classes", `class="`, `class="x-`},
		{"pricing_mistral/flight", "more fields", `\"type\": \"Open models\"`, `\"badge\": null, \"rank\": 3, \"type\": \"Open models\"`},
		{"pricing_mistral/flight", "null for none", `\"fine_tuning\": null`, `\"fine_tuning\": []`},
		{"pricing_mistral/tables", "titles by currency", "Input (USD)", "Input, USD"},
		{"pricing_moonshot/families", "titles otherwise", `"Input Price"`, `"Input"`},
		{"pricing_moonshot/families", "one more field", `width: "14%"`, `width: "14%", align: "right"`},
		{"pricing_moonshot/families", "strings for markup", `<>{"$"}0.25</>`, `"$0.25"`},
		{"pricing_minimax/tabs", "one tab more", "</Tabs>", "<Tab title=\"Limits\">\n\n| Model | RPM |\n|---|---|\n| Test-M9 | 500 |\n\n</Tab>\n</Tabs>"},
		{"pricing_minimax/tabs", "another remark", "Permanent 50% off", "Limited offer"},
		{"pricing_openai/islands", "more properties", `&quot;tier&quot;:[0,&quot;standard&quot;]`, `&quot;variant&quot;:[0,&quot;wide&quot;],&quot;tier&quot;:[0,&quot;standard&quot;]`},
		{"pricing_openai/tiers", "the sentence otherwise", "Prices per 1M tokens.", "Pricing per million tokens."},
		{"pricing_xai/rows", "signs of another script", "≥ 200k prompt tokens", ">= 200K prompt tokens"},
		{"pricing_alibaba/scopes", "sections titled otherwise", "Text generation - Kite", "Text generation: Kite models"},
		{"pricing_alibaba/scopes", "a range", "32K&lt;Token≤252K", "32K - 252K"},
		{"pricing_alibaba/regions", "titles otherwise", "Input cost", "Input price"},
		{"pricing_zai/tables", "sections titled otherwise", "### Text Models", "### Language Models"},
		{"pricing_zai/tables", "nothing offered", ` \\ `, ` n/a `},
	} {
		t.Run(tt.fixture+"/"+tt.name, func(t *testing.T) {
			c := caseNamed(t, tt.fixture)
			docs, any := mutated(c.docs, func(page string) string { return strings.ReplaceAll(page, tt.old, tt.new) })
			if !any {
				t.Fatalf("the fixture has no %s", tt.old)
			}
			want, err := c.source.Parse(c.docs)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.source.Parse(docs)
			if err != nil {
				t.Fatal(err)
			}
			sayTheSame(t, want, got)
		})
	}
}

func caseNamed(t *testing.T, fixture string) pricingCase {
	t.Helper()
	for _, c := range pricingCases(t) {
		if c.name == fixture {
			return c
		}
	}
	t.Fatalf("there is no fixture %s", fixture)
	return pricingCase{}
}

// TestMutatedUnits has prices per thousand tokens, said in the cells, the titles or a sentence.
func TestMutatedUnits(t *testing.T) {
	for _, tt := range []struct{ fixture, old, new string }{
		{"pricing_anthropic/dates", "/ MTok", "/ 1K tokens"},
		{"pricing_google/page", "per 1M tokens in USD", "per 1,000 tokens in USD"},
		{"pricing_minimax/plain", "/ M tokens", "/ thousand tokens"},
		{"pricing_openai/titles", "Prices per 1M tokens", "Prices per 1K tokens"},
		{"pricing_xai/rows", "1M tokens", "1K tokens"},
		{"pricing_zai/rendered", "Prices per 1M tokens", "Prices per 1,000 tokens"},
		{"pricing_deepseek/discount", "1M ", "1K "},
	} {
		t.Run(tt.fixture, func(t *testing.T) {
			c := caseNamed(t, tt.fixture)
			docs, any := mutated(c.docs, func(page string) string {
				return strings.NewReplacer(tt.old, tt.new, "million tokens", "thousand tokens").Replace(page)
			})
			found, err := c.source.Parse(docs)
			if err != nil || !any {
				t.Fatalf("Parse of a changed page (%t): %v", any, err)
			}
			for _, o := range found {
				if o.Unit == data.USDPerMillion {
					t.Errorf("%s of %s is %s %s", o.Field, o.Subject, o.Value, o.Unit)
				}
			}
		})
	}
}

// TestCachingOfSomeKind has titles that do not say whether prices are for reading from the cache or for writing to it: those
// prices have a remark, with which nothing is published.
func TestCachingOfSomeKind(t *testing.T) {
	const readTitles = `(?i)^(cached input|cache hits and refreshes|prompt caching read|cached input / 1M tokens|cached)$`
	for _, title := range []string{"Prompt caching", "Context cache (/ 1M tokens)"} {
		seen := 0
		for _, c := range pricingCases(t) {
			docs, _ := mutated(c.docs, inTables(titles(replacing(readTitles, title))))
			found, err := c.source.Parse(docs)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			for _, o := range found {
				if o.Address.Column != title {
					continue
				}
				if seen++; o.Qualifiers.Remark == "" {
					t.Errorf("%s: %s of %s has no remark under %q", c.name, o.Field, o.Subject, title)
				}
			}
		}
		if seen == 0 {
			t.Errorf("nothing is read under %q", title)
		}
	}
}

// TestMutatedPagesFail changes what a page says into what cannot be read. Every such page is refused, whole.
func TestMutatedPagesFail(t *testing.T) {
	broken := map[string]func(string) string{
		"another currency":  replacing(`\\?\$`, `£`),
		"a unit of its own": replacing(`(\\?\$[\d.,]*\d)(?: / M ?\w+)?`, `$1 / credit`),
		"a range of prices": replacing(`(\\?\$[\d.,]*\d)`, `$1 – $1`),
		"from a price on":   replacing(`(\\?\$[\d.,]*\d)`, `from $1`),
		"no figures":        replacing(`(\\?\$[\d.,]*\d)`, `see above`),
		"no names":          inTables(titles(replacing(`^(\*\*)?Models?( / API)?(\*\*)?$`, `Engine`))),
		"no output":         inTables(titles(replacing(`(?i)output`, `Yield`))),
	}
	// What a change does not reach: prices in pieces or without a sign, and the tables of other things than text.
	unreached := []string{
		"pricing_anthropic/cards/a unit of its own", "pricing_anthropic/cards/a range of prices", "pricing_anthropic/cards/from a price on",
		"pricing_anthropic/cards/no figures", "pricing_openai/islands/no figures", "pricing_mistral/cards/no figures", "pricing_alibaba/scopes/no names", "pricing_alibaba/scopes/no output",
	}
	for _, c := range pricingCases(t) {
		for name, change := range broken {
			docs, any := mutated(c.docs, change)
			if !any || slices.Contains(unreached, c.name+"/"+name) {
				continue
			}
			t.Run(c.name+"/"+name, func(t *testing.T) {
				if found, err := c.source.Parse(docs); err == nil {
					t.Errorf("Parse = %d observations, want an error", len(found))
				}
			})
		}
	}
}
