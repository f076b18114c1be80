package store

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"

	"pricepoint/data/blob"
)

// contents are the objects of a snapshot, which stand in its folder or in the file of that. The file is opened once, however
// many are read: a snapshot has one for each tool.
type contents struct {
	*objects
	folder  string
	file    blob.Reader // nil: it has not been opened
	members map[string]*zip.File
	broken  error  // why the file has no members
	damage  *error // what has become of the file; nil: nobody has asked
}

func (o *objects) contents(folder string) *contents { return &contents{objects: o, folder: folder} }

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
	if damage := c.damageOfFile(); damage != nil {
		err = fmt.Errorf("%w: %v", err, damage)
	}
	return nil, err
}

// open opens the file, with the errors of blob.Blobs.
func (c *contents) open() error {
	if c.file != nil {
		return nil
	}
	file, err := c.blobs.Open(c.ctx, zipName(c.folder), maxObject)
	if err != nil {
		return err
	}
	c.file = file
	c.members, c.broken = membersOf(file)
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
	return readMember(member, limit("/"+name))
}

// damageOfFile is what has become of the file, nil when it is as it was written or nobody can tell.
func (c *contents) damageOfFile() error {
	if c.damage == nil {
		var found error
		if whole, err := c.objects.read(zipName(c.folder)); err == nil {
			found = damageOf(whole)
		}
		c.damage = &found
	}
	return *c.damage
}
