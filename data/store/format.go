package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"strings"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"

	"pricepoint/data"
)

// What is read at most, compressed or not, whatever a store claims to hold. Sizes are in bytes.
const (
	maxObject    = 64 << 20
	maxSnapshot  = 512 << 20 // all documents of a snapshot
	maxDocuments = 1000
	maxArchive   = 256 << 20 // of a bucket, which has to be read at once
	maxSmall     = 64 << 10  // the pointer, a claim, a signature
)

// limit bounds what is read of the object of that name.
func limit(name string) int64 {
	switch {
	case name == pointerName, strings.HasPrefix(name, claimsName+"/"), strings.HasSuffix(name, "/"+signatureName):
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

// pack returns the objects of a snapshot's documents, and its manifest with Files: digests come from the bytes that
// are written, whatever the caller believed.
func pack(ctx context.Context, snapshot data.Snapshot) ([]object, data.Manifest, error) {
	manifest := snapshot.Manifest
	manifest.Files = nil
	for _, doc := range snapshot.Documents {
		manifest.Files = append(manifest.Files, data.File{Path: doc.Path, Size: int64(len(doc.Body)), SHA256: digest(doc.Body)})
	}
	if err := checkFiles(manifest.Files); err != nil {
		return nil, data.Manifest{}, err
	}
	compressed, err := compressAll(ctx, snapshot.Documents)
	if err != nil {
		return nil, data.Manifest{}, err
	}
	var objects []object
	for i, body := range compressed {
		manifest.Files[i].Stored = digest(body)
		objects = append(objects, object{manifest.Files[i].Path + brotliSuffix, body})
	}
	return objects, manifest, nil
}

// compressAll compresses on all processors: it is most of the work of publishing.
func compressAll(ctx context.Context, documents []data.Document) ([][]byte, error) {
	compressed := make([][]byte, len(documents))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, doc := range documents {
		group.Go(func() (err error) {
			if err = ctx.Err(); err != nil {
				return err
			}
			if compressed[i], err = compress(doc.Body); err != nil {
				return fmt.Errorf("compress %s: %v", doc.Path, err)
			}
			return nil
		})
	}
	return compressed, group.Wait()
}

// seal returns the manifest as an object, the last one, with its signature before it when there is a key, and the
// pointer to it. It fills in what vouches for the snapshot before and for the archive, nil when there is none.
func (s *Store) seal(manifest data.Manifest, archive *data.File) ([]object, data.Pointer, error) {
	manifest.PreviousManifest, manifest.Archive = "", archive
	if manifest.Previous != "" {
		before, err := s.object(snapshotName(manifest.Previous), manifestName)
		if err != nil {
			return nil, data.Pointer{}, s.broken(manifest.Previous, err)
		}
		manifest.PreviousManifest = digest(before)
	}
	body, err := data.Encode(manifest)
	if err != nil {
		return nil, data.Pointer{}, err
	}
	objects := []object{{manifestName, body}}
	if s.keys.signs() {
		signature, err := s.keys.sign(manifest.Version, body)
		if err != nil {
			return nil, data.Pointer{}, err
		}
		objects = []object{{signatureName, signature}, {manifestName, body}}
	}
	return objects, data.Pointer{Version: manifest.Version, Manifest: digest(body)}, nil
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
