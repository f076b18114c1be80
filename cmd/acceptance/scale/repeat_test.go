//go:build proof

package scale

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/data"
)

// repeat adds snapshots with the documents of the newest, but not its exports, until there are so many. To build 5,000 would take an hour, and
// what is measured of them is what their number costs.
func (h *history) repeat(t *testing.T, many int) {
	t.Helper()
	manifest, err := h.store.Manifest(h.newest.Manifest.Version)
	if err != nil {
		t.Fatal(err)
	}
	original, err := zip.OpenReader(h.snapshotFile(manifest.Version))
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	for len(h.versions) < many {
		before, err := h.store.ManifestBody(manifest.Version)
		if err != nil {
			t.Fatal(err)
		}
		at := h.at(len(h.versions))
		manifest.Previous, manifest.PreviousManifest = manifest.Version, digest(before)
		manifest.Version, manifest.GeneratedAt = data.Version(at), data.At(at)
		manifest.Exports = nil // they name their snapshot
		h.add(t, original.File, manifest)
		h.versions = append(h.versions, manifest.Version)
	}
	again := *h.newest
	again.Manifest = manifest
	h.newest = &again
}

func (h *history) snapshotFile(version string) string {
	return filepath.Join(h.store.String(), "snapshots", version+".zip")
}

// add writes a snapshot as a store keeps it, and points to it.
func (h *history) add(t *testing.T, members []*zip.File, manifest data.Manifest) {
	t.Helper()
	body, err := data.Encode(manifest)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	for _, m := range members {
		if m.Name != "manifest.json" {
			err = errors.Join(err, w.Copy(m))
		}
	}
	last, createErr := w.CreateHeader(&zip.FileHeader{Name: "manifest.json", Method: zip.Deflate})
	err = errors.Join(err, createErr)
	_, writeErr := last.Write(body)
	err = errors.Join(err, writeErr, w.SetComment(strings.Repeat("0", sha256.Size*2)), w.Close())
	sealed := file.Len() - sha256.Size*2
	copy(file.Bytes()[sealed:], digest(file.Bytes()[:sealed]))
	pointer, encodeErr := data.Encode(data.Pointer{Version: manifest.Version, Manifest: digest(body)})
	if err := errors.Join(err, encodeErr); err != nil {
		t.Fatal(err)
	}
	write(t, h.snapshotFile(manifest.Version), file.String())
	write(t, filepath.Join(h.store.String(), "latest.json"), string(pointer))
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
