package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/bucket"
	"pricepoint/data/bucket/s3test"
	"pricepoint/data/lock"
)

// kind is what both kinds of store offer.
type kind interface {
	String() string
	Lock(context.Context) (unlock func() error, err error)
	Publish(context.Context, data.Snapshot, io.Reader) (data.Pointer, error)
	Pointer() (data.Pointer, error)
	List() ([]string, error)
	AsOf(time.Time) (string, error)
	Latest() (snapshot data.Snapshot, warning, err error)
	Manifest(version string) (data.Manifest, error)
	Document(m data.Manifest, path string) (data.Document, error)
	Read(version string) (data.Snapshot, error)
	Exports(m data.Manifest) ([]data.ExportFile, error)
	Report() (data.RunReport, error)
	WriteReport(data.RunReport) error
	OpenArchive(path string) (io.ReadCloser, error)
	Accept(data.Acceptance) (data.Acceptance, error)
	Accepted() ([]data.Acceptance, error)
	Plan(days int, now time.Time) (Plan, error)
	Prune(context.Context, Plan) error
}

// shelf is a store whose objects a test can reach from behind.
type shelf struct {
	kind
	get  func(name string) []byte       // nil: there is none
	put  func(name string, body []byte) // nil: remove it
	list func() []string                // sorted; of what is in one file, each
}

// eachKind runs a test on an empty store of every kind.
func eachKind(t *testing.T, test func(*testing.T, shelf)) {
	t.Helper()
	for name, open := range map[string]func(testing.TB) shelf{
		"directory": openLocal,
		"s3":        openS3,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func openLocal(t testing.TB) shelf {
	t.Helper()
	d := open(t, filepath.Join(t.TempDir(), "store"))
	fail := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return shelf{
		kind: d,
		get: func(name string) []byte {
			body, err := os.ReadFile(d.path(name))
			if folder, member, is := inSnapshot(name); is {
				body, err = d.object(folder, member)
			}
			if !errors.Is(err, fs.ErrNotExist) {
				fail(err)
			}
			return body
		},
		put: func(name string, body []byte) {
			if folder, member, is := inSnapshot(name); is {
				putMember(t, d.path(zipName(folder)), member, body)
				return
			}
			if body == nil {
				fail(os.Remove(d.path(name)))
				return
			}
			fail(os.MkdirAll(filepath.Dir(d.path(name)), 0o755))
			fail(os.WriteFile(d.path(name), body, 0o644))
		},
		list: func() []string {
			var names []string
			for _, name := range files(t, d) {
				if folder, is := strings.CutSuffix(name, zipSuffix); is && filepath.Dir(name) == snapshotsName {
					for _, o := range members(t, d.path(name)) {
						names = append(names, folder+"/"+o.name)
					}
				} else if name != lock.Name {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			return names
		},
	}
}

// inSnapshot tells in which folder an object of a snapshot is, and as what.
func inSnapshot(name string) (folder, member string, is bool) {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) < 3 || parts[0] != snapshotsName {
		return "", "", false
	}
	return parts[0] + "/" + parts[1], parts[2], true
}

func openS3(t testing.TB) shelf {
	t.Helper()
	s3 := s3test.Start(t)
	_, name := s3.NewBucket(t)
	return shelve(t, openBucket(t, s3, name, s3.Address))
}

func shelve(t testing.TB, b *remote) shelf {
	t.Helper()
	fail := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return shelf{
		kind: b,
		get: func(name string) []byte {
			body, err := b.storage.Read(t.Context(), name, maxObject)
			if !errors.Is(err, fs.ErrNotExist) {
				fail(err)
			}
			return body
		},
		put: func(name string, body []byte) {
			if body == nil {
				fail(b.Remove(t.Context(), name))
				return
			}
			fail(b.Write(t.Context(), name, body, bucket.Writing{ContentType: "text/plain"}))
		},
		list: func() []string {
			found, err := b.storage.List(t.Context(), "", false)
			fail(err)
			var names []string
			for _, e := range found {
				names = append(names, e.Name)
			}
			return names
		},
	}
}

// locked locks a store until the test ends.
func locked(t *testing.T, s kind) {
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
func add(t *testing.T, s kind, version, previous string) data.Pointer {
	t.Helper()
	pointer, err := s.Publish(t.Context(), build(version, previous), strings.NewReader("responses of "+version))
	if err != nil {
		t.Fatal(err)
	}
	return pointer
}

// twoOf publishes the first two versions in a locked store.
func twoOf(t *testing.T, s kind) {
	t.Helper()
	locked(t, s)
	add(t, s, first, "")
	add(t, s, second, first)
}

func wantLatest(t *testing.T, s kind, version string) {
	t.Helper()
	if got, warning, err := s.Latest(); got.Manifest.Version != version || warning != nil || err != nil {
		t.Errorf("Latest() = %q, %v, %v, want %s", got.Manifest.Version, warning, err, version)
	}
}
