// Package page renders what people look at: the explorer at /, a page for each tool at /tools/{id}, and the style sheet
// and scripts that both load. Start at Pages; each page has a file of its own, such as front.go and tool.go.
// Site is what they are made from; package facts finds and writes what they show, and templates/ holds one file for each
// page and one for what all have in common.
//
// Everything is rendered once, when a snapshot is loaded, and is read without scripts. The scripts in assets/ only sort, filter,
// draw, compute and compare what is there; they ask no other server. The package computes no price and no score, and
// knows neither HTTP nor stores. A document that is missing or of another shape costs a page the part that shows it,
// and nothing else.
package page

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/server/page/facts"
)

// Pages renders all pages, the explorer at / first. The same site makes the same bytes.
func Pages(site Site) ([]Page, error) {
	d := facts.Read(site.Documents, site.Freshness.Sources, site.Now)
	views := []view{frontPage(site, d)}
	if site.Copied {
		views = append(views, view{"missing.html", missingPath, missing{}})
	}
	for _, s := range Sections {
		f := frame{Site: site, Path: s.Path, Title: s.Title + " · pricepoint", What: s.What, Style: s.style, Script: s.script}
		views = append(views, view{s.file, s.Path, s.view(f, d)})
	}
	for _, a := range d.Each() {
		if safeID.MatchString(a.Tool.ID) {
			views = append(views, view{"tool.html", ToolsFolder + a.Tool.ID, toolViewOf(d, site, a)})
		}
	}
	var all []Page
	for _, v := range views {
		body, err := render(v.template, v.shows)
		if err != nil {
			return nil, err
		}
		if site.Copied {
			body = relinked(body, site.root(v.address))
		}
		all = append(all, Page{Address: v.address, Body: body})
	}
	machines, err := machinePages(site, d, all)
	return append(all, machines...), err
}

// view is a page before it is rendered.
type view struct {
	template, address string
	shows             any
}

// IsPage reports whether an address is one of Pages or the file of one, or would be if there were such a tool.
func IsPage(address string) bool {
	if name, isFile := strings.CutSuffix(address, ".html"); isFile {
		address = strings.TrimSuffix(name, "index")
	}
	tool, of := strings.CutPrefix(address, ToolsFolder)
	if slices.Contains([]string{"/", llmsPath, sitemapPath, explorerPath}, address) {
		return true
	}
	return of && safeID.MatchString(tool) || slices.ContainsFunc(Sections, func(s Section) bool { return s.Path == address })
}

// Site is what pages are made from.
type Site struct {
	Documents map[string]data.Document // of the snapshot, by path
	Freshness data.FreshnessDocument   // as it holds now
	Exports   data.ExportIndex         // of the files for other programs; empty: there are none
	Version   string                   // of the snapshot
	Generator string                   // that made it; "": not said
	URL       string                   // of the site, without a final slash; "": of a copy, nobody knows
	Copied    bool                     // any server of plain files shows it: links name files, from where they are
	NoPast    bool                     // it lacks the documents of earlier snapshots
	Groups    []Group                  // the addresses of the API
	ReportTo  string                   // where wrong numbers are reported, https: or mailto:; "": nowhere in particular
	Now       time.Time
}

// Group are addresses under one heading.
type Group struct {
	Name      string
	Addresses []Address
}

// Documents are those of the addresses that answer themselves, for programs.
func (g Group) Documents() []Address {
	return slices.DeleteFunc(slices.Clone(g.Addresses), func(a Address) bool { return a.Leads || !strings.HasPrefix(a.Path, "/api/") })
}

// Grouped keeps the order of the groups and of their addresses.
func Grouped(all []Address) (groups []Group) {
	for _, a := range all {
		if same := data.Find(groups, func(g Group) bool { return g.Name == a.Group }); same != nil {
			same.Addresses = append(same.Addresses, a)
		} else {
			groups = append(groups, Group{a.Group, []Address{a}})
		}
	}
	return groups
}

// Address is one address of the API.
type Address struct {
	data.Address
	Group   string // its heading
	Form    bool   // it has places to fill in
	Leads   bool   // it redirects
	Example string // what a curl line asks for
	Sent    int64  // bytes as sent to a client that takes every encoding; 0: it varies
}

// frame is what all pages have in common.
type frame struct {
	Site
	Path        string // its address
	Title, What string // What is a sentence for those who find the page elsewhere

	Style, Script string // that only this page loads; "": none
}

// ToolsFolder is where the pages of tools are. A page has an anchor for each published field, named as in the
// provenance (#pricing.input), to which the cells of the table lead; besides #work, #solved, #releaseDate and #state.
const ToolsFolder = "/tools/"

// safeID are the ids that may stand in an address and in the name of a file.
var safeID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// Page is what one address answers: a page, or a file for machines.
type Page struct {
	Address string
	Body    []byte
	Type    string // media type; "": HTML
}

// Policy is the Content-Security-Policy of every page: what is not listed comes from nowhere.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

//go:embed templates
var templateFiles embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"asset": assetAddress, "scripts": scriptAddresses, "sections": func() []Section { return Sections },
	"day": data.Day, "kilobytes": facts.Kilobytes, "price": facts.Price, "changed": facts.Changed, "signed": facts.Signed,
	"shown": facts.Shown, "lower": facts.LowerFirst, "upper": facts.UpperFirst, "address": facts.ShortAddress,
	"join":   func(words []string) string { return strings.Join(words, ", ") },
	"spaced": func(words []string) string { return strings.Join(words, " ") },
	"field":  facts.FieldName, "class": facts.ClassName, "source": source, "waits": waitWords, "uncompared": uncomparedText, "later": laterWords,
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

// missing is what the page says that is shown where there is none: what became of an address, and the one that was probably meant.
// Both may be "".
type missing struct{ Detail, Near string }

// Missing is the page for people who ask for an address that does not exist. detail says what became of it, and near is the address that
// was probably meant; both may be "".
func Missing(detail, near string) ([]byte, error) {
	return render("missing.html", missing{detail, near})
}
