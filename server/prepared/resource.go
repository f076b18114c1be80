// Package prepared makes documents ready to be sent: in every content encoding, with their validators and headers, so
// that a request only chooses. Start at Resource: Maker.Make prepares one and Resource.Answer chooses for a request.
//
// It does not know which address serves what, nor where documents come from; it opens no file and no connection.
package prepared

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"pricepoint/data"
)

// Identity is the name of the encoding that leaves a document as it is.
const Identity = "identity"

// Kind is what the resources of one sort have in common.
type Kind struct {
	Type   string      // the Content-Type
	Header http.Header // more of the full answer
	Cache  string      // the Cache-Control; "": Renewed
	Packed Packing     // how much time its compression may take
}

// Packing says how the resources of a kind are compressed.
type Packing int

// The ways to compress.
const (
	Tightly Packing = iota // as well as can be, in all encodings: for what is asked for most
	Lightly                // quickly, in the encodings that browsers ask for, and only these are kept: for what there is much of
	Largely                // as a store keeps it beside a snapshot, and only that is kept, for few programs ask for others: for what is large
	Already                // not at all: it is compressed by itself
)

// How long caches may keep an answer.
const (
	Renewed   = "public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800" // the address will answer something else one day
	Immutable = "public, max-age=31536000, immutable"
)

// JSON is the kind of most documents.
var JSON = Kind{Type: "application/json"}

// Inert keeps a browser from running or loading anything for XML that it shows, and from telling where a reader comes from.
var Inert = http.Header{
	"Content-Security-Policy": {"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	"Referrer-Policy":         {"no-referrer"},
}

// kinds are those of the documents of a snapshot, by what their paths end in. Nothing else is served.
var kinds = map[string]Kind{
	".json": JSON,
	".csv":  {Type: "text/csv; charset=utf-8; header=present"},
	".atom": {Type: "application/atom+xml; charset=utf-8", Header: Inert},
	".ics":  {Type: "text/calendar; charset=utf-8"},
}

// KindOf returns the kind of a document of a snapshot; false when it has no place in the API.
func KindOf(documentPath string) (Kind, bool) {
	inFolder := path.Dir(documentPath) == "api" || data.ToolOfPrices(documentPath) != ""
	if !inFolder || path.Clean(documentPath) != documentPath {
		return Kind{}, false
	}
	kind, known := kinds[path.Ext(documentPath)]
	return kind, known
}

// Resource is what one address answers, ready in every encoding. Nothing in it changes.
type Resource struct {
	Route    string // its address
	Kind     Kind
	Document data.Document // without its bytes where they are unpacked on the way
	Modified time.Time     // to the second, as in HTTP
	Size     int           // how many plain bytes there are

	digest [sha256.Size]byte // of the plain bytes
	forms  []*Answer         // the full ones, smallest first: on equal terms the first is sent
}

// Answer is all of an answer but the date. All requests share it, so it must not be edited.
type Answer struct {
	Route    string
	Encoding string
	Status   int
	Header   http.Header
	Body     []byte // as it is sent, unless it is unpacked on the way; nil: it has none

	unpacked  int     // bytes that gzip has made Body of, which are sent in its place; 0: Body is sent
	unchanged *Answer // 304 to a client that has it
}

// size is how many bytes are sent.
func (a *Answer) size() int { return cmp.Or(a.unpacked, len(a.Body)) }

// plain is what is sent.
func (a *Answer) plain() []byte {
	if a.unpacked == 0 {
		return a.Body
	}
	body := bytes.NewBuffer(make([]byte, 0, a.unpacked))
	_, _ = unzip(body, a.Body) // that it can be was seen when it was prepared
	return body.Bytes()
}

// newResource prepares the answers of a document in the encodings that forms have.
func newResource(route string, kind Kind, d data.Document, modified time.Time, forms []*Answer) *Resource {
	r := &Resource{
		Route: route, Kind: kind, Document: d, Modified: modified.Truncate(time.Second), Size: len(d.Body),
		digest: sha256.Sum256(d.Body), forms: forms,
	}
	slices.SortStableFunc(forms, func(a, b *Answer) int { return a.size() - b.size() })
	for _, form := range forms {
		r.complete(form)
		if form.unpacked > 0 {
			r.Document.Body = nil
		}
	}
	return r
}

// complete says what a client is sent with a body, and one that has it.
func (r *Resource) complete(a *Answer) {
	etag := hex.EncodeToString(r.digest[:])
	if a.Encoding != Identity {
		etag += "-" + a.Encoding
	}
	always := http.Header{
		"Etag": {`"` + etag + `"`}, "Cache-Control": {cmp.Or(r.Kind.Cache, Renewed)}, "X-Content-Type-Options": {"nosniff"},
		"Access-Control-Allow-Origin": {"*"}, "Access-Control-Expose-Headers": {"ETag, Last-Modified"},
	}
	if r.Kind.Packed != Already { // the others are the same for everybody
		always.Set("Vary", "Accept-Encoding")
	}
	a.Route, a.Status, a.Header = r.Route, http.StatusOK, maps.Clone(always)
	a.unchanged = &Answer{Route: r.Route, Status: http.StatusNotModified, Header: always}
	maps.Copy(a.Header, r.Kind.Header)
	a.Header.Set("Content-Type", r.Kind.Type)
	a.Header.Set("Content-Length", strconv.Itoa(a.size()))
	a.Header.Set("Last-Modified", r.Modified.UTC().Format(http.TimeFormat))
	if a.Encoding != Identity {
		a.Header.Set("Content-Encoding", a.Encoding)
	}
}

// Same tells whether nothing would come of preparing a document again.
func (r *Resource) Same(d data.Document, modified time.Time) bool {
	return r.Modified.Equal(modified.Truncate(time.Second)) && r.digest == sha256.Sum256(d.Body) &&
		(d.Brotli == nil || r.Document.Brotli != nil)
}

// Answer chooses what to say to a GET or HEAD, nil when the client refuses every encoding or its condition does not hold:
// Refuse says which.
func (r *Resource) Answer(h http.Header) *Answer {
	a := r.negotiate(h)
	if a == nil {
		return nil
	}
	switch r.outcome(a, h) {
	case http.StatusOK:
		return a
	case http.StatusNotModified:
		return a.unchanged
	}
	return nil
}

// Send writes the answer and returns how many bytes of the body went out.
func (a *Answer) Send(w http.ResponseWriter, head bool) int {
	maps.Copy(w.Header(), a.Header)
	w.WriteHeader(a.Status)
	switch {
	case head || a.Body == nil:
		return 0
	case a.unpacked > 0:
		n, _ := unzip(w, a.Body)
		return int(n)
	}
	n, _ := w.Write(a.Body) // a client that went away needs no answer
	return n
}

// Held is about how much memory it takes to send the body, besides what is ready for everybody.
func (a *Answer) Held() int {
	if a.unpacked > 0 {
		return unzipBytes
	}
	return 0
}

// Refuse answers a client for which there is no Answer.
func (r *Resource) Refuse(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Vary", "Accept-Encoding")
	a := r.negotiate(req.Header)
	if a == nil {
		WriteProblem(w, req, http.StatusNotAcceptable,
			"Accept-Encoding refuses every encoding there is of this document: "+strings.Join(r.Encodings(), ", "))
		return
	}
	etag := a.Header.Get("Etag")
	w.Header().Set("ETag", etag)
	WriteProblem(w, req, http.StatusPreconditionFailed, "the document is not, or is no longer, the one that If-Match or "+
		"If-Unmodified-Since asks for: it has the ETag "+etag+" and was last modified on "+a.Header.Get("Last-Modified"))
}

// ServeHTTP answers GET and HEAD.
func (r *Resource) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if a := r.Answer(req.Header); a != nil {
		a.Send(w, req.Method == http.MethodHead)
	} else {
		r.Refuse(w, req)
	}
}

// MediaType is without parameters.
func (r *Resource) MediaType() string {
	mediaType, _, _ := strings.Cut(r.Kind.Type, ";")
	return mediaType
}

// Smallest is how many bytes a client that takes every encoding is sent.
func (r *Resource) Smallest() int { return r.forms[0].size() }

// Encodings are the names of those that there are.
func (r *Resource) Encodings() (names []string) {
	names = data.Each(r.forms, func(form *Answer) string { return form.Encoding })
	slices.Sort(names)
	return names
}

// Plain are the bytes without an encoding.
func (r *Resource) Plain() []byte { return r.Bodies()[Identity] }

// Bodies are the bytes by content encoding.
func (r *Resource) Bodies() map[string][]byte {
	bodies := map[string][]byte{}
	for _, form := range r.forms {
		bodies[form.Encoding] = form.plain()
	}
	return bodies
}
