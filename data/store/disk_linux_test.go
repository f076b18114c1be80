package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/disktest"
)

// smallDisk mounts a small disk with a store of two versions.
func smallDisk(t *testing.T) (mount string, d *local) {
	t.Helper()
	mount = disktest.Mount(t, "512k", 200)
	d = open(t, filepath.Join(mount, "store"))
	unlock, err := d.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	fill(t, d)
	if err := errors.Join(d.WriteReport(data.RunReport{Published: second}), unlock()); err != nil {
		t.Fatal(err)
	}
	return mount, d
}

// TestFullDisk lets a disk run full at every point of a publication.
func TestFullDisk(t *testing.T) {
	responses := bytes.Repeat([]byte("response"), 5*disktest.Page/8)
	for name, take := range map[string]func(t *testing.T, taken string, free int){
		"space": func(t *testing.T, taken string, free int) { disktest.TakeBytes(t, taken, int64(free)*disktest.Page) },
		"files": disktest.TakeFiles,
	} {
		t.Run(name, func(t *testing.T) {
			mount, d := smallDisk(t)
			hold(t, d)
			before := files(t, d)
			failed := 0
			for ; ; failed++ {
				taken := filepath.Join(mount, "taken")
				take(t, taken, failed)
				_, err := d.Publish(t.Context(), build(third, second), bytes.NewReader(responses))
				report := d.WriteReport(data.RunReport{Published: third})
				if err := os.RemoveAll(taken); err != nil {
					t.Fatal(err)
				}
				if err == nil {
					break
				}
				wantError(t, err, "store "+d.root, "no space left on device", "free some space")
				if diff := cmp.Diff(before, files(t, d)); diff != "" {
					t.Fatalf("files after %v (-before +after):\n%s", err, diff)
				}
				if latest, warning, err := d.Latest(); latest.Manifest.Version != second || warning != nil || err != nil {
					t.Fatalf("Latest() = %q, %v, %v, want %s", latest.Manifest.Version, warning, err, second)
				}
				if got, err := d.Report(); err != nil || report != nil && got.Published != second {
					t.Fatalf("the report is of %q (%v) after %v", got.Published, err, report)
				}
				if err := d.WriteReport(data.RunReport{Published: second}); err != nil {
					t.Fatal(err)
				}
			}
			if failed < 4 {
				t.Errorf("the disk was full only %d times", failed)
			}
			if latest, warning, err := d.Latest(); latest.Manifest.Version != third || warning != nil || err != nil {
				t.Errorf("Latest() = %q, %v, %v, want %s", latest.Manifest.Version, warning, err, third)
			}
		})
	}
}

func TestReadOnlyDisk(t *testing.T) {
	mount, d := smallDisk(t)
	disktest.ForbidWriting(t, mount)
	_, err := d.Lock(t.Context())
	wantError(t, err, "store "+d.root+" cannot be written", "read-only file system", "mount it for writing")
	d.locked.Store(true) // as if the disk had been remounted since
	_, err = d.Publish(t.Context(), build(third, second), strings.NewReader("x"))
	wantError(t, err, "store "+d.root+" cannot be written", "read-only file system", "mount it for writing")
	if latest, warning, err := d.Latest(); latest.Manifest.Version != second || warning != nil || err != nil {
		t.Errorf("Latest() = %q, %v, %v, want %s", latest.Manifest.Version, warning, err, second)
	}
}
