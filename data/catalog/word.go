package catalog

import (
	"net/url"
	"slices"
	"strings"

	"pricepoint/data"
)

// Word is whose word a fact is: a page at a place for code is a file.
func (e Evidence) Word() data.Basis {
	host, _ := e.address()
	if e.Basis == data.OwnPage && slices.Contains(codeHosts, host) {
		return data.OwnFile
	}
	return e.Basis
}

// codeHosts are where repositories lie: https://host/owner/repository.
var codeHosts = []string{"github.com", "raw.githubusercontent.com"}

// Trust is how far a fact can be trusted that somebody trusts so far: one whose address does not lead to it hardly.
func (e Evidence) Trust(stated data.Confidence) data.Confidence {
	if e.leadsNowhere() {
		return data.Low
	}
	return stated
}

// leadsNowhere reports whether the source is a whole site or a whole repository: no number stands there.
func (e Evidence) leadsNowhere() bool {
	host, path := e.address()
	return len(path) == 0 || slices.Contains(codeHosts, host) && len(path) <= 2
}

// Printer is who printed the fact: the maker, where it is the maker's word, else whose page it is; "": nobody prints it.
func (e Evidence) Printer(maker string) string {
	host, path := e.address()
	switch {
	case e.Basis.FirstHand():
		return maker
	case e.Basis == data.ByRule:
		return ""
	case slices.Contains(codeHosts, host) && len(path) >= 2:
		return path[0] + "/" + path[1]
	default:
		return strings.TrimPrefix(host, "www.")
	}
}

// address is the host of the source, and the parts of its path.
func (e Evidence) address() (host string, path []string) {
	u, err := url.Parse(e.Source)
	if err != nil {
		return "", nil
	}
	return u.Host, strings.FieldsFunc(u.Path, func(r rune) bool { return r == '/' })
}

// Read is the evidence of announced prices: the maker's own word where they stand on a page of the tool's own site.
func (a AnnouncedPrices) Read(of Tool) Evidence {
	e := Evidence{Source: a.Source, Basis: data.ThirdParty, Verified: of.Prices.Verified}
	own, _ := Evidence{Source: of.URL}.address()
	if host, _ := e.address(); host == own {
		e.Basis = data.OwnPage
	}
	return e
}
