package blob

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// staging is the folder in which files are written before they take their places. What a killed process leaves in it is
// removed by whoever locks the directory next.
const staging = ".pricepoint-staging"

// directory keeps blobs as files, whole and synced or not at all. It follows no link out of itself.
type directory struct {
	Purpose
	root string
}

func (p Purpose) openDirectory(location string) (*directory, error) {
	if location == "" {
		return nil, fmt.Errorf("no %s is named; name a directory", p.Name)
	}
	info, err := os.Stat(location)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %v", p.Name, err)
	}
	if err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s %s is a file; name a directory", p.Name, location)
	}
	return &directory{p, filepath.Clean(location)}, nil
}

func (d *directory) String() string { return d.root }

// Read reads a regular file. It waits for no pipe.
func (d *directory) Read(_ context.Context, name string, limit int64) (body []byte, tag string, err error) {
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return nil, "", err
	}
	defer root.Close()
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s/%s is not a regular file", d.root, name)
	}
	if err != nil {
		return nil, "", err
	}
	opened, err := root.Open(name)
	if err != nil {
		return nil, "", err
	}
	defer opened.Close()
	if info.Size() <= limit {
		body, err = io.ReadAll(io.LimitReader(opened, limit))
	} else {
		err = fmt.Errorf("%s/%s is larger than %d bytes", d.root, name, limit)
	}
	return body, fmt.Sprintf("%x", sha256.Sum256(body)), err
}

func (d *directory) List(_ context.Context, prefix string) (found []Entry, err error) {
	root, err := os.OpenRoot(d.root)
	if err == nil {
		defer root.Close()
		err = fs.WalkDir(root.FS(), path.Dir(prefix+"x"), func(name string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && e.Name() == staging:
				return fs.SkipDir
			case e.IsDir() || name == lockName || !strings.HasPrefix(name, prefix):
				return nil
			}
			info, err := e.Info()
			if err == nil {
				found = append(found, Entry{name, info.Size()})
			}
			return vanished(err)
		})
	}
	if err = vanished(err); err != nil {
		return nil, fmt.Errorf("%s %s: %w", d.Name, d.root, err)
	}
	slices.SortFunc(found, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return found, nil
}

// vanished is nil for the error of what is no longer there.
func vanished(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (d *directory) Write(ctx context.Context, b Blob) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := os.MkdirAll(d.root, 0o755)
	if err == nil {
		err = d.write(ctx, b)
	}
	if errors.Is(err, ErrRefused) {
		return err
	}
	return d.cannotWrite(err)
}

// write writes a file beside its place, and has it take its place when it lasts.
func (d *directory) write(ctx context.Context, b Blob) (err error) {
	if b.IfTag != "" {
		if _, now, err := d.Read(ctx, b.Name, maxCompared); err != nil || now != b.IfTag {
			return errors.Join(err, ErrRefused)
		}
	}
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return err
	}
	defer root.Close()
	if b.IfAbsent {
		if _, err := root.Lstat(b.Name); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, ErrRefused)
		}
	}
	staged := path.Join(staging, rand.Text())
	defer func() {
		_ = root.Remove(staged) // what has not taken its place
		_ = root.Remove(staging)
	}()
	if err := errors.Join(root.MkdirAll(staging, 0o755), root.MkdirAll(path.Dir(b.Name), 0o755)); err != nil {
		return err
	}
	if err := stage(root, staged, b); err != nil {
		return err
	}
	if err := root.Rename(staged, b.Name); err != nil {
		return err
	}
	return syncFolders(root, path.Dir(b.Name))
}

// maxCompared is how many bytes a file may have that is written only if it is as it was.
const maxCompared = 64 << 20

// stage writes a file that lasts. It gives it the time of its content, which web servers tell their clients.
func stage(root *os.Root, name string, b Blob) error {
	w, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = w.Write(b.Body)
	err = errors.Join(err, w.Sync(), w.Close())
	if err == nil && !b.Modified.IsZero() {
		err = root.Chtimes(name, b.Modified, b.Modified)
	}
	return err
}

// syncFolders makes the names in a folder, and in those that it is in, last through a power cut.
func syncFolders(root *os.Root, name string) error {
	folder, err := root.Open(name)
	if err != nil {
		return err
	}
	if err := errors.Join(folder.Sync(), folder.Close()); err != nil || name == "." {
		return err
	}
	return syncFolders(root, path.Dir(name))
}

// Remove removes a file, and the folders that are empty then.
func (d *directory) Remove(_ context.Context, name string) error {
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return d.cannotWrite(vanished(err))
	}
	defer root.Close()
	if err := root.RemoveAll(name); err != nil {
		return d.cannotWrite(err)
	}
	for folder := path.Dir(name); folder != "." && root.Remove(folder) == nil; {
		folder = path.Dir(folder)
	}
	return nil
}

// cannotWrite says where, why, and what to do; nil for no error.
func (d *directory) cannotWrite(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s %s cannot be written: %w%s", d.Name, d.root, err, remedy(err, d.Other))
}

// remedy continues a message about a directory that cannot be written with what to do: "; free some space or name another
// --store", where instead is "--store". It is "" when nothing is known to help.
func remedy(err error, instead string) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "; run as the owner of the directory or name another " + instead
	case errors.Is(err, syscall.EROFS):
		return "; mount it for writing or name another " + instead
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return "; free some space or name another " + instead
	case errors.Is(err, syscall.ENOTDIR):
		return "; name a " + instead + " that is a directory"
	}
	return ""
}
