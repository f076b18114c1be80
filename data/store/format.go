package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/andybalholm/brotli"

	"pricepoint/data"
)

// What is read at most, compressed or not, whatever a store claims to hold. Sizes are in bytes.
const (
	maxObject   = 64 << 20
	maxSnapshot = 512 << 20 // all documents of a snapshot, plain
	maxArchive  = 256 << 20
)

// limit bounds what is read of the object of that name.
func limit(name string) int64 {
	if strings.HasPrefix(name, archiveName+"/") {
		return maxArchive
	}
	return maxObject
}

// decodeManifest reads the manifest of a version.
func decodeManifest(version string, body []byte) (data.Manifest, error) {
	var layout struct {
		Schema int `json:"schema"`
	}
	if err := json.Unmarshal(body, &layout); err != nil {
		return data.Manifest{}, fmt.Errorf("%s: %v", manifestName, err)
	}
	if layout.Schema > data.ManifestSchema {
		return data.Manifest{}, fmt.Errorf("%s has schema %d, this build reads up to %d: %w",
			manifestName, layout.Schema, data.ManifestSchema, ErrNewer)
	}
	var manifest data.Manifest
	if err := data.Read(body, &manifest); err != nil {
		return data.Manifest{}, fmt.Errorf("%s: %v", manifestName, err)
	}
	if manifest.Version != version {
		return data.Manifest{}, fmt.Errorf("%s is that of %q", manifestName, manifest.Version)
	}
	return manifest, checkFiles(manifest.Files)
}

// understood is ErrNewer for a manifest with fields that nobody knows here: what builds on it would lose them.
func understood(body []byte) error {
	if err := data.Decode(body, new(data.Manifest)); err != nil {
		return fmt.Errorf("%s: %v: %w", manifestName, err, ErrNewer)
	}
	return nil
}

// checkFiles refuses what would have a reader read without end, or elsewhere.
func checkFiles(all []data.File) error {
	seen := map[string]bool{}
	total := int64(0)
	for _, f := range all {
		switch {
		case !documentPath.MatchString(f.Path):
			return fmt.Errorf("%q is not the path of a document, which look like api/tools.json", f.Path)
		case f.Size < 0 || f.Size > maxObject:
			return fmt.Errorf("%s: a size of %d bytes is out of range; at most %d are read of one document", f.Path, f.Size, maxObject)
		case seen[f.Path]:
			return fmt.Errorf("%s is there twice", f.Path)
		}
		seen[f.Path] = true
		total += f.Size
	}
	if total > maxSnapshot {
		return fmt.Errorf("%s names %d documents of %d bytes; at most %d are read", manifestName, len(all), total, maxSnapshot)
	}
	return nil
}

// described are documents as a manifest names them.
func described(documents []data.Document) []data.File {
	return data.Each(documents, func(d data.Document) data.File { return describe(d.Path, d.Body) })
}

func describe(path string, body []byte) data.File {
	return data.File{Path: path, Size: int64(len(body)), SHA256: digest(body)}
}

// decodeDocument decompresses a stored document and compares it with the manifest.
func decodeDocument(file data.File, compressed []byte) (data.Document, error) {
	doc := data.Document{Path: file.Path, Brotli: compressed}
	if file.Stored != "" && digest(compressed) != file.Stored {
		return doc, fmt.Errorf("%s is not the document that was published: the digest of what is stored differs from %s", file.Path, manifestName)
	}
	var err error
	if doc.Body, err = io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(compressed)), file.Size+1)); err != nil {
		return doc, fmt.Errorf("%s: %v", file.Path, err)
	}
	if int64(len(doc.Body)) != file.Size || digest(doc.Body) != file.SHA256 {
		return doc, fmt.Errorf("%s is not the document that was published: size or digest differ from %s", file.Path, manifestName)
	}
	return doc, nil
}
