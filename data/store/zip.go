package store

import (
	"archive/zip"
	"bytes"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/blob"
)

// A directory keeps a snapshot as one zip file, since a disk gives room in blocks: a file for each document would
// take twice as much. Documents lie in it as they are served, manifest and signature are deflated. Any unzip takes it
// apart; the comment is the digest of all bytes before it, so that none of them changes unnoticed.
//
// In a bucket each object stands for itself. Whichever way a copy has been made, both kinds of store read both.

// sealLength is that of the comment: a SHA-256 in hexadecimal.
const sealLength = 64

// laid is what is written of a snapshot, in its order: one file in a directory, all members in a bucket.
func (p packed) laid(inDirectory bool) (all []blob.Blob, err error) {
	if !inDirectory {
		for name, body := range p.members() {
			all = append(all, object(snapshotName(p.version)+"/"+name, body))
		}
		return all, nil
	}
	body, err := zipped(p.version, p.members())
	if err == nil && len(body) > maxObject {
		err = fmt.Errorf("snapshot %s takes %d bytes; at most %d are read", p.version, len(body), maxObject)
	}
	return []blob.Blob{object(zipName(snapshotName(p.version)), body)}, err
}

// zipped returns the members of a snapshot as a zip file: the same bytes for the same members.
func zipped(version string, members iter.Seq2[string, []byte]) ([]byte, error) {
	made, err := data.ParseVersion(version)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for name, body := range members {
		header := zip.FileHeader{Name: name, Method: zip.Deflate, Modified: made}
		if slices.Contains([]string{brotliSuffix, gzipSuffix, zstdSuffix}, path.Ext(name)) {
			header.Method = zip.Store
		}
		member, err := w.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := member.Write(body); err != nil {
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

// membersOf finds the members of a zip file; of two with one name the first. It reads no more than their list.
func membersOf(file blob.Reader) (map[string]*zip.File, error) {
	r, err := zip.NewReader(file, file.Size())
	if err != nil {
		return nil, err
	}
	members := make(map[string]*zip.File, len(r.File))
	for _, m := range r.File {
		if members[m.Name] == nil {
			members[m.Name] = m
		}
	}
	return members, nil
}

// readMember reads a member of at most limit bytes, whatever it says of its size.
func readMember(m *zip.File, limit int64) ([]byte, error) {
	content, err := m.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return readAtMost(content, limit, "it")
}

// damageOf says that the file of a snapshot is not as it was written, nil when it is.
func damageOf(file []byte) error {
	if sealed, seal := split(file); digest(sealed) != string(seal) {
		return fmt.Errorf("the file, of %d bytes, was cut off or changed since it was written: its last %d are not the digest of those before", len(file), sealLength)
	}
	return nil
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
