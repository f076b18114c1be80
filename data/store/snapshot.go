package store

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// A directory keeps a snapshot as one zip file, since a disk gives room in blocks: a file for each document would
// take twice as much. Documents lie in it as they are served, manifest and signature are deflated. Any unzip takes it
// apart; the comment is the digest of all bytes before it, so that none of them changes unnoticed.
//
// In a bucket each object stands for itself. Whichever way a copy has been made, both kinds of store read both.

// contents are the objects of a snapshot, which stand in its folder or in the file of that.
type contents struct {
	store   *Store
	version string
	file    func() (zipFile, error) // which is read once, when it is needed
}

// zipFile is the file of a snapshot. It has no members where it is broken.
type zipFile struct {
	body    []byte
	names   []string             // of all members
	members map[string]*zip.File // of two with one name the first
	broken  error
}

func (s *Store) contents(version string) contents {
	return contents{s, version, sync.OnceValues(func() (zipFile, error) {
		body, err := s.read(zipName(snapshotName(version)))
		if err != nil {
			return zipFile{}, err
		}
		file := zipFile{body: body, members: map[string]*zip.File{}}
		var r *zip.Reader
		if r, file.broken = zip.NewReader(bytes.NewReader(body), int64(len(body))); file.broken == nil {
			for _, m := range slices.Backward(r.File) {
				file.names, file.members[m.Name] = append(file.names, m.Name), m
			}
		}
		return file, nil
	})}
}

// read returns a whole object, with the errors of blob.Blobs.
func (c contents) read(name string) ([]byte, error) {
	body, err := c.store.read(snapshotName(c.version) + "/" + name)
	if !errors.Is(err, fs.ErrNotExist) {
		return body, err
	}
	file, fileErr := c.file()
	if errors.Is(fileErr, fs.ErrNotExist) {
		return nil, err
	} else if fileErr != nil {
		return nil, fileErr
	}
	if body, err = file.read(name); err == nil {
		return body, nil
	}
	err = fmt.Errorf("%s in %s: %w", name, c.store.name(zipName(snapshotName(c.version))), err)
	if torn := checkSeal(file.body); torn != nil {
		err = fmt.Errorf("%w: %v", err, torn)
	}
	return nil, err
}

// document reads one document. What has an error has its path nevertheless.
func (c contents) document(file data.File) (doc data.Document, err error) {
	if err = errors.Join(checkVersion(c.version), checkFiles([]data.File{file})); err == nil {
		var compressed []byte
		if compressed, err = c.read(file.Path + brotliSuffix); err == nil {
			doc, err = decodeDocument(file, compressed)
		}
	}
	if err != nil {
		return data.Document{Path: file.Path}, c.store.broken(c.version, err)
	}
	return doc, nil
}

// membersOf are the objects of a snapshot by their names in its folder, the manifest last; no signature is nil.
func membersOf(documents []data.Document, signature, manifest []byte) (members []blob.Blob) {
	for _, d := range documents {
		members = append(members, blob.Blob{Name: d.Path + brotliSuffix, Body: d.Brotli})
	}
	if signature != nil {
		members = append(members, blob.Blob{Name: signatureName, Body: signature})
	}
	return append(members, blob.Blob{Name: manifestName, Body: manifest})
}

// placed are the objects that are written of the members of a snapshot, in their order: one file in a directory.
func (s *Store) placed(version string, members []blob.Blob) (all []blob.Blob, err error) {
	folder := snapshotName(version)
	if s.directory == "" {
		for _, m := range members {
			all = append(all, object(folder+"/"+m.Name, m.Body))
		}
		return all, nil
	}
	body, err := zipped(version, members)
	if err == nil && len(body) > maxObject {
		err = fmt.Errorf("snapshot %s takes %d bytes; at most %d are read", version, len(body), maxObject)
	}
	return []blob.Blob{object(zipName(folder), body)}, err
}

// sealLength is that of the comment of a zip file: a SHA-256 in hexadecimal.
const sealLength = 64

// zipped returns members as a zip file whose comment is the digest of all bytes before it: the same bytes for the same members.
func zipped(version string, members []blob.Blob) ([]byte, error) {
	made, err := data.ParseVersion(version)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, m := range members {
		header := zip.FileHeader{Name: m.Name, Method: zip.Deflate, Modified: made}
		if slices.Contains([]string{brotliSuffix, gzipSuffix, zstdSuffix}, path.Ext(m.Name)) {
			header.Method = zip.Store
		}
		to, err := w.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(m.Body); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(w.SetComment(strings.Repeat("0", sealLength)), w.Close()); err != nil {
		return nil, err
	}
	sealed, seal := split(buf.Bytes())
	copy(seal, digest(sealed))
	return buf.Bytes(), nil
}

func split(file []byte) (sealed, seal []byte) {
	at := max(0, len(file)-sealLength)
	return file[:at], file[at:]
}

// checkSeal says that a zip file is not as it was written, nil when it is.
func checkSeal(file []byte) error {
	if sealed, seal := split(file); digest(sealed) != string(seal) {
		return fmt.Errorf("the file, of %d bytes, was cut off or changed since it was written: its last %d are not the digest of those before", len(file), sealLength)
	}
	return nil
}

// read returns a member; fs.ErrNotExist when the file does not have it.
func (f zipFile) read(name string) ([]byte, error) {
	if f.broken != nil {
		return nil, f.broken
	}
	member, has := f.members[name]
	if !has {
		return nil, fs.ErrNotExist
	}
	return unzip(member, limit("/"+name))
}

// unzip reads a member of at most limit bytes, whatever it says of its size.
func unzip(m *zip.File, limit int64) ([]byte, error) {
	content, err := m.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return readAtMost(content, limit, "it")
}

// readAtMost reads to the end, and no further than a limit in bytes.
func readAtMost(from io.Reader, limit int64, name string) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return body, err
}
