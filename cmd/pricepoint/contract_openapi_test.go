package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"pricepoint/data"
)

func init() {
	openapi3filter.RegisterBodyDecoder("application/schema+json", openapi3filter.JSONBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/atom+xml", openapi3filter.PlainBodyDecoder)
	openapi3filter.RegisterBodyDecoder("text/html", openapi3filter.PlainBodyDecoder)
}

// contract is the OpenAPI document that a server hands out.
type contract struct{ *openapi3.T }

func readContract(t *testing.T, base string) contract {
	t.Helper()
	_, text := get(t, base+"/api/openapi.json")
	return parseContract(t, []byte(text))
}

func parseContract(t *testing.T, text []byte) contract {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err == nil {
		err = doc.Validate(t.Context())
	}
	if err != nil {
		t.Fatalf("the OpenAPI document: %v", err)
	}
	return contract{doc}
}

// exchange is one request with its answer.
type exchange struct {
	method, path string
	headers      []string // name, value, name, value
	status       int
	header       http.Header
	body         []byte
}

func (x *exchange) send(t *testing.T, base string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), x.method, base+x.path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(x.headers); i += 2 {
		req.Header.Set(x.headers[i], x.headers[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(req) // no redirect is followed
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if x.body, err = io.ReadAll(resp.Body); err != nil {
		t.Fatal(err)
	}
	x.status, x.header = resp.StatusCode, resp.Header
}

// check compares an answer with what the contract has for its status. The library leaves out HEAD and 304, so it is
// told of a GET with one possible answer.
func (c contract) check(operation *openapi3.Operation, x exchange) error {
	promised := operation.Responses.Status(x.status)
	if promised == nil {
		promised = operation.Responses.Default()
	}
	if promised == nil {
		return &openapi3filter.ResponseError{Reason: "no such status in the contract"}
	}
	only := openapi3.NewResponses()
	only.Set("default", promised)
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: httptest.NewRequest(http.MethodGet, x.path, nil),
			Route:   &routers.Route{Spec: c.T, Operation: &openapi3.Operation{Responses: only}},
		},
		Status: http.StatusOK, Header: x.header, Body: io.NopCloser(bytes.NewReader(x.body)),
		Options: &openapi3filter.Options{MultiError: true, ExcludeResponseBody: x.method == http.MethodHead},
	}
	return openapi3filter.ValidateResponse(context.Background(), input)
}

// addresses are the paths of the contract with the examples for their parameters, or what is given for them here.
func (c contract) addresses(t *testing.T, given map[string]string) map[string]*openapi3.PathItem {
	t.Helper()
	all := map[string]*openapi3.PathItem{}
	for path, item := range c.Paths.Map() {
		for _, p := range item.Parameters {
			value := given[p.Value.Name]
			if value == "" {
				value, _ = p.Value.Example.(string)
			}
			if value == "" {
				t.Errorf("%s: the parameter %s has no example", path, p.Value.Name)
			}
			path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", value)
		}
		all[path] = item
	}
	return all
}

// followsOpenAPI asks every address of the contract for everything that can be asked for.
func followsOpenAPI(t *testing.T, base string) {
	c, version := readContract(t, base), served(t, base)
	made, err := data.ParseVersion(version)
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range c.addresses(t, map[string]string{"version": version, "date": made.Format(time.RFC3339)}) {
		t.Run(strings.Trim(strings.ReplaceAll(path, "/", "-"), "-"), func(t *testing.T) {
			good := 200
			if item.Get.Responses.Status(good) == nil {
				good = 307
			}
			c.expect(t, base, item.Get, exchange{method: "GET", path: path}, good)
			c.expect(t, base, item.Get, exchange{method: "POST", path: path}, 405)
			c.expect(t, base, item.Head, exchange{method: "HEAD", path: path}, good)
			c.expect(t, base, item.Options, exchange{method: "OPTIONS", path: path}, 204)
			if item.Get.Responses.Status(304) == nil {
				return // it is made for every request
			}
			c.expect(t, base, item.Get, exchange{method: "GET", path: path, headers: []string{"If-None-Match", "*"}}, 304)
			c.expect(t, base, item.Get, exchange{method: "GET", path: path, headers: []string{"Accept-Encoding", "*;q=0"}}, 406)
			c.expect(t, base, item.Head, exchange{method: "HEAD", path: path, headers: []string{"Accept-Encoding", "gzip"}}, 200)
		})
	}
	c.expect(t, base, c.Paths.Value("/api/tools.json").Get, exchange{method: "GET", path: "/api/nothing"}, 404)
	c.expect(t, base, c.Paths.Value("/api/asof/{date}/{document}").Get, exchange{method: "GET", path: "/api/asof/1999-01-01/tools.json"}, 404)
}

func (c contract) expect(t *testing.T, base string, operation *openapi3.Operation, x exchange, status int) {
	t.Helper()
	x.send(t, base)
	if x.status != status {
		t.Errorf("%s %s %v = %d, want %d", x.method, x.path, x.headers, x.status, status)
	}
	if err := c.check(operation, x); err != nil {
		t.Errorf("%s %s %v: %v", x.method, x.path, x.headers, err)
	}
}

// isListed compares the addresses of the contract with those that a server tells of: at /api/, on its page, and as the
// nearest to a misspelt one.
func isListed(t *testing.T, base string) {
	c := readContract(t, base)
	addresses := c.addresses(t, nil)
	var index data.AddressIndex
	getJSON(t, base+"/api/", &index)
	_, page := get(t, base+"/")
	told := unique(page, `href="(/[^"#]*)"`)
	for _, a := range index.Addresses {
		told = append(told, a.Path)
	}
	for path := range addresses {
		x := exchange{method: "GET", path: path + "~"}
		x.send(t, base)
		told = append(told, unique(string(x.body), `nearest address is ([^"]+)`)...)
	}
	if len(told) < 2*c.Paths.Len() {
		t.Errorf("the server tells only of %v", told)
	}
	for _, path := range told {
		schema := strings.HasSuffix(path, ".schema.json")
		if addresses[path] == nil && c.Paths.Value(path) == nil && !schema {
			t.Errorf("%s is served and not in the contract", path)
		}
	}
}
