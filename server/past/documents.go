package past

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/server/prepared"
)

// answerDocument sends a document of a version, as it was published.
func (h *History) answerDocument(w http.ResponseWriter, r *http.Request, rest string) {
	version, name, _ := strings.Cut(rest, "/")
	list, from := h.List(), h.from.Load()
	if _, found := slices.BinarySearch(list.Versions, version); from == nil || !found {
		prepared.WriteProblem(w, r, http.StatusNotFound, list.unknown(version))
		return
	}
	if name == "" || strings.Contains(name, "/") && data.ToolOfPrices("api/"+name) == "" {
		prepared.WriteProblem(w, r, http.StatusNotFound, "name one document of the snapshot, such as "+Folder(version)+"/tools.json; "+
			Folder(version)+"/"+manifestName+" lists all it has")
		return
	}
	d, err := h.read.get(r.Context(), rest, func() (*prepared.Resource, error) { return read(*from, version, name) })
	if err != nil {
		h.refuse(w, r, version, err)
		return
	}
	d.ServeHTTP(w, r)
}

// refuse says why a document of a kept version cannot be sent.
func (h *History) refuse(w http.ResponseWriter, r *http.Request, version string, err error) {
	var missing *noDocument
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
		h.log.Error("a document of a snapshot cannot be read", "version", version, "cause", err)
		prepared.WriteProblem(w, r, http.StatusInternalServerError, fmt.Sprintf("snapshot %s cannot be read; its operator finds the cause in the log", version))
	}
}

// Names are the names of what is served in the folder of a version.
func Names(from Store, version string) ([]string, error) {
	manifest, err := from.Manifest(version)
	if err != nil {
		return nil, err
	}
	names := namesIn(manifest)
	_, err = from.Signature(version)
	switch {
	case err == nil:
		names = append(names, signatureName)
	case errors.Is(err, store.ErrNotFound):
	default:
		return nil, err
	}
	return names, nil
}

// TypeOf is the media type of what has one of Names.
func TypeOf(name string) string {
	if name == signatureName {
		return signatureKind.Type
	}
	if kind, served := prepared.KindOf("api/" + name); served {
		return kind.Type
	}
	return jsonKind.Type
}

// Vouches tells the manifest and its signature from documents.
func Vouches(name string) bool { return name == manifestName || name == signatureName }

// read is Read where the manifest is not at hand.
func read(from Store, version, name string) (*prepared.Resource, error) {
	manifest := data.Manifest{Version: version}
	if !Vouches(name) {
		var err error
		if manifest, err = from.Manifest(version); err != nil {
			return nil, err
		}
	}
	return Read(from, manifest, name)
}

// Read reads a document of the snapshot with a manifest, that manifest, or its signature. Whoever reads all documents of a
// large snapshot should read its manifest once.
func Read(from Store, manifest data.Manifest, name string) (*prepared.Resource, error) {
	made, err := data.ParseVersion(manifest.Version)
	if err != nil {
		return nil, err
	}
	kind, d := jsonKind, data.Document{Path: "api/" + name}
	switch name {
	case manifestName:
		d.Body, err = from.ManifestBody(manifest.Version)
	case signatureName:
		kind = signatureKind
		d.Body, err = from.Signature(manifest.Version)
	default:
		served := false
		if kind, served = prepared.KindOf(d.Path); !served || !slices.ContainsFunc(manifest.Files, func(f data.File) bool { return f.Path == d.Path }) {
			return nil, &noDocument{manifest.Version, name, namesIn(manifest)}
		}
		kind.Cache = prepared.Immutable
		d, err = from.Document(manifest, d.Path)
	}
	if err != nil {
		return nil, err
	}
	return prepared.Stored(Folder(manifest.Version)+"/"+name, kind, d, made), nil
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
type noDocument struct {
	version, name string
	known         []string
}

func (e *noDocument) Error() string {
	known := slices.DeleteFunc(slices.Clone(e.known), func(name string) bool { return strings.Contains(name, "/") })
	return fmt.Sprintf("snapshot %s has no %s; it has %s", e.version, e.name, strings.Join(known, ", "))
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

func newReader() *reader {
	asked, err := lru.New[string, *prepared.Resource](remembered)
	if err != nil {
		panic(err) // a constant size
	}
	return &reader{turns: make(chan struct{}, readsAtOnce), asked: asked}
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
