package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/server/prepared"
)

// The snapshots that are kept: their list, their documents as they were published, and the way from a time to the document that
// was current then. They are read from the store few at a time, and some are remembered.

// The addresses of the past. Requests are counted under the routes.
const (
	ListPath  = "/api/snapshots.json"
	keptRoute = "/api/snapshots/{version}/{document}"
	asOfRoute = "/api/asof/{date}/{document}"

	keptPrefix = "/api/snapshots/"
	asOfPrefix = "/api/asof/"
)

// documentBytes is about how much memory a document takes until its reader has taken it: it may be remembered no longer.
const documentBytes = 256 << 10

// folderOf is where the documents of a version stay.
func folderOf(version string) string { return keptPrefix + version + "/" }

// The names of what vouches for the documents of a snapshot.
const (
	manifestName  = "manifest.json"
	signatureName = manifestName + ".minisig"
)

// keptKind is the kind of a document of a snapshot, of its manifest or its signature; false: no such thing is served.
func keptKind(name string) (kind prepared.Kind, served bool) {
	switch name {
	case manifestName:
		kind, served = prepared.Kind{Type: prepared.JSON.Type}, true
	case signatureName:
		kind, served = textKind, true
	default:
		kind, served = prepared.KindOf("api/" + name)
	}
	kind.Cache = prepared.Immutable
	return kind, served
}

// pastRoute returns the route and handler of an address of the past, nil for any other.
func (s *Server) pastRoute(path string) (route string, handler http.Handler) {
	if rest, ok := strings.CutPrefix(path, keptPrefix); ok {
		return keptRoute, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.answerKept(w, r, rest) })
	}
	if rest, ok := strings.CutPrefix(path, asOfPrefix); ok {
		return asOfRoute, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.answerAsOf(w, r, rest) })
	}
	return "", nil
}

// answerKept sends a document of a version, as it was published.
func (s *Server) answerKept(w http.ResponseWriter, r *http.Request, rest string) {
	version, name, _ := strings.Cut(rest, "/")
	list, from := s.kept.Load(), s.store.Load()
	if _, found := slices.BinarySearch(list.versions, version); from == nil || !found {
		prepared.WriteProblem(w, r, http.StatusNotFound, list.unknown(version))
		return
	}
	if name == "" || strings.Contains(name, "/") && data.ToolOfPrices("api/"+name) == "" {
		prepared.WriteProblem(w, r, http.StatusNotFound, "name one document of the snapshot, such as "+folderOf(version)+"tools.json; "+
			folderOf(version)+manifestName+" lists all it has")
		return
	}
	d, err := s.reads.get(r.Context(), rest, func() (*prepared.Resource, error) { return readKept(*from, version, name) })
	if err != nil {
		s.refuseKept(w, r, version, err)
		return
	}
	d.ServeHTTP(w, r)
}

// refuseKept says why a document of a kept version cannot be sent.
func (s *Server) refuseKept(w http.ResponseWriter, r *http.Request, version string, err error) {
	var missing noDocument
	switch {
	case errors.As(err, &missing):
		prepared.WriteProblem(w, r, http.StatusNotFound, missing.Error())
	case errors.Is(err, store.ErrNotFound):
		prepared.WriteProblem(w, r, http.StatusNotFound, fmt.Sprintf("this of snapshot %s is not kept; %s lists what is", version, ListPath))
	case errors.Is(err, store.ErrUnavailable):
		p := prepared.Unavailable(30*time.Second, "the store of the snapshots cannot be reached now; the current documents are served as ever")
		p.ServeHTTP(w, r)
	case errors.Is(err, errBusy):
		prepared.Unavailable(time.Second, errBusy.Error()+"; ask again in a moment").ServeHTTP(w, r)
	default:
		s.options.Log.Error("a document of a snapshot cannot be read", "version", version, "cause", err)
		prepared.WriteProblem(w, r, http.StatusInternalServerError, fmt.Sprintf("snapshot %s cannot be read; its operator finds the cause in the log", version))
	}
}

// KeptFile is one of the files that are served of a snapshot.
type KeptFile struct {
	Route string
	Type  string // its media type
	Read  func() ([]byte, error)
}

// KeptFiles are what is served in the folder of a version: the documents too, or only what vouches for them.
func KeptFiles(from Store, version string, documents bool) (files []KeptFile, err error) {
	manifest, err := from.Manifest(version)
	if err != nil {
		return nil, err
	}
	names := namesIn(manifest)
	if !documents {
		names = []string{manifestName}
	}
	_, err = from.Signature(version)
	if err == nil {
		names = append(names, signatureName)
	} else if !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	for _, name := range names {
		kind, _ := keptKind(name)
		files = append(files, KeptFile{folderOf(version) + name, kind.Type, func() ([]byte, error) {
			d, err := documentOf(from, manifest, name)
			return d.Body, err
		}})
	}
	return files, nil
}

// readKept reads a document of a snapshot, its manifest or its signature.
func readKept(from Store, version, name string) (*prepared.Resource, error) {
	manifest := data.Manifest{Version: version}
	made, err := data.ParseVersion(version)
	if err == nil && name != manifestName && name != signatureName {
		manifest, err = from.Manifest(version)
	}
	if err != nil {
		return nil, err
	}
	d, err := documentOf(from, manifest, name)
	if err != nil {
		return nil, err
	}
	kind, _ := keptKind(name)
	return prepared.Stored(folderOf(version)+name, kind, d, made), nil
}

// documentOf reads what has a name in the snapshot of a manifest.
func documentOf(from Store, manifest data.Manifest, name string) (d data.Document, err error) {
	d.Path = "api/" + name
	switch {
	case name == manifestName:
		d.Body, err = from.ManifestBody(manifest.Version)
	case name == signatureName:
		d.Body, err = from.Signature(manifest.Version)
	case !slices.Contains(namesIn(manifest), name):
		known := slices.DeleteFunc(namesIn(manifest), func(name string) bool { return strings.Contains(name, "/") })
		err = noDocument(fmt.Sprintf("snapshot %s has no %s; it has %s", manifest.Version, name, strings.Join(known, ", ")))
	default:
		d, err = from.Document(manifest, d.Path)
	}
	return d, err
}

// namesIn are what is served of a snapshot, but its signature.
func namesIn(m data.Manifest) []string {
	names := []string{manifestName}
	for _, f := range m.Files {
		if _, served := prepared.KindOf(f.Path); served {
			names = append(names, strings.TrimPrefix(f.Path, "api/"))
		}
	}
	return names
}

// noDocument says which documents a snapshot has.
type noDocument string

func (e noDocument) Error() string { return string(e) }

// How long the answer to a question about the past may be kept. The newest snapshot is the answer for now only.
const (
	finalAnswer   = "public, max-age=2592000"
	currentAnswer = "no-cache"
)

// documentName is what a document may be called. Nothing else gets into the address that an answer leads to.
var documentName = regexp.MustCompile(`^(prices/)?[a-z0-9][a-z0-9._-]*$`)

// answerAsOf leads from a time to the document that was current then. Once a later snapshot is published the answer
// stays the same until retention drops that snapshot. Then the answer says so and names no other.
func (s *Server) answerAsOf(w http.ResponseWriter, r *http.Request, rest string) {
	date, name, _ := strings.Cut(rest, "/")
	at, err := parseAsOf(date, s.options.Now())
	if err != nil {
		prepared.WriteProblem(w, r, http.StatusNotFound, err.Error())
		return
	}
	if _, served := keptKind(name); !served || !documentName.MatchString(name) {
		prepared.WriteProblem(w, r, http.StatusNotFound, "name one document, such as "+asOfPrefix+date+"/tools.json")
		return
	}
	list := s.kept.Load()
	if len(list.versions) == 0 {
		prepared.WriteProblem(w, r, http.StatusNotFound, list.unknown(""))
		return
	}
	version, err := store.VersionAsOf(list.versions, at, list.manifest)
	if err != nil {
		s.refuseAsOf(w, r, list, version, err)
		return
	}
	answer := w.Header()
	answer.Set("Location", folderOf(version)+name)
	answer.Set("Cache-Control", finalAnswer)
	if version == list.newest() {
		answer.Set("Cache-Control", currentAnswer)
	}
	answer.Set("Access-Control-Allow-Origin", "*")
	answer.Set("Content-Length", "0")
	w.WriteHeader(http.StatusTemporaryRedirect)
}

// manifest is as much of that of a version as the list knows: which one it replaced. Until that was read, nobody can tell.
func (l *keptList) manifest(version string) (data.Manifest, error) {
	previous, known := l.previous[version]
	if !known {
		return data.Manifest{}, store.ErrUnavailable
	}
	return data.Manifest{Version: version, Previous: previous}, nil
}

// refuseAsOf says why nobody can tell what was current then.
func (s *Server) refuseAsOf(w http.ResponseWriter, r *http.Request, list *keptList, version string, err error) {
	var gap *store.GapError
	switch {
	case errors.As(err, &gap):
		prepared.WriteProblem(w, r, http.StatusGone, fmt.Sprintf("%v, so nobody can tell what was current then; next to it are %s and %s",
			gap, strings.TrimSuffix(folderOf(gap.Before), "/"), strings.TrimSuffix(folderOf(gap.After), "/")))
	case errors.Is(err, store.ErrNotFound):
		prepared.WriteProblem(w, r, http.StatusNotFound, fmt.Sprintf("nothing that early is kept; the oldest snapshot is %s", list.versions[0]))
	default:
		s.refuseKept(w, r, version, err)
	}
}

// parseAsOf reads the time of a question. A day means its end, in UTC. What has not come yet has no answer that lasts.
func parseAsOf(date string, now time.Time) (time.Time, error) {
	if day, err := time.Parse(time.DateOnly, date); err == nil {
		end := day.AddDate(0, 0, 1)
		if day.After(now) {
			return end, fmt.Errorf("%s has not begun in UTC; ask for the current documents", date)
		}
		if end.After(now) {
			return end, fmt.Errorf("%s is not over in UTC; ask for a time of it, such as %s, or for the current documents", date, data.At(now).Truncate(time.Second).Format(time.RFC3339))
		}
		return end.Add(-time.Nanosecond), nil
	}
	at, err := time.Parse(time.RFC3339, date)
	if err != nil {
		return at, errors.New("the address names no time: give a day such as 2026-11-21, which means its end in UTC, or a time such as 2026-11-21T03:00:00Z")
	}
	if at.After(now) {
		return at, fmt.Errorf("%s has not come yet", date)
	}
	return at, nil
}

// What clients who ask for the whole past may cost.
const (
	readsAtOnce = 4               // from the store
	remembered  = 16              // documents; the largest has a megabyte
	patience    = 5 * time.Second // that a request waits for its turn to read
)

var errBusy = errors.New("too many documents of the past are asked for at once")

// reader reads documents of snapshots that are kept, few at a time, and remembers those asked for last.
type reader struct {
	turns chan struct{}
	asked *lru.Cache[string, *prepared.Resource]
}

// get returns what a name stands for, from memory or by reading it.
func (r *reader) get(ctx context.Context, name string, read func() (*prepared.Resource, error)) (*prepared.Resource, error) {
	if d, known := r.asked.Get(name); known {
		return d, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case r.turns <- struct{}{}:
		defer func() { <-r.turns }()
	case <-ctx.Done():
		return nil, errBusy
	}
	if d, known := r.asked.Get(name); known { // read by somebody else meanwhile
		return d, nil
	}
	d, err := read()
	if err == nil {
		r.asked.Add(name, d)
	}
	return d, err
}
