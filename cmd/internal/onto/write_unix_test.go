//go:build unix

package onto_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pricepoint/cmd/internal/onto"
)

func TestWriteKeepsPermissionsAndLinks(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real.json"), filepath.Join(dir, "link.json")
	if err := os.WriteFile(real, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.json", link); err != nil {
		t.Fatal(err)
	}
	if err := onto.Write(link, []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode().Type() != os.ModeSymlink {
		t.Errorf("the link is %v: %v", info.Mode(), err)
	}
	info, err = os.Stat(real)
	text, other := os.ReadFile(real)
	if err != nil || other != nil || info.Mode().Perm() != 0o600 || string(text) != "new" {
		t.Errorf("%s with %v: %v, %v", text, info.Mode(), err, other)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".pricepoint-*")); len(left) > 0 {
		t.Errorf("%v is left over", left)
	}
}

func TestReadWantsAFile(t *testing.T) {
	dir := t.TempDir()
	if text, err := onto.Read(filepath.Join(dir, "none.json")); text != nil || err != nil {
		t.Errorf("a file that is not there: %q, %v", text, err)
	}
	if _, err := onto.Read(dir); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a directory: %v", err)
	}
	pipe, dangling := filepath.Join(dir, "pipe.json"), filepath.Join(dir, "dangling.json")
	if err := errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink("nowhere.json", dangling)); err != nil {
		t.Fatal(err)
	}
	if _, err := onto.Read(pipe); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a pipe: %v", err)
	}
	if _, err := onto.Read(dangling); err == nil || !strings.Contains(err.Error(), "a link to nothing") {
		t.Errorf("a link to nothing: %v", err)
	}
}

// TestWriteLeavesAlone what is not what was read, and what a rename would tear apart.
func TestWriteLeavesAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "prices.json")
	for _, tt := range []struct {
		name string
		make func() error
		old  []byte
		want string // of the error
	}{
		{"a file that was changed", func() error { return os.WriteFile(path, []byte("newer"), 0o600) }, []byte("old"), "was changed meanwhile"},
		{"a file that was not there", func() error { return os.WriteFile(path, []byte("newer"), 0o600) }, nil, "was changed meanwhile"},
		{"a file that is gone", func() error { return nil }, []byte("old"), "was changed meanwhile"},
		{"a pipe", func() error { return syscall.Mkfifo(path, 0o600) }, nil, "is no file"},
		{"a link to nothing", func() error { return os.Symlink("nowhere.json", path) }, nil, "a link to nothing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := tt.make(); err != nil {
				t.Fatal(err)
			}
			before, _ := os.Lstat(path)
			if err := onto.Write(path, tt.old, []byte("new")); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v; want %q", err, tt.want)
			}
			after, _ := os.Lstat(path)
			if before != nil && (after == nil || !os.SameFile(before, after)) {
				t.Errorf("%v became %v", before, after)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, ".pricepoint-*")); len(left) > 0 {
				t.Errorf("%v is left over", left)
			}
			_ = os.Remove(path)
		})
	}
}

// TestNothingIsMadeForADirectory: what names one is refused before a folder is made.
func TestNothingIsMadeForADirectory(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "new.json") + "/", filepath.Join(dir, "new") + "/.", dir, "."} {
		for name, err := range map[string]error{"read": readError(path), "write": onto.Write(path, nil, []byte("new"))} {
			if err == nil || !strings.Contains(err.Error(), "is no file") {
				t.Errorf("%s %s: %v", name, path, err)
			}
		}
	}
	if made, _ := os.ReadDir(dir); len(made) > 0 {
		t.Errorf("%v was made", made)
	}
}

func readError(path string) error {
	_, err := onto.Read(path)
	return err
}

// TestANewFileIsLikeAnyOther that its user makes.
func TestANewFileIsLikeAnyOther(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "new", "prices.json")
	if err := onto.Write(path, nil, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want what the umask leaves", info, err)
	}
}
