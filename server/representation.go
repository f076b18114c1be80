package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"pricepoint/data"
)

const identity = "identity"

// resource is what one address answers, ready in every encoding.
type resource struct {
	body            []byte // the plain bytes
	modified        time.Time
	representations []representation // smallest first: on equal terms the first is sent
}

// representation is one encoding of a resource. The headers are those of a 200 and of a 304 answer; they are shared
// by all requests and must not be edited.
type representation struct {
	encoding    string
	body        []byte
	etag        string
	full        []field
	notModified []field
}

// field is a header line in the form http.Header keeps it.
type field struct {
	name  string // canonical
	value []string
}

func line(name, value string) field { return field{http.CanonicalHeaderKey(name), []string{value}} }

// newResource prepares all encodings. modified has a precision of seconds, as in HTTP.
func newResource(common []field, d data.Document, modified time.Time) *resource {
	r := &resource{body: d.Body, modified: modified.Truncate(time.Second)}
	digest := sha256.Sum256(d.Body)
	name := hex.EncodeToString(digest[:])
	add := func(encoding, etag string, body []byte) {
		r.representations = append(r.representations, r.represent(common, encoding, etag, body))
	}
	add(identity, `"`+name+`"`, d.Body)
	add("gzip", `"`+name+`-gzip"`, compress(d.Body))
	if d.Brotli != nil {
		add("br", `"`+name+`-br"`, d.Brotli)
	}
	slices.SortStableFunc(r.representations, func(a, b representation) int { return len(a.body) - len(b.body) })
	return r
}

func (r *resource) represent(common []field, encoding, etag string, body []byte) representation {
	always := []field{
		line("ETag", etag), line("Vary", "Accept-Encoding"),
		line("Cache-Control", "public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800"),
		line("X-Content-Type-Options", "nosniff"),
		line("Access-Control-Allow-Origin", "*"), line("Access-Control-Expose-Headers", "ETag, Last-Modified"),
	}
	full := slices.Concat(always, common, []field{
		line("Content-Length", strconv.Itoa(len(body))),
		line("Last-Modified", r.modified.UTC().Format(http.TimeFormat)),
	})
	if encoding != identity {
		full = append(full, line("Content-Encoding", encoding))
	}
	return representation{encoding: encoding, body: body, etag: etag, full: full, notModified: always}
}

func compress(body []byte) []byte {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a constant level and a buffer cannot fail
	}
	return buf.Bytes()
}

func (r *resource) same(d data.Document, modified time.Time) bool {
	return r.modified.Equal(modified.Truncate(time.Second)) && bytes.Equal(r.body, d.Body)
}

// ServeHTTP answers GET and HEAD.
func (r *resource) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	rep := r.negotiate(req.Header)
	if rep == nil {
		w.Header()["Vary"] = []string{"Accept-Encoding"}
		writeProblem(w, req, http.StatusNotAcceptable,
			"Accept-Encoding refuses every encoding there is of this document: "+r.encodings())
		return
	}
	if r.known(rep, req.Header) {
		rep.send(w, http.StatusNotModified, rep.notModified, nil)
		return
	}
	body := rep.body
	if req.Method == http.MethodHead {
		body = nil
	}
	rep.send(w, http.StatusOK, rep.full, body)
}

func (rep *representation) send(w http.ResponseWriter, status int, fields []field, body []byte) {
	h := w.Header()
	for _, f := range fields {
		h[f.name] = f.value
	}
	w.WriteHeader(status)
	if body != nil {
		w.Write(body) // a client that went away needs no answer
	}
}

func (r *resource) encodings() string {
	var names []string
	for _, rep := range r.representations {
		names = append(names, rep.encoding)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
