package export

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"

	"pricepoint/data"
)

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
	path    string // below folder
	body    any
	rows    int
	in      map[string]bool // ids of the tools in it
	missing []string        // ids of the tools that should be and are not
	unread  bool            // nobody has read the list that has the names
}

func newDraft(path string) draft { return draft{path: path, in: map[string]bool{}} }

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
