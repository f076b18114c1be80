package blob

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// staging is the folder in which files are written before they take their places, in the directory and in each of its folders. What
// a killed process leaves in it is removed by whoever locks the directory next.
const staging = ".pricepoint-staging"

// directory keeps blobs as files, whole and synced or not at all.
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

func (d *directory) Close() error { return nil }

func (d *directory) path(name string) string { return filepath.Join(d.root, filepath.FromSlash(name)) }

// file is an open blob.
type file struct {
	*os.File
	size int64
}

// Size is how many bytes it has.
func (f file) Size() int64 { return f.size }

// Open opens a regular file. It follows no link out of the directory, and waits for no pipe.
func (d *directory) Open(_ context.Context, name string, limit int64) (Reader, error) {
	if err := d.mustBeFolder(path.Dir(name)); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(d.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	info, err := root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", d.path(name))
	case info.Size() > limit:
		return nil, fmt.Errorf("%s is larger than %d bytes", d.path(name), limit)
	}
	opened, err := root.Open(name)
	return file{opened, info.Size()}, err
}

func (d *directory) Read(ctx context.Context, name string, limit int64) (body []byte, tag string, err error) {
	opened, err := d.Open(ctx, name, limit)
	if err != nil {
		return nil, "", err
	}
	defer opened.Close()
	if body, err = io.ReadAll(io.LimitReader(opened, limit+1)); err == nil && int64(len(body)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", d.path(name), limit)
	}
	return body, tagOf(body), err
}

// tagOf is the tag of a file.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// mustBeFolder refuses a link in place of a folder, or of one that it is in, to readers and writers alike: what is behind
// it is elsewhere. The directory itself may be a link.
func (d *directory) mustBeFolder(name string) error {
	for ; name != "."; name = path.Dir(name) {
		info, err := os.Lstat(d.path(name))
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is a link or no directory; move it away or name another %s", name, d.Other)
		}
	}
	return nil // whatever else is wrong shows when it is used
}

func (d *directory) List(_ context.Context, prefix string, folded bool) ([]Entry, error) {
	all := listing{prefix: prefix, folder: path.Dir(prefix + "x"), folded: folded}
	err := d.mustBeFolder(all.folder)
	if err == nil {
		err = fs.WalkDir(os.DirFS(d.path(all.folder)), ".", all.visit)
	}
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", d.Name, d.root, err)
	}
	slices.SortFunc(all.found, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return all.found, nil
}

// listing collects names.
type listing struct {
	prefix, folder string
	folded         bool
	found          []Entry
}

func (l *listing) visit(within string, e fs.DirEntry, err error) error {
	name := path.Join(l.folder, within)
	switch {
	case errors.Is(err, fs.ErrNotExist): // it was never there, or is no longer
		return nil
	case err != nil:
		return err
	case e.IsDir() && path.Base(name) == staging:
		return fs.SkipDir
	case within == "." || name == lockName || !strings.HasPrefix(name, l.prefix):
		return nil
	case len(l.found) == maxListed:
		return fmt.Errorf("%s holds more than %d names", l.folder, maxListed)
	case e.IsDir() && l.folded:
		l.found = append(l.found, Entry{Name: name + "/", Folded: true})
		return fs.SkipDir
	case e.IsDir():
		return nil
	}
	info, err := e.Info()
	if err == nil {
		l.found = append(l.found, Entry{Name: name, Size: info.Size(), Modified: info.ModTime(), Link: !e.Type().IsRegular()})
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Write writes all blobs beside their places before the first takes its place, so that a full disk is found out before anything
// has changed.
func (d *directory) Write(ctx context.Context, all ...Blob) error {
	err := d.write(ctx, all)
	if err == nil || errors.Is(err, ErrRefused) || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	return d.cannotWrite(err)
}

func (d *directory) write(ctx context.Context, all []Blob) error {
	staged := make([]string, 0, len(all))
	defer func() {
		for _, name := range staged {
			_ = d.Remove(ctx, name) // what has not taken its place, and the folder
		}
	}()
	for _, b := range all {
		if err := errors.Join(ctx.Err(), d.check(ctx, b)); err != nil {
			return err
		}
		name := stagedName(b.Name)
		staged = append(staged, name)
		if err := d.stage(name, b); err != nil {
			return err
		}
	}
	folders := map[string]bool{}
	for i, b := range all {
		if err := os.MkdirAll(filepath.Dir(d.path(b.Name)), 0o755); err != nil {
			return err
		}
		if err := os.Rename(d.path(staged[i]), d.path(b.Name)); err != nil {
			return err
		}
		for folder := path.Dir(b.Name); !folders[folder]; folder = path.Dir(folder) {
			folders[folder] = true
		}
	}
	return d.sync(slices.Collect(maps.Keys(folders)))
}

// stagedName is where a file is written first: within the folder that its name begins with, which may be a disk of its own.
func stagedName(name string) string {
	folder, _, below := strings.Cut(name, "/")
	if !below {
		folder = "."
	}
	return path.Join(folder, staging, "."+rand.Text())
}

// check refuses a blob of which the conditions do not hold.
func (d *directory) check(ctx context.Context, b Blob) error {
	if err := d.mustBeFolder(path.Dir(b.Name)); err != nil {
		return err
	}
	if b.IfAbsent {
		if _, err := os.Lstat(d.path(b.Name)); !errors.Is(err, fs.ErrNotExist) {
			return errors.Join(err, ErrRefused)
		}
	}
	if b.IfTag != "" {
		_, now, err := d.Read(ctx, b.Name, maxCompared)
		if err != nil || now != b.IfTag {
			return errors.Join(err, ErrRefused)
		}
	}
	return nil
}

// maxCompared is how many bytes a file may have that is written only if it is as it was.
const maxCompared = 64 << 20

// stage writes a file that lasts. It gives it the time of its content, which web servers tell their clients.
func (d *directory) stage(name string, b Blob) error {
	if err := d.mustBeFolder(path.Dir(name)); err != nil {
		return err
	}
	place := d.path(name)
	if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
		return err
	}
	w, err := os.OpenFile(place, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = w.Write(b.Body)
	err = errors.Join(err, w.Sync(), w.Close())
	if err == nil && !b.Modified.IsZero() {
		err = os.Chtimes(place, b.Modified, b.Modified)
	}
	return err
}

// sync makes the names in folders last through a power cut.
func (d *directory) sync(folders []string) error {
	for _, name := range folders {
		dir, err := os.Open(d.path(name))
		if err != nil {
			return err
		}
		if err := errors.Join(dir.Sync(), dir.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Remove removes a file, and the folders that are empty then.
func (d *directory) Remove(_ context.Context, name string) error {
	err := d.mustBeFolder(path.Dir(name))
	if err == nil {
		err = os.RemoveAll(d.path(name))
	}
	if err != nil {
		return d.cannotWrite(err)
	}
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if os.Remove(d.path(folder)) != nil {
			break // it is not empty
		}
	}
	return nil
}

func (d *directory) Lock(ctx context.Context) (unlock func() error, err error) {
	if err := os.MkdirAll(d.root, 0o755); err != nil {
		return nil, d.cannotWrite(err)
	}
	unlock, err = lock(ctx, d.root)
	if errors.As(err, new(*HeldError)) {
		return nil, fmt.Errorf("%s %s: %w", d.Name, d.root, err)
	}
	if err != nil {
		return nil, d.cannotWrite(err)
	}
	if err := d.sweep(); err != nil {
		return nil, errors.Join(d.cannotWrite(err), unlock())
	}
	return unlock, nil
}

// sweep removes what killed processes have left half written.
func (d *directory) sweep() error {
	entries, err := os.ReadDir(d.root)
	for _, e := range entries {
		left := d.path(e.Name() + "/" + staging)
		if e.Name() == staging {
			left = d.path(staging)
		}
		if _, none := os.Lstat(left); none == nil && e.IsDir() { // nor may everybody look into every folder
			err = errors.Join(err, os.RemoveAll(left))
		}
	}
	return err
}

// cannotWrite says where, why, and what to do.
func (d *directory) cannotWrite(err error) error {
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
