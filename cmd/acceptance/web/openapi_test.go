package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
)

func init() {
	openapi3filter.RegisterBodyDecoder("application/schema+json", openapi3filter.JSONBodyDecoder)
	openapi3filter.RegisterBodyDecoder("application/atom+xml", openapi3filter.PlainBodyDecoder)
	openapi3filter.RegisterBodyDecoder("text/calendar", openapi3filter.PlainBodyDecoder)
	for _, media := range []string{"text/html", "image/png", "image/x-icon", "application/xml", "text/javascript", "text/css"} {
		openapi3filter.RegisterBodyDecoder(media, openapi3filter.PlainBodyDecoder)
	}
}

// contract is the OpenAPI document that a server hands out.
type contract struct{ *openapi3.T }

func readContract(t *testing.T, base string) contract {
	t.Helper()
	_, text := fixture.Get(t, base+"/api/openapi.json")
	doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
	if err == nil {
		err = doc.Validate(t.Context())
	}
	if err != nil {
		t.Fatalf("the OpenAPI document: %v", err)
	}
	return contract{doc}
}

// mostChecked keeps out the lists of other people with our prices in them: megabytes in a shape that is not ours.
const mostChecked = 1 << 20

// check compares an answer with what the contract has for its status. The library leaves out HEAD and 304, so it is
// told of a GET with one possible answer.
func (c contract) check(operation *openapi3.Operation, e scriptedRequest, got *scriptedAnswer) error {
	promised := operation.Responses.Status(got.StatusCode)
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
			Request: httptest.NewRequest(http.MethodGet, e.address, nil),
			Route:   &routers.Route{Spec: c.T, Operation: &openapi3.Operation{Responses: only}},
		},
		Status: http.StatusOK, Header: got.Header, Body: io.NopCloser(bytes.NewReader(got.body)),
		Options: &openapi3filter.Options{MultiError: true, ExcludeResponseBody: e.method == http.MethodHead || len(got.body) > mostChecked},
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
	c, version := readContract(t, base), fixture.Served(t, base)
	made, err := data.ParseVersion(version)
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range c.addresses(t, map[string]string{"version": version, "date": made.Format(time.RFC3339)}) {
		if item.Get == nil {
			continue // agents do not read: what they post is tested with their own clients
		}
		t.Run(strings.Trim(strings.ReplaceAll(path, "/", "-"), "-"), func(t *testing.T) {
			good := 200
			if item.Get.Responses.Status(good) == nil {
				good = 307
			}
			c.expect(t, base, item.Get, "GET", path, good)
			c.expect(t, base, item.Get, "POST", path, 405)
			c.expect(t, base, item.Head, "HEAD", path, good)
			c.expect(t, base, item.Options, "OPTIONS", path, 204)
			if item.Get.Responses.Status(304) == nil {
				return // it is made for every request
			}
			c.expect(t, base, item.Get, "GET", path, 304, "If-None-Match", "*")
			c.expect(t, base, item.Get, "GET", path, 406, "Accept-Encoding", "*;q=0")
			c.expect(t, base, item.Head, "HEAD", path, 200, "Accept-Encoding", "gzip")
		})
	}
	c.expect(t, base, c.Paths.Value("/api/tools.json").Get, "GET", "/api/nothing", 404)
	c.expect(t, base, c.Paths.Value("/api/asof/{date}/{document}").Get, "GET", "/api/asof/1999-01-01/tools.json", 404)
}

// expect asks with a header, if any, and holds the answer to the contract.
func (c contract) expect(t *testing.T, base string, operation *openapi3.Operation, method, path string, status int, header ...string) {
	t.Helper()
	e := scriptedRequest{method: method, address: path}
	if len(header) > 0 {
		e.sent = [][2]string{{header[0], header[1]}}
	}
	got, err := e.ask(base, knowledge{})
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	if got.StatusCode != status {
		t.Errorf("%s %s %v = %d, want %d", method, path, header, got.StatusCode, status)
	}
	if err := c.check(operation, e, got); err != nil {
		t.Errorf("%s %s %v: %v", method, path, header, err)
	}
}

// followsSchemas holds every document to its own schema, with formats asserted, which the OpenAPI check does not for all.
func followsSchemas(t *testing.T, base string) {
	files, err := filepath.Glob(filepath.Join(fixture.Root(), "server", "schemas", "*.schema.json"))
	if err != nil || len(files) < 10 {
		t.Fatalf("found only %d schemas: %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".schema.json")
		t.Run(name, func(t *testing.T) {
			address := "/api/" + name + ".json"
			switch name {
			case "index":
				address = "/api/"
			case "exports":
				address = "/api/compat/"
			case "prices":
				address = "/api/prices/deepseek-v4-pro.json"
			}
			schema := servedSchema(t, base+"/api/schemas/"+name+".schema.json")
			_, text := fixture.Get(t, base+address)
			document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(document); err != nil {
				t.Error(err)
			}
		})
	}
}

// servedSchema compiles a schema, which also holds it to the rules for schemas.
func servedSchema(t *testing.T, address string) *jsonschema.Schema {
	t.Helper()
	_, text := fixture.Get(t, address)
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(address, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(address)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
