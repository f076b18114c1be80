package schemas

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/google/jsonschema-go/jsonschema"
)

// object is a JSON object that is put together.
type object = map[string]any

// documentPath is what openapi.yaml says of an address that answers a document.
type documentPath struct {
	ID, Tag, Type, Summary string
	Media                  []string // when there is no type
}

// openAPI completes the part of openapi.json that is written by hand, as YAML, with the schemas.
func openAPI(written []byte, schemas map[string]*jsonschema.Schema) (any, error) {
	var doc struct { // in the order of the document
		OpenAPI    string            `json:"openapi"`
		Info       any               `json:"info"`
		Servers    any               `json:"servers"`
		Security   []any             `json:"security"`
		Tags       any               `json:"tags"`
		Paths      map[string]object `json:"paths"`
		Components map[string]object `json:"components"`
	}
	text, err := yaml.YAMLToJSON(written)
	if err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err != nil {
		return nil, fmt.Errorf("openapi.yaml: %v", err)
	}
	for path, item := range doc.Paths {
		if err := expand(path, item); err != nil {
			return nil, err
		}
	}
	for name, s := range schemas {
		if doc.Components["schemas"][name], err = inComponents(s); err != nil {
			return nil, err
		}
	}
	return doc, nil
}

// inComponents is a schema as part of an OpenAPI document.
func inComponents(s *jsonschema.Schema) (json.RawMessage, error) {
	text, err := json.Marshal(s)
	return json.RawMessage(strings.ReplaceAll(string(text), "#/$defs/", "#/components/schemas/")), err
}

// expand spells out what can be asked of an address.
func expand(path string, item object) error {
	var d documentPath
	if text, err := json.Marshal(item["x-document"]); err != nil || json.Unmarshal(text, &d) != nil {
		return fmt.Errorf("openapi.yaml: %s: x-document is not understood", path)
	}
	delete(item, "x-document")
	if d.ID != "" {
		item["get"], item["head"] = d.get(), d.head()
	} else { // written by hand
		get, reads := item["get"].(object)
		if !reads {
			return nil // nothing is read there: its operations are all that there is
		}
		d.ID, d.Tag = get["operationId"].(string)[len("get"):], get["tags"].([]any)[0].(string)
		item["head"] = d.head()
	}
	item["options"] = object{
		"operationId": "options" + d.ID, "tags": []string{d.Tag}, "summary": "What can be asked for",
		"responses": object{"204": ref("responses", "Preflight"), "431": withoutBody("the header of the request is too long")},
	}
	return nil
}

func (d documentPath) get() object {
	full := d.full()
	full["content"] = d.content()
	return object{
		"operationId": "get" + d.ID, "tags": []string{d.Tag}, "summary": d.Summary,
		"parameters": []object{ref("parameters", "IfNoneMatch"), ref("parameters", "IfModifiedSince"),
			ref("parameters", "IfMatch"), ref("parameters", "IfUnmodifiedSince")},
		"responses": object{
			"200": full, "304": ref("responses", "NotModified"), "404": ref("responses", "NotFound"),
			"405": ref("responses", "MethodNotAllowed"), "406": ref("responses", "NotAcceptable"),
			"412": ref("responses", "PreconditionFailed"),
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
		switch {
		case strings.HasSuffix(media, "json") && d.Tag == "exports":
			schema = object{"description": "as the program that reads it has it"}
		case strings.HasSuffix(media, "json"):
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
