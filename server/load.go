package server

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/server/mcp"
	"pricepoint/server/page"
	"pricepoint/server/prepared"
)

// state is all that is served of one snapshot. Nothing in it changes: a reload makes another.
type state struct {
	snapshot  data.Snapshot
	report    *data.RunReport // the last run; nil: unknown
	freshness data.FreshnessDocument
	metrics   snapshotMetrics
	resources map[string]*prepared.Resource // by path
	exports   map[string]data.Export        // what is known of the files for other programs, by address
	kept      *keptList                     // the list of snapshots as it was then
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

// reopen is what agents ask of a snapshot: the book of before if it is the same, which has read some documents already.
func (st *state) reopen(s data.Snapshot) *mcp.Book {
	if st != nil && stored(s) && st.snapshot.Manifest.Version == s.Manifest.Version {
		return st.book
	}
	return mcp.Open(s)
}

// Load prepares a snapshot and serves it from now on. report is the last run, if one is known: when it ended after
// the snapshot was made, /api/freshness.json tells its outcome. A snapshot that lacks a document or whose
// freshness cannot be read is refused, and what was served before stays.
func (s *Server) Load(snapshot data.Snapshot, report *data.RunReport) error {
	next, err := s.prepare(snapshot, report)
	if err != nil {
		s.metrics.reloadFailures.Inc()
		return fmt.Errorf("snapshot %s is not served: %v", snapshot.Manifest.Version, err)
	}
	s.current.Store(next)
	debug.FreeOSMemory() // what the encoders have left is many times what is served
	return nil
}

// prepare makes all that is served of a snapshot. What is the same as before is not made again. The files for other programs are
// let go of once they are prepared.
func (s *Server) prepare(snapshot data.Snapshot, report *data.RunReport) (*state, error) {
	files := snapshot.Exports
	snapshot.Exports = nil
	documents, err := servedDocuments(snapshot)
	if err != nil {
		return nil, err
	}
	now := s.options.Now()
	l := loading{server: s, previous: s.current.Load(), maker: new(prepared.Maker), documents: documents}
	l.next = &state{
		snapshot: snapshot, report: report, kept: s.kept.Load(), exports: map[string]data.Export{}, book: l.previous.reopen(snapshot),
		resources: make(map[string]*prepared.Resource, len(documents)+len(contract())+3),
	}
	changed, err := l.refresh(report, now)
	if err != nil {
		return nil, err
	}
	l.made = notAhead(madeAt(snapshot.Manifest.Version, l.next.freshness), now)
	l.next.modified = notAhead(later(l.made, changed), now)
	if err := l.next.tell(documents); err != nil {
		return nil, err
	}
	return l.next, l.addResources(files)
}

// servedDocuments returns the documents by path, if none is missing and all JSON is valid.
func servedDocuments(snapshot data.Snapshot) (map[string]data.Document, error) {
	documents := make(map[string]data.Document, len(snapshot.Documents))
	for _, d := range snapshot.Documents {
		if _, served := prepared.KindOf(d.Path); !served {
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

// notAhead is a time or, if that is of the future, now: RFC 9110 wants no later Last-Modified than the time of the answer.
// What a clock has made that was ahead is modified now, as far as readers can tell.
func notAhead(t, now time.Time) time.Time {
	if t.After(now) {
		return now
	}
	return t
}

// loading is a state that is being made.
type loading struct {
	server    *Server
	next      *state
	previous  *state // nil: there was none
	maker     *prepared.Maker
	documents map[string]data.Document // by path
	made      time.Time                // when the snapshot became current
}

// put prepares what an address answers. What is the same as before is taken from there, so that nothing is compressed twice.
func (l *loading) put(address string, kind prepared.Kind, d data.Document, modified time.Time) {
	if l.previous != nil {
		if r := l.previous.resources[address]; r != nil && r.Same(d, modified) {
			l.next.resources[address] = r
			return
		}
	}
	l.next.resources[address] = l.maker.Make(address, kind, d, modified)
}

// addResources prepares an answer for every address. The documents were made when the snapshot was, but for those that tell how
// current they are; the contract and what pages load when the server began, since only another program has others.
func (l *loading) addResources(files []data.Document) error {
	for path, d := range l.documents {
		modified := l.made
		if path == data.FreshnessPath {
			modified = l.next.modified
		}
		kind, _ := prepared.KindOf(path)
		l.put("/"+path, kind, d, modified)
	}
	exports, err := l.addExports(files)
	if err != nil {
		return err
	}
	for address, d := range contract() {
		kind := prepared.Kind{Type: "application/schema+json"}
		if address == openAPIPath {
			kind = prepared.JSON
		}
		l.put(address, kind, d, l.server.began)
	}
	for _, a := range page.Assets() {
		l.put(a.Address, prepared.Kind{Type: a.Type, Cache: prepared.Immutable}, data.Document{Body: a.Body}, l.server.began)
	}
	if !l.server.options.NoPast {
		l.put(ListPath, prepared.JSON, l.next.kept.document, l.next.kept.noticed)
	}
	all := l.listings()
	l.put(indexPath, prepared.JSON, data.Document{Body: l.addressIndex(all)}, l.next.modified)
	if err := l.addPages(all, exports); err != nil {
		return err
	}
	l.nameFiles()
	return nil
}

// nameFiles has what is kept in a file of another name answer to that too, so that the addresses of a copy hold here.
func (l *loading) nameFiles() {
	for address, r := range maps.Clone(l.next.resources) {
		if address == r.Route {
			l.next.resources["/"+page.File(address)] = r
		}
	}
	l.next.resources[baseAddress] = l.next.resources[indexPath]
}

// addPages renders what people look at.
func (l *loading) addPages(all []page.Address, exports data.ExportIndex) error {
	options, manifest := l.server.options, l.next.snapshot.Manifest
	site := page.Site{
		Documents: l.documents, Exports: exports, Freshness: l.next.freshness, Version: manifest.Version, Generator: manifest.Generator,
		URL: strings.TrimSuffix(options.PublicURL, "/"), Groups: page.Grouped(all), ReportTo: options.ReportURL, Now: options.Now(),
		Copied: options.Copied, NoPast: options.NoPast,
	}
	renewed := l.next.modified
	if from := page.OverdueFrom(l.next.freshness); site.Overdue() {
		renewed = later(renewed, from)
	} else if !from.IsZero() && (l.next.expires.IsZero() || from.Before(l.next.expires)) {
		l.next.expires = from
	}
	pages, err := page.Pages(site)
	for _, p := range pages {
		l.put(p.Address, kindOf(p), data.Document{Body: p.Body}, renewed)
	}
	return err
}

var pageKind = prepared.Kind{Type: "text/html; charset=utf-8", Header: http.Header{
	"Content-Security-Policy": {page.Policy}, "Referrer-Policy": {"no-referrer"},
}}

// kindOf compresses well what is asked for most.
func kindOf(p page.Page) prepared.Kind {
	kind := pageKind
	if p.Type != "" {
		kind = prepared.Kind{Type: p.Type}
	}
	if p.Address != "/" {
		kind.Packed = prepared.Lightly
	}
	if p.Type == "application/xml" {
		kind.Header = prepared.Inert
	}
	return kind
}

// refresh brings the freshness document up to now, and says when the latest thing happened that the snapshot does not know of; zero:
// nothing, and its own bytes stand. It cannot know of a later run that published nothing, nor that nobody has confirmed a source since.
func (l *loading) refresh(report *data.RunReport, now time.Time) (changed time.Time, err error) {
	d, fresh := l.documents[data.FreshnessPath], &l.next.freshness
	if err := json.Unmarshal(d.Body, fresh); err != nil {
		return changed, fmt.Errorf("%s: %v", d.Path, err)
	}
	if fresh.LastUpdated.IsZero() {
		return changed, fmt.Errorf("%s has no lastUpdated", d.Path)
	}
	if report != nil && report.FinishedAt.After(fresh.LastUpdated.Time) {
		if after := report.Apply(fresh.Sources); !slices.Equal(after, fresh.Sources) {
			fresh.Sources, changed = after, report.FinishedAt.Time
		}
	}
	for i, s := range fresh.Sources { // one that nobody has confirmed for too long becomes stale
		limit := s.LastConfirmed.Add(data.StaleAfter)
		switch aged := s.At(now); {
		case s.State != data.Fresh || s.LastConfirmed.IsZero():
		case aged != s:
			fresh.Sources[i], changed = aged, later(changed, limit)
		case l.next.expires.IsZero() || limit.Before(l.next.expires):
			l.next.expires = limit
		}
	}
	if !changed.IsZero() {
		d = data.Document{Path: d.Path}
		d.Body = data.Encode(fresh)
		l.documents[d.Path] = d
	}
	return changed, err
}
