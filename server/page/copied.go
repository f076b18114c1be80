package page

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// A server of plain files answers with the file of the very name that was asked for, under whatever path the files lie. So pages that
// are copied lead from where they are to files, by their names.

// missingPath is what such a server shows in place of what it has not.
const missingPath = "/404"

// File names the file that holds what an address answers.
func File(address string) string {
	name := strings.TrimPrefix(address, "/")
	switch {
	case name == "":
		return "index.html"
	case strings.HasSuffix(name, "/"):
		return name + "index.json"
	case isForPeople(address):
		return name + ".html"
	}
	return name
}

// isForPeople tells a page from a file for machines.
func isForPeople(address string) bool {
	return address == "/" || address == missingPath || strings.HasPrefix(address, ToolsFolder) ||
		slices.ContainsFunc(Sections, func(s Section) bool { return s.Path == address })
}

// ownLink is what leads from a page to an address of the same site. No text can hold one, since its quotes are escaped.
var ownLink = regexp.MustCompile(`(\s(?:href|src)=")(/(?:[^/"#][^"#]*)?)(#[^"]*)?"`)

// relinked is a page whose links lead to files, from a folder of the site.
func relinked(body []byte, root string) []byte {
	return ownLink.ReplaceAllFunc(body, func(found []byte) []byte {
		part := ownLink.FindSubmatch(found)
		return slices.Concat(part[1], []byte(root+File(string(part[2]))), part[3], []byte(`"`))
	})
}

// root leads from a page to the folder of the site. What is shown in place of any other file cannot tell where it is: it knows the
// path that the site is at.
func (s Site) root(address string) string {
	if address != missingPath {
		return strings.Repeat("../", strings.Count(address, "/")-1)
	}
	u, err := url.Parse(s.URL)
	if err != nil {
		return "/"
	}
	return strings.TrimSuffix(u.EscapedPath(), "/") + "/"
}

// IsPlaced reports whether anybody knows where readers find the site.
func (s Site) IsPlaced() bool { return !s.Copied || s.URL != "" }

// Policy is what a copied page says itself, since nobody says it of the page: that nothing runs but its own scripts. It leaves alone
// what else it loads, so that the page shows in a browser that reads it from a disk.
func (f frame) Policy() string {
	return "script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'"
}

// At is where readers find an address: seen from the folder of the site where nobody knows where that is.
func (s Site) At(address string) string {
	switch {
	case !s.Copied, address == "/" && s.URL != "":
		return s.URL + address
	case s.URL == "":
		return File(address)
	}
	return s.URL + "/" + File(address)
}

// Asked is At on a command line, whose reader may have to say where the site is.
func (s Site) Asked(address string) string {
	if s.IsPlaced() {
		return s.At(address)
	}
	return "$SITE/" + File(address)
}
