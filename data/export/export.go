// Package export writes our prices in the formats that other programs read. Start at Bare, which makes the files that hold
// our tools alone; package overlay lays our prices over the lists of others.
//
// What a tool costs is the same for all formats (model.go), and so are the names under which programs know it
// (names.go). Each format then has a function of its own; losses.go says what none of them can say.
//
// It is pure: documents in, bytes out. It asks nobody, keeps nothing, and decides no price: a tool without one is in no
// file.
package export

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/market"
)

// Bare makes the files that follow from our documents alone, each with its Path (the address, as in /api/compat/pi.json)
// and its line of the index. One that cannot be made yet has no bytes, and its line says why. The prices are those of the
// instant at which the documents were updated last.
func Bare(d Documents) (all []File) {
	b := bookOf(d)
	for _, f := range formats {
		all = append(all, f.file(b))
	}
	return all
}

// Documents are what exports are made from: those of one snapshot. Nothing else is known of a price.
type Documents struct {
	Tools      data.ToolsDocument
	Tariffs    data.TariffsDocument
	Provenance data.ProvenanceDocument
	Aliases    data.AliasesDocument
	Withdrawn  []data.Withdrawn
	Histories  map[string]data.PricesDocument // of withdrawn tools, by id, as far as there are any
}

// Read takes the documents out of a snapshot. The error names one that is not in it, or is of another shape.
func Read(s data.Snapshot) (Documents, error) {
	d := Documents{Withdrawn: s.Manifest.Withdrawn, Histories: map[string]data.PricesDocument{}}
	for path, into := range map[string]any{
		data.ToolsPath: &d.Tools, data.TariffsPath: &d.Tariffs, data.ProvenancePath: &d.Provenance, data.AliasesPath: &d.Aliases,
	} {
		if err := s.Decode(path, into); err != nil {
			return Documents{}, err
		}
	}
	if d.Tools.TotalTools != len(d.Tariffs.Tools) {
		return Documents{}, fmt.Errorf("the snapshot has %d tools and the tariffs of %d", d.Tools.TotalTools, len(d.Tariffs.Tools))
	}
	if err := d.readModels(s); err != nil {
		return Documents{}, err
	}
	for _, w := range d.Withdrawn {
		var history data.PricesDocument
		if err := s.Decode(data.PricesPath(w.ID), &history); err != nil {
			return Documents{}, err
		}
		if history.ID != "" {
			d.Histories[w.ID] = history
		}
	}
	return d, nil
}

// readModels adds the models that are no tools, under their keys. One that is gone from its page was sold until then.
func (d *Documents) readModels(s data.Snapshot) error {
	var models market.ModelsDocument
	if err := s.Decode(data.ModelsPath, &models); err != nil {
		return err
	}
	for _, m := range models.Models {
		if m.Tool != "" {
			continue
		}
		t, _ := m.TariffAt(m.Since.Time)
		t.Sale.Until = m.Gone
		d.Tariffs.Tools = append(d.Tariffs.Tools, t)
		d.Provenance.Tools = append(d.Provenance.Tools, data.ToolProvenance{ID: m.Key, Name: m.Name, Values: m.Evidence})
	}
	return nil
}

// format is a way to write our prices: one file.
type format struct {
	name    string   // as pricepoint export takes it
	readers []string // programs
	says    ability
	write   func(*book) draft
	row     int // how many members lead to what is taken whole when the file is laid over another one; 0: each price by itself
}

// formats are all of them, in the order in which they are offered. Each is also billed with by its program in
// cmd/acceptance/commands, and told how to set up on the page /exports and in server/README.md.
var formats = []format{
	{"pi", []string{"pi"}, ability{tiers: true, twiceInput: true}, writePi, 0},
	{"ccusage", []string{"ccusage"}, ability{twiceInput: true, guesses: true}, writeCCUsage, 3},
	{"tokscale", []string{"tokscale"}, ability{guesses: true, allWrites: true}, writeTokscale, 2},
}

// Formats are the names of the formats of Bare, in the order in which they are offered.
func Formats() []string { return data.Each(formats, func(f format) string { return f.name }) }

// Row says what programs that read a format want to be of one source: all below as many members from the top. It is 0
// where they take each price by itself.
func Row(name string) int {
	f := data.Find(formats, func(f format) bool { return f.name == name })
	return cmp.Or(f, &format{}).row
}

// file writes one format.
func (f format) file(b *book) File {
	d := f.write(b)
	about := data.Export{Path: "/api/compat/" + f.name + ".json", Format: f.name, Kind: data.Bare, Readers: f.readers, Licence: "CC0-1.0",
		Tools: len(d.in), Rows: d.rows, Values: d.values}
	for _, m := range b.models {
		if d.in[m.id] {
			about.Losses = append(about.Losses, m.losses(f.says)...)
		}
	}
	for _, id := range d.missing {
		about.Lacking = append(about.Lacking, data.ExportLack{Tool: id, Why: data.LackName})
	}
	about.Lacking = append(about.Lacking, b.lacking...)
	for _, l := range about.Lacking {
		about.Missing = append(about.Missing, l.Tool)
	}
	if d.unread {
		about.Absent, about.Cause = data.UpstreamNotRead, "the program knows models by the names of models.dev, which no refresh has read yet"
		about.Values = 0
		return File{Export: about}
	}
	return NewFile(about, data.Encode(d.body))
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
	values  int             // prices in it
	in      map[string]bool // ids of the tools in it
	missing []string        // ids of the tools that should be and are not
	unread  bool            // nobody has read the list that has the names
}

// enter notes that a tool has some rows of as many prices.
func (d *draft) enter(m model, rows, prices int) {
	d.in[m.id] = true
	d.rows += rows
	d.values += rows * prices
}

// entry is what a file says of a model, in the order in which it says it.
type entry []member

type member struct {
	key   string
	value any
}

// MarshalJSON implements json.Marshaler.
func (e entry) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	for i, m := range e {
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%c%q:%s", "{,"[min(i, 1)], m.key, value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// entryOf has the prices of the classes that are billed of every prompt, in their order, as far as they are there.
func entryOf(price func(data.BillingClass) *data.Number, input, output, read, write string) (e entry) {
	for i, key := range []string{input, output, read, write} {
		if n := price(classes[i]); n != nil {
			e = append(e, member{key, n})
		}
	}
	return e
}

// writePi writes the models file of pi, which keeps what it knows where the file says nothing. It knows models by the names of
// models.dev, and prices requests when they are made: no tool is of use that was withdrawn. Prices are for a million tokens.
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
		if providers[m.maker.modelsDev] == nil {
			providers[m.maker.modelsDev] = map[string]map[string]any{"modelOverrides": {}}
		}
		rates := func(price func(data.BillingClass) *data.Number) entry {
			return entryOf(price, "input", "output", "cacheRead", "cacheWrite")
		}
		cost := rates(m.peak.base().known) // what pi knows already stays where nobody states it
		prices := len(cost)
		var tiers []entry
		for _, longer := range m.peak[1:] {
			tier := rates(longer.shown) // a tier has all four, or pi takes none of the file
			prices += len(tier)
			tiers = append(tiers, append(entry{{"inputTokensAbove", longer.above}}, tier...))
		}
		if tiers != nil {
			cost = append(cost, member{"tiers", tiers})
		}
		d.enter(m, len(m.names.modelsDev), prices)
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
func flat(b *book, names func(model) []string, write func(of band) entry) (d draft, entries map[string]any) {
	d.in, entries = map[string]bool{}, map[string]any{}
	for _, m := range b.models {
		taken := func(id string) bool { return entries[id] != nil } // by a tool that is sold, or by a model that is
		ids, entry := slices.DeleteFunc(slices.Clone(names(m)), taken), write(m.peak.highest())
		d.enter(m, len(ids), len(entry))
		for _, id := range ids {
			entries[id] = entry
		}
	}
	return d, entries
}

// writeCCUsage writes a settings file of ccusage, which lays it over its own list field by field. Prices are for one token. Where
// it says nothing of tokens above 200,000, ccusage keeps what its own list has of them, which can be less.
func writeCCUsage(b *book) draft {
	d, entries := flat(b, func(m model) []string { return m.names.api }, func(of band) (all entry) {
		perToken := func(class data.BillingClass) *data.Number {
			n := of.shown(class)
			if n == nil {
				return nil
			}
			return &data.Number{Decimal: n.Shift(-6)}
		}
		for _, above := range []string{"", "Above200kTokens"} {
			all = append(all, entryOf(perToken, "inputCostPerToken"+above, "outputCostPerToken"+above,
				"cacheReadInputTokenCost"+above, "cacheCreationInputTokenCost"+above)...)
		}
		return all
	})
	d.body = map[string]any{"defaults": map[string]any{"pricingOverrides": entries}}
	return d
}

// writeTokscale writes the custom prices of tokscale, which does not tell how long a cache write lasts. One of its entries takes the
// place of all that it knew of a model. Prices are for a million tokens.
func writeTokscale(b *book) draft {
	d, entries := flat(b, tokscaleNames, func(of band) entry {
		return entryOf(func(class data.BillingClass) *data.Number {
			n, hour := of.shown(class), of.known(data.ClassCacheWrite1h)
			if class == data.ClassCacheWrite && n != nil && hour != nil && hour.GreaterThan(n.Decimal) {
				return hour
			}
			return n
		}, "input_cost_per_million_tokens", "output_cost_per_million_tokens",
			"cache_read_input_token_cost_per_million_tokens", "cache_creation_input_token_cost_per_million_tokens")
	})
	d.body = map[string]any{"models": entries}
	return d
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
