package site

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/disktest"
)

// TestSiteOnAFullDisk changes no file that readers see by halves, and leaves nothing behind.
func TestSiteOnAFullDisk(t *testing.T) {
	mount := disktest.Mount(t, "512k", 200)
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
		disktest.TakeBytes(t, taken, int64(failed)*disktest.Page)
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
	mount := disktest.Mount(t, "512k", 200)
	root := filepath.Join(mount, "site")
	mustUpdate(t, openSite(t, root), "2026-11-07", first)
	disktest.ForbidWriting(t, mount)
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
		if err != nil || e.IsDir() || name == ".lock" || name == markName {
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
