// Package sourcetest is what the tests of sources share. Start at Documents, the fixtures of a source, or at Capture, a real
// page that was recorded. Its folders are found from the packages beside it, so it serves those and no others.
package sourcetest

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

// Captures is the folder of real captures. They are no part of this repository: without the folder the
// tests that need it skip, with it a missing capture fails.
func Captures(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("PRICEPOINT_RECORDED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "recorded")
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no real captures at %s; set PRICEPOINT_RECORDED to the folder that holds them", dir)
	} else if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Capture returns one real capture by its path below the folder, as if it had been fetched from url on the
// day its name carries.
func Capture(t testing.TB, path, url string) web.Payload {
	t.Helper()
	_, dated, ok := strings.Cut(filepath.Base(path), "@")
	if !ok {
		t.Fatalf("%s carries no date", path)
	}
	day, err := time.Parse(time.DateOnly, dated[:10])
	if err != nil {
		t.Fatal(err)
	}
	return payload(t, filepath.Join(Captures(t), path), url, day)
}
