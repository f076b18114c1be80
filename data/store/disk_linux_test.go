package store

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// smallDisk mounts a small file system, and fills it but for what the two first versions take. Only root can.
func smallDisk(t *testing.T) (mount string, d *local) {
	t.Helper()
	mount = t.TempDir()
	err := syscall.Mount("none", mount, "tmpfs", 0, "size=512k,nr_inodes=200")
	if errors.Is(err, syscall.EPERM) {
		t.Skip("only root can mount a small file system")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(mount, 0); err != nil {
			t.Error(err)
		}
	})
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

const page = 4096 // bytes, the unit in which a tmpfs grows

// takeSpace leaves that many pages free.
func takeSpace(t *testing.T, file string, free int) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n, err := io.Copy(f, zeros{})
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if err := f.Truncate(n - int64(free)*page); err != nil {
		t.Fatal(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// takeFiles leaves room for that many files.
func takeFiles(t *testing.T, folder string, free int) {
	t.Helper()
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	n, err := 0, error(nil)
	for ; err == nil; n++ {
		err = os.WriteFile(filepath.Join(folder, strconv.Itoa(n)), nil, 0o644)
	}
	if !errors.Is(err, syscall.ENOSPC) || n <= free {
		t.Fatal(n, err)
	}
	for i := range free {
		if err := os.Remove(filepath.Join(folder, strconv.Itoa(i))); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFullDisk lets a disk run full at every point of a publication.
func TestFullDisk(t *testing.T) {
	responses := bytes.Repeat([]byte("response"), 5*page/8)
	for name, take := range map[string]func(*testing.T, string, int){"space": takeSpace, "files": takeFiles} {
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
	if err := syscall.Mount("none", mount, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	_, err := d.Lock(t.Context())
	wantError(t, err, "store "+d.root+" cannot be written", "read-only file system", "mount it for writing")
	d.locked.Store(true) // as if the disk had been remounted since
	_, err = d.Publish(t.Context(), build(third, second), strings.NewReader("x"))
	wantError(t, err, "store "+d.root+" cannot be written", "read-only file system", "mount it for writing")
	if latest, warning, err := d.Latest(); latest.Manifest.Version != second || warning != nil || err != nil {
		t.Errorf("Latest() = %q, %v, %v, want %s", latest.Manifest.Version, warning, err, second)
	}
}
