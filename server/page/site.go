package page

import (
	"regexp"
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

// frame is what all pages have in common.
type frame struct {
	Site
	Path        string // its address
	Title, What string // What is a sentence for those who find the page elsewhere
}

// ToolsFolder is where the pages of tools are. A page has an anchor for each published field, named as in the
// provenance (#pricing.input), to which the cells of the table lead; besides #work, #solved, #releaseDate and #state.
const ToolsFolder = "/tools/"

// safeID are the ids that may stand in an address and in the name of a file.
var safeID = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

// link is an address with the words that stand for it.
type link struct{ Text, To string }

// shortAddress is an address as people read it: the host and the end of the path.
func shortAddress(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
	if runes := []rune(rest); len(runes) > 60 {
		host, _, _ := strings.Cut(rest, "/")
		return host + "/…" + string(runes[len(runes)-min(30, len(runes)):])
	}
	return rest
}
