//go:build unix

package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// TestFolderThatIsALink is not written through: what lies behind it is not read either.
func TestFolderThatIsALink(t *testing.T) {
	for _, name := range []string{snapshotsName, archiveName, claimsName, "runs"} {
		t.Run(name, func(t *testing.T) {
			d := open(t, t.TempDir())
			hold(t, d)
			elsewhere := t.TempDir()
			if err := os.Symlink(elsewhere, d.path(name)); err != nil {
				t.Fatal(err)
			}
			_, err := d.Publish(t.Context(), build(first, ""), nil)
			wantError(t, err, "store "+d.root, name+" is a link", "--store")
			if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
				t.Errorf("behind the link there is %v (%v)", left, err)
			}
		})
	}
}

// TestLinksAreNotReadThrough: what writers refuse, readers do not take for the store's either.
func TestLinksAreNotReadThrough(t *testing.T) {
	for _, target := range []string{"elsewhere", "within"} {
		t.Run(target, func(t *testing.T) {
			d := filled(t)
			if err := d.WriteReport(data.RunReport{Published: second}); err != nil {
				t.Fatal(err)
			}
			to := filepath.Join(d.root, ".kept")
			if target == "elsewhere" {
				to = filepath.Join(t.TempDir(), "runs")
			}
			if err := errors.Join(os.Rename(d.path("runs"), to), os.Symlink(to, d.path("runs"))); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(filepath.Join(to, "latest.json"))
			if err != nil {
				t.Fatal(err)
			}
			_, err = d.Report()
			wantError(t, err, "runs is a link")
			wantError(t, d.WriteReport(data.RunReport{Published: third}), "cannot be written", "runs is a link")
			_, err = d.Publish(t.Context(), build(third, second), nil)
			wantError(t, err, "cannot be written", "runs is a link")
			if after, err := os.ReadFile(filepath.Join(to, "latest.json")); err != nil || string(after) != string(before) {
				t.Errorf("the report behind the link is %q (%v)", after, err)
			}
		})
	}
}

// TestStoreBehindALink is as good as any.
func TestStoreBehindALink(t *testing.T) {
	link := filepath.Join(t.TempDir(), "store")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	d := open(t, link)
	hold(t, d)
	publish(t, d, first, "")
	wantLatest(t, d, first)
}

// TestWhatIsNoFile has links out of the store and things that never end in place of files.
func TestWhatIsNoFile(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	for name, make := range map[string]func(string) error{
		"link-out": func(place string) error { return os.Symlink(outside, place) },
		"endless":  func(place string) error { return os.Symlink("/dev/zero", place) },
		"pipe":     func(place string) error { return syscall.Mkfifo(place, 0o644) },
		"folder":   func(place string) error { return os.Mkdir(place, 0o755) },
		"loop":     func(place string) error { return os.Symlink(filepath.Base(place), place) },
	} {
		for _, object := range []string{zipName(snapshotName(second)), pointerName} {
			t.Run(name+"-"+filepath.Base(object), func(t *testing.T) {
				d := filled(t)
				body, err := os.ReadFile(d.path(object)) // the right content, in the wrong place
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(outside, body, 0o644); err != nil {
					t.Fatal(err)
				}
				if err := os.Remove(d.path(object)); err != nil {
					t.Fatal(err)
				}
				if err := make(d.path(object)); err != nil {
					t.Fatal(err)
				}
				got, warning, err := d.Latest()
				want := first
				if object == pointerName {
					want = second
				}
				if err != nil || got.Manifest.Version != want {
					t.Errorf("Latest() = %q, %v, want %s", got.Manifest.Version, err, want)
				}
				wantError(t, warning, filepath.Base(object)+" is not a regular file")
			})
		}
	}
}

// TestLinkedVersion is no version of its own.
func TestLinkedVersion(t *testing.T) {
	d := filled(t)
	if err := os.Symlink(second+zipSuffix, d.path(zipName(snapshotName("2026-11-10T030000Z")))); err != nil {
		t.Fatal(err)
	}
	got, err := d.List()
	if diff := cmp.Diff([]string{first, second}, got); diff != "" || err != nil {
		t.Errorf("List() fails with %v (-want +got):\n%s", err, diff)
	}
}
