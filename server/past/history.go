// Package past serves the snapshots that are kept: their list, their documents as they were published, and the way
// from a time to the document that was current then. Start at History: it is told where the snapshots are kept (From),
// a Lister keeps its list up to date, and Handler answers.
//
// It reads through the Store it is given, few documents at a time, and remembers some. It publishes and drops nothing.
package past

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"pricepoint/data"
	"pricepoint/server/prepared"
)

// Store is where the snapshots are kept.
type Store interface {
	List() ([]string, error) // versions, oldest first
	Refused() error          // what List has left out, and why; nil for nothing
	Manifest(version string) (data.Manifest, error)
	ManifestBody(version string) ([]byte, error)
	Signature(version string) ([]byte, error) // store.ErrNotFound: it is not signed
	Document(m data.Manifest, path string) (data.Document, error)
}

// History is what is served of the snapshots that are kept.
type History struct {
	log  *slog.Logger
	now  func() time.Time
	from atomic.Pointer[Store] // nil until From
	list atomic.Pointer[List]
	read *reader
}

// New returns a history of nothing.
func New(log *slog.Logger, now func() time.Time) *History {
	h := &History{log: log, now: now, read: newReader()}
	if err := h.set(nil, nil, now()); err != nil {
		panic(err) // an empty list always encodes
	}
	return h
}

// From says where the snapshots are kept.
func (h *History) From(store Store) { h.from.Store(&store) }

// List is the list as it was read last.
func (h *History) List() *List { return h.list.Load() }

// set replaces the list.
func (h *History) set(versions []string, previous map[string]string, now time.Time) error {
	body, err := document(versions, previous)
	if err != nil {
		return err
	}
	if before := h.list.Load(); before != nil && bytes.Equal(body, before.Document.Body) {
		now = before.Noticed
	}
	h.list.Store(&List{Versions: versions, previous: previous, Noticed: now, Document: data.Document{Path: ListPath[1:], Body: body}})
	return nil
}

// The addresses of the past. Requests are counted under the routes.
const (
	ListPath  = "/api/snapshots.json"
	Route     = "/api/snapshots/{version}/{document}"
	AsOfRoute = "/api/asof/{date}/{document}"

	documentPrefix = "/api/snapshots/"
	asOfPrefix     = "/api/asof/"
)

// DocumentBytes is about how much memory a document takes until its reader has taken it: it may be remembered no longer.
const DocumentBytes = 256 << 10

// Folder is where the documents of a version stay.
func Folder(version string) string { return documentPrefix + version }

// Handler returns the route and handler of an address of the past, nil for any other.
func (h *History) Handler(path string) (route string, handler http.Handler) {
	if rest, ok := strings.CutPrefix(path, documentPrefix); ok {
		return Route, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.answerDocument(w, r, rest) })
	}
	if rest, ok := strings.CutPrefix(path, asOfPrefix); ok {
		return AsOfRoute, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.answerAsOf(w, r, rest) })
	}
	return "", nil
}

// The names of what vouches for the documents of a snapshot, and their kinds.
const (
	manifestName  = "manifest.json"
	signatureName = manifestName + ".minisig"
)

var (
	jsonKind      = prepared.Kind{Type: prepared.JSON.Type, Cache: prepared.Immutable}
	signatureKind = prepared.Kind{Type: "text/plain; charset=utf-8", Cache: prepared.Immutable}
)
