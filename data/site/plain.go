package site

import (
	"path"
	"regexp"
	"strings"
)

// pageEnding is what plain files of pages are called, so that any web server sends them as HTML.
const pageEnding = ".html"

// Plain turns the files of a site into those that any file server shows right, also below a path: pages end in .html, and what
// they and the files for machines link to is named from where they stand. url is the address that the site will have, without a slash at its
// end; pages are the names of the files that are pages.
func Plain(files []File, url string, isPage func(name string) bool) []File {
	var all []File
	for _, f := range files {
		switch {
		case isPage(f.Path):
			f.Body = linksFrom(f.Path, f.Body, url, isPage)
			f.Body = []byte(strings.Replace(string(f.Body), "<html ", `<html data-ending="`+pageEnding+`" `, 1))
			f.Path = fileOf(f.Path)
		case strings.HasSuffix(f.Path, ".txt") || strings.HasSuffix(f.Path, ".xml"):
			f.Body = absolute(f.Body, url, isPage)
		}
		all = append(all, f)
	}
	return all
}

// notFound is the page that file servers show where there is no file.
const notFound = "404.html"

// fileOf is the name of the file of a page.
func fileOf(name string) string {
	if path.Ext(name) == pageEnding {
		return name
	}
	return name + pageEnding
}

// ownLink is an attribute of a page that leads to another file of the site.
var ownLink = regexp.MustCompile(`\b(href|src)="/([^"#/][^"#]*)?(#[^"]*)?"`)

// linksFrom names what a page leads to from where it stands.
func linksFrom(name string, body []byte, url string, isPage func(string) bool) []byte {
	up := strings.Repeat("../", strings.Count(name, "/"))
	if name == notFound {
		up = url + "/" // it is shown at any depth
	}
	relative := ownLink.ReplaceAllFunc(body, func(link []byte) []byte {
		m := ownLink.FindSubmatch(link)
		to := string(m[2])
		switch {
		case to == "":
			to = "index.html"
		case strings.HasSuffix(to, "/"):
			to += "index.json"
		case isPage(to):
			to = fileOf(to)
		}
		return []byte(string(m[1]) + `="` + up + to + string(m[3]) + `"`)
	})
	return absolute(relative, url, isPage)
}

// absolute gives the pages among whole addresses of the site their endings.
func absolute(body []byte, url string, isPage func(string) bool) []byte {
	whole := regexp.MustCompile(regexp.QuoteMeta(url) + `/([A-Za-z0-9._/-]+)`)
	return whole.ReplaceAllFunc(body, func(address []byte) []byte {
		if name := string(address[len(url)+1:]); isPage(name) {
			return []byte(url + "/" + fileOf(name))
		}
		return address
	})
}
