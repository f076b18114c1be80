package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/prometheus/client_golang/prometheus"

	"pricepoint/data"
)

const identity = "identity"

// resource is what one address answers, ready in every encoding.
type resource struct {
	route           string
	common          []field // what the headers of all its representations have in common
	document        data.Document
	modified        time.Time
	lastModified    string
	representations []representation           // smallest first: on equal terms the first is sent
	usual           map[string]*representation // by what clients mostly send as Accept-Encoding
}

// representation is one encoding of a resource.
type representation struct {
	encoding  string
	etag      string
	body      []byte
	full      answer // 200
	unchanged answer // 304
}

// answer is all of an answer but the date. It is shared by all requests and must not be edited.
type answer struct {
	route   string
	status  int
	headers []field
	start   []byte // the first bytes, up to the date
	rest    []byte // from the date to the body
	body    []byte
	get     prometheus.Counter // how often a GET was answered so
	head    prometheus.Counter
	bytes   prometheus.Counter
}

// field is a header line in the form http.Header keeps it.
type field struct {
	name  string // canonical
	value []string
}

func line(name, value string) field { return field{http.CanonicalHeaderKey(name), []string{value}} }

// preparation is what it takes to prepare the resources of a snapshot.
type preparation struct {
	metrics  *metrics
	retiring map[string]Retirement
	zstd     *zstd.Encoder // its tables take megabytes and are used for one document after the other
}

func (s *Server) newPreparation() *preparation {
	return &preparation{s.metrics, s.options.Retiring, newZstd()}
}

// resource prepares all encodings. modified has a precision of seconds, as in HTTP.
func (p *preparation) resource(route string, common []field, d data.Document, modified time.Time) *resource {
	modified = modified.Truncate(time.Second)
	r := &resource{
		route: route, common: common, document: d, modified: modified, lastModified: modified.UTC().Format(http.TimeFormat),
	}
	digest := sha256.Sum256(d.Body)
	name := hex.EncodeToString(digest[:])
	for _, e := range p.encodings(d) {
		etag := `"` + name + `"`
		if e.name != identity {
			etag = `"` + name + "-" + e.name + `"`
		}
		r.representations = append(r.representations, p.represent(r, e.name, etag, e.body))
	}
	slices.SortStableFunc(r.representations, func(a, b representation) int { return len(a.body) - len(b.body) })
	r.usual = make(map[string]*representation, len(usualAccepts))
	for _, accept := range usualAccepts {
		r.usual[accept] = r.choose(http.Header{"Accept-Encoding": {accept}})
	}
	return r
}

func (p *preparation) represent(r *resource, encoding, etag string, body []byte) representation {
	always := []field{
		line("ETag", etag), line("Vary", "Accept-Encoding"),
		line("Cache-Control", "public, max-age=300, stale-while-revalidate=86400, stale-if-error=604800"),
		line("X-Content-Type-Options", "nosniff"),
		line("Access-Control-Allow-Origin", "*"),
	}
	retirement, retires := p.retiring[r.route]
	if always = append(always, readable(retires)); retires {
		always = append(always, retirement.fields()...)
	}
	full := slices.Concat(always, r.common, []field{
		line("Content-Length", strconv.Itoa(len(body))), line("Last-Modified", r.lastModified),
	})
	if encoding != identity {
		full = append(full, line("Content-Encoding", encoding))
	}
	sent := p.metrics.bytes.WithLabelValues(r.route, encoding)
	return representation{
		encoding: encoding, etag: etag, body: body,
		full:      p.metrics.newAnswer(r.route, http.StatusOK, full, body, sent),
		unchanged: p.metrics.newAnswer(r.route, http.StatusNotModified, always, nil, sent),
	}
}

func (m *metrics) newAnswer(route string, status int, headers []field, body []byte, sent prometheus.Counter) answer {
	start := "HTTP/1.1 " + strconv.Itoa(status) + " " + http.StatusText(status) + "\r\nDate: "
	rest := []byte("\r\n")
	for _, f := range headers {
		rest = append(rest, f.name+": "+f.value[0]+"\r\n"...)
	}
	return answer{
		route: route, status: status, headers: headers, start: []byte(start), rest: append(rest, "\r\n"...), body: body,
		get:   m.requests.WithLabelValues(route, http.MethodGet, strconv.Itoa(status)),
		head:  m.requests.WithLabelValues(route, http.MethodHead, strconv.Itoa(status)),
		bytes: sent,
	}
}

// same tells whether nothing would come of preparing a document again.
func (r *resource) same(d data.Document, modified time.Time) bool {
	return r.modified.Equal(modified.Truncate(time.Second)) && bytes.Equal(r.document.Body, d.Body) &&
		(d.Brotli == nil || r.document.Brotli != nil)
}

// answer picks what to say to a GET or HEAD, nil when the client refuses every encoding.
func (r *resource) answer(h http.Header) *answer {
	rep := r.negotiate(h)
	switch {
	case rep == nil:
		return nil
	case r.has(rep, h):
		return &rep.unchanged
	default:
		return &rep.full
	}
}

// send writes the answer and returns how many bytes of the body went out.
func (a *answer) send(w http.ResponseWriter, head bool) int {
	h := w.Header()
	for _, f := range a.headers {
		h[f.name] = f.value
	}
	w.WriteHeader(a.status)
	if head || a.body == nil {
		return 0
	}
	n, _ := w.Write(a.body) // a client that went away needs no answer
	return n
}

// encodings names the encodings there are.
func (r *resource) encodings() string {
	var names []string
	for _, rep := range r.representations {
		names = append(names, rep.encoding)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// refuseEncodings answers a client that takes none of them.
func (r *resource) refuseEncodings(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Vary", "Accept-Encoding")
	writeProblem(w, req, http.StatusNotAcceptable,
		"Accept-Encoding refuses every encoding there is of this document: "+r.encodings())
}
