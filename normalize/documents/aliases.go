package documents

import (
	"pricepoint/data"
	"pricepoint/normalize"
	"pricepoint/normalize/names"
)

// aliases is api/aliases.json.
func aliases(d normalize.Decision) data.AliasesDocument {
	return data.AliasesDocument{
		Version: d.Manifest.Version, LastUpdated: d.Manifest.GeneratedAt, Aliases: d.Aliases, Ambiguous: names.Ambiguous(d.Aliases),
	}
}
