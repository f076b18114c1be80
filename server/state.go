package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
	"pricepoint/server/mcp"
	"pricepoint/server/past"
	"pricepoint/server/prepared"
)

// state is all that is served of one snapshot. Nothing in it changes: a reload makes another.
type state struct {
	snapshot  data.Snapshot
	report    *data.RunReport // the last run; nil: unknown
	freshness data.FreshnessDocument
	findings  counted                       // how many need an operator
	values    []prometheus.Metric           // the prices and scores
	resources map[string]*prepared.Resource // by path
	exports   map[string]exported           // what is known of the files for other programs, by address
	kept      *past.List                    // the list of snapshots as it was then
	expires   time.Time                     // when a source becomes stale unless it is confirmed again, or the data overdue; zero: never
	modified  time.Time                     // the latest Last-Modified of the documents
	book      *mcp.Book                     // the same documents, for agents
}

// servedDocuments returns the documents by path, if none is missing and all JSON is valid.
func servedDocuments(snapshot data.Snapshot) (map[string]data.Document, error) {
	documents := make(map[string]data.Document, len(snapshot.Documents))
	for _, d := range snapshot.Documents {
		_, served := prepared.KindOf(d.Path)
		if _, is := insteadOf("/" + d.Path); is || !served {
			continue // it has no address in the API
		}
		if path.Ext(d.Path) == ".json" && !json.Valid(d.Body) {
			return nil, fmt.Errorf("%s is not JSON", d.Path)
		}
		documents[d.Path] = d
	}
	for _, r := range requiredDocuments {
		if _, ok := documents[r]; !ok {
			return nil, fmt.Errorf("%s is missing", r)
		}
	}
	return documents, nil
}

// answer returns the answer to a request for a document, nil when the request asks for something else.
func (st *state) answer(r *http.Request) *prepared.Answer {
	if st == nil || r.Method != http.MethodGet && r.Method != http.MethodHead || hidesSlash(r.URL) {
		return nil
	}
	if resource := st.resources[r.URL.Path]; resource != nil {
		return resource.Answer(r.Header)
	}
	return nil
}

// hidesSlash reports whether a path holds %2F, which is not the same as a slash.
func hidesSlash(u *url.URL) bool {
	return u.RawPath != "" && strings.Count(u.RawPath, "/") != strings.Count(u.Path, "/")
}

// reuse returns the resource of before if it is the same, so that nothing is compressed twice.
func (st *state) reuse(m *prepared.Maker, path string, kind prepared.Kind, d data.Document, modified time.Time) *prepared.Resource {
	if st != nil {
		if r := st.resources[path]; r != nil && r.Same(d, modified) {
			return r
		}
	}
	return m.Make(path, kind, d, modified)
}

// madeAt is when a snapshot became current. A rollback publishes old content as a new version, which must count as
// newer for clients that ask by date.
func madeAt(version string, freshness data.FreshnessDocument) time.Time {
	published, err := data.ParseVersion(version)
	if err != nil {
		return freshness.LastUpdated.Time
	}
	return later(published, freshness.LastUpdated.Time)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// stored reports whether a snapshot comes from a store. One that was built in memory, from the catalogue alone, lists
// no files: no refresh has published it.
func stored(snapshot data.Snapshot) bool { return len(snapshot.Manifest.Files) > 0 }

// reopen is what agents ask of a snapshot: the book of before if it is the same, which has read some documents already. It tells
// the freshness as it is now.
func (st *state) reopen(s data.Snapshot, freshness data.Document) *mcp.Book {
	if st != nil && stored(s) && st.snapshot.Manifest.Version == s.Manifest.Version {
		return st.book.With(freshness)
	}
	return mcp.Open(s).With(freshness)
}
