package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"pricepoint/data/lock"
	"pricepoint/data/remedy"
)

// stagingName is the folder in which files are written before they take their places.
const stagingName = ".pricepoint-staging"

// folder is a static site in a directory.
type folder struct{ root string }

func openFolder(location, from string) (*Site, io.Closer, error) {
	if location == "" {
		return nil, nil, errors.New("no destination is named; name a directory or a bucket")
	}
	root, err := resolved(location)
	if err != nil {
		return nil, nil, fmt.Errorf("destination %s: %v", location, err)
	}
	if !strings.Contains(from, "://") {
		store, err := resolved(from)
		if err != nil {
			return nil, nil, fmt.Errorf("store %s: %v", from, err)
		}
		if within(root, store) || within(store, root) {
			return nil, nil, fmt.Errorf("destination %s and store %s lie one within the other; name a destination apart from the store", location, from)
		}
	}
	if info, err := os.Stat(root); err == nil && !info.IsDir() {
		return nil, nil, fmt.Errorf("destination %s is a file; name a directory", location)
	}
	return &Site{where: root, to: folder{root}}, io.NopCloser(nil), nil
}

// resolved is where a path leads, also when its last part does not exist yet.
func resolved(location string) (string, error) {
	location, err := filepath.Abs(location)
	if err != nil {
		return "", err
	}
	there, err := filepath.EvalSymlinks(location)
	if !errors.Is(err, fs.ErrNotExist) {
		return there, err
	}
	if _, err := os.Lstat(location); err == nil {
		return "", errors.New("it is a link that leads nowhere")
	}
	parent, err := resolved(filepath.Dir(location))
	return filepath.Join(parent, filepath.Base(location)), err
}

func within(inner, outer string) bool {
	relative, err := filepath.Rel(outer, inner)
	return err == nil && filepath.IsLocal(relative)
}

func (f folder) path(name string) string { return filepath.Join(f.root, filepath.FromSlash(name)) }

// files refuses links: what is behind one is elsewhere, and writing would go there.
func (f folder) files() (map[string]int64, error) {
	all := map[string]int64{}
	err := filepath.WalkDir(f.root, func(place string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && place == f.root {
			return fs.SkipAll
		}
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(f.root, place)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(relative)
		switch {
		case e.IsDir() && name == stagingName:
			return fs.SkipDir
		case e.IsDir() || e.Type().IsRegular() && (name == markName || name == lock.Name):
			return nil
		case !e.Type().IsRegular():
			return fmt.Errorf("%s is a link or no file; move it away or name another destination", place)
		}
		info, err := e.Info()
		if err == nil {
			all[name] = info.Size()
		}
		return err
	})
	if err != nil {
		return nil, f.trouble(err)
	}
	return all, nil
}

func (f folder) read(name string) ([]byte, error) { return os.ReadFile(f.path(name)) }

func (f folder) lock(ctx context.Context) (func() error, error) {
	if err := os.MkdirAll(f.root, 0o755); err != nil {
		return nil, f.trouble(err)
	}
	unlock, err := lock.Take(ctx, f.root)
	if err != nil {
		return nil, f.trouble(err)
	}
	return unlock, nil
}

// put writes all files beside their places before the first takes its place, so that a full disk is found out before
// anything has changed.
func (f folder) put(ctx context.Context, files []File) (err error) {
	staging := f.path(stagingName)
	defer func() { err = errors.Join(err, os.RemoveAll(staging)) }()
	if err := errors.Join(os.RemoveAll(staging), os.MkdirAll(staging, 0o755)); err != nil {
		return f.trouble(err)
	}
	staged := func(i int) string { return filepath.Join(staging, strconv.Itoa(i)) }
	for i, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := writeSynced(staged(i), file); err != nil {
			return f.trouble(err)
		}
	}
	folders := map[string]bool{}
	for i, file := range files {
		place := f.path(file.Path)
		if err := os.MkdirAll(filepath.Dir(place), 0o755); err != nil {
			return f.trouble(err)
		}
		if err := os.Rename(staged(i), place); err != nil {
			return f.trouble(err)
		}
		folders[filepath.Dir(place)] = true
	}
	for name := range folders {
		if err := syncFolder(name); err != nil {
			return f.trouble(err)
		}
	}
	return nil
}

// writeSynced gives the file the time of its content, which web servers tell their clients.
func writeSynced(place string, file File) error {
	w, err := os.OpenFile(place, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = w.Write(file.Body)
	err = errors.Join(err, w.Sync(), w.Close())
	if err == nil && !file.Modified.IsZero() {
		err = os.Chtimes(place, file.Modified, file.Modified)
	}
	return err
}

func syncFolder(place string) error {
	dir, err := os.Open(place)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func (f folder) remove(ctx context.Context, names []string) error {
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := os.Remove(f.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f.trouble(err)
		}
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if os.Remove(f.path(folder)) != nil {
				break // it is not empty
			}
		}
	}
	return nil
}

// trouble says which destination, why, and what to do.
func (f folder) trouble(err error) error {
	return fmt.Errorf("destination %s: %w%s", f.root, err, remedy.Disk(err, "destination"))
}
