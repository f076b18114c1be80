package site

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/lock"
)

// TestSiteOnAFullDisk changes no file that readers see by halves, and leaves nothing behind.
func TestSiteOnAFullDisk(t *testing.T) {
	mount := smallDisk(t)
	root := filepath.Join(mount, "site")
	site := openSite(t, root)
	mustUpdate(t, site, "2026-11-07", first)
	single, folders := siteOf("2026-11-14", first)
	for i := range single {
		single[i].Body = []byte(strings.Repeat(string(single[i].Body)+" ", 3000)) // several pages each
	}
	old := publishedOf(t, root)
	failed := 0
	for ; ; failed++ {
		taken := filepath.Join(mount, "taken")
		takeSpace(t, taken, failed)
		_, err := site.Update(t.Context(), single, folders)
		if err := os.Remove(taken); err != nil {
			t.Fatal(err)
		}
		if err == nil {
			break
		}
		wantError(t, err, "destination "+root, "no space left on device", "free some space")
		if diff := cmp.Diff(old, publishedOf(t, root)); diff != "" {
			t.Fatalf("%d pages: files (-before +after):\n%s", failed, diff)
		}
	}
	if failed < 10 {
		t.Errorf("the disk was full only %d times", failed)
	}
}

func TestSiteOnAReadOnlyDisk(t *testing.T) {
	mount := smallDisk(t)
	root := filepath.Join(mount, "site")
	mustUpdate(t, openSite(t, root), "2026-11-07", first)
	if err := syscall.Mount("none", mount, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	single, folders := siteOf("2026-11-14", first)
	_, err := openSite(t, root).Update(t.Context(), single, folders)
	wantError(t, err, "destination "+root, "read-only file system", "mount it for writing")
	_, err = openSite(t, filepath.Join(mount, "new")).Update(t.Context(), single, folders)
	wantError(t, err, "read-only file system")
	if !errors.Is(err, syscall.EROFS) {
		t.Error(err)
	}
	wantSite(t, openSite(t, root), "2026-11-07", first)
}

// publishedOf returns every file that readers see, with its content.
func publishedOf(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || name == lock.Name || name == markName {
			return err
		}
		body, err := os.ReadFile(filepath.Join(root, name))
		all[name] = string(body)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// smallDisk mounts a small file system. Only root can.
func smallDisk(t *testing.T) (mount string) {
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
	return mount
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
