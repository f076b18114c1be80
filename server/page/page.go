// Package page renders what people look at: the explorer at /, a page for each tool at /tools/{id}, and the style sheet
// and scripts that both load. Start at Pages; each page has a file of its own, such as front.go and tool.go.
// They are made from what is in site.go; documents.go reads what they show, and templates/ holds one file for each part
// of a page.
//
// Everything is rendered once, when a snapshot is loaded, and works without scripts. The scripts in assets/ only sort,
// filter, reckon and compare what is there; they ask no other server. The package computes no price and no score, and
// knows neither HTTP nor stores. A document that is missing or of another shape costs a page the part that shows it,
// and nothing else.
package page

import (
	"slices"
	"strings"
)

// Pages renders all pages, the explorer at / first. The same site makes the same bytes.
func Pages(site Site) ([]Page, error) {
	d := read(site)
	var all []Page
	for _, made := range []func(Site, documents) ([]Page, error){frontPage, toolPages, sectionPages, machineFiles} {
		pages, err := made(site, d)
		if err != nil {
			return nil, err
		}
		all = append(all, pages...)
	}
	return all, nil
}

// IsPage reports whether an address is one of Pages, or would be if there were such a tool.
func IsPage(address string) bool {
	tool, of := strings.CutPrefix(address, ToolsFolder)
	if slices.Contains([]string{"/", llmsPath, sitemapPath}, address) {
		return true
	}
	return of && safeID.MatchString(tool) || slices.ContainsFunc(Sections, func(s Section) bool { return s.Path == address })
}
