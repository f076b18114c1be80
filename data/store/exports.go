package store

import (
	"context"
	"fmt"

	"pricepoint/data"
	"pricepoint/data/store/pack"
)

// The lists of other programs with our prices in them are larger than all documents together, and a client asks for them
// in gzip at most. So they stand beside a snapshot, in one file of their own, compressed when they are published. The
// manifest has the digest of that file, and so vouches for it.

// exportsName is the file that holds the exports of a version.
func exportsName(version string) string { return exportsFolder + "/" + version + zipSuffix }

// maxExports is how many files the exports of a version may have.
const maxExports = 100

// packExports compresses exports and puts them into one file; nil for none.
func packExports(ctx context.Context, version string, exports []data.ExportFile) ([]byte, error) {
	if len(exports) == 0 {
		return nil, nil
	}
	if err := checkExports(exports); err != nil {
		return nil, fmt.Errorf("nobody could read the exports of snapshot %s: %w", version, err)
	}
	return pack.Exports(ctx, version, exports)
}

// checkExports refuses more files or bytes than can be read again, and what lies elsewhere.
func checkExports(exports []data.ExportFile) error {
	if len(exports) > maxExports {
		return fmt.Errorf("there are more than %d files", maxExports)
	}
	total := 0
	for _, e := range exports {
		if err := checkDocument(e.Path); err != nil {
			return err
		}
		if len(e.Body) > maxObject {
			return fmt.Errorf("%s has %d bytes; at most %d are read", e.Path, len(e.Body), maxObject)
		}
		if total += len(e.Body); total > maxSnapshot {
			return fmt.Errorf("they have more than %d bytes together", maxSnapshot)
		}
	}
	return nil
}

// Exports returns the files that were published beside a snapshot, every digest verified; none when it has none. The error
// is ErrNotFound when they are no longer kept, and ErrUnavailable when nobody can tell now.
func (s *Store) Exports(manifest data.Manifest) ([]data.ExportFile, error) {
	if manifest.Exports == nil {
		return nil, nil
	}
	if err := checkVersion(manifest.Version); err != nil {
		return nil, err
	}
	name := exportsName(manifest.Version)
	file, err := s.history.read(name)
	if err != nil {
		return nil, fmt.Errorf("exports in store %s: %w", s, err)
	}
	if int64(len(file)) != manifest.Exports.Size || digest(file) != manifest.Exports.SHA256 {
		return nil, fmt.Errorf("%s is not what was published: size or digest differ from the manifest", s.history.name(name))
	}
	all, err := pack.ReadExports(file, maxExports, maxObject, maxSnapshot)
	if err == nil {
		err = checkExports(all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %v", s.history.name(name), err)
	}
	return all, nil
}
