// Package page renders what people look at: the explorer at /, a page for each tool at /tools/{id}, and the style sheet
// and scripts that both load. Start at Pages; each page has a file of its own, such as front.go and tool.go.
// documents.go reads what they show, and templates/ holds one file for each part of a page.
//
// Everything is rendered once, when a snapshot is loaded, and works without scripts. The scripts in assets/ only sort,
// filter, reckon and compare what is there; they ask no other server. The package computes no price and no score, and
// knows neither HTTP nor stores. A document that is missing or of another shape costs a page the part that shows it,
// and nothing else.
package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
)

// Site is what pages are made from.
type Site struct {
	Documents map[string]data.Document // of the snapshot, by path
	Freshness data.FreshnessDocument   // as it holds now
	Exports   data.ExportIndex         // of the files for other programs; empty: there are none
	Version   string                   // of the snapshot
	Generator string                   // that made it; "": not said
	URL       string                   // of the site, without a final slash
	Groups    []Group                  // the addresses of the API
	ReportTo  string                   // where wrong numbers are reported, https: or mailto:; "": nowhere in particular
	Now       time.Time
}

// Group are addresses under one heading.
type Group struct {
	Name      string
	Addresses []Address
}

// Address is one address of the API.
type Address struct {
	data.Address
	Form    bool   // it has places to fill in
	Leads   bool   // it redirects
	Example string // what a curl line asks for
	Sent    int    // bytes as sent to a client that takes every encoding; 0: it varies
}

// Policy is the Content-Security-Policy of every page: what is not listed comes from nowhere.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Page is what one address answers: a page, or a file for machines.
type Page struct {
	Address string
	Body    []byte
	Type    string // media type; "": HTML
}

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
	if slices.Contains([]string{"/", llmsPath, sitemapPath, cardPath}, address) {
		return true
	}
	return of && safeID.MatchString(tool) || slices.ContainsFunc(Sections, func(s Section) bool { return s.Path == address })
}

// frame is what all pages have in common.
type frame struct {
	Site
	Path        string // its address
	Title, What string // What is a sentence for those who find the page elsewhere
}

// pageOf renders one page.
func pageOf(template, address string, view any) ([]Page, error) {
	body, err := render(template, view)
	return []Page{{Address: address, Body: body}}, err
}

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"asset": assetAddress, "scripts": scriptAddresses, "day": day, "kilobytes": kilobytes, "shown": shown, "lower": lowerFirst, "upper": upperFirst, "address": shortAddress, "sections": func() []Section { return Sections },
}).ParseFS(templateFiles, "templates/*.html"))

// render executes a template. The template escapes markup; what a terminal or a browser would act on, or show nothing
// for, is written as its code.
func render(name string, view any) ([]byte, error) {
	var buf bytes.Buffer
	if err := templates.ExecuteTemplate(&buf, name, view); err != nil {
		return nil, fmt.Errorf("page %s: %v", name, err)
	}
	return []byte(data.Visible(buf.String())), nil
}
