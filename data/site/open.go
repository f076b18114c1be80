package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pricepoint/data/blob"
)

var destination = blob.Purpose{Name: "destination", Other: "destination"}

// Open names a directory or the URL of a bucket, as in blob.Parse. It must be apart from the store at from.
func Open(location, from string) (*Site, error) {
	apart := apartFromFolder
	if strings.Contains(location, "://") {
		apart = apartFromBucket
	}
	location, err := apart(location, from)
	if err != nil {
		return nil, fmt.Errorf("destination %w", err)
	}
	to, err := destination.Open(location)
	if err != nil {
		return nil, err
	}
	return &Site{to}, nil
}

// apartFromBucket refuses a URL that names objects of a store.
func apartFromBucket(location, from string) (string, error) {
	address, err := blob.Parse(location)
	store, other := blob.Parse(from)
	if err == nil && other == nil && store.Overlaps(address) {
		return "", overlap(address.String(), store.String())
	}
	return location, nil // what is wrong with it is found when it is opened
}

// apartFromFolder returns where a path leads, and refuses one into a store.
func apartFromFolder(location, from string) (string, error) {
	if location == "" {
		return "", nil
	}
	root, err := resolved(location)
	if err != nil {
		return "", fmt.Errorf("%s: %v", location, err)
	}
	if strings.Contains(from, "://") {
		return root, nil
	}
	store, err := resolved(from)
	if err != nil {
		return "", fmt.Errorf("%s cannot be compared with store %s: %v", location, from, err)
	}
	if within(root, store) || within(store, root) {
		return "", overlap(location, from)
	}
	return root, nil
}

func overlap(location, store string) error {
	return fmt.Errorf("%s and store %s lie one within the other; name a destination apart from the store", location, store)
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
