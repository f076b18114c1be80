package blob

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"pricepoint/data/disktest"
)

// TestFolderOnAnotherDisk takes blobs as all others do.
func TestFolderOnAnotherDisk(t *testing.T) {
	root := disktest.Mount(t, "512k", 200)
	folder := filepath.Join(root, "archive")
	if err := errors.Join(os.Mkdir(folder, 0o755), syscall.Mount("none", folder, "tmpfs", 0, "size=64k")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, 0) })
	b, err := store.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, b, Blob{Name: "archive/a", Body: []byte("there")}, Blob{Name: "b", Body: []byte("here")})
	wantBlob(t, b, "archive/a", "there")
	wantBlob(t, b, "b", "here")
	for _, place := range []string{root, folder} {
		if left, err := os.ReadDir(place); err != nil || len(left) > 2 || left[0].Name() == staging {
			t.Errorf("%s holds %v, %v", place, left, err)
		}
	}
}

// TestFullDisk and a disk that nobody may write on change nothing, and the error says what to do.
func TestFullDisk(t *testing.T) {
	root := disktest.Mount(t, "256k", 200)
	b, err := store.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, b, Blob{Name: "a/b", Body: []byte("before")})
	wantError(t, b.Write(t.Context(), Blob{Name: "a/b", Body: []byte("after")}, Blob{Name: "a/c", Body: make([]byte, 300<<10)}),
		"store "+root+" cannot be written", "no space left on device; free some space or name another --store")
	wantBlob(t, b, "a/b", "before")
	disktest.ForbidWriting(t, root)
	wantError(t, b.Write(t.Context(), Blob{Name: "a/b", Body: []byte("after")}), "read-only file system; mount it for writing")
	wantBlob(t, b, "a/b", "before")
}
