package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"pricepoint/data"
)

// markName is the file that makes a destination ours. It begins with a dot, so that web servers hide it.
const markName = ".pricepoint-site.json"

// markSchema is the layout of mark; a higher one is of a newer pricepoint.
const markSchema = 1

// maxMark is how many bytes are read of a mark.
const maxMark = 64 << 20

// mark says which files of a destination are ours: before an update all that may be there after it, whole or not
// begun, and after it all that are.
type mark struct {
	Schema  int                 `json:"schema"`
	Files   map[string]string   `json:"files"`   // sha256 by name; "" while it is being replaced
	Folders map[string][]string `json:"folders"` // names in folders of files that never change
}

// markOf is the mark of a site of these files.
func markOf(files []File) mark {
	m := mark{markSchema, map[string]string{}, map[string][]string{}}
	for _, f := range files {
		if f.Load == nil {
			m.Files[f.Path] = fmt.Sprintf("%x", sha256.Sum256(f.Body))
		} else {
			folder, name := path.Split(f.Path)
			folder = path.Clean(folder)
			m.Folders[folder] = append(m.Folders[folder], name)
		}
	}
	for _, names := range m.Folders {
		slices.Sort(names)
	}
	return m
}

// during holds while an update is at work: it has all names of before and after, and no digest of what changes.
func (m mark) during(after mark, changed []File) mark {
	both := mark{markSchema, maps.Clone(after.Files), maps.Clone(after.Folders)}
	for name, sum := range m.Files {
		if _, stays := both.Files[name]; !stays {
			both.Files[name] = sum
		}
	}
	for _, f := range changed {
		if f.Load == nil {
			both.Files[f.Path] = ""
		}
	}
	for folder, names := range m.Folders {
		both.Folders[folder] = slices.Compact(slices.Sorted(slices.Values(slices.Concat(names, both.Folders[folder]))))
	}
	return both
}

// names are all files of the mark.
func (m mark) names() map[string]bool {
	all := map[string]bool{}
	for name := range m.Files {
		all[name] = true
	}
	for folder, names := range m.Folders {
		for _, name := range names {
			all[folder+"/"+name] = true
		}
	}
	return all
}

// last is the folder whose name comes last, "" for none.
func (m mark) last() string { return slices.Max(append(slices.Collect(maps.Keys(m.Folders)), "")) }

// readMark returns an empty one where nothing was ever published.
func (s *Site) readMark(ctx context.Context) (mark, error) {
	body, _, err := s.to.Read(ctx, markName, maxMark)
	if errors.Is(err, fs.ErrNotExist) {
		return mark{Schema: markSchema}, nil
	}
	if err != nil {
		return mark{}, err
	}
	var m mark
	if err := data.Decode(body, &m); err != nil {
		return mark{}, fmt.Errorf("%s/%s is broken: %v; publish to another destination, or remove all that is there", s, markName, err)
	}
	if m.Schema > markSchema {
		return mark{}, fmt.Errorf("%s has schema %d: %w", s, m.Schema, ErrNewer)
	}
	return m, nil
}

// writeMark replaces the mark unless it is as it should be.
func (s *Site) writeMark(ctx context.Context, m mark) error {
	body := data.Encode(m)
	if before, _, err := s.to.Read(ctx, markName, maxMark); err == nil && bytes.Equal(before, body) {
		return nil
	}
	return s.to.Write(ctx, File{Path: markName, Type: "application/json", Body: body}.blob())
}
