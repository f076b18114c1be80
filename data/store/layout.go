package store

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

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
	reportsFolder  = "runs"
	reportName     = reportsFolder + "/latest.json"
	manifestName   = "manifest.json" // in a snapshot
	signatureName  = manifestName + ".minisig"
	brotliSuffix   = ".br"
	archiveSuffix  = ".warc.gz"
	acceptedSuffix = ".json"
	zipSuffix      = ".zip"
)

func snapshotName(version string) string { return snapshotsName + "/" + version }

// zipName is the file of a snapshot's folder, where that is a file.
func zipName(folder string) string { return folder + zipSuffix }

// ArchiveName returns where the raw responses of a version are kept, as Manifest.Inputs names it.
func ArchiveName(version string) string { return archiveName + "/" + version + archiveSuffix }

// checkVersion refuses every text that is not exactly what data.Version writes, so that a version is safe in a path.
func checkVersion(version string) error {
	_, err := data.ParseVersion(version)
	return err
}

// checkArchive refuses every path but those ArchiveName returns.
func checkArchive(path string) error {
	version, isArchive := strings.CutPrefix(path, archiveName+"/")
	version, hasSuffix := strings.CutSuffix(version, archiveSuffix)
	if !isArchive || !hasSuffix || checkVersion(version) != nil {
		return fmt.Errorf("%q is not an archive of a store, which look like %s", path, ArchiveName("<version>"))
	}
	return nil
}

// documentPath allows folders as deep as those that programs ask below a base address of ours.
var documentPath = regexp.MustCompile(`^api/([a-z0-9][a-z0-9.-]*/){0,3}[a-z0-9][a-z0-9._-]*$`)

// checkDocument refuses paths that could leave a snapshot's folder or hide in it.
func checkDocument(path string) error {
	if !documentPath.MatchString(path) {
		return fmt.Errorf("%q is not the path of a document, which look like api/tools.json", path)
	}
	return nil
}

// findingID keeps the id of a finding safe in a path.
var findingID = regexp.MustCompile(`^[0-9a-f]{8,64}$`)

// acceptanceName is where the acceptance of a finding is kept.
func acceptanceName(id string) string { return acceptedName + "/" + id + acceptedSuffix }

// object is what is written under a name, with the headers that a cache or a browser in front of a bucket needs: what is
// published never changes, all else is asked for again each time.
func object(name string, body []byte) blob.Blob {
	b := blob.Blob{Name: name, Body: body, CacheControl: "no-cache"}
	if folder, _, _ := strings.Cut(name, "/"); slices.Contains([]string{snapshotsName, archiveName, exportsFolder}, folder) {
		b.CacheControl = "public, max-age=31536000, immutable"
	}
	plain, isBrotli := strings.CutSuffix(name, brotliSuffix)
	if isBrotli {
		b.ContentEncoding = "br"
	}
	b.ContentType = cmp.Or(contentTypes[path.Ext(plain)], "application/octet-stream")
	return b
}

// contentTypes are the media types of objects by the end of their names. An archive is what it is compressed: .gz is no encoding.
var contentTypes = map[string]string{
	".json": "application/json", ".atom": "application/atom+xml", ".ics": "text/calendar; charset=utf-8", ".csv": "text/csv; charset=utf-8",
	".html": "text/html; charset=utf-8", ".gz": "application/gzip", zipSuffix: "application/zip", "": "text/plain; charset=utf-8",
}
