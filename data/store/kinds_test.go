package store

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/blob"
	"pricepoint/data/blob/s3test"
)

func TestMain(m *testing.M) {
	s3test.Environment()
	code := m.Run()
	s3test.Stop()
	os.Exit(code)
}

// shelf is a store whose objects a test can reach from behind.
type shelf struct {
	*Store
	t testing.TB
}

// eachKind runs a test on an empty store that locks, and on one where others may publish at the same time.
func eachKind(t *testing.T, test func(*testing.T, shelf)) {
	t.Helper()
	t.Run("directory", func(t *testing.T) { test(t, openLocal(t)) })
	t.Run("unlocked", func(t *testing.T) { test(t, openUnlocked(t)) })
}

// eachStorage is eachKind in a real bucket, too.
func eachStorage(t *testing.T, test func(*testing.T, shelf)) {
	t.Helper()
	eachKind(t, test)
	t.Run("s3", func(t *testing.T) { test(t, openS3(t)) })
}

// folder is an empty one, if possible in memory, where it takes no time to be synced.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "store")
	if err != nil {
		dir = t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "store")
}

func openLocal(t testing.TB) shelf {
	t.Helper()
	return open(t, folder(t))
}

func openUnlocked(t testing.TB) shelf {
	t.Helper()
	return shelf{in(t.Context(), unlocked(t)), t}
}

func unlocked(t testing.TB) blob.Blobs {
	t.Helper()
	blobs, err := purpose.Open(folder(t))
	if err != nil {
		t.Fatal(err)
	}
	return unlockedBlobs{blobs, new(sync.Mutex)}
}

func openS3(t testing.TB) shelf {
	t.Helper()
	s3 := s3test.Start(t)
	_, name := s3.NewBucket(t)
	return open(t, s3.URL(name+"/some/prefix", s3.Address))
}

func open(t testing.TB, location string) shelf {
	t.Helper()
	s, err := At(t.Context(), location)
	if err != nil {
		t.Fatal(err)
	}
	return shelf{s, t}
}

func (s shelf) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// path is where a file of a directory is.
func (s shelf) path(name string) string { return filepath.Join(s.directory, filepath.FromSlash(name)) }

// get reads an object, or a member of a snapshot; nil when there is none.
func (s shelf) get(name string) []byte {
	s.t.Helper()
	body, err := s.objects.read(name)
	if version, member, is := inSnapshot(name); is {
		var m members
		m, err = s.objects.members(version)
		s.must(err)
		body, err = m(member)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		s.must(err)
	}
	return body
}

// put writes an object whatever is there, or a member of a snapshot, and removes it when the body is nil.
func (s shelf) put(name string, body []byte) {
	s.t.Helper()
	if version, member, is := inSnapshot(name); is {
		all := slices.DeleteFunc(s.unzip(version), func(b blob.Blob) bool { return b.Name == member })
		if body != nil {
			all = append(all, blob.Blob{Name: member, Body: body})
		}
		file, err := zipped(time.Time{}, all)
		s.must(err)
		name, body = zipName(version), file
	}
	if body == nil {
		s.must(s.objects.blobs.Remove(s.t.Context(), name))
	} else {
		s.must(s.objects.blobs.Write(s.t.Context(), blob.Blob{Name: name, Body: body}))
	}
}

// unzip are the members of a snapshot, as any program would read them.
func (s shelf) unzip(version string) (all []blob.Blob) {
	s.t.Helper()
	file := s.get(zipName(version))
	if file == nil {
		return nil
	}
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	s.must(err)
	for _, m := range r.File {
		content, err := m.Open()
		s.must(err)
		body, err := io.ReadAll(content)
		s.must(errors.Join(err, content.Close()))
		all = append(all, blob.Blob{Name: m.Name, Body: body})
	}
	return all
}

// lose removes a version.
func (s shelf) lose(version string) {
	s.t.Helper()
	for _, name := range s.files() {
		if strings.HasPrefix(name, snapshotName(version)) {
			s.must(s.objects.blobs.Remove(s.t.Context(), name))
		}
	}
}

// list are all objects, sorted; of what is in the file of a snapshot, each.
func (s shelf) list() (names []string) {
	s.t.Helper()
	for _, name := range s.files() {
		version := strings.TrimSuffix(path.Base(name), zipSuffix)
		if name != zipName(version) || checkVersion(version) != nil {
			names = append(names, name)
			continue
		}
		for _, m := range s.unzip(version) {
			names = append(names, snapshotName(version)+"/"+m.Name)
		}
	}
	slices.Sort(names)
	return names
}

// files are all blobs, sorted.
func (s shelf) files() (names []string) {
	s.t.Helper()
	all, err := s.objects.blobs.List(s.t.Context(), "")
	s.must(err)
	for _, e := range all {
		names = append(names, e.Name)
	}
	return names
}

// failing is the same store with requests that fail. It is locked if the store is.
func (s shelf) failing(before, after func(what, name string) error) shelf {
	other := in(s.objects.ctx, faultyBlobs{s.objects.blobs, before, after})
	other.directory = s.directory
	other.Use(s.history.keys)
	other.locked.Store(s.locked.Load())
	return shelf{other, s.t}
}

// inSnapshot tells in which snapshot a member is, and as what.
func inSnapshot(name string) (version, member string, is bool) {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) < 3 || parts[0] != snapshotsName {
		return "", "", false
	}
	return parts[1], parts[2], true
}

// locked locks a store until the test ends.
func locked(t *testing.T, s shelf) {
	t.Helper()
	unlock, err := s.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unlock(); err != nil {
			t.Error(err)
		}
	})
}

// add publishes a version.
func add(t *testing.T, s shelf, version, previous string) data.Pointer {
	t.Helper()
	pointer, err := s.Publish(t.Context(), build(version, previous), strings.NewReader("responses of "+version))
	if err != nil {
		t.Fatal(err)
	}
	return pointer
}

// twoOf publishes the first two versions in a locked store.
func twoOf(t *testing.T, s shelf) {
	t.Helper()
	locked(t, s)
	add(t, s, first, "")
	add(t, s, second, first)
}

// filled is a directory of these two.
func filled(t *testing.T) shelf {
	t.Helper()
	s := openLocal(t)
	twoOf(t, s)
	return s
}

func wantLatest(t *testing.T, s shelf, version string) {
	t.Helper()
	if got, warning, err := s.Latest(); got.Manifest.Version != version || warning != nil || err != nil {
		t.Errorf("Latest() = %q, %v, %v, want %s", got.Manifest.Version, warning, err, version)
	}
}

func wantError(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", words)
	}
	for _, word := range words {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("error %q lacks %q", err, word)
		}
	}
}
