package export

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"

	"pricepoint/data"
)

// format is a way to write our prices: one file.
type format struct {
	name    string   // as pricepoint export takes it
	readers []string // programs
	says    ability
	write   func(*book) draft
	row     int // how many members lead to what is taken whole when the file is laid over another one; 0: each price by itself
}

// formats are all of them, in the order in which they are offered.
var formats = []format{
	{"pi", []string{"pi"}, ability{tiers: true, twiceInput: true}, writePi, 0},
	{"ccusage", []string{"ccusage"}, ability{twiceInput: true, guesses: true}, writeCCUsage, 3},
	{"tokscale", []string{"tokscale"}, ability{guesses: true}, writeTokscale, 2},
}

// Formats are the names of the formats of Bare, in the order in which they are offered.
func Formats() []string {
	all := make([]string, len(formats))
	for i, f := range formats {
		all[i] = f.name
	}
	return all
}

// Row says what programs that read a format want to be of one source: all below as many members from the top. It is 0
// where they take each price by itself.
func Row(name string) int {
	for _, f := range formats {
		if f.name == name {
			return f.row
		}
	}
	return 0
}

// file writes one format.
func (f format) file(b *book) (File, error) {
	d := f.write(b)
	body, err := data.Encode(d.body)
	if err != nil {
		return File{}, fmt.Errorf("%s: %v", f.name, err)
	}
	about := data.Export{Path: folder + f.name + ".json", Format: f.name, Kind: data.Bare, Readers: f.readers, Licence: licence,
		Tools: len(d.in), Rows: d.rows, Values: numbers(reflect.ValueOf(d.body)), Missing: d.missing}
	for _, m := range b.models {
		if d.in[m.id] {
			about.Losses = append(about.Losses, m.losses(f.says)...)
		}
	}
	about.Missing = append(about.Missing, b.unpriced...)
	about.Lacking = append(lacking(d.missing, data.LackName), lacking(b.unpriced, data.LackPrice)...)
	if d.unread {
		about.Absent, about.Cause = data.UpstreamNotRead, "the program knows models by the names of models.dev, which no refresh has read yet"
		about.Values = 0
		return File{Export: about}, nil
	}
	return NewFile(about, body), nil
}

// lacking gives tools the same reason.
func lacking(tools []string, why data.LackReason) (all []data.ExportLack) {
	for _, id := range tools {
		all = append(all, data.ExportLack{Tool: id, Why: why})
	}
	return all
}

// File is an export with its bytes, and its line of the index.
type File struct {
	data.Export
	Body   []byte
	Stated []string // of an overlay: ids of the tools whose prices it states as we know them
	NoHour []string // of these: those of which a row says nothing of cache writes for an hour
}

// NewFile fills in what follows from the bytes.
func NewFile(about data.Export, body []byte) File {
	sum := sha256.Sum256(body)
	about.Size, about.SHA256 = int64(len(body)), hex.EncodeToString(sum[:])
	return File{Export: about, Body: body}
}

// draft is a file before it is encoded.
type draft struct {
	body    any
	rows    int
	in      map[string]bool // ids of the tools in it
	missing []string        // ids of the tools that should be and are not
	unread  bool            // nobody has read the list that has the names
}

// enter notes that a tool has some rows.
func (d *draft) enter(m model, rows int) {
	d.in[m.id] = true
	d.rows += rows
}

// folder is where the files are.
const folder = "/api/compat/"

// licence is that of our own data.
const licence = "CC0-1.0"

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
