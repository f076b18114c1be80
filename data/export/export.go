// Package export writes our prices in the formats that other programs read. Start at Bare, which makes the files that hold
// our tools alone; package overlay lays our prices over the lists of others.
//
// What a tool costs is the same for all formats (model.go, rates.go), and so are the names under which programs know it
// (names.go). Each format then has a function of its own, which formats.go lists; losses.go says what none of them can say.
//
// It is pure: documents in, bytes out. It asks nobody, keeps nothing, and decides no price: a tool without one is in no
// file.
package export

import (
	"fmt"

	"pricepoint/data"
)

// Bare makes the files that follow from our documents alone, each with its Path (the address, as in /api/compat/pi.json)
// and its line of the index. One that cannot be made yet has no bytes, and its line says why. The prices are those of the
// instant at which the documents were updated last.
func Bare(d Documents) ([]File, error) {
	b := bookOf(d)
	var all []File
	for _, f := range formats {
		file, err := f.file(b)
		if err != nil {
			return nil, err
		}
		all = append(all, file)
	}
	return all, nil
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
