package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// testDoctorDisk looks at a small disk that is full, has no room for files, and can only be read. Only root can mount one.
func testDoctorDisk(t *testing.T, r *recovery) {
	mount := t.TempDir()
	err := syscall.Mount("none", mount, "tmpfs", 0, "size=32m,nr_inodes=400")
	if errors.Is(err, syscall.EPERM) {
		t.Skip("only root can mount a small file system")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := syscall.Unmount(mount, 0); err != nil {
			t.Error(err)
		}
	}()
	p := patient{store: filepath.Join(mount, "store"), now: time.Date(2026, 1, 12, 0, 0, 0, 0, time.UTC), args: []string{"--listen", "127.0.0.1:0"}}
	if err := os.CopyFS(p.store, os.DirFS(r.store)); err != nil {
		t.Fatal(err)
	}
	look := func(want string) {
		t.Helper()
		out, log, code := examined(t, p, "--output", "json")
		wantLine(t, out, log, code, want)
	}
	look(`ok disk \d+\.\d MB free; a publication takes \d+\.\d MB$`)
	look(`ok permissions `)
	takeBytes(t, filepath.Join(mount, "taken"), 4<<20)
	look(`warning disk 4\.\d MB free; a publication takes \d+\.\d MB -> free some space`)
	takeBytes(t, filepath.Join(mount, "taken"), 1<<20)
	look(`wrong disk 1\.\d MB free; .*, so the next refresh may fail -> free some space`)
	if err := os.Remove(filepath.Join(mount, "taken")); err != nil {
		t.Fatal(err)
	}
	takeInodes(t, filepath.Join(mount, "files"))
	look(`wrong disk .*, but only 0 more files; the next refresh may fail -> free some space`)
	if err := syscall.Mount("none", mount, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	look(`wrong permissions \S+ cannot be written by \w+: read-only file system; no refresh can publish -> sudo -u OWNER pricepoint doctor --store `)
}

// takeBytes leaves that many bytes free.
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

func takeInodes(t *testing.T, folder string) {
	t.Helper()
	err := os.Mkdir(folder, 0o755)
	for err == nil {
		var f *os.File
		if f, err = os.CreateTemp(folder, ""); err == nil {
			f.Close()
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
