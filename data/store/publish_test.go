package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

func TestPublishRefuses(t *testing.T) {
	otherSchema := build(third, second)
	otherSchema.Manifest.Schema = data.ManifestSchema + 1
	noDocuments := build(third, second)
	noDocuments.Documents = nil
	twice := build(third, second)
	twice.Documents = append(twice.Documents, twice.Documents[0])
	outside := build(third, second)
	outside.Documents[0].Path = "api/../../latest.json"
	hidden := build(third, second)
	hidden.Documents[0].Path = "api/.hidden"
	badVersion := build(third, second)
	badVersion.Manifest.Version = "../" + third
	fraction := build(third, second)
	fraction.Manifest.Version = "2026-11-21T030000.5Z"
	vast := build(third, second)
	vast.Documents[0].Body = make([]byte, maxObject+1)
	manyExports, vastExport := build(third, second), build(third, second)
	for i := range maxExports + 1 {
		manyExports.Exports = append(manyExports.Exports, data.ExportFile{Path: fmt.Sprintf("api/compat/%d.json", i), Body: []byte("{}")})
	}
	vastExport.Exports = []data.ExportFile{{Path: "api/compat/vast.json", Body: make([]byte, maxObject+1)}}

	for name, row := range map[string]struct {
		snapshot data.Snapshot
		words    []string
	}{
		"existing":       {build(second, first), []string{second, "already published", "store"}},
		"older-existing": {build(first, ""), []string{"already published"}},
		"going-back":     {build("2026-11-13T000000Z", first), []string{"not later than " + second, "time never goes back", "--store"}},
		"other-previous": {build(third, first), []string{"built on \"" + first + "\"", second, "build it again"}},
		"no-previous":    {build(third, ""), []string{"build it again"}},
		"schema":         {otherSchema, []string{"schema 2"}},
		"no-documents":   {noDocuments, []string{"0 documents"}},
		"twice":          {twice, []string{"api/tools.json", "twice"}},
		"outside":        {outside, []string{"api/../../latest.json"}},
		"hidden":         {hidden, []string{"api/.hidden"}},
		"bad-version":    {badVersion, []string{"../" + third}},
		"vast":           {vast, []string{"nobody could read snapshot " + third, "at most 67108864 are read of one document"}},
		"many-exports":   {manyExports, []string{"nobody could read the exports of snapshot " + third, "more than 100 files"}},
		"vast-export":    {vastExport, []string{"nobody could read the exports of snapshot " + third, "api/compat/vast.json", "at most 67108864 are read"}},
		"fraction":       {fraction, []string{"030000.5Z"}},
	} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, func(t *testing.T, s shelf) {
				twoOf(t, s)
				before := s.list()
				_, err := s.Publish(t.Context(), row.snapshot, strings.NewReader("responses"))
				wantError(t, err, row.words...)
				if diff := cmp.Diff(before, s.list()); diff != "" {
					t.Errorf("objects changed (-before +after):\n%s", diff)
				}
			})
		})
	}
}

func TestPublishNeedsTheLock(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		_, err := s.Publish(t.Context(), build(first, ""), nil)
		wantError(t, err, "call Lock first")
		_, err = s.Accept(acceptance(oneFinding, "ada", ""))
		wantError(t, err, "call Lock first")
	})
}

// endsAfter is a context that ends as soon as a file exists: a run that is stopped between two steps.
type endsAfter struct {
	context.Context
	path string
}

func (c endsAfter) Err() error {
	if _, err := os.Stat(c.path); err == nil {
		return context.Canceled
	}
	return nil
}

func TestStoppedPublishLeavesNothing(t *testing.T) {
	for name, step := range map[string]string{
		"after-archive":  ArchiveName(third),
		"before-pointer": zipName(snapshotName(third)),
	} {
		t.Run(name, func(t *testing.T) {
			d := filled(t)
			before := files(t, d)
			_, err := d.Publish(endsAfter{t.Context(), d.path(step)}, build(third, second), strings.NewReader("responses"))
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("Publish() fails with %v, want context.Canceled", err)
			}
			if diff := cmp.Diff(before, files(t, d)); diff != "" {
				t.Errorf("files changed (-before +after):\n%s", diff)
			}
			if pointer, err := d.Pointer(); err != nil || pointer.Version != second {
				t.Errorf("Pointer() = %v, %v, want the old one", pointer, err)
			}
			publish(t, d, third, second)
		})
	}
}

func TestPointerThatCannotMove(t *testing.T) {
	d := filled(t)
	if err := os.Remove(d.path(pointerName)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(d.path(pointerName+"/in-the-way"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := d.Publish(t.Context(), build(third, second), nil)
	wantError(t, err, "store "+d.root+" cannot be written", pointerName)
	if got, err := d.List(); err != nil || !slices.Equal(got, []string{first, second}) {
		t.Errorf("List() = %v, %v, want the two old versions", got, err)
	}
	latest, warning, err := d.Latest()
	if err != nil || latest.Manifest.Version != second {
		t.Errorf("Latest() = %s, %v, want %s", latest.Manifest.Version, err, second)
	}
	wantError(t, warning, pointerName, "using "+second)
}

// TestPointerThatCannotBeRead may name what was being published, so nothing of that is removed until it can be read.
func TestPointerThatCannotBeRead(t *testing.T) {
	d := filled(t)
	at, aside := d.path(pointerName), d.path("aside")
	if err := errors.Join(os.Rename(at, aside), os.Symlink(pointerName, at)); err != nil {
		t.Fatal(err)
	}
	stopped := endsAfter{t.Context(), d.path(zipName(snapshotName(third)))}
	_, err := d.Publish(stopped, build(third, second), strings.NewReader("responses"))
	wantError(t, err, "nobody can tell whether "+third+" is published", pointerName)
	for _, name := range []string{zipName(snapshotName(third)), ArchiveName(third), claimName(third)} {
		if _, err := os.Stat(d.path(name)); err != nil {
			t.Error(err)
		}
	}
	if err := os.Rename(aside, at); err != nil {
		t.Fatal(err)
	}
	publish(t, d, third, second)
	if _, err := os.Stat(d.path(claimName(third))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the claim is left: %v", err)
	}
}

func TestFailingArchive(t *testing.T) {
	d := filled(t)
	before := files(t, d)
	torn := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(errors.New("torn off")))
	_, err := d.Publish(t.Context(), build(third, second), torn)
	wantError(t, err, "torn off", ArchiveName(third))
	if diff := cmp.Diff(before, files(t, d)); diff != "" {
		t.Errorf("files changed (-before +after):\n%s", diff)
	}
}

func TestUnwritable(t *testing.T) {
	location := filepath.Join(t.TempDir(), "store")
	d := open(t, location)
	if err := os.WriteFile(location, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := d.Lock(t.Context())
	wantError(t, err, "store "+location+" cannot be written", "not a directory", "--store")
	wantError(t, d.WriteReport(data.RunReport{}), "store "+location+" cannot be written", "--store")

	for name, row := range map[string]struct {
		cause error
		words []string
	}{
		"permission": {syscall.EACCES, []string{"permission denied", "owner of the directory"}},
		"read-only":  {syscall.EROFS, []string{"read-only file system", "mount it for writing"}},
		"full":       {syscall.ENOSPC, []string{"no space left", "free some space"}},
	} {
		t.Run(name, func(t *testing.T) {
			err := d.cannotWrite(&fs.PathError{Op: "open", Path: "/store/latest.json", Err: row.cause})
			wantError(t, err, append(row.words, location, "/store/latest.json")...)
		})
	}
}

func TestConcurrentPublishHasOneWinner(t *testing.T) {
	location := t.TempDir()
	var results [4]error
	var runs sync.WaitGroup
	for i := range results {
		runs.Go(func() {
			d, err := Open(location)
			if err != nil {
				results[i] = err
				return
			}
			unlock, err := d.Lock(t.Context())
			if err != nil {
				results[i] = err
				return
			}
			_, results[i] = d.Publish(t.Context(), build(fmt.Sprintf("2026-11-07T03000%dZ", i), ""), nil)
			if err := unlock(); err != nil {
				t.Error(err)
			}
		})
	}
	runs.Wait()
	won := 0
	for _, err := range results {
		if err == nil {
			won++
		} else if !strings.Contains(err.Error(), "build it again") && !strings.Contains(err.Error(), "time never goes back") {
			t.Errorf("a loser fails with %v", err)
		}
	}
	versions, err := open(t, location).List()
	if won != 1 || len(versions) != 1 || err != nil {
		t.Errorf("%d winners and versions %v (%v), want one", won, versions, err)
	}
}

func TestLeftoversOfAKilledRun(t *testing.T) {
	d := filled(t)
	leftovers := []string{
		snapshotsName + "/." + third + ".zip123",
		snapshotsName + "/." + first + "/api/tools.json.br", // of a folder that was being removed
		"archive/." + third + ".warc.gz1234567",
		".latest.json1234567",
		"runs/.latest.json1234567",
	}
	foreign := []string{".git/config", "archive/.keep", "notes.txt"}
	for _, name := range append(leftovers, foreign...) {
		if err := d.writeFile(name, strings.NewReader("half")); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := d.List(); err != nil || !slices.Equal(got, []string{first, second}) {
		t.Errorf("List() = %v, %v, want the published versions only", got, err)
	}
	if got, warning, err := d.Latest(); err != nil || warning != nil || got.Manifest.Version != second {
		t.Errorf("Latest() = %s, %v, %v, want %s", got.Manifest.Version, warning, err, second)
	}
	publish(t, d, third, second)
	left := files(t, d)
	for _, name := range leftovers {
		if slices.Contains(left, name) {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range foreign {
		if !slices.Contains(left, name) {
			t.Errorf("%s, which is not ours, is gone", name)
		}
	}
}

func TestVersionBehindThePointerIsNotPublished(t *testing.T) {
	d := filled(t)
	old, err := d.read(pointerName)
	if err != nil {
		t.Fatal(err)
	}
	publish(t, d, third, second)
	if err := errors.Join(os.WriteFile(d.path(pointerName), old, 0o644), // killed just before the pointer moved
		os.WriteFile(d.path(claimName(third)), []byte(thisProcess()), 0o644)); err != nil {
		t.Fatal(err)
	}
	if got, err := d.List(); err != nil || !slices.Equal(got, []string{first, second}) {
		t.Errorf("List() = %v, %v, want the two before it", got, err)
	}
	if _, err := d.Read(third); !errors.Is(err, ErrNotFound) {
		t.Errorf("Read() fails with %v, want ErrNotFound", err)
	}
	const fourth = "2026-11-28T030000Z"
	publish(t, d, fourth, second)
	if got, err := d.List(); err != nil || !slices.Equal(got, []string{first, second, fourth}) {
		t.Errorf("List() = %v, %v, want it without %s", got, err, third)
	}
}
