//go:build unix

package blob

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// once is a context that allows one try.
func once(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

func TestLock(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, lockName)
	if err := os.WriteFile(file, []byte("what an earlier version has left, which was for all to open"), 0o644); err != nil {
		t.Fatal(err)
	}
	release, err := lock(once(t), folder)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file has the mode %v (%v), want 0640", info.Mode().Perm(), err)
	}
	_, err = lock(once(t), folder)
	held, is := errors.AsType[*HeldError](err)
	if !is || held.Holder.PID != os.Getpid() {
		t.Errorf("a second one is told %v, want this process", err)
	}
	waited := make(chan error)
	go func() {
		release, err := lock(t.Context(), folder)
		if err == nil {
			err = release()
		}
		waited <- err
	}()
	if err := errors.Join(release(), <-waited); err != nil {
		t.Error(err)
	}
}

// TestWhatIsNoLock follows no link, neither to lock nor to write, and waits for no pipe.
func TestWhatIsNoLock(t *testing.T) {
	for name, put := range map[string]func(file, other string) error{
		"link":           func(file, other string) error { return os.Symlink(other, file) },
		"link-within":    func(file, other string) error { return os.Symlink("latest.json", file) },
		"link-to-none":   func(file, other string) error { return os.Symlink(other+"-none", file) },
		"pipe":           func(file, _ string) error { return syscall.Mkfifo(file, 0o644) },
		"folder":         func(file, _ string) error { return os.Mkdir(file, 0o755) },
		"link-to-itself": func(file, _ string) error { return os.Symlink(lockName, file) },
	} {
		t.Run(name, func(t *testing.T) {
			folder, elsewhere := t.TempDir(), t.TempDir()
			other := filepath.Join(elsewhere, "other")
			for _, file := range []string{other, filepath.Join(folder, "latest.json")} {
				if err := os.WriteFile(file, []byte("precious"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := put(filepath.Join(folder, lockName), other); err != nil {
				t.Fatal(err)
			}
			if _, err := lock(once(t), folder); err == nil || !strings.Contains(err.Error(), lockName+" is a link or no file; move it away") {
				t.Errorf("lock() fails with %v", err)
			}
			for _, file := range []string{other, filepath.Join(folder, "latest.json")} {
				if body, err := os.ReadFile(file); err != nil || string(body) != "precious" {
					t.Errorf("%s holds %q (%v) afterwards", file, body, err)
				}
			}
			if left, _ := os.ReadDir(elsewhere); len(left) != 1 {
				t.Errorf("behind the link there is %v", left)
			}
		})
	}
}
