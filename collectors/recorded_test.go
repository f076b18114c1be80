package collectors

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/collectors/web"
)

// recordedDir is the folder of real captures. They are no part of this repository: without the folder the
// tests that need it skip, with it a missing capture fails.
func recordedDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("PRICEPOINT_RECORDED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "recorded")
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real captures at %s; set PRICEPOINT_RECORDED to the folder that holds them", dir)
	} else if err != nil {
		t.Fatal(err)
	}
	return dir
}

// recorded returns one real capture by its path below the folder, as if it had been fetched from url on the
// day its name carries.
func recorded(t testing.TB, path, url string) web.Payload {
	t.Helper()
	_, dated, ok := strings.Cut(filepath.Base(path), "@")
	if !ok {
		t.Fatalf("%s carries no date", path)
	}
	day, err := time.Parse(time.DateOnly, dated[:10])
	if err != nil {
		t.Fatal(err)
	}
	return fileDocument(t, filepath.Join(recordedDir(t), path), url, day)
}
