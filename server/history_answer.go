package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"pricepoint/data"
	"pricepoint/data/store"
)

// The addresses of the past, and what their requests are counted under.
const (
	pastPrefix = "/api/snapshots/"
	pastRoute  = documentsTemplate
	asOfPrefix = "/api/asof/"
	asOfRoute  = "/api/asof/{date}/{document}"
)

// pastRouteOf returns the label and handler of an address of the past, "" for any other.
func (s *Server) pastRouteOf(path string) (string, http.Handler) {
	if rest, ok := strings.CutPrefix(path, pastPrefix); ok {
		return pastRoute, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.answerPast(w, r, rest) })
	}
	if rest, ok := strings.CutPrefix(path, asOfPrefix); ok {
		return asOfRoute, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.answerAsOf(w, r, rest) })
	}
	return "", nil
}

// answerPast sends a document of a version, as it was published.
func (s *Server) answerPast(w http.ResponseWriter, r *http.Request, rest string) {
	version, name, _ := strings.Cut(rest, "/")
	list, from := s.history.kept.Load(), s.history.from.Load()
	if _, found := slices.BinarySearch(list.versions, version); from == nil || !found {
		writeProblem(w, r, http.StatusNotFound, list.unknown(version))
		return
	}
	if name == "" || strings.Contains(name, "/") {
		writeProblem(w, r, http.StatusNotFound, "name one document of the snapshot, such as "+SnapshotFolder(version)+"/tools.json; "+
			SnapshotFolder(version)+"/"+manifestDocument+" lists all it has")
		return
	}
	d, err := s.history.past.get(r.Context(), rest, func() (*pastDocument, error) { return readPast(*from, version, name) })
	if err != nil {
		s.refusePast(w, r, version, err)
		return
	}
	d.serve(w, r)
}

// unknown says which versions there are beside one that is not kept.
func (k *kept) unknown(version string) string {
	if len(k.versions) == 0 {
		return "no snapshot is kept yet; the current documents are listed at /"
	}
	if _, err := data.ParseVersion(version); err != nil {
		return fmt.Sprintf("the address names no version of a snapshot; the newest is %s, and %s lists all", k.versions[len(k.versions)-1], snapshotsPath)
	}
	place, _ := slices.BinarySearch(k.versions, version)
	beside := k.versions[max(place-1, 0):min(place+1, len(k.versions))]
	return fmt.Sprintf("there is no snapshot %s, or it is no longer kept; next to it is %s, and %s lists all", version, strings.Join(beside, " and "), snapshotsPath)
}

// refusePast says why a document of a kept version cannot be sent.
func (s *Server) refusePast(w http.ResponseWriter, r *http.Request, version string, err error) {
	var missing *noDocument
	switch {
	case errors.As(err, &missing):
		writeProblem(w, r, http.StatusNotFound, missing.Error())
	case errors.Is(err, store.ErrNotFound):
		writeProblem(w, r, http.StatusNotFound, fmt.Sprintf("this of snapshot %s is not kept; %s lists what is", version, snapshotsPath))
	case errors.Is(err, store.ErrUnavailable):
		w.Header().Set("Retry-After", "30")
		writeProblem(w, r, http.StatusServiceUnavailable, "the store of the snapshots cannot be reached now; the current documents are served as ever")
	case errors.Is(err, errBusy), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		w.Header().Set("Retry-After", "1")
		writeProblem(w, r, http.StatusServiceUnavailable, errBusy.Error()+"; ask again in a moment")
	default:
		s.options.Log.Error("a document of a snapshot cannot be read", "version", version, "cause", err)
		writeProblem(w, r, http.StatusInternalServerError, fmt.Sprintf("snapshot %s cannot be read; its operator finds the cause in the log", version))
	}
}

// serve sends the document, or says that the client has it.
func (d *pastDocument) serve(w http.ResponseWriter, r *http.Request) {
	rep := d.choose(r.Header)
	if rep == nil {
		d.refuseEncodings(w, r)
		return
	}
	h := w.Header()
	for _, f := range append(pastHeaders, d.common...) {
		h[f.name] = f.value
	}
	h.Set("ETag", rep.etag)
	if d.has(rep, r.Header) {
		h.Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Last-Modified", d.lastModified)
	h.Set("Content-Length", strconv.Itoa(len(rep.body)))
	if rep.encoding != identity {
		h.Set("Content-Encoding", rep.encoding)
	}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(rep.body) // a client that went away needs no answer
	}
}

// pastHeaders let every cache keep a document of the past for ever.
var pastHeaders = slices.Clip([]field{
	line("Cache-Control", "public, max-age=31536000, immutable"), line("Vary", "Accept-Encoding"),
	line("X-Content-Type-Options", "nosniff"), line("Access-Control-Allow-Origin", "*"), readable(false),
})
