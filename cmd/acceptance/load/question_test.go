//go:build proof

package load

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pricepoint/data"
)

// question is a request, and what its answer has to be.
type question struct {
	name        string // tells it from others
	method      string
	path        string
	encoding    string // asked for; "": whatever
	headers     [][2]string
	body        string
	status      int    // of the answer
	contains    string // in the body
	conditional bool   // asked with the tag of the last answer, so that 304 is right as well
	past        bool   // a document of an earlier snapshot: who reads too many at once is asked to come again
	tagged      bool   // the answer has a tag with the digest of what it holds
}

// get is the question for a document.
func get(path, encoding string) *question {
	return &question{name: path + " as " + encoding, method: "GET", path: path, encoding: encoding, status: 200, tagged: true}
}

// mix holds the questions, in groups that are chosen from by weight.
type mix struct {
	groups  atomic.Pointer[[]group]
	largest atomic.Pointer[string] // the address of the longest document
}

type group struct {
	weight    int
	questions []*question
}

// choose is a question by chance.
func (m *mix) choose(random *rand.Rand) *question {
	groups := *m.groups.Load()
	sum := 0
	for _, g := range groups {
		sum += g.weight
	}
	at := random.IntN(sum)
	for _, g := range groups {
		if at -= g.weight; at < 0 {
			return g.questions[random.IntN(len(g.questions))]
		}
	}
	panic("the weights have another sum")
}

// encodings are those of every document.
var encodings = []string{"identity", "gzip", "zstd", "br"}

// long is the size of a document, in bytes, from which on it is asked for more rarely.
const long = 100_000

// ask asks a server what there is to ask.
func (l *load) ask(t *testing.T, s *served) {
	var index data.AddressIndex
	var kept data.SnapshotsDocument
	var tools data.ToolsDocument
	for path, into := range map[string]any{"/api/": &index, "/api/snapshots.json": &kept, "/" + data.ToolsPath: &tools} {
		if err := s.json(path, into); err != nil {
			l.faults.add("index", err)
			return
		}
	}
	documents, largest := group{weight: 100}, 0
	unchanged, longest, plain := group{weight: 60}, group{weight: 6}, group{weight: 1}
	for _, a := range index.Addresses {
		if a.Size == 0 || strings.Contains(a.Path, "{") {
			continue
		}
		if a.Size > largest {
			largest = a.Size
			l.mix.largest.Store(&a.Path)
		}
		for _, encoding := range encodings {
			q := get(a.Path, encoding)
			switch {
			case a.Size < long:
				documents.questions = append(documents.questions, q)
			case encoding == "identity":
				plain.questions = append(plain.questions, q)
			default:
				longest.questions = append(longest.questions, q)
			}
			again := *q
			again.name, again.conditional = "unchanged "+q.name, true
			unchanged.questions = append(unchanged.questions, &again)
		}
	}
	l.mix.groups.Store(&[]group{documents, unchanged, longest, plain, pages(tools), history(kept), {6, others()}})
}

// pages are for people.
func pages(tools data.ToolsDocument) group {
	g := group{weight: 16}
	addresses := []string{"/", "/use-cases", "/plans", "/changes", "/audit", "/exports", "/method", "/llms.txt", "/sitemap.xml", "/favicon.ico", "/og.png"}
	for _, tool := range tools.Tools {
		addresses = append(addresses, "/tools/"+tool.ID)
	}
	for _, address := range addresses {
		g.questions = append(g.questions, get(address, "br"), get(address, "gzip"))
	}
	return g
}

// history are documents of the last snapshots.
func history(kept data.SnapshotsDocument) group {
	g := group{weight: 8}
	var versions []string
	for _, s := range kept.Snapshots {
		versions = append(versions, s.Version)
	}
	slices.Sort(versions)
	for _, version := range versions[max(0, len(versions)-8):] {
		for _, document := range []string{"tools.json", "scores.json", "changes.json", "manifest.json"} {
			for _, encoding := range []string{"br", "identity"} {
				q := get("/api/snapshots/"+version+"/"+document, encoding)
				q.past = true
				g.questions = append(g.questions, q)
			}
		}
	}
	return g
}

// others are probes, metrics, agents, and requests that are rightly refused.
func others() []*question {
	all := []*question{
		{method: "GET", path: "/healthz", status: 200, contains: "ok"}, {method: "GET", path: "/readyz", status: 200, contains: "ok"},
		{method: "GET", path: "/metrics", status: 200, contains: "pricepoint_http_requests_total"},
		{method: "HEAD", path: "/api/tools.json", status: 200}, {method: "OPTIONS", path: "/api/tools.json", status: 204},
		{method: "GET", path: "/api/tolls.json", status: 404, contains: "application/problem+json"}, {method: "DELETE", path: "/api/tools.json", status: 405},
		{method: "GET", path: "/api/asof/2000-01-01/tools.json", status: 404}, {method: "GET", path: "/api/tools%2Ejson", status: 200, contains: `"tools"`},
		{method: "GET", path: "/api/tools.json", status: 412, headers: [][2]string{{"If-Match", `"x"`}}},
		{method: "GET", path: "/api/tools.json", status: 406, encoding: "identity;q=0, *;q=0"},
	}
	for _, message := range []string{
		`{"name":"price","arguments":{"model":"claude-opus-5"}}`, `{"name":"changes","arguments":{"since":"2026-01-01"}}`,
	} {
		all = append(all, &question{method: "POST", path: "/mcp", status: 200, contains: `"structuredContent"`,
			headers: [][2]string{{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}},
			body:    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":` + message + `}`})
	}
	for _, q := range all {
		q.name = fmt.Sprintf("%s %s %v %s", q.method, q.path, q.headers, q.body)
	}
	return all
}
