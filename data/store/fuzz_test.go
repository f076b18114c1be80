package store

import (
	"os"
	"path/filepath"
	"testing"

	"pricepoint/data"
)

// FuzzDecode takes whatever a store may hold, and reads no more of it than the limits allow.
func FuzzDecode(f *testing.F) {
	documents, _, err := pack(f.Context(), build(first, ""))
	if err != nil {
		f.Fatal(err)
	}
	for _, d := range documents {
		f.Add(d.Brotli)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if manifest, err := decodeManifest(first, body); err == nil && checkFiles(manifest.Files) != nil {
			t.Errorf("the files of %s are beyond the limits", body)
		}
		file := data.File{Path: "api/tools.json", Size: 10, SHA256: digest(body)}
		if doc, err := decodeDocument(file, body); err == nil && int64(len(doc.Body)) != file.Size {
			t.Errorf("a document of %d bytes, want %d", len(doc.Body), file.Size)
		}
	})
}

// FuzzSnapshotFile takes whatever may lie where a snapshot should, and serves nothing of it but what was published.
func FuzzSnapshotFile(f *testing.F) {
	d, err := Open(filepath.Join(f.TempDir(), "store"))
	if err != nil {
		f.Fatal(err)
	}
	if _, err := d.Lock(f.Context()); err != nil {
		f.Fatal(err)
	}
	want := build(first, "")
	if _, err := d.Publish(f.Context(), want, nil); err != nil {
		f.Fatal(err)
	}
	file := d.place.(*directory).path(zipName(snapshotName(first)))
	published, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(published)
	f.Fuzz(func(t *testing.T, body []byte) {
		if err := os.WriteFile(file, body, 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := d.Read(first)
		if err != nil {
			return
		}
		for i, doc := range got.Documents {
			if string(doc.Body) != string(want.Documents[i].Body) {
				t.Errorf("%s is read as %q", doc.Path, doc.Body)
			}
		}
	})
}
