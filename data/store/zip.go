package store

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// A directory keeps a snapshot as one zip file, since a disk gives room in blocks: a file for each document would
// take twice as much. Documents lie in it as they are served, manifest and signature are deflated. Any unzip takes it
// apart; the comment is the digest of all bytes before it, so that none of them changes unnoticed.

// sealLength is that of the comment: a SHA-256 in hexadecimal.
const sealLength = 64

// zipped returns the objects of a snapshot as a zip file.
func zipped(objects []object) ([]byte, error) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, o := range objects {
		header := zip.FileHeader{Name: o.name, Method: zip.Deflate}
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

// inOneFile lays a snapshot as a directory keeps it.
func inOneFile(version string, objects []object) ([]object, error) {
	body, err := zipped(objects)
	return []object{{zipName(snapshotName(version)), body}}, err
}

func split(file []byte) (sealed, seal []byte) {
	at := max(0, len(file)-sealLength)
	return file[:at], file[at:]
}

// zipName is the file of a snapshot's folder, where that is a file.
func zipName(folder string) string { return folder + zipSuffix }

// inZip tells which file holds an object of a snapshot, and as what.
func inZip(name string) (file, member string, is bool) {
	rest, is := strings.CutPrefix(name, snapshotsName+"/")
	folder, member, isMember := strings.Cut(rest, "/")
	return zipName(snapshotName(folder)), member, is && isMember
}

// member is an object of an open zip file.
type member struct {
	io.ReadCloser
	file *os.File
	name string
}

func (m member) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s in %s: %w", m.name, m.file.Name(), err)
	}
	return n, err
}

func (m member) Close() error { return errors.Join(m.ReadCloser.Close(), m.file.Close()) }

// streamMember opens an object in a zip file; fs.ErrNotExist when the file does not have it.
func streamMember(file *os.File, name string) (io.ReadCloser, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > maxSnapshot {
		return nil, fmt.Errorf("%s is larger than %d bytes", file.Name(), maxSnapshot)
	}
	r, err := zip.NewReader(file, info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %v", file.Name(), err)
	}
	for _, m := range r.File {
		if m.Name != name {
			continue
		}
		content, err := m.Open()
		if err != nil {
			return nil, fmt.Errorf("%s in %s: %v", name, file.Name(), err)
		}
		return member{content, file, name}, nil
	}
	return nil, fmt.Errorf("%s in %s: %w", name, file.Name(), fs.ErrNotExist)
}

// container compares the file that holds a snapshot with the digest at its end.
func (f folder) container(version string) error {
	name := zipName(snapshotName(version))
	body, err := f.read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the files of a bucket, copied into a directory
	}
	if err != nil {
		return err
	}
	if sealed, seal := split(body); digest(sealed) != string(seal) {
		return fmt.Errorf("its last %d bytes are not the digest of those before", sealLength)
	}
	return nil
}
