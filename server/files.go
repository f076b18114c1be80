package server

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"pricepoint/data/store"
)

// File is what one address answers, for who wants to have it served without this program.
type File struct {
	Address  string            // /api/tools.json
	Type     string            // media type
	Modified time.Time         // to the second
	Bodies   map[string][]byte // by content encoding; "" for the plain bytes
}

// Files returns everything that is served of the loaded snapshot, sorted by address, with the brotli forms that no
// store has made. It is empty before a snapshot is loaded, and when ctx ends.
func (s *Server) Files(ctx context.Context) []File {
	s.addBrotli(ctx)
	current := s.current.Load()
	if current == nil || ctx.Err() != nil {
		return nil
	}
	var all []File
	for _, address := range slices.Sorted(maps.Keys(current.resources)) {
		all = append(all, current.resources[address].file(address))
	}
	return all
}

func (r *resource) file(address string) File {
	f := File{Address: address, Modified: r.modified, Bodies: map[string][]byte{}}
	for _, h := range r.common {
		if h.name == "Content-Type" {
			f.Type = h.value[0]
		}
	}
	for _, rep := range r.representations {
		if rep.encoding == identity {
			f.Bodies[""] = rep.body
		} else {
			f.Bodies[rep.encoding] = rep.body
		}
	}
	return f
}

// Take loads the newest snapshot of a store and the list of all that are kept, once, where Watch would go on doing so.
// Whatever is wrong with the store is logged; the error says why nothing could be loaded.
func (s *Server) Take(from Store) error {
	s.history.from.Store(&from)
	w := &watcher{server: s, store: from, lister: lister{history: s.history, store: from}}
	w.poll()
	if s.current.Load() == nil {
		return errors.New(cmp.Or(w.snapshotTrouble, store.ErrEmpty.Error()))
	}
	return nil
}

// Newest is the version that is served, "" while there is none.
func (s *Server) Newest() string {
	if current := s.current.Load(); current != nil {
		return current.snapshot.Manifest.Version
	}
	return ""
}

// Kept are the versions that /api/snapshots.json lists, oldest first.
func (s *Server) Kept() []string { return slices.Clone(s.history.kept.Load().versions) }

// SnapshotFolder is where the documents of a version stay.
func SnapshotFolder(version string) string { return "/api/snapshots/" + version }

// PastNames are the names of what is served in the folder of a version.
func PastNames(from Store, version string) ([]string, error) {
	manifest, err := from.Manifest(version)
	if err != nil {
		return nil, err
	}
	names := pastNames(manifest)
	_, err = from.Signature(version)
	switch {
	case err == nil:
		names = append(names, signatureDocument)
	case errors.Is(err, store.ErrNotFound):
	default:
		return nil, err
	}
	return names, nil
}

// PastEncodings are the content encodings, as in File.Bodies, of what PastFile returns under a name. It reads nothing:
// a store keeps documents in brotli, and what vouches for them plain.
func PastEncodings(name string) []string {
	if name == manifestDocument || name == signatureDocument {
		return []string{"", "gzip"}
	}
	return []string{"", "br", "gzip"}
}

// PastFile returns what is served under one of PastNames, in gzip too: not every web server knows the encoding in which
// the store keeps it.
func PastFile(from Store, version, name string) (File, error) {
	d, err := readPast(from, version, name)
	if err != nil {
		return File{}, err
	}
	f := d.file(SnapshotFolder(version) + "/" + name)
	f.Bodies["gzip"] = zip(f.Bodies[""])
	return f, nil
}
