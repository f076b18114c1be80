package server_test

import (
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"

	"pricepoint/data"
	"pricepoint/server"
)

func decode(t *testing.T, a answer) (encoding, text string) {
	t.Helper()
	var r io.Reader = strings.NewReader(a.body)
	var err error
	switch encoding = a.Header.Get("Content-Encoding"); encoding {
	case "":
		encoding = "identity"
	case "gzip":
		r, err = gzip.NewReader(r)
	case "br":
		r = brotli.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(8<<20)) // as much as browsers take
	default:
		t.Fatalf("Content-Encoding %s, which nobody asked for", encoding)
	}
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return encoding, string(plain)
}

func TestStoredBrotliIsServedAsItIs(t *testing.T) {
	srv := server.New(server.Options{Now: clock(monday)})
	s := snapshot(t, monday)
	if err := srv.Load(s, nil); err != nil { // the same, but of no store
		t.Fatal(err)
	}
	s.Documents[0].Brotli = []byte("small")
	if err := srv.Load(s, nil); err != nil {
		t.Fatal(err)
	}
	got := ask(t, "GET", start(t, srv)+"/api/tools.json", "Accept-Encoding", "gzip, br")
	if got.Header.Get("Content-Encoding") != "br" || got.body != "small" || !strings.HasSuffix(got.Header.Get("ETag"), `-br"`) {
		t.Errorf("got %s %q with ETag %s, want the stored br bytes", got.Header.Get("Content-Encoding"), got.body, got.Header.Get("ETag"))
	}
}

// A rollback publishes old content as a new version: whoever asks by date must get it.
func TestRollbackIsNewerByDate(t *testing.T) {
	s := snapshot(t, monday.AddDate(0, 0, -7))
	s.Manifest.Version = data.Version(monday)
	srv := with(t, server.Options{Now: clock(monday)}, s, nil)
	got := ask(t, "GET", start(t, srv)+"/api/tools.json", "If-Modified-Since", "Sun, 15 Nov 2026 03:00:00 GMT")
	if got.StatusCode != 200 {
		t.Errorf("status %d, want 200", got.StatusCode)
	}
}
