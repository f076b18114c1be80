package server

import (
	"strings"

	"pricepoint/data"
)

// states are all that a source can be in, for a metric that shows which one it is.
var states = []data.State{data.Fresh, data.Stale, data.Failing, data.Disallowed, data.Frozen}

// failureClasses name causes in a few fixed phrases. The cause itself tells more, but with addresses, numbers and words
// of the page in it, and each new wording would be a new time series. The first class counts of which the cause has a mark.
// A host that cannot be reached shows first by its robots.txt, which is no class of its own.
var failureClasses = []struct {
	class string
	marks []string
}{
	{"robots.txt refuses", []string{"robots.txt disallows"}},
	{"host name not found", []string{"(DNS)"}},
	{"no secure connection", []string{"(TLS)", "not encrypted"}},
	{"no connection", []string{"accepts no connections", "broke off the connection", "the proxy that", "private address"}},
	{"no answer in time", []string{"does not answer in time", "no complete answer within"}},
	{"bot challenge", []string{"bot challenge"}},
	{"login needed", []string{"status 401"}},
	{"refused", []string{"status 403"}},
	{"page not found", []string{"status 404", "status 410"}},
	{"too many requests", []string{"status 429"}},
	{"site error", []string{"status 5"}},
	{"unexpected status", []string{"status 1", "status 3", "status 4"}},
	{"robots.txt cannot be read", []string{"sense of robots.txt", "robots.txt redirects"}},
	{"redirected elsewhere", []string{"redirect"}},
	{"not the page", []string{"the page is empty", "a web page in place of"}},
	{"page too large", []string{"longer than the limit"}},
	{"damaged page", []string{"UTF-8", "decompress", "Content-Encoding", "character set"}},
	{"values missing", []string{"more than half are gone", "before, none now"}},
	{"page too old", []string{"older than the last good reading"}},
	{"archive incomplete", []string{"replay "}},
}

// failureClass returns the phrase for a cause.
func failureClass(cause string) string {
	switch {
	case strings.HasPrefix(cause, "read http"): // whatever it quotes of the page
		return "page not understood"
	case strings.HasPrefix(cause, "stopped:"):
		return "run stopped"
	}
	for _, c := range failureClasses {
		for _, mark := range c.marks {
			if strings.Contains(cause, mark) {
				return c.class
			}
		}
	}
	return "other"
}
