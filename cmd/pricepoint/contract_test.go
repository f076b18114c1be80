package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestContract holds a server to what it promises, on a real connection, with what was read from real pages.
func TestContract(t *testing.T) {
	t.Parallel()
	store, archive, asOf := contractStore(t)
	refresh(t, store, archive, asOf)
	base := start(t, "serve", "--store", store)
	t.Run("openapi", func(t *testing.T) { followsOpenAPI(t, base) })
	t.Run("schemas", func(t *testing.T) { followsSchemas(t, base) })
	t.Run("listed", func(t *testing.T) { isListed(t, base) })
	t.Run("api-text", func(t *testing.T) { followsAPIText(t, base) })
	t.Run("typescript", func(t *testing.T) { readWithTypeScript(t, base) })
	t.Run("go", func(t *testing.T) { readWithGo(t, base) })
}

// contractStore names an empty store and what to fill it with: the real captures, or the collectors' small pages where
// those are not at hand.
func contractStore(t *testing.T) (store, archive, asOf string) {
	t.Helper()
	dir := t.TempDir()
	store = filepath.Join(dir, "store")
	recorded := os.Getenv("PRICEPOINT_RECORDED")
	if recorded == "" {
		recorded = filepath.Join("..", "..", "..", "shared", "recorded")
	}
	archive = filepath.Join(recorded, "recorded.warc.gz")
	if _, err := os.Stat(archive); !errors.Is(err, fs.ErrNotExist) {
		return store, archive, "2026-10-15T00:00:00Z"
	}
	if err := writeArchives(dir); err != nil {
		t.Fatal(err)
	}
	return store, filepath.Join(dir, "good.warc.gz"), "2026-01-03T00:00:00Z"
}
