package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pricepoint/data/store"
)

// How many publications the disk should still take, and how many files.
const (
	enoughPublications = 10
	fewPublications    = 2
	fewFiles           = 100
)

// disk compares the free space with what one publication takes: the newest snapshot with its archive.
func (d *doctor) disk() {
	const name, mend = "disk", "free some space, or see pricepoint prune --help for dropping old snapshots"
	root := d.directory()
	if root == "" || d.newest.Manifest.Version == "" {
		return
	}
	free, files, err := freeSpace(root)
	if err != nil {
		d.note(name, isWarning, "df "+shellQuoted(root), "how much is free is not known: %v", err)
		return
	}
	one := d.publication(root)
	found := fmt.Sprintf("%s free; a publication takes %s", megabytes(free), megabytes(one))
	switch {
	case free < fewPublications*one:
		d.note(name, isWrong, mend, "%s, so the next refresh may fail", found)
	case files < fewFiles:
		d.note(name, isWrong, mend, "%s, but only %d more files; the next refresh may fail", found, files)
	case free < enoughPublications*one:
		d.note(name, isWarning, mend, "%s", found)
	default:
		d.note(name, isWell, "", "%s", found)
	}
}

// publication is how many bytes the newest version takes.
func (d *doctor) publication(root string) uint64 {
	version := d.newest.Manifest.Version
	total := uint64(1 << 20) // a first refresh of few sources says little about the next
	_ = filepath.WalkDir(filepath.Join(root, "snapshots", version), func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				total += uint64(info.Size())
			}
		}
		return nil
	})
	if info, err := os.Stat(filepath.Join(root, store.ArchiveName(version))); err == nil {
		total += uint64(info.Size())
	}
	return total
}

func megabytes(n uint64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
