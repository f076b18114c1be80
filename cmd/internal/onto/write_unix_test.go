//go:build unix

package onto_test

import (
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
	if err := onto.Write(link, []byte("new")); err != nil {
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
	pipe := filepath.Join(dir, "pipe.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := onto.Read(pipe); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a pipe: %v", err)
	}
}

// TestANewFileIsLikeAnyOther that its user makes.
func TestANewFileIsLikeAnyOther(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o077))
	path := filepath.Join(t.TempDir(), "new", "prices.json")
	if err := onto.Write(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v; want what the umask leaves", info, err)
	}
}
