package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/andybalholm/brotli"

	"pricepoint/data"
)

// What is read at most, compressed or not, whatever a store claims to hold. Sizes are in bytes.
const (
	maxObject     = 64 << 20
	maxSnapshot   = 512 << 20 // all documents of a snapshot, each with perDocument
	perDocument   = 4 << 10   // what a document costs a reader besides its bytes: its object, its entry in a manifest, its headers
	maxArchive    = 256 << 20 // of a bucket, which has to be read at once
	maxAcceptance = 16 << 10
	maxSmall      = 64 << 10 // the pointer, a signature
)

// limit bounds what is read of the object of that name.
func limit(name string) int64 {
	switch {
	case name == pointerName, strings.HasSuffix(name, "/"+signatureName):
		return maxSmall
	case strings.HasPrefix(name, acceptedName+"/"):
		return maxAcceptance
	case strings.HasPrefix(name, archiveName+"/"):
		return maxArchive
	}
	return maxObject
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
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

// checkFiles refuses a manifest that would have a reader read without end, or elsewhere.
func checkFiles(all []data.File) error {
	seen := map[string]bool{}
	total := int64(0)
	for _, f := range all {
		if err := checkDocument(f.Path); err != nil {
			return err
		}
		if f.Size < 0 || f.Size > maxObject {
			return fmt.Errorf("%s: a size of %d bytes is out of range; at most %d are read of one document", f.Path, f.Size, maxObject)
		}
		if seen[f.Path] {
			return fmt.Errorf("%s is there twice", f.Path)
		}
		seen[f.Path] = true
		total += f.Size + perDocument
	}
	if total > maxSnapshot {
		return fmt.Errorf("%s names %d documents of %d bytes, with %d for each besides its own; at most %d are read",
			manifestName, len(all), total, perDocument, maxSnapshot)
	}
	return nil
}

// decodeDocument decompresses a stored document and compares it with the manifest.
func decodeDocument(file data.File, compressed []byte) (data.Document, error) {
	if file.Stored != "" && digest(compressed) != file.Stored {
		return data.Document{}, fmt.Errorf("%s is not the document that was published: the digest of what is stored differs from %s",
			file.Path, manifestName)
	}
	body, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(compressed)), file.Size+1))
	if err != nil {
		return data.Document{}, fmt.Errorf("%s: %v", file.Path, err)
	}
	if int64(len(body)) != file.Size || digest(body) != file.SHA256 {
		return data.Document{}, fmt.Errorf("%s is not the document that was published: size or digest differ from %s",
			file.Path, manifestName)
	}
	return data.Document{Path: file.Path, Body: body, Brotli: compressed}, nil
}
