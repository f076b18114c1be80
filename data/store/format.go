package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/andybalholm/brotli"

	"pricepoint/data"
)

// What is read at most, compressed or not, whatever a store claims to hold. Sizes are in bytes.
const (
	maxObject    = 64 << 20
	maxSnapshot  = 512 << 20 // all documents of a snapshot
	maxDocuments = 1000
	maxArchive   = 256 << 20 // of a bucket, which has to be read at once
	maxSmall     = 64 << 10  // the pointer, a claim
)

// limit bounds what is read of the object of that name.
func limit(name string) int64 {
	switch {
	case name == pointerName, strings.HasPrefix(name, claimsName+"/"):
		return maxSmall
	case strings.HasPrefix(name, acceptedName+"/"):
		return maxAcceptance
	case strings.HasPrefix(name, archiveName+"/"):
		return maxArchive
	}
	return maxObject
}

// object is one file of a snapshot, by its name in the snapshot's folder.
type object struct {
	name string
	body []byte
}

// pack returns the objects of a snapshot, the manifest last, and the pointer to it. It fills Manifest.Files:
// digests come from the bytes that are written, whatever the caller believed.
func pack(ctx context.Context, snapshot data.Snapshot) ([]object, data.Pointer, error) {
	manifest := snapshot.Manifest
	manifest.Files = nil
	for _, doc := range snapshot.Documents {
		manifest.Files = append(manifest.Files, data.File{Path: doc.Path, Size: int64(len(doc.Body)), SHA256: digest(doc.Body)})
	}
	if err := checkFiles(manifest.Files); err != nil {
		return nil, data.Pointer{}, err
	}
	var objects []object
	for _, doc := range snapshot.Documents {
		if err := ctx.Err(); err != nil {
			return nil, data.Pointer{}, err
		}
		compressed, err := compress(doc.Body)
		if err != nil {
			return nil, data.Pointer{}, fmt.Errorf("compress %s: %v", doc.Path, err)
		}
		objects = append(objects, object{doc.Path + brotliSuffix, compressed})
	}
	body, err := data.Encode(manifest)
	if err != nil {
		return nil, data.Pointer{}, err
	}
	return append(objects, object{manifestName, body}), data.Pointer{Version: manifest.Version, Manifest: digest(body)}, nil
}

func compress(body []byte) ([]byte, error) {
	var buf bytes.Buffer
	w := brotli.NewWriterLevel(&buf, brotli.BestCompression)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return buf.Bytes(), err
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
