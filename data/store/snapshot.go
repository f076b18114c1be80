package store

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"sync"

	"pricepoint/data"
	"pricepoint/data/blob"
	"pricepoint/data/store/pack"
)

// A directory keeps a snapshot as one zip file, since a disk gives room in blocks: a file for each document would
// take twice as much. Documents lie in it as they are served, manifest and signature are deflated. Any unzip takes it
// apart; the comment is the digest of all bytes before it, so that none of them changes unnoticed.
//
// In a bucket each object stands for itself. Whichever way a copy has been made, both kinds of store read both.

// contents are the objects of a snapshot, which stand in its folder or in the file of that. The file is opened once, however
// many are read: a snapshot has one for each tool.
type contents struct {
	*objects
	folder  string
	file    blob.Reader // nil: it has not been opened
	members map[string]*zip.File
	broken  error        // why the file has no members
	damage  func() error // what has become of the file; nil when it is as it was written or nobody can tell
}

func (o *objects) contents(folder string) *contents {
	return &contents{objects: o, folder: folder, damage: sync.OnceValue(func() error {
		whole, err := o.read(zipName(folder))
		if err != nil {
			return nil
		}
		return pack.Damage(whole)
	})}
}

// object reads an object of a snapshot on its own.
func (o *objects) object(folder, name string) ([]byte, error) {
	c := o.contents(folder)
	defer c.close()
	return c.read(name)
}

func (c *contents) close() {
	if c.file != nil {
		c.file.Close()
	}
}

// read returns a whole object, with the errors of blob.Blobs.
func (c *contents) read(name string) ([]byte, error) {
	body, err := c.objects.read(c.folder + "/" + name)
	if !errors.Is(err, fs.ErrNotExist) {
		return body, err
	}
	if openErr := c.open(); errors.Is(openErr, fs.ErrNotExist) {
		return nil, err
	} else if openErr != nil {
		return nil, openErr
	}
	if body, err = c.unzip(name); err == nil {
		return body, nil
	}
	err = fmt.Errorf("%s in %s: %w", name, c.name(zipName(c.folder)), err)
	if damage := c.damage(); damage != nil {
		err = fmt.Errorf("%w: %v", err, damage)
	}
	return nil, err
}

// open opens the file, and finds its members; of two with one name the first. It reads no more than their list.
func (c *contents) open() error {
	if c.file != nil {
		return nil
	}
	file, err := c.blobs.Open(c.ctx, zipName(c.folder), maxObject)
	if err != nil {
		return err
	}
	c.file, c.members = file, map[string]*zip.File{}
	r, err := zip.NewReader(file, file.Size())
	if err != nil {
		c.broken = err
		return nil
	}
	for _, m := range r.File {
		if c.members[m.Name] == nil {
			c.members[m.Name] = m
		}
	}
	return nil
}

// unzip returns a member of the file; fs.ErrNotExist when the file does not have it.
func (c *contents) unzip(name string) ([]byte, error) {
	if c.broken != nil {
		return nil, c.broken
	}
	member, has := c.members[name]
	if !has {
		return nil, fs.ErrNotExist
	}
	return pack.ReadMember(member, limit("/"+name))
}

// document reads one document of a version. What has an error has its path nevertheless.
func (c *contents) document(version string, file data.File) (doc data.Document, err error) {
	if err = errors.Join(checkVersion(version), checkDocument(file.Path)); err == nil {
		var compressed []byte
		if compressed, err = c.read(file.Path + brotliSuffix); err == nil {
			doc, err = decodeDocument(file, compressed)
		}
	}
	if err != nil {
		return data.Document{Path: file.Path}, c.objects.broken(version, err)
	}
	return doc, nil
}

// packed is a snapshot as it is kept: nothing of it changes any more.
type packed struct {
	version   string
	documents []data.Document // compressed
	manifest  []byte
	signature []byte // of the manifest; nil: none
}

// members are the objects of a snapshot by their names in its folder, the manifest last.
func (p packed) members() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for _, d := range p.documents {
			if !yield(d.Path+brotliSuffix, d.Brotli) {
				return
			}
		}
		if p.signature == nil || yield(signatureName, p.signature) {
			yield(manifestName, p.manifest)
		}
	}
}

// pointer names the snapshot.
func (p packed) pointer() data.Pointer {
	return data.Pointer{Version: p.version, Manifest: digest(p.manifest)}
}

// blobs are what is written of a snapshot, in its order: one file in a directory, all members in a bucket.
func (p packed) blobs(inDirectory bool) (all []blob.Blob, err error) {
	if !inDirectory {
		for name, body := range p.members() {
			all = append(all, object(snapshotName(p.version)+"/"+name, body))
		}
		return all, nil
	}
	body, err := pack.Zip(p.version, p.members())
	if err == nil && len(body) > maxObject {
		err = fmt.Errorf("snapshot %s takes %d bytes; at most %d are read", p.version, len(body), maxObject)
	}
	return []blob.Blob{object(zipName(snapshotName(p.version)), body)}, err
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
