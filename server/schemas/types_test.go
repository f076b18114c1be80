package schemas

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"pricepoint/data"
	"pricepoint/data/market"
	"pricepoint/data/rating"
)

// closed is the file of the types that never get another field: those of the six public documents.
const closed = "documents.go"

// instant is the form of every timestamp.
const instant = `^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$`

// written are the types that write themselves.
var written = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[data.Number]():    {Type: "number", Format: "double"},
	reflect.TypeFor[data.Timestamp](): {Type: "string", Format: "date-time", Pattern: instant},
}

// patterns are the forms of strings whose type does not tell it.
var patterns = map[string]string{
	"Tool.releaseDate":   `^\d{4}-(0[1-9]|1[0-2])$`,
	"Tool.contextWindow": `^\d+K tokens$`,
	"Evidence.sha256":    `^[0-9a-f]{64}$`,
}

// enums are the known values of strings without a type of their own.
var enums = map[string][]any{
	"UseCase.sortBy": {"overallScore", "price", "value", "contextWindow", "sweBench", "liveCodeBench", "humanEval",
		"bigCodeBench", "outputPrice", "releaseDate", "taskCost"},
}

// open are the types whose values are only the known ones: another one is data and no change of a schema.
var open = map[reflect.Type]bool{reflect.TypeFor[data.BillingClass](): true}

// documentTypes are the types of the documents that have a schema.
var documentTypes = map[string]reflect.Type{
	"tools":      reflect.TypeFor[data.ToolsDocument](),
	"benchmarks": reflect.TypeFor[data.BenchmarksDocument](),
	"providers":  reflect.TypeFor[data.ProvidersDocument](),
	"categories": reflect.TypeFor[data.CategoriesDocument](),
	"platforms":  reflect.TypeFor[data.PlatformsDocument](),
	"use-cases":  reflect.TypeFor[data.UseCasesDocument](),
	"freshness":  reflect.TypeFor[data.FreshnessDocument](),
	"provenance": reflect.TypeFor[data.ProvenanceDocument](),
	"findings":   reflect.TypeFor[data.FindingsDocument](),
	"scores":     reflect.TypeFor[rating.ScoresDocument](),
	"solved":     reflect.TypeFor[rating.SolvedDocument](),
	"audit":      reflect.TypeFor[market.AuditDocument](),
	"prices":     reflect.TypeFor[data.PricesDocument](),
	"tariffs":    reflect.TypeFor[data.TariffsDocument](),
	"models":     reflect.TypeFor[market.ModelsDocument](),
	"router":     reflect.TypeFor[rating.RouterDocument](),
	"sellers":    reflect.TypeFor[market.SellersDocument](),
	"aliases":    reflect.TypeFor[data.AliasesDocument](),
	"plans":      reflect.TypeFor[market.PlansDocument](),
	"changes":    reflect.TypeFor[data.ChangesDocument](),
	"exports":    reflect.TypeFor[data.ExportIndex](),
	"snapshots":  reflect.TypeFor[data.SnapshotsDocument](),
	"index":      reflect.TypeFor[data.AddressIndex](),
}

// schemaMaker turns Go types and their comments into JSON Schemas, one for each named type.
type schemaMaker struct {
	comments
	made map[string]*jsonschema.Schema // by the name of the type
}

// definitions are the schemas of the types of documents and of every type in them, by name.
func (c comments) definitions(of ...reflect.Type) (map[string]*jsonschema.Schema, error) {
	m := schemaMaker{c, map[string]*jsonschema.Schema{}}
	for _, document := range of {
		if err := m.define(document); err != nil {
			return nil, err
		}
	}
	return m.made, nil
}

// define makes the schemas of a type and of every type in it.
func (m schemaMaker) define(t reflect.Type) error {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if !isNamed(t) || m.made[t.Name()] != nil {
		return nil
	}
	m.made[t.Name()] = &jsonschema.Schema{} // for types that hold one another
	if t.Kind() == reflect.String {
		m.made[t.Name()] = m.enumeration(t)
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue // its fields are fields of t
		}
		if err := m.define(f.Type); err != nil {
			return err
		}
	}
	var err error
	m.made[t.Name()], err = m.object(t)
	return err
}

// isNamed tells whether a type has a schema of its own.
func isNamed(t reflect.Type) bool {
	return written[t] == nil && strings.HasPrefix(t.PkgPath(), "pricepoint/data") && (t.Kind() == reflect.Struct || t.Kind() == reflect.String)
}

func (m schemaMaker) enumeration(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string", Description: m.types[t.Name()]}
	for _, c := range m.values[t.Name()] {
		if !open[t] {
			s.Enum = append(s.Enum, c.value)
		}
		s.Description += "\n- `" + c.value + "`: " + c.comment
	}
	return s
}

func (m schemaMaker) object(t reflect.Type) (*jsonschema.Schema, error) {
	known := map[reflect.Type]*jsonschema.Schema{}
	for of, schema := range written {
		known[of] = schema
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous {
			continue // its fields are fields of t
		}
		of := f.Type
		for of.Kind() == reflect.Pointer || of.Kind() == reflect.Slice || of.Kind() == reflect.Map {
			of = of.Elem()
		}
		if isNamed(of) {
			known[of] = &jsonschema.Schema{Ref: "#/$defs/" + of.Name()}
		}
	}
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: known})
	if err != nil {
		return nil, fmt.Errorf("make the schema of %s: %v", t.Name(), err)
	}
	s.Description = m.types[t.Name()]
	if m.files[t.Name()] != closed {
		s.AdditionalProperties = nil
	}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if property := s.Properties[name]; property != nil && !f.Anonymous {
			m.describe(declaring(t, f), f, property, options == "")
		}
	}
	return s, nil
}

// declaring names the type a field was declared in, which is another one when it was embedded.
func declaring(t reflect.Type, f reflect.StructField) string {
	if n := len(f.Index) - 1; n > 0 {
		return t.FieldByIndex(f.Index[:n]).Type.Name()
	}
	return t.Name()
}

// whole finds the range that a comment states, such as 0-100.
var whole = regexp.MustCompile(`\b0-(\d+)\b`)

// null finds the word of a comment that says when a field is null.
var null = regexp.MustCompile(`\bnull\b`)

// dates are Go's way to write a form, and everybody else's.
var dates = strings.NewReplacer("2006-01-02", "YYYY-MM-DD", "2006-01", "YYYY-MM", "2006", "YYYY")

// describe adds what the comment of a field says to its schema. always: the field is never left out.
func (m schemaMaker) describe(owner string, f reflect.StructField, s *jsonschema.Schema, always bool) {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	comment := m.fields[owner+"."+f.Name]
	s.Pattern, s.Enum = cmp.Or(patterns[owner+"."+name], s.Pattern), enums[owner+"."+name]
	s.Description = dates.Replace(comment)
	nullable(s, null.MatchString(comment) && always)
	if s.Type == "integer" || s.Format == "double" && strings.HasPrefix(comment, "USD") {
		s.Minimum = jsonschema.Ptr(0.0)
	}
	if limits := whole.FindStringSubmatch(comment); limits != nil && s.Format == "double" {
		most, _ := strconv.ParseFloat(limits[1], 64) // digits
		s.Minimum, s.Maximum = jsonschema.Ptr(0.0), &most
	}
	switch {
	case s.Type == "string" && strings.Contains(comment, "2006-01 or 2006"):
		s.Pattern = `^\d{4}(-\d{2}(-\d{2})?)?$`
	case s.Type == "string" && strings.Contains(comment, "2006-01-02"):
		s.Format = "date"
	case s.Type == "string" && name == "url":
		s.Format = "uri"
	}
}

// nullable settles whether null is a value. Go's pointers and slices could be nil, but a nil pointer that may be left
// out is, and lists are never null.
func nullable(s *jsonschema.Schema, is bool) {
	if s.Types != nil && s.Ref == "" {
		s.Type, s.Types = s.Types[len(s.Types)-1], nil
	}
	s.Types = nil
	switch {
	case !is:
	case s.Ref != "":
		s.AnyOf = []*jsonschema.Schema{{Ref: s.Ref}, {Type: "null"}}
		s.Ref = ""
	default:
		s.Type, s.Types = "", []string{"null", s.Type}
	}
}
