package store

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"pricepoint/data"
)

// A directory keeps a snapshot as one zip file, since a disk gives room in blocks: a file for each document would
// take twice as much. Documents lie in it as they are served, manifest and signature are deflated. Any unzip takes it
// apart; the comment is the digest of all bytes before it, so that none of them changes unnoticed.
//
// In a bucket each object stands for itself. Whichever way a copy has been made, both kinds of store read both.

// sealLength is that of the comment: a SHA-256 in hexadecimal.
const sealLength = 64

// inOneFile lays a snapshot as a directory keeps it.
func inOneFile(version string, objects []object) ([]object, error) {
	body, err := zipped(version, objects)
	if err == nil && len(body) > maxObject {
		err = fmt.Errorf("snapshot %s takes %d bytes; at most %d are read", version, len(body), maxObject)
	}
	return []object{{zipName(snapshotName(version)), body}}, err
}

// zipped returns the objects of a snapshot as a zip file: the same bytes for the same objects.
func zipped(version string, objects []object) ([]byte, error) {
	made, err := data.ParseVersion(version)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, o := range objects {
		header := zip.FileHeader{Name: o.name, Method: zip.Deflate, Modified: made}
		if strings.HasSuffix(o.name, brotliSuffix) {
			header.Method = zip.Store
		}
		member, err := w.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := member.Write(o.body); err != nil {
			return nil, err
		}
	}
	if err := w.SetComment(strings.Repeat("0", sealLength)); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
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

// zipName is the file of a snapshot's folder, where that is a file.
func zipName(folder string) string { return folder + zipSuffix }

// object reads an object of a snapshot, which stands in its folder or in the file of that.
func (s *Store) object(folder, name string) ([]byte, error) {
	body, err := s.place.read(folder + "/" + name)
	if !errors.Is(err, fs.ErrNotExist) {
		return body, err
	}
	file, zipErr := s.place.read(zipName(folder))
	if errors.Is(zipErr, fs.ErrNotExist) {
		return nil, err
	}
	if zipErr != nil {
		return nil, zipErr
	}
	if body, err = unzip(file, name); err != nil {
		return nil, fmt.Errorf("%s in %s: %w", name, s.name(zipName(folder)), err)
	}
	return body, nil
}

// unzip returns a member of a zip file; fs.ErrNotExist when the file does not have it.
func unzip(file []byte, name string) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	for _, m := range r.File {
		if m.Name != name {
			continue
		}
		content, err := m.Open()
		if err != nil {
			return nil, err
		}
		defer content.Close()
		return readAtMost(content, limit("/"+name), "it")
	}
	return nil, fs.ErrNotExist
}

// checkMembers refuses what another program might take for published.
func checkMembers(file []byte, manifest data.Manifest) error {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	expected := map[string]bool{manifestName: true, signatureName: true}
	for _, f := range manifest.Files {
		expected[f.Path+brotliSuffix] = true
	}
	for _, m := range r.File {
		if !expected[m.Name] {
			return fmt.Errorf("it holds %q twice, or its manifest does not name that", m.Name)
		}
		delete(expected, m.Name)
	}
	return nil
}
