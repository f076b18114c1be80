package doctor

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// mountDisk mounts an empty disk for the time of a test and returns its folder. The size is in the words of tmpfs(5), as
// 512k; files bounds how many files and folders there may be.
func mountDisk(t *testing.T, size string, files int) (folder string) {
	t.Helper()
	folder = t.TempDir()
	err := syscall.Mount("none", folder, "tmpfs", 0, fmt.Sprintf("size=%s,nr_inodes=%d", size, files))
	if errors.Is(err, syscall.EPERM) {
		t.Skip("only root can mount a small file system")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// forbidWriting lets the disk in a folder be read only.
func forbidWriting(t *testing.T, folder string) {
	t.Helper()
	if err := syscall.Mount("none", folder, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
}

// takeBytes lets a file grow until that many bytes of its disk are free.
func takeBytes(t *testing.T, file string, free int64) {
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
	if err := f.Truncate(n - free); err != nil {
		t.Fatal(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// takeFiles fills a new folder until there is room for that many more files on its disk.
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
