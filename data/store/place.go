package store

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/lock"
)

// place is where the objects of a store are: a directory or a bucket. Names are those of layout.go. Whoever writes has
// called lock.
type place interface {
	// read returns a whole object; fs.ErrNotExist when there is none, ErrUnavailable when nobody can tell now.
	read(name string) ([]byte, error)
	// stream opens an object, with the errors of read.
	stream(name string) (io.ReadCloser, error)
	// list returns what is in a folder, except for what is ours while it is being written.
	list(folder string) ([]entry, error)
	// size is how many bytes an object takes, or all objects of a snapshot.
	size(name string) (int64, error)

	// lock begins a run.
	lock(ctx context.Context) (unlock func() error, err error)
	// create writes an object that must not be there yet; false when it is.
	create(ctx context.Context, name string, body []byte) (created bool, err error)
	// replace writes an object whatever is there.
	replace(ctx context.Context, name string, body []byte) error
	// remove removes an object; one that is not there is not an error.
	remove(ctx context.Context, name string) error
	// drop removes an archive, or a snapshot with all its objects so that at any moment readers see all of it or nothing.
	drop(ctx context.Context, name string) error

	// begin begins a publication: it follows the pointer as it is now.
	begin(ctx context.Context) (turn, error)
	// settle clears up after publications that have ended, well or not, by the claims to versions, oldest first. The
	// newest version is "" when none is, or it is not sure; the pointer is known when it is what it says, or there never was one.
	settle(ctx context.Context, newest string, known bool, claims []string) error
	// sweep removes what a killed run was writing or removing, and no reader sees.
	sweep() error
	// rivals are the versions that somebody else may be publishing at this moment.
	rivals() ([]string, error)
	// lay returns what is written of a snapshot, in its order.
	lay(snapshot packed) ([]object, error)

	close() error
}

// turn is one publication on its way into a place.
type turn interface {
	// claim makes sure that nobody else writes the version, and hides it from readers.
	claim(ctx context.Context, version string) error
	// put writes an object.
	put(ctx context.Context, name string, body io.Reader) error
	// move makes the pointer name the version. The error is errOvertaken when another has moved it since begin, errUncertain when
	// it is not known whether it has moved.
	move(ctx context.Context, to data.Pointer) error
	// undo removes all that was put, and the claim.
	undo(ctx context.Context) error
}

// object is what is written under a name.
type object struct {
	name string
	body []byte
}

// entry is something in a folder.
type entry struct {
	name  string // in the folder
	isDir bool
	other bool // neither a folder nor a file
}

// thisProcess is the line by which a claim names who made it.
func thisProcess() string { return lock.This().String() + "\n" }

// versionsIn are the versions with a folder or a file, published or not, oldest first, without what is being dropped.
func versionsIn(p place) ([]string, error) {
	folders, err := foldersIn(p, func(name string) bool { return checkVersion(name) == nil })
	if err != nil || len(folders) == 0 {
		return nil, err
	}
	marked, err := marksIn(p)
	return slices.DeleteFunc(folders, func(v string) bool { return slices.Contains(marked, v) }), err
}

// asideIn are the folders of snapshots that were set aside.
func asideIn(p place) ([]string, error) {
	folders, err := foldersIn(p, func(name string) bool { return strings.HasPrefix(name, asidePrefix) })
	for i, name := range folders {
		folders[i] = snapshotName(name)
	}
	return folders, err
}

// foldersIn are the names of snapshots that count, whether they are folders or zip files.
func foldersIn(p place, counts func(name string) bool) (names []string, err error) {
	entries, err := p.list(snapshotsName)
	for _, e := range entries {
		name, isZip := strings.CutSuffix(e.name, zipSuffix)
		if !e.other && isZip != e.isDir && counts(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), err
}

// claimsIn are the versions somebody is writing, or was when they were killed, oldest first.
func claimsIn(p place) ([]string, error) { return markedIn(p, claimsName) }

// marksIn are the versions somebody is dropping, or was when they were killed, oldest first.
func marksIn(p place) ([]string, error) { return markedIn(p, marksName) }

// markedIn are the files of a folder that are named like a version.
func markedIn(p place, folder string) (versions []string, err error) {
	entries, err := p.list(folder)
	for _, e := range entries {
		if !e.isDir && !e.other && checkVersion(e.name) == nil {
			versions = append(versions, e.name)
		}
	}
	slices.Sort(versions)
	return versions, err
}

// archivesIn are the names of all archives, oldest first.
func archivesIn(p place) (names []string, err error) {
	entries, err := p.list(archiveName)
	for _, e := range entries {
		if name := path.Join(archiveName, e.name); !e.isDir && checkArchive(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}

// after are the versions later than one.
func after(version string, versions []string) []string {
	return slices.DeleteFunc(versions, func(v string) bool { return v <= version })
}
