package store

import (
	"archive/zip"
	"bytes"
	"path"
	"slices"
	"time"

	"pricepoint/data/blob"
)

// A snapshot is one zip file: it is read at once, and takes half the room that a file for each document would, since a disk gives
// room in blocks. Documents lie in it as they are served, manifest and signature are deflated. Any unzip takes it apart.

// zipped returns members as a zip file of a time: the same bytes for the same members.
func zipped(made time.Time, members []blob.Blob) ([]byte, error) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range members {
		header := zip.FileHeader{Name: m.Name, Method: zip.Deflate, Modified: made}
		if slices.Contains([]string{brotliSuffix, gzipSuffix, zstdSuffix}, path.Ext(m.Name)) {
			header.Method = zip.Store
		}
		to, err := w.CreateHeader(&header)
		if err == nil {
			_, err = to.Write(m.Body)
		}
		if err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return buf.Bytes(), err
}
