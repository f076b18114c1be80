package server_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/store"
	"pricepoint/server"
)

// BenchmarkHistory asks a server whose store keeps five thousand snapshots.
func BenchmarkHistory(b *testing.B) {
	from := manySnapshots(b, 5000)
	srv := server.New(server.Options{Now: clock(monday)})
	b.Run("start", func(b *testing.B) {
		for b.Loop() {
			if err := server.New(server.Options{Now: clock(monday)}).Take(from); err != nil {
				b.Fatal(err)
			}
		}
	})
	if err := srv.Take(from); err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{
		"list": "/api/snapshots.json", "as-of": "/api/asof/2000-01-01/tools.json", "document": "/api/snapshots/" + week(1000) + "/tools.json",
	} {
		b.Run(name, func(b *testing.B) { askAgain(b, srv, func(int) string { return path }) })
	}
	b.Run("another-document-each-time", func(b *testing.B) {
		askAgain(b, srv, func(n int) string { return "/api/snapshots/" + week(n%5000) + "/tools.json" })
	})
}

func askAgain(b *testing.B, srv *server.Server, path func(n int) string) {
	handler := srv.Handler()
	for n := 0; b.Loop(); n++ {
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path(n), nil)
		r.Header.Set("Accept-Encoding", "br")
		if handler.ServeHTTP(w, r); w.Code >= 400 {
			b.Fatalf("%s: %d %s", path(n), w.Code, w.Body)
		}
	}
}

// manySnapshots are copies of one, of every week up to monday.
func manySnapshots(b *testing.B, n int) *store.Store {
	b.Helper()
	root := b.TempDir()
	from, err := store.Open(root)
	if err != nil {
		b.Fatal(err)
	}
	newest := snapshot(b, monday)
	for i := range 40 { // as large as a real one
		newest.Manifest.Inputs = append(newest.Manifest.Inputs, data.Input{Source: fmt.Sprint("source", i), URL: strings.Repeat("x", 100), SHA256: strings.Repeat("0", 64)})
	}
	unlock, err := from.Lock(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	if _, err := from.Publish(b.Context(), newest, nil); err != nil {
		b.Fatal(err)
	}
	if err := unlock(); err != nil {
		b.Fatal(err)
	}
	whole, err := from.Read(newest.Manifest.Version)
	if err != nil {
		b.Fatal(err)
	}
	m, pointer := whole.Manifest, data.Pointer{}
	for i := n - 1; i >= 0; i-- {
		m.Previous, m.PreviousManifest = pointer.Version, pointer.Manifest
		m.Version = data.Version(monday.Add(-time.Duration(i) * 7 * 24 * time.Hour))
		body, err := data.Encode(m)
		if err != nil {
			b.Fatal(err)
		}
		pointer = data.Pointer{Version: m.Version, Manifest: fmt.Sprintf("%x", sha256.Sum256(body))}
		if err := os.WriteFile(filepath.Join(root, "snapshots", m.Version+".zip"), zipOf(b, string(body), whole.Documents), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	body, err := data.Encode(pointer)
	if err := errors.Join(err, os.WriteFile(filepath.Join(root, "latest.json"), body, 0o644)); err != nil {
		b.Fatal(err)
	}
	return from
}

// zipOf is the file of a snapshot.
func zipOf(b *testing.B, manifest string, documents []data.Document) []byte {
	b.Helper()
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	add := func(name string, method uint16, body []byte) {
		member, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = member.Write(body)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for _, d := range documents {
		add(d.Path+".br", zip.Store, d.Brotli)
	}
	add("manifest.json", zip.Deflate, []byte(manifest))
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return file.Bytes()
}
