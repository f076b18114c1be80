package store

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
)

// FuzzStore puts anything in the place of a file of a store with two snapshots. What readers get is what was published, the
// newest that is intact, or an older one that the pointer names, and what is wrong with the rest is said and verified as wrong.
func FuzzStore(f *testing.F) {
	d := open(f, filepath.Join(f.TempDir(), "store"))
	unlock, err := d.Lock(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	want := map[string]data.Snapshot{first: build(first, ""), second: build(second, first)}
	for _, version := range []string{first, second} {
		if _, err := d.Publish(f.Context(), want[version], strings.NewReader("responses")); err != nil {
			f.Fatal(err)
		}
	}
	if err := d.WriteReport(data.RunReport{Published: second}); err != nil {
		f.Fatal(err)
	}
	if _, err := d.Accept(acceptance(oneFinding, "ada", "seen")); err != nil {
		f.Fatal(err)
	}
	if err := unlock(); err != nil {
		f.Fatal(err)
	}
	names := []string{pointerName, reportName, acceptanceName(oneFinding), zipName(first), zipName(second), ArchiveName(second)}
	kept := map[string][]byte{}
	for n, name := range names {
		body, err := os.ReadFile(filepath.Join(d.directory, name))
		if err != nil {
			f.Fatal(err)
		}
		kept[name] = body
		f.Add(n, body)
		f.Add(n, body[:len(body)/2])
	}
	f.Add(0, []byte(`{"version":"2026-11-07T030000Z","manifest":""}`))
	f.Add(0, []byte(`{"version":"../../etc","manifest":""}`))
	f.Add(1, []byte(`{"startedAt":null,"sources":[{"id":"\u001b","ok":true}]}`))
	f.Add(2, []byte(`{"id":"0123456789","by":"\u001b[2J","at":"2026-11-21T03:00:00.000Z"}`))
	f.Fuzz(func(t *testing.T, n int, body []byte) {
		name := names[max(n%len(names), 0)]
		file := filepath.Join(d.directory, name)
		if err := os.WriteFile(file, body, 0o644); err != nil {
			t.Fatal(err)
		}
		defer os.WriteFile(file, kept[name], 0o644)
		s := open(t, d.directory)
		checkServed(t, s, want, bytes.Equal(body, kept[name]), name == pointerName)
		if a, err := s.Accepted(); err == nil && len(a) != 1 {
			t.Errorf("%d findings are accepted", len(a))
		}
		_, _ = s.Report() // is believed: it has no digest
	})
}

// checkServed wants the newest snapshot to be one that was published, and all to be well only if nothing was touched.
func checkServed(t *testing.T, s shelf, want map[string]data.Snapshot, untouched, pointer bool) {
	t.Helper()
	got, warning, err := s.Latest()
	if err != nil {
		t.Fatalf("nothing is served: %v", err)
	}
	if untouched && (warning != nil || got.Manifest.Version != second) {
		t.Errorf("%s is served: %v", got.Manifest.Version, warning)
	}
	if got.Manifest.Version != second && warning == nil && !pointer {
		t.Errorf("%s is served without a word", got.Manifest.Version)
	}
	published := want[got.Manifest.Version].Documents
	for i, doc := range got.Documents {
		if doc.Path != published[i].Path || string(doc.Body) != string(published[i].Body) {
			t.Errorf("%s of %s is read as %q", doc.Path, got.Manifest.Version, doc.Body)
		}
	}
	versions, err := s.List()
	if err == nil && !slices.Contains(versions, got.Manifest.Version) {
		t.Errorf("%s is served, and %v are listed", got.Manifest.Version, versions)
	}
}
