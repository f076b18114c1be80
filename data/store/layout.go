package store

import (
	"archive/zip"
	"bytes"
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// The names in a store, with slashes. Nothing that begins with a dot is read.
const (
	snapshotsName  = "snapshots"
	archiveName    = "archive"
	exportsFolder  = "exports"
	acceptedName   = "accepted"
	pointerName    = "latest.json"
	reportName     = "runs/latest.json"
	manifestName   = "manifest.json" // in a snapshot
	signatureName  = manifestName + ".minisig"
	brotliSuffix   = ".br"
	archiveSuffix  = ".warc.gz"
	acceptedSuffix = ".json"
	zipSuffix      = ".zip"
)

// snapshotName is how messages name a snapshot, and the folder that its members were in.
func snapshotName(version string) string { return snapshotsName + "/" + version }

func zipName(version string) string { return snapshotName(version) + zipSuffix }

// exportsName is the file that holds the exports of a version.
func exportsName(version string) string { return exportsFolder + "/" + version + zipSuffix }

// ArchiveName returns where the raw responses of a version are kept, as Manifest.Inputs names it.
func ArchiveName(version string) string { return archiveName + "/" + version + archiveSuffix }

// acceptanceName is where the acceptance of a finding is kept.
func acceptanceName(id string) string { return acceptedName + "/" + id + acceptedSuffix }

// checkVersion refuses every text that is not exactly what data.Version writes, so that a version is safe in a path.
func checkVersion(version string) error {
	_, err := data.ParseVersion(version)
	return err
}

// documentPath allows folders as deep as those that programs ask below a base address of ours, and nothing that could leave a
// snapshot or hide in it.
var documentPath = regexp.MustCompile(`^api/([a-z0-9][a-z0-9.-]*/){0,3}[a-z0-9][a-z0-9._-]*$`)

// findingID keeps the id of a finding safe in a path.
var findingID = regexp.MustCompile(`^[0-9a-f]{8,64}$`)

// object is what is written under a name, with the headers that a cache in front of a bucket needs: what is published never
// changes, all else is asked for again each time.
func object(name string, body []byte) blob.Blob {
	b := blob.Blob{Name: name, Body: body, CacheControl: "no-cache", ContentType: cmp.Or(contentTypes[path.Ext(name)], "application/octet-stream")}
	if folder, _, _ := strings.Cut(name, "/"); slices.Contains([]string{snapshotsName, archiveName, exportsFolder}, folder) {
		b.CacheControl = "public, max-age=31536000, immutable"
	}
	return b
}

// contentTypes are the media types of objects by the end of their names. An archive is what it is compressed: .gz is no encoding.
var contentTypes = map[string]string{".json": "application/json", ".gz": "application/gzip", zipSuffix: "application/zip"}

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
