package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"pricepoint/data"
)

// Pointer says which snapshot is the newest. It reads one small file, so it may be asked every few seconds.
// The error is ErrEmpty when nothing was ever published.
func (d *Dir) Pointer() (data.Pointer, error) {
	body, err := d.read(pointerName)
	if errors.Is(err, fs.ErrNotExist) {
		return data.Pointer{}, d.missingPointer()
	}
	if err != nil {
		return data.Pointer{}, err
	}
	var pointer data.Pointer
	if err = data.Decode(body, &pointer); err == nil {
		err = checkVersion(pointer.Version)
	}
	if err != nil {
		return data.Pointer{}, fmt.Errorf("%s is broken: %v", d.path(pointerName), err)
	}
	return pointer, nil
}

// missingPointer tells a new store from one that has lost its pointer.
func (d *Dir) missingPointer() error {
	versions, err := d.versions()
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return fmt.Errorf("%s: %w", d.root, ErrEmpty)
	}
	return fmt.Errorf("%s is missing", d.path(pointerName))
}

// List returns the published versions, oldest first. What lies behind the pointer was never completed and is left out.
func (d *Dir) List() ([]string, error) {
	versions, err := d.versions()
	if err != nil {
		return nil, err
	}
	pointer, err := d.Pointer()
	if err != nil {
		return versions, nil // without a pointer, every complete version may have been published
	}
	return slices.DeleteFunc(versions, func(v string) bool { return v > pointer.Version }), nil
}

// Latest returns the newest intact snapshot. The warning, for the log, says what is broken and what is used
// instead. The error is ErrEmpty when no snapshot is intact, and ErrNewer when one was made by a newer pricepoint:
// nobody should carry on from older data then.
func (d *Dir) Latest() (snapshot data.Snapshot, warning, err error) {
	versions, err := d.List()
	if err != nil {
		return data.Snapshot{}, nil, err
	}
	var trouble []string
	pointer, err := d.Pointer()
	switch {
	case errors.Is(err, ErrEmpty):
		return data.Snapshot{}, nil, err
	case err != nil:
		trouble = append(trouble, err.Error())
	case !slices.Contains(versions, pointer.Version):
		versions = append(versions, pointer.Version) // reading it says what is wrong
	}
	for _, version := range slices.Backward(versions) {
		snapshot, err := d.Read(version)
		if err == nil {
			return snapshot, warn(trouble, "using "+version), nil
		}
		if errors.Is(err, ErrNewer) {
			return data.Snapshot{}, nil, err
		}
		trouble = append(trouble, err.Error())
	}
	return data.Snapshot{}, warn(trouble, "no snapshot is intact"), fmt.Errorf("%s: %w", d.root, ErrEmpty)
}

func warn(trouble []string, consequence string) error {
	if len(trouble) == 0 {
		return nil
	}
	return errors.New(strings.Join(append(trouble, consequence), "; "))
}

// versions returns every complete version, published or not, oldest first.
func (d *Dir) versions() ([]string, error) {
	entries, err := os.ReadDir(d.path(snapshotsName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("store: %v", err)
	}
	var versions []string
	for _, entry := range entries { // in the order of names, which is that of time
		if entry.IsDir() && checkVersion(entry.Name()) == nil {
			versions = append(versions, entry.Name())
		}
	}
	return versions, nil
}
