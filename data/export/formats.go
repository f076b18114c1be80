package export

import (
	"fmt"
	"reflect"

	"pricepoint/data"
)

// format is one kind of file.
type format struct {
	name    string   // as pricepoint export takes it
	readers []string // programs
	says    ability
	write   func(*book) []draft
}

// formats are all of them, in the order in which they are offered.
var formats = []format{
	{"litellm-bare", []string{"Aider", "LiteLLM's register_model", "browser-use"}, ability{tiers: true, hourLong: true, hours: true, services: []string{"batch", "flex", "priority"}, thousands: true, surcharges: true, guesses: true}, writeLiteLLM},
	{"models.dev-bare", []string{"whoever patches a list of models.dev"}, ability{tiers: true}, writeModelsDev},
	{"opencode", []string{"opencode", "Kilo Code"}, ability{}, writeOpenCode},
	{"pi", []string{"pi"}, ability{tiers: true}, writePi},
	{"ccusage", []string{"ccusage"}, ability{twiceInput: true, guesses: true}, writeCCUsage},
	{"tokscale", []string{"tokscale"}, ability{guesses: true}, writeTokscale},
	{"codeburn", []string{"codeburn"}, ability{guesses: true}, writeCodeburn},
	{"catwalk", []string{"Crush"}, ability{guesses: true}, writeCatwalk},
	{"new-api", []string{"new-api"}, ability{tiers: true, hourLong: true, hours: true}, writeNewAPI},
	{"mlflow", []string{"MLflow"}, ability{}, writeMLflow},
	{"openlit", []string{"OpenLIT"}, ability{}, writeOpenLIT},
	{"langfuse", []string{"Langfuse"}, ability{hourLong: true, guesses: true}, writeLangfuse},
}

// Formats are the names of the formats of Bare, in the order in which they are offered.
func Formats() []string {
	all := make([]string, len(formats))
	for i, f := range formats {
		all[i] = f.name
	}
	return all
}

// folder is where the files are.
const folder = "/api/compat/"

// licence is that of our own data.
const licence = "CC0-1.0"

// draft is a file before it is encoded.
type draft struct {
	path    string // below folder
	body    any
	rows    int
	in      map[string]bool // ids of the tools in it
	missing []string        // ids of the tools that should be and are not
	seller  string          // whose tools it is for; "": everybody's
}

func newDraft(path string) draft { return draft{path: path, in: map[string]bool{}} }

// enter notes that a tool has some rows.
func (d *draft) enter(m model, rows int) {
	d.in[m.id] = true
	d.rows += rows
}

// files writes one format.
func (f format) files(b *book) ([]File, error) {
	var all []File
	for _, d := range f.write(b) {
		body, err := data.Encode(d.body)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", f.name, err)
		}
		about := data.Export{Path: folder + d.path, Format: f.name, Kind: data.Bare, Readers: f.readers, Licence: licence,
			Tools: len(d.in), Rows: d.rows, Values: numbers(reflect.ValueOf(d.body)), Missing: d.missing}
		for _, m := range b.models {
			if d.in[m.id] {
				about.Losses = append(about.Losses, m.losses(f.says)...)
			}
		}
		for _, u := range b.unpriced {
			if d.seller == "" || d.seller == u.seller {
				about.Missing = append(about.Missing, u.id)
			}
		}
		all = append(all, NewFile(about, body))
	}
	return all, nil
}

var number = reflect.TypeFor[data.Number]()

// numbers counts the prices in what is to be encoded: everything else that is counted is a plain integer.
func numbers(v reflect.Value) (n int) {
	switch {
	case !v.IsValid():
	case v.Type() == number:
		return 1
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
		return numbers(v.Elem())
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			n += numbers(v.Index(i))
		}
	case v.Kind() == reflect.Map:
		for _, key := range v.MapKeys() {
			n += numbers(v.MapIndex(key))
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			n += numbers(v.Field(i))
		}
	}
	return n
}
