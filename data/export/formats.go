package export

import (
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
	{"tokscale", []string{"tokscale"}, ability{guesses: true, allWrites: true}, writeTokscale, 2},
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
	about := data.Export{Path: folder + d.path, Format: f.name, Kind: data.Bare, Readers: f.readers, Licence: licence,
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
