package store

import (
	"testing"

	"pricepoint/data"
)

// FuzzDecode takes whatever a store may hold, and reads no more of it than the limits allow.
func FuzzDecode(f *testing.F) {
	objects, _, err := pack(f.Context(), build(first, ""))
	if err != nil {
		f.Fatal(err)
	}
	for _, o := range objects {
		f.Add(o.body)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if manifest, err := decodeManifest(first, "", body); err == nil && checkFiles(manifest.Files) != nil {
			t.Errorf("the files of %s are beyond the limits", body)
		}
		file := data.File{Path: "api/tools.json", Size: 10, SHA256: digest(body)}
		if doc, err := decodeDocument(file, body); err == nil && int64(len(doc.Body)) != file.Size {
			t.Errorf("a document of %d bytes, want %d", len(doc.Body), file.Size)
		}
	})
}
