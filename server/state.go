package server

import (
	"net/http"
	"net/url"
	"strings"
	"time"

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
	metrics   snapshotMetrics
	resources map[string]*prepared.Resource // by path
	exports   map[string]exported           // what is known of the files for other programs, by address
	kept      *past.List                    // the list of snapshots as it was then
	expires   time.Time                     // when a source becomes stale unless it is confirmed again, or the data overdue; zero: never
	modified  time.Time                     // the latest Last-Modified of the documents
	book      *mcp.Book                     // the same documents, for agents
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
