package server

import (
	"path"

	"pricepoint/data"
)

// mediaHeaders are the content types of the documents, by what their paths end in. Nothing else is served.
var mediaHeaders = map[string][]field{
	".json": {line("Content-Type", "application/json")},
	".csv":  {line("Content-Type", "text/csv; charset=utf-8; header=present")},
	".atom": {line("Content-Type", "application/atom+xml; charset=utf-8")},
}

// mediaHeader returns the content type of a document, nil when it has no place in the API.
func mediaHeader(d data.Document) []field {
	if path.Dir(d.Path) != "api" || path.Clean(d.Path) != d.Path {
		return nil
	}
	return mediaHeaders[path.Ext(d.Path)]
}
