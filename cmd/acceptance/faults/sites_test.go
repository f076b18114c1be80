//go:build proof

package faults

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/collectors"
	"pricepoint/collectors/registry"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// site is what one source reads: its pages as they are now, in the order in which its reader takes them.
type site struct {
	collectors.Source
	pages []fixture.Capture
	said  []data.Observation // on these pages; nil: nobody has looked yet
}

// sitesOf are the sources with the newest captures that they find. Of alternatives of equal standing the newest stands
// for all: the others were there at other times.
func sitesOf(t testing.TB, captures []fixture.Capture) []*site {
	t.Helper()
	var all []*site
	for _, source := range registry.All() {
		s := &site{Source: source}
		for _, alternatives := range slices.Concat(source.Requests, source.Optional) {
			if c, ok := newestOf(captures, alternatives); ok {
				s.pages = append(s.pages, c)
			}
		}
		if source.Next != nil {
			for _, c := range slices.Clone(s.pages) {
				for _, r := range source.Next(payloadOf(c)) {
					if c, ok := newestOf(captures, []web.Request{r}); ok {
						s.pages = append(s.pages, c)
					}
				}
			}
		}
		if len(s.pages) == 0 {
			t.Fatalf("nothing was captured of %s", source.Name)
		}
		all = append(all, s)
	}
	return all
}

func newestOf(captures []fixture.Capture, alternatives []web.Request) (newest fixture.Capture, ok bool) {
	standing := 0
	for _, r := range alternatives {
		for _, c := range captures {
			if c.URL == r.URL && (!ok || cmp.Or(standing-r.Standing, c.Date.Compare(newest.Date)) > 0) {
				newest, standing, ok = c, r.Standing, true
			}
		}
	}
	return newest, ok
}

func payloadOf(c fixture.Capture) web.Payload {
	return web.Payload{URL: c.URL, FetchedAt: c.Date, Body: c.Body, SHA256: digestOf(c.Body)}
}

// read is what the reader of the source makes of its pages when one of them is changed; nil when it refuses them.
func (s *site) read(address string, changed []byte) []data.Observation {
	var docs []web.Payload
	for _, c := range s.pages {
		if c.URL == address {
			c.Body = changed
		}
		docs = append(docs, payloadOf(c))
	}
	found, _, err := collectors.Parse(s.Source, docs)
	if err != nil {
		return nil
	}
	return found
}

// states are what the pages say now.
func (s *site) states() []data.Observation {
	if s.said == nil {
		s.said = s.read("", nil)
	}
	return s.said
}

func (s *site) page(address string) *fixture.Capture {
	i := slices.IndexFunc(s.pages, func(c fixture.Capture) bool { return c.URL == address })
	if i < 0 {
		return nil
	}
	return &s.pages[i]
}

// hosts are those that its pages are on.
func (s *site) hosts() []string {
	var all []string
	for _, c := range s.pages {
		if host := hostOf(c.URL); !slices.Contains(all, host) {
			all = append(all, host)
		}
	}
	return all
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return u.Host
}

// sending is a page that was sent whole, or was said to be as it was.
type sending struct {
	week        int
	url, sha256 string
}

// sent is an answer of which it is remembered what it has sent. A 304 says that the page has a body.
func (y *year) sent(address string, body []byte, answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		seen := &observed{ResponseWriter: w, status: http.StatusOK, sum: sha256.New()}
		answer(seen, r)
		y.mu.Lock()
		defer y.mu.Unlock()
		switch seen.status {
		case http.StatusOK:
			y.sendings[sending{y.week, address, hex.EncodeToString(seen.sum.Sum(nil))}] = true
		case http.StatusNotModified:
			y.sendings[sending{y.week, address, digestOf(body)}] = true
		}
	}
}

// observed remembers the status and the digest of an answer.
type observed struct {
	http.ResponseWriter
	status int
	sum    hash.Hash
}

func (w *observed) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *observed) Write(p []byte) (int, error) {
	w.sum.Write(p)
	return w.ResponseWriter.Write(p)
}

// Unwrap lets an answer take over its connection.
func (w *observed) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// serve puts the pages of a source into the web as they are.
func (y *year) serve(s *site) {
	for _, c := range s.pages {
		y.web.Put(c.URL, y.sent(c.URL, c.Body, y.web.Page(c.Body)))
	}
	for _, host := range s.hosts() {
		y.web.Down(host, false)
		y.web.Put("https://"+host+"/robots.txt", http.NotFound)
	}
}

// newWeb is an empty web for programs by the clock of the test.
func newWeb(t testing.TB, c clock, timeout time.Duration) *fixture.Internet {
	w := fixture.NewInternet(t)
	w.Env = append(w.Env, "PRICEPOINT_TEST_CLOCK="+c.file, "PRICEPOINT_COLLECT_TIMEOUT="+timeout.String())
	return w
}
