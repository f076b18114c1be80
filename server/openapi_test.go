package server_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// object is a JSON object that is put together.
type object = map[string]any

// documentPath is what openapi.yaml says of an address that answers a document.
type documentPath struct {
	ID, Tag, Type, Summary string
	Media                  []string // when there is no type
}

// TestOpenAPIIsUpToDate makes openapi.json from the part that is written by hand and the types.
func TestOpenAPIIsUpToDate(t *testing.T) {
	compareFile(t, filepath.Join("schemas", "openapi.json"), encode(t, openAPI(t)))
}

func openAPI(t *testing.T) any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("schemas", "openapi.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var doc struct { // in the order of the document
		OpenAPI    string            `json:"openapi"`
		Info       any               `json:"info"`
		Servers    any               `json:"servers"`
		Security   []any             `json:"security"`
		Tags       any               `json:"tags"`
		Paths      map[string]object `json:"paths"`
		Components map[string]object `json:"components"`
	}
	if text, err = yaml.YAMLToJSON(text); err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths {
		expand(t, path, item)
	}
	for name, s := range definitions(t, slices.Collect(maps.Values(documentTypes))...) {
		doc.Components["schemas"][name] = inComponents(t, s)
	}
	return doc
}

// expand spells out what can be asked of an address.
func expand(t *testing.T, path string, item object) {
	t.Helper()
	var d documentPath
	if text, err := json.Marshal(item["x-document"]); err != nil || json.Unmarshal(text, &d) != nil {
		t.Fatalf("%s: x-document is not understood", path)
	}
	delete(item, "x-document")
	if d.ID != "" {
		item["get"], item["head"] = d.get(), d.head()
	} else { // written by hand
		get := item["get"].(object)
		d.ID, d.Tag = get["operationId"].(string)[len("get"):], get["tags"].([]any)[0].(string)
		item["head"] = d.head()
	}
	item["options"] = object{
		"operationId": "options" + d.ID, "tags": []string{d.Tag}, "summary": "What can be asked for",
		"responses": object{"204": ref("responses", "Preflight"), "431": withoutBody("the header of the request is too long")},
	}
}

func (d documentPath) get() object {
	full := d.full()
	full["content"] = d.content()
	return object{
		"operationId": "get" + d.ID, "tags": []string{d.Tag}, "summary": d.Summary,
		"parameters": []object{ref("parameters", "IfNoneMatch"), ref("parameters", "IfModifiedSince")},
		"responses": object{
			"200": full, "304": ref("responses", "NotModified"), "404": ref("responses", "NotFound"),
			"405": ref("responses", "MethodNotAllowed"), "406": ref("responses", "NotAcceptable"),
			"503": ref("responses", "Unavailable"), "default": ref("responses", "Problem"),
		},
	}
}

func (d documentPath) content() object {
	if d.Type != "" {
		return object{"application/json": object{"schema": ref("schemas", d.Type)}}
	}
	content := object{}
	for _, media := range d.Media {
		schema := object{"type": "string"}
		if strings.HasSuffix(media, "json") {
			schema = object{"type": "object"}
		}
		content[media] = object{"schema": schema}
	}
	return content
}

func (d documentPath) head() object {
	responses := object{
		"431": withoutBody("the header of the request is too long"), "default": withoutBody("the status and headers of GET, without the body"),
	}
	if d.Summary != "" {
		responses["200"] = d.full()
	}
	return object{
		"operationId": "head" + d.ID, "tags": []string{d.Tag}, "summary": "The status and headers of GET", "responses": responses,
	}
}

// full is 200 without the content.
func (documentPath) full() object {
	return object{"description": "the document", "headers": object{
		"ETag": ref("headers", "ETag"), "Last-Modified": ref("headers", "LastModified"),
		"Cache-Control": ref("headers", "CacheControl"), "Vary": ref("headers", "Vary"),
		"Content-Encoding": ref("headers", "ContentEncoding"), "Access-Control-Allow-Origin": ref("headers", "AllowOrigin"),
		"Deprecation": ref("headers", "Deprecation"), "Sunset": ref("headers", "Sunset"), "Link": ref("headers", "Link"),
	}}
}

func withoutBody(description string) object { return object{"description": description} }

func ref(kind, name string) object { return object{"$ref": "#/components/" + kind + "/" + name} }
