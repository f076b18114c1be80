package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/andybalholm/brotli"

	"pricepoint/data"
)

// decodePointer reads the pointer.
func decodePointer(body []byte) (pointer data.Pointer, err error) {
	if err = data.Decode(body, &pointer); err == nil {
		err = checkVersion(pointer.Version)
	}
	return pointer, err
}

// decodeManifest reads the manifest of a version. An empty want skips the digest, which the pointer has of the newest alone.
func decodeManifest(version, want string, body []byte) (data.Manifest, error) {
	if got := digest(body); want != "" && got != want {
		return data.Manifest{}, fmt.Errorf("%s has the digest %s, %s says %s", manifestName, got, pointerName, want)
	}
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
	if err := data.Decode(body, &manifest); err != nil {
		if json.Unmarshal(body, &manifest) == nil { // well-formed, but with fields nobody knows here
			return data.Manifest{}, fmt.Errorf("%s: %v: %w", manifestName, err, ErrNewer)
		}
		return data.Manifest{}, fmt.Errorf("%s: %v", manifestName, err)
	}
	if manifest.Version != version {
		return data.Manifest{}, fmt.Errorf("%s is that of %q", manifestName, manifest.Version)
	}
	return manifest, checkFiles(manifest.Files)
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
			return fmt.Errorf("%s: a size of %d bytes is out of range", f.Path, f.Size)
		}
		if seen[f.Path] {
			return fmt.Errorf("%s is there twice", f.Path)
		}
		seen[f.Path] = true
		total += f.Size
	}
	if len(all) > maxDocuments || total > maxSnapshot {
		return fmt.Errorf("%s names %d documents of %d bytes; at most %d of %d bytes are read",
			manifestName, len(all), total, maxDocuments, maxSnapshot)
	}
	return nil
}

// decodeDocument decompresses a stored document and compares it with the manifest.
func decodeDocument(file data.File, compressed []byte) (data.Document, error) {
	if err := checkFiles([]data.File{file}); err != nil {
		return data.Document{}, err
	}
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
