package page

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"pricepoint/data"

	"pricepoint/server/page/facts"
)

// The files for machines, besides the documents of the API.
const (
	llmsPath    = "/llms.txt"
	sitemapPath = "/sitemap.xml"
)

var llmsTemplate = template.Must(template.New("llms.txt").Funcs(template.FuncMap{"day": data.Day}).ParseFS(templateFiles, "templates/llms.txt"))

// machinePages are those for machines. Nobody may list pages for crawlers without knowing where they are.
func machinePages(site Site, d facts.Documents, pages []Page) ([]Page, error) {
	explorer, err := explorerFile(site, d)
	if err != nil {
		return nil, err
	}
	all := []Page{{Address: explorerPath, Type: "application/json", Body: explorer}, {Address: llmsPath, Type: "text/plain; charset=utf-8", Body: []byte(data.Visible(llmsText(site, d)))}}
	if site.IsPlaced() {
		all = append(all, Page{Address: sitemapPath, Type: "application/xml", Body: []byte(sitemapOf(site, pages))})
	}
	return all, nil
}

// llmsPage tells a language model what there is, in the form of llmstxt.org.
type llmsPage struct {
	Site
	Sections []Section
	Tools    []facts.About // the best first
}

func llmsText(site Site, d facts.Documents) string {
	page := llmsPage{site, Sections, slices.DeleteFunc(d.Each(), func(a facts.About) bool { return !safeID.MatchString(a.Tool.ID) })}
	slices.SortStableFunc(page.Tools, func(a, b facts.About) int { return b.Expected().Cmp(a.Expected().Decimal) })
	var b strings.Builder
	if err := llmsTemplate.Execute(&b, page); err != nil {
		return err.Error()
	}
	return b.String()
}

// Line is a tool in one line of Markdown.
func (site Site) Line(a facts.About) string {
	t := a.Tool
	text := fmt.Sprintf("- [%s](%s): %s, $%s in, $%s out", oneLine(t.Name), site.At(ToolsFolder+t.ID), oneLine(t.Provider), facts.Price(t.Pricing.Input), facts.Price(t.Pricing.Output))
	switch {
	case a.Score != nil:
		text += ", score " + facts.Points(a.Score.OverallScore)
	case a.IsProvisional():
		text += ", provisional score about " + a.Provisional().Text
	}
	return text
}

// oneLine takes from a text what would be markup.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("[", "(", "]", ")", "<", "‹", ">", "›").Replace(text)), " ")
}

// sitemapOf lists pages, as sitemaps.org has it.
func sitemapOf(site Site, pages []Page) string {
	var b strings.Builder
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, p := range pages {
		if p.Address == missingPath {
			continue
		}
		b.WriteString("\n  <url>\n    <loc>")
		xml.EscapeText(&b, []byte(site.At(p.Address)))
		b.WriteString("</loc>\n    <lastmod>" + data.Day(site.Freshness.LastUpdated) + "</lastmod>\n  </url>")
	}
	return b.String() + "\n</urlset>\n"
}

// Dataset describes the data to search engines, as schema.org has it, for a script element of the type application/ld+json.
func (f frame) Dataset() map[string]any {
	var files []map[string]any
	for _, g := range f.Groups {
		for _, a := range g.Addresses {
			if !a.Form && strings.HasPrefix(a.Path, "/api/") && (a.MediaType == "application/json" || a.MediaType == "text/csv") {
				files = append(files, map[string]any{"@type": "DataDownload", "name": a.What, "encodingFormat": a.MediaType, "contentUrl": f.At(a.Path)})
			}
		}
	}
	return map[string]any{
		"@context": "https://schema.org/", "@type": "Dataset", "name": "pricepoint: prices and scores of AI coding models", "description": f.What, "url": f.At("/"),
		"license": "https://creativecommons.org/publicdomain/zero/1.0/", "isAccessibleForFree": true, "version": f.Version, "dateModified": data.Day(f.Freshness.LastUpdated),
		"keywords":     []string{"AI coding models", "LLM prices", "price per token", "coding benchmarks", "SWE-bench", "LiveCodeBench"},
		"creator":      map[string]any{"@type": "Organization", "name": "pricepoint", "url": f.At("/")},
		"distribution": files,
	}
}
