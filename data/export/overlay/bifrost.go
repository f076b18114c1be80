package overlay

import (
	"encoding/json"

	"pricepoint/data"
	"pricepoint/data/export"
)

// bifrost reads LiteLLM's map, but wants the provider under another name.
var bifrost = data.Export{
	Path: "/api/compat/bifrost.json", Format: "bifrost", Kind: data.Overlay, Licence: litellm.export.Licence,
	Copyright: litellm.export.Copyright, Readers: []string{"Bifrost"},
}

// forBifrost adds the provider to every entry of our overlay on LiteLLM's map that names one and has no such member yet.
func forBifrost(of export.File) (export.File, error) {
	var added []edit
	_, err := scan(of.Body, 1, func(_ []string, entry *node) error {
		maker := entry.member("litellm_provider")
		if !maker.is('"') || entry.member("provider") != nil {
			return nil
		}
		name, err := json.Marshal(maker.text)
		added = append(added, edit{start: maker.end, end: maker.end, text: `,"provider":` + string(name)})
		return err
	})
	about := of.Export
	about.Path, about.Format, about.Readers = bifrost.Path, bifrost.Format, bifrost.Readers
	file := export.NewFile(about, splice(of.Body, added))
	file.Stated = of.Stated
	return file, err
}
