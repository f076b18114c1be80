package registry

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/data"
)

// strangeNotes are words that a page may put beside a price or a name and that no reader knows.
var strangeNotes = []string{"academic", "old price", "US-only inference", "from 1/1/2027", "01.01.2027", "Q1 2027", "starting December 15", "batch, EU only"}

// TestStrangeNotes puts words that nobody knows beside every price, every name and every title: what is read there is
// remarked, and the words are the remark.
func TestStrangeNotes(t *testing.T) {
	places := map[string]func(note string) func(string) string{
		"prices": func(note string) func(string) string {
			return inTables(cells(`^(\\?\$[\d.,]*\d(?: ?/ ?\w+(?: tokens)?)?)$`, `$1 (`+note+`)`))
		},
		"names": func(note string) func(string) string { return inTables(modelNames(replacing(`$`, ` (`+note+`)`))) },
		"titles": func(note string) func(string) string {
			return inTables(titles(replacing(`(?i)^((?:\*\*)?(?:[\w ]+ )?(?:input|output)[\w ]*)`, `$1 (`+note+`)`)))
		},
	}
	applied := map[string]bool{}
	for _, c := range pricingCases(t) {
		for place, change := range places {
			for _, note := range strangeNotes {
				docs, any := mutated(c.docs, change(note))
				if !any {
					continue
				}
				found, _, err := collectors.Parse(c.source, docs)
				if err != nil {
					continue // refused as a whole
				}
				for _, o := range found {
					said := map[string]string{"prices": o.Quote, "names": o.Address.Row, "titles": o.Address.Column}[place]
					if !strings.Contains(said, "("+note+")") || o.Field == data.ContextTokens && place != "names" || o.Field == data.PriceOther { // of which only the unit is told
						continue
					}
					applied[c.source.Name+" "+place] = true
					if !strings.Contains(o.Qualifiers.Remark, note) {
						t.Errorf("%s: %s with %q: %s of %s is %s under %+v", c.name, place, note, o.Field, o.Subject, o.Value, o.Qualifiers)
					}
				}
			}
		}
	}
	for _, want := range []string{"anthropic prices", "openai prices", "minimax prices", "xai prices", "zai prices", "google prices",
		"anthropic names", "openai names", "minimax names", "xai names", "zai names",
		"anthropic titles", "openai titles", "minimax titles", "zai titles"} {
		if !applied["pricing_"+want] {
			t.Errorf("no reading of pricing_%s has a strange note; it should be remarked and not lost", want)
		}
	}
}

func isMarkdown(name, p string) bool {
	return !page.IsHTML([]byte(p)) && !strings.HasPrefix(name, "pricing_deepseek")
}

// hidings are the ways in which a page can hold a table and not show it.
var hidings = map[string][2]string{
	"hidden":         {"<div hidden>\n\n", "\n\n</div>\n"},
	"display":        {`<div style="display: none">` + "\n\n", "\n\n</div>\n"},
	"display, JSX":   {`<div style={{display: "none"}}>` + "\n\n", "\n\n</div>\n"},
	"visibility":     {`<div style="color: red; visibility:hidden;">` + "\n\n", "\n\n</div>\n"},
	"aria-hidden":    {`<div aria-hidden="true">` + "\n\n", "\n\n</div>\n"},
	"class":          {`<div className="hidden">` + "\n\n", "\n\n</div>\n"},
	"template":       {"<template>\n\n", "\n\n</template>\n"},
	"comment":        {"<!--\n\n", "\n\n-->\n"},
	"inline comment": {"text <!-- old:\n\n", "\n\n-->\n"},
	"MDX comment":    {"{/*\n\n", "\n\n*/}\n"},
	"code":           {"```md\n", "\n```\n"},
	"other code":     {"~~~\n", "\n~~~\n"},
	"script":         {`<script type="text/plain">` + "\n\n", "\n\n</script>\n"},
}

// TestHiddenTables hides every table of a page: nothing that is not shown is stated.
func TestHiddenTables(t *testing.T) {
	anyTable := regexp.MustCompile(`(?s)<table.*?</table>|<TextTokenPricingTables.*?/>|<DocTable.*?/>`)
	for _, c := range pricingCases(t) {
		for name, around := range hidings {
			docs, any := mutated(c.docs, func(p string) string {
				if !isMarkdown(c.name, p) && strings.ContainsAny(around[0], "`~{") || !page.IsHTML([]byte(p)) && strings.Contains(p, "<Tab ") {
					return p // Markdown only; tabs are wrapped one by one in TestHiddenText
				}
				p = anyTable.ReplaceAllStringFunc(p, func(table string) string { return around[0] + table + around[1] })
				return markdownTable.ReplaceAllStringFunc(p, func(table string) string { return "\n" + around[0] + table + around[1] + "\n" })
			})
			if !any || slices.Contains([]string{"pricing_mistral/cards", "pricing_mistral/flight"}, c.name) {
				continue
			}
			t.Run(c.name+"/"+name, func(t *testing.T) {
				if found, _, err := collectors.Parse(c.source, docs); err == nil {
					t.Errorf("%d observations of a page that shows no table, the first is %q", len(found), found[0].Quote)
				}
			})
		}
	}
}

// TestShortRows cuts the last cell off every row, and off every row but those of titles inside a number.
func TestShortRows(t *testing.T) {
	cutting := map[string]tableEdit{
		"without the last cell": func(rows [][]string) [][]string {
			for i, row := range rows[1:] {
				rows[i+1] = row[:len(row)-1]
			}
			return rows
		},
		"with one cell more": func(rows [][]string) [][]string {
			for i, row := range rows[1:] {
				rows[i+1] = slices.Insert(row, min(1, len(row)), "")
			}
			return rows
		},
	}
	for _, c := range pricingCases(t) {
		for name, edit := range cutting {
			docs, any := mutated(c.docs, func(p string) string {
				if page.IsHTML([]byte(p)) {
					return p
				}
				return inTables(edit)(p)
			})
			if !any {
				continue
			}
			t.Run(c.name+"/"+name, func(t *testing.T) {
				if found, _, err := collectors.Parse(c.source, docs); err == nil {
					t.Errorf("%d observations of rows of another length than their table, the first is %q of %s", len(found), found[0].Quote, found[0].Subject)
				}
			})
		}
	}
}
