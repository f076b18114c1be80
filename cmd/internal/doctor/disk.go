package doctor

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"pricepoint/cmd/internal/terminal"
	"pricepoint/data/store"
)

// measure finds out about the disk before anything is advised that needs some of it.
func (d *doctor) measure() {
	root := d.directory()
	if root == "" {
		return
	}
	d.room = &room{one: usualPublication, guessed: true}
	if version := d.newest.Manifest.Version; version != "" {
		d.room.one, d.room.guessed = publication(root, version), false
	}
	d.room.free, d.room.files, d.room.err = freeSpace(standing(root))
}

// disk compares the free space with what one publication takes: the newest snapshot with its archive.
func (d *doctor) disk() {
	const name = "disk"
	r := d.room
	if r == nil {
		return
	}
	if r.err != nil {
		d.note(name, Warning, "df "+ShellQuoted(d.directory()), "how much is free is not known: %v", r.err)
		return
	}
	about := ""
	if r.guessed {
		about = "about "
	}
	found := fmt.Sprintf("%s free; a publication takes %s%s", size(r.free), about, size(r.one))
	switch {
	case r.free < fewPublications*r.one:
		d.note(name, Wrong, freeSome, "%s, so the next refresh may fail", found)
	case r.full():
		d.note(name, Wrong, freeSome, "%s, but only %s; the next refresh may fail", found, terminal.Several(int(r.files), "more file"))
	case r.free < enoughPublications*r.one:
		d.note(name, Warning, freeSome, "%s", found)
	default:
		d.note(name, Well, "", "%s", found)
	}
}

// publication is how many bytes a version takes: its snapshot, which is a file, or a folder in the copy of a bucket, what
// stands beside it, and its archive.
func publication(root, version string) uint64 {
	total := uint64(1 << 20) // a first refresh of few sources says little about the next
	snapshot := filepath.Join(root, "snapshots", version)
	for _, path := range []string{snapshot, snapshot + ".zip", filepath.Join(root, "exports", version+".zip"), filepath.Join(root, store.ArchiveName(version))} {
		_ = filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				if info, err := e.Info(); err == nil {
					total += uint64(info.Size())
				}
			}
			return nil
		})
	}
	return total
}

// size is a number of bytes for people.
func size(n uint64) string {
	if n >= 10e9 {
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}
