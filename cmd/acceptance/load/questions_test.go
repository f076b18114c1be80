//go:build proof

package load

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"pricepoint/data"
)

// question is a request, and what its answer has to be.
type question struct {
	method, path string
	headers      [][2]string
	body         string
	status       int    // of the answer
	contains     string // in the body, or in its type
	tagged       bool   // the answer has a tag with the digest of what it holds
}

// past begins the address of a document of an earlier snapshot: who reads too many at once is asked to come again.
const past = "/api/snapshots/"

// long is the size of a document, in bytes, from which on it is asked for in its shortest form alone.
const long = 100_000

// learn asks the server what there is to ask.
func (l *load) learn(t *testing.T) {
	t.Helper()
	var index data.AddressIndex
	var kept data.SnapshotsDocument
	for path, into := range map[string]any{"/api/": &index, "/api/snapshots.json": &kept} {
		body, err := l.get(path)
		if err == nil {
			err = json.Unmarshal(body, into)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	all := others()
	document := func(path string, encodings ...string) {
		for _, encoding := range encodings {
			all = append(all, question{method: "GET", path: path, headers: [][2]string{{"Accept-Encoding", encoding}}, status: 200, tagged: true})
		}
	}
	for _, a := range index.Addresses {
		switch {
		case a.Size == 0 || strings.Contains(a.Path, "{"):
		case a.Size < long:
			document(a.Path, "br", "gzip", "zstd", "identity")
		default:
			document(a.Path, "br")
		}
	}
	for _, page := range []string{"/", "/models", "/use-cases", "/plans", "/changes", "/audit", "/exports", "/method", "/sources", "/addresses", "/llms.txt", "/sitemap.xml", "/og.png", "/tools/claude-opus-5"} {
		document(page, "br", "gzip")
	}
	for _, s := range kept.Snapshots[:min(len(kept.Snapshots), 8)] {
		document(past+s.Version+"/tools.json", "br", "identity")
		document(past+s.Version+"/manifest.json", "br", "identity")
	}
	l.questions.Store(&all)
}

// others are probes, metrics, agents, and requests that are rightly refused.
func others() []question {
	agent := [][2]string{{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}}
	const price = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"price","arguments":{"model":"claude-opus-5"}}}`
	return []question{
		{method: "GET", path: "/healthz", status: 200, contains: "ok"}, {method: "GET", path: "/readyz", status: 200, contains: "ok"},
		{method: "GET", path: "/metrics", status: 200, contains: "pricepoint_http_requests_total"},
		{method: "HEAD", path: "/api/tools.json", status: 200}, {method: "OPTIONS", path: "/api/tools.json", status: 204},
		{method: "GET", path: "/api/tolls.json", status: 404, contains: "application/problem+json"}, {method: "DELETE", path: "/api/tools.json", status: 405},
		{method: "GET", path: "/api/asof/2000-01-01/tools.json", status: 404}, {method: "GET", path: "/api/tools%2Ejson", status: 200, contains: `"tools"`},
		{method: "GET", path: "/api/tools.json", status: 412, headers: [][2]string{{"If-Match", `"x"`}}},
		{method: "GET", path: "/api/tools.json", status: 406, headers: [][2]string{{"Accept-Encoding", "identity;q=0, *;q=0"}}},
		{method: "POST", path: "/mcp", status: 200, contains: `"structuredContent"`, headers: agent, body: price},
	}
}

// judge says what is wrong with an answer, nil for nothing. asked is the tag that the client has shown.
func (l *load) judge(q question, asked string, r *http.Response, body []byte) error {
	tag := r.Header.Get("ETag")
	switch {
	case strings.HasPrefix(q.path, past) && r.StatusCode == http.StatusServiceUnavailable && r.Header.Get("Retry-After") != "":
		return nil
	case asked != "" && r.StatusCode == http.StatusNotModified:
		if tag != asked || len(body) > 0 {
			return fmt.Errorf("%s: 304 with tag %s and %d bytes to a client that has %s", q.path, tag, len(body), asked)
		}
		return nil
	case r.StatusCode != q.status:
		return fmt.Errorf("%s %s %v: %d, want %d: %.200s", q.method, q.path, q.headers, r.StatusCode, q.status, body)
	case !bytes.Contains(body, []byte(q.contains)) && !strings.Contains(r.Header.Get("Content-Type"), q.contains):
		return fmt.Errorf("%s %s: no %s in %.300q", q.method, q.path, q.contains, body)
	case !q.tagged:
		return nil
	}
	return l.judgeDocument(q.path, tag, r.Header.Get("Content-Encoding"), body)
}

// judgeDocument holds a document against its tag, which is a digest: the first answer with a tag is unpacked and digested,
// and the others must have its length.
func (l *load) judgeDocument(path, tag, encoding string, body []byte) error {
	name := strings.Join([]string{path, tag, encoding}, " ")
	if length, known := l.lengths.Load(name); known {
		if length != len(body) {
			return fmt.Errorf("%s has %d bytes, and had %d before", name, len(body), length)
		}
		return nil
	}
	digest, _, _ := strings.Cut(strings.Trim(tag, `"`), "-")
	if got, err := digested(encoding, body); err != nil || got != digest {
		return fmt.Errorf("%s: %d bytes hold what has the digest %s, %v", name, len(body), got, err)
	}
	l.lengths.Store(name, len(body))
	return nil
}

// digested is the digest of what an answer holds, unpacked.
func digested(encoding string, body []byte) (string, error) {
	from, err := io.Reader(bytes.NewReader(body)), error(nil)
	switch encoding {
	case "gzip":
		from, err = gzip.NewReader(from)
	case "br":
		from = brotli.NewReader(from)
	case "zstd":
		var unpacked *zstd.Decoder
		if unpacked, err = zstd.NewReader(from, zstd.WithDecoderConcurrency(1)); err == nil {
			defer unpacked.Close()
		}
		from = unpacked
	}
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	_, err = io.Copy(hash, from)
	return hex.EncodeToString(hash.Sum(nil)), err
}
