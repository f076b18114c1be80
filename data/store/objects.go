package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/blob"
	"pricepoint/data/store/signing"
)

// objects are what has a name in a store. They are read, and nothing of them is believed.
type objects struct {
	blobs blob.Blobs
	ctx   context.Context // of what takes none
	keys  *signing.Keys   // nil: nothing is signed, and no signature asked for
}

// name tells where an object is, for messages.
func (o *objects) name(object string) string {
	return strings.TrimSuffix(o.blobs.String(), "/") + "/" + object
}

// read returns a whole object, with the errors of blob.Blobs.
func (o *objects) read(name string) ([]byte, error) {
	body, _, err := o.blobs.Read(o.ctx, name, limit(name))
	return body, err
}

// pointer reads the pointer; fs.ErrNotExist when there is none.
func (o *objects) pointer() (data.Pointer, error) {
	body, err := o.read(pointerName)
	if err != nil {
		return data.Pointer{}, err
	}
	pointer, err := decodePointer(body)
	if err != nil {
		return data.Pointer{}, fmt.Errorf("%s is broken: %v", o.name(pointerName), err)
	}
	return pointer, nil
}

// listed are the names in a folder, without those that begin with a dot.
func (o *objects) listed(folder string) (names []string, err error) {
	entries, err := o.blobs.List(o.ctx, folder+"/", true)
	for _, e := range entries {
		if name := strings.TrimPrefix(e.Name, folder+"/"); !e.Link && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, err
}

// versions are those with a folder or a file, published or not, oldest first, without what is being dropped.
func (o *objects) versions() (versions []string, err error) {
	names, err := o.listed(snapshotsName)
	for _, name := range names {
		version, isFolder := strings.CutSuffix(name, "/")
		if !isFolder {
			version, isFolder = strings.CutSuffix(name, zipSuffix)
		}
		if isFolder && checkVersion(version) == nil {
			versions = append(versions, version)
		}
	}
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	marked, err := o.marked(marksName)
	slices.Sort(versions)
	return without(slices.Compact(versions), marked), err
}

// marked are the versions that somebody writes (claimsName) or drops (marksName), or did when they were killed, oldest first.
func (o *objects) marked(folder string) ([]string, error) {
	names, err := o.listed(folder)
	return slices.DeleteFunc(names, func(name string) bool { return checkVersion(name) != nil }), err
}

// manifestBody reads the bytes of a manifest; ErrNotFound when there is nothing of the version.
func (o *objects) manifestBody(version string) ([]byte, error) {
	body, err := o.object(snapshotName(version), manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		if versions, listErr := o.versions(); listErr == nil && !slices.Contains(versions, version) {
			return nil, o.notFound(version)
		}
	}
	return body, err
}

// checkSignature is an error unless the manifest of a version has the signature it should have: errUnsigned when there is none.
func (o *objects) checkSignature(version string, manifest []byte) error {
	text, err := o.object(snapshotName(version), signatureName)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing", errUnsigned, signatureName)
	}
	if err == nil {
		if err = o.keys.Check(version, manifest, text); err != nil {
			err = fmt.Errorf("%s %w", signatureName, err)
		}
	}
	return err
}

func (o *objects) notFound(version string) error {
	return fmt.Errorf("%s in %s: %w", version, o.blobs, ErrNotFound)
}

// broken says which snapshot, unless the store is what is wrong.
func (o *objects) broken(version string, err error) error {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrNotFound) {
		return err
	}
	return fmt.Errorf("snapshot %s in %s is broken: %w", version, o.blobs, err)
}

// without are versions but for some others.
func without(versions, others []string) []string {
	return slices.DeleteFunc(slices.Clone(versions), func(v string) bool { return slices.Contains(others, v) })
}

// after are the versions later than one.
func after(version string, versions []string) []string {
	return slices.DeleteFunc(slices.Clone(versions), func(v string) bool { return v <= version })
}
