package export

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"

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

// piCost is what a model costs at pi, in USD per million tokens.
type piCost struct {
	Above      int64        `json:"inputTokensAbove,omitempty"` // of a tier
	Input      *data.Number `json:"input"`
	Output     *data.Number `json:"output"`
	CacheRead  *data.Number `json:"cacheRead,omitempty"`
	CacheWrite *data.Number `json:"cacheWrite,omitempty"`
	Tiers      []piCost     `json:"tiers,omitempty"`
}

func piRates(b band, price func(data.BillingClass) *data.Number) piCost {
	return piCost{b.above, price(data.ClassInput), price(data.ClassOutput), price(data.ClassCacheRead), price(data.ClassCacheWrite), nil}
}

// writePi writes the models file of pi, which keeps what it knows where the file says nothing. It knows models by the names of
// models.dev, and prices requests when they are made: no tool is of use that was withdrawn.
func writePi(b *book) draft {
	d := draft{in: map[string]bool{}, unread: !b.modelsDev}
	providers := map[string]map[string]map[string]any{}
	for _, m := range b.models {
		if m.gone {
			continue
		}
		if len(m.names.modelsDev) == 0 {
			d.missing = append(d.missing, m.id)
			continue
		}
		d.enter(m, len(m.names.modelsDev))
		if providers[m.maker.modelsDev] == nil {
			providers[m.maker.modelsDev] = map[string]map[string]any{"modelOverrides": {}}
		}
		cost := piRates(m.peak.base(), m.peak.base().known) // what pi knows already stays where nobody states it
		for _, longer := range m.peak[1:] {
			if !m.excess { // formats bill the whole request
				cost.Tiers = append(cost.Tiers, piRates(longer, longer.shown)) // a tier has all four, or pi takes none of the file
			}
		}
		for _, id := range m.names.modelsDev {
			providers[m.maker.modelsDev]["modelOverrides"][id] = map[string]any{"cost": cost}
		}
	}
	d.body = map[string]any{"providers": providers}
	return d
}

// Programs that price the sessions of coding agents. They know one price a class: the highest, of prompts of
// any size and at any hour.

// flat has an entry for each name of a tool, with one price a class.
func flat(b *book, names func(model) []string, entry func(of band) any, around func(entries map[string]any) any) draft {
	d := draft{in: map[string]bool{}}
	entries := map[string]any{}
	for _, m := range b.models {
		ids := names(m)
		d.enter(m, len(ids))
		for _, id := range ids {
			entries[id] = entry(m.peak.highest())
		}
	}
	d.body = around(entries)
	return d
}

// ccusageEntry has USD per token. Where it says nothing of tokens above 200,000, ccusage keeps what its own list has of them,
// which can be less.
type ccusageEntry struct {
	Input      *data.Number `json:"inputCostPerToken"`
	Output     *data.Number `json:"outputCostPerToken"`
	CacheRead  *data.Number `json:"cacheReadInputTokenCost,omitempty"`
	CacheWrite *data.Number `json:"cacheCreationInputTokenCost,omitempty"`

	InputAbove      *data.Number `json:"inputCostPerTokenAbove200kTokens"`
	OutputAbove     *data.Number `json:"outputCostPerTokenAbove200kTokens"`
	CacheReadAbove  *data.Number `json:"cacheReadInputTokenCostAbove200kTokens,omitempty"`
	CacheWriteAbove *data.Number `json:"cacheCreationInputTokenCostAbove200kTokens,omitempty"`
}

// writeCCUsage writes a settings file of ccusage, which lays it over its own list field by field.
func writeCCUsage(b *book) draft {
	return flat(b, func(m model) []string { return m.names.api }, func(of band) any {
		input, output, read, written := of.perToken(data.ClassInput), of.perToken(data.ClassOutput), of.perToken(data.ClassCacheRead), of.perToken(data.ClassCacheWrite)
		return ccusageEntry{input, output, read, written, input, output, read, written}
	}, func(entries map[string]any) any {
		return map[string]any{"defaults": map[string]any{"pricingOverrides": entries}}
	})
}

// tokscaleEntry has USD per million tokens.
type tokscaleEntry struct {
	Input      *data.Number `json:"input_cost_per_million_tokens"`
	Output     *data.Number `json:"output_cost_per_million_tokens"`
	CacheRead  *data.Number `json:"cache_read_input_token_cost_per_million_tokens,omitempty"`
	CacheWrite *data.Number `json:"cache_creation_input_token_cost_per_million_tokens,omitempty"`
}

// writeTokscale writes the custom prices of tokscale, which does not tell how long a cache write lasts. One of its entries takes the place of all that it knew of a model.
func writeTokscale(b *book) draft {
	return flat(b, tokscaleNames, func(of band) any {
		write, hour := of.shown(data.ClassCacheWrite), of.known(data.ClassCacheWrite1h)
		if write != nil && hour != nil && hour.GreaterThan(write.Decimal) {
			write = hour
		}
		return tokscaleEntry{of.shown(data.ClassInput), of.shown(data.ClassOutput), of.shown(data.ClassCacheRead), write}
	}, func(entries map[string]any) any { return map[string]any{"models": entries} })
}

// tokscaleNames are in small letters, in which tokscale looks names up: it warns of two that are one in them. Some that begin
// with the name of their maker it looks up behind the key of the maker only.
func tokscaleNames(m model) []string {
	ids := map[string]bool{}
	for _, id := range m.names.api {
		id = strings.ToLower(id)
		ids[id] = true
		if strings.HasPrefix(id, m.maker.modelsDev+"-") {
			ids[m.maker.modelsDev+"/"+id] = true
		}
	}
	return sorted(ids)
}
