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
		if name := strings.TrimPrefix(e.Name, folder+"/"); !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, err
}

// versions are those with a folder or a file, published or not, oldest first.
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
	slices.Sort(versions)
	return slices.Compact(versions), err
}

// manifestBody reads the bytes of a manifest. It is written last and removed first: without it there is nothing of the version,
// and the error is ErrNotFound.
func (o *objects) manifestBody(version string) ([]byte, error) {
	c := o.contents(snapshotName(version))
	defer c.close()
	body, err := c.read(manifestName)
	if errors.Is(err, fs.ErrNotExist) && c.file == nil {
		return nil, o.notFound(version)
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

// after are the versions later than one.
func after(version string, versions []string) []string {
	return slices.DeleteFunc(slices.Clone(versions), func(v string) bool { return v <= version })
}
