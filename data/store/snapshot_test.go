package store

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/blob"
)

// members reads all objects of a snapshot's file, as any program would.
func members(t testing.TB, file string) (objects []blob.Blob) {
	t.Helper()
	r, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, m := range r.File {
		content, err := m.Open()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(content)
		if err := errors.Join(err, content.Close()); err != nil {
			t.Fatal(err)
		}
		objects = append(objects, blob.Blob{Name: m.Name, Body: body})
	}
	return objects
}

// putMember replaces or adds an object in a snapshot's file, or removes it when the body is nil.
func putMember(t testing.TB, file, name string, body []byte) {
	t.Helper()
	var objects []blob.Blob
	if _, err := os.Stat(file); err == nil {
		objects = members(t, file)
	} else if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(objects, func(o blob.Blob) bool { return o.Name == name })
	switch {
	case body == nil:
		objects = slices.Delete(objects, i, i+1)
	case i < 0:
		objects = append(objects, blob.Blob{Name: name, Body: body})
	default:
		objects[i].Body = body
	}
	version := strings.TrimSuffix(filepath.Base(file), zipSuffix)
	if checkVersion(version) != nil {
		version = first
	}
	changed, err := zipped(version, objects)
	if err == nil {
		err = os.WriteFile(file, changed, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnzip takes a snapshot apart with the program people have.
func TestUnzip(t *testing.T) {
	unzip, err := exec.LookPath("unzip")
	if err != nil {
		t.Skip("unzip is not installed: apt-get install unzip")
	}
	d := open(t, filepath.Join(t.TempDir(), "store"))
	locked(t, d)
	add(t, d, first, "")
	out := t.TempDir()
	if output, err := exec.Command(unzip, "-q", d.path(zipName(snapshotName(first))), "-d", out).CombinedOutput(); err != nil {
		t.Fatalf("unzip: %v: %s", err, output)
	}
	var got []string
	err = fs.WalkDir(os.DirFS(out), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			got = append(got, name)
			body, readErr := os.ReadFile(filepath.Join(out, name))
			want, wantErr := d.contents(first).read(name)
			if err = errors.Join(readErr, wantErr); err == nil && !bytes.Equal(body, want) {
				t.Errorf("%s is not what the store reads", name)
			}
		}
		return err
	})
	if diff := cmp.Diff([]string{"api/changes.atom.br", "api/tools.json.br", "manifest.json"}, got); diff != "" || err != nil {
		t.Errorf("unzip makes, %v (-want +got):\n%s", err, diff)
	}
}

// TestCopiedDirectory: the files of a directory, copied into a bucket, are a store too, and go as others go.
func TestCopiedDirectory(t *testing.T) {
	from, into := openLocal(t), openUnlocked(t)
	twoOf(t, from)
	for _, name := range from.files() {
		body, err := os.ReadFile(from.path(name))
		if err != nil {
			t.Fatal(err)
		}
		into.put(name, body)
	}
	wantLatest(t, into, second)
	locked(t, into)
	add(t, into, third, second)
	for _, c := range checkAll(t, into) {
		if c.State != Intact {
			t.Errorf("%s is %s: %s", c.Object, c.State, c.About)
		}
	}
	back := openLocal(t)
	locked(t, back)
	if done, err := back.Restore(t.Context(), into.Store, time.Time{}); err != nil || done.Snapshots != 3 || len(done.LeftOut) > 0 {
		t.Errorf("restored %+v, %v", done, err)
	}
	plan := Plan{}
	var err error
	plan.pointer, err = into.Pointer()
	into.must(err)
	plan.Versions, err = into.verdicts([]string{first}, nil, placesOf)
	into.must(errors.Join(err, into.Prune(t.Context(), plan)))
	if left := into.list(); slices.Contains(left, zipName(snapshotName(first))) || !slices.Contains(left, zipName(snapshotName(second))) {
		t.Errorf("after %s was dropped there are %q", first, left)
	}
}

// TestForeignMembers: what a zip file holds beside what was published is not intact, though nobody here reads it.
func TestForeignMembers(t *testing.T) {
	for name, extra := range map[string]blob.Blob{
		"second-manifest": {Name: manifestName, Body: []byte("{}")},
		"another-name":    {Name: "api/other.json.br", Body: []byte("x")},
		"outside":         {Name: "../../outside", Body: []byte("x")},
	} {
		t.Run(name, func(t *testing.T) {
			s := openLocal(t)
			twoOf(t, s)
			file := s.path(zipName(snapshotName(second)))
			body, err := zipped(second, append(members(t, file), extra))
			if err == nil {
				err = os.WriteFile(file, body, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
			wantLatest(t, s, second)
			wrong := brokenOf(checkAll(t, s))
			if len(wrong) != 1 || wrong[0].Object != zipName(snapshotName(second)) || !strings.Contains(wrong[0].About, strconv.Quote(extra.Name)) {
				t.Errorf("told %v", wrong)
			}
		})
	}
}
