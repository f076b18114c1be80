package store

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
)

// damage replaces a file of a store by what change makes of it; nil removes it.
func damage(t *testing.T, d *Dir, name string, change func([]byte) []byte) {
	t.Helper()
	body, err := d.read(name)
	if err != nil {
		t.Fatal(err)
	}
	if body = change(body); body == nil {
		err = os.Remove(d.path(name))
	} else {
		err = os.WriteFile(d.path(name), body, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func flip(body []byte) []byte { body[len(body)/2] ^= 1; return body }
func cut(body []byte) []byte  { return body[:len(body)-2] }
func drop([]byte) []byte      { return nil }

func otherVersion(body []byte) []byte {
	return []byte(strings.ReplaceAll(string(body), second, third))
}

func TestBrokenNewestFallsBack(t *testing.T) {
	tools := snapshotName(second) + "/api/tools.json.br"
	manifest := snapshotName(second) + "/manifest.json"
	for name, row := range map[string]struct {
		file   string
		change func([]byte) []byte
		words  []string
	}{
		"flipped-document":  {tools, flip, []string{"api/tools.json"}},
		"cut-document":      {tools, cut, []string{"api/tools.json"}},
		"missing-document":  {tools, drop, []string{"api/tools.json", "no such file"}},
		"longer-document":   {tools, func(b []byte) []byte { return append(b, 0) }, []string{"api/tools.json"}},
		"flipped-manifest":  {manifest, flip, []string{"manifest.json has the digest", "latest.json says"}},
		"missing-manifest":  {manifest, drop, []string{"manifest.json", "no such file"}},
		"someone-elses":     {manifest, otherVersion, []string{"manifest.json"}},
		"exchanged-digests": {manifest, func(b []byte) []byte { return append(b, ' ') }, []string{"manifest.json has the digest"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := filled(t)
			damage(t, d, row.file, row.change)
			got, warning, err := d.Latest()
			if err != nil || got.Manifest.Version != first {
				t.Fatalf("Latest() = %q, %v, want %s", got.Manifest.Version, err, first)
			}
			wantError(t, warning, append(row.words, "snapshot "+second, "is broken", "using "+first)...)
			publish(t, d, third, first) // and the store goes on from there
		})
	}
}

func TestOlderManifestIsChecked(t *testing.T) {
	d := filled(t)
	damage(t, d, snapshotName(first)+"/manifest.json", func(b []byte) []byte {
		return []byte(strings.ReplaceAll(string(b), first, "2026-11-01T000000Z"))
	})
	_, err := d.Read(first)
	wantError(t, err, "snapshot "+first, "is that of \"2026-11-01T000000Z\"")
}

func TestEveryFlippedByteIsFound(t *testing.T) {
	d := filled(t)
	name := snapshotName(second) + "/api/tools.json.br"
	intact, err := d.read(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range intact {
		torn := slices.Clone(intact)
		torn[i] ^= 0x80
		if err := os.WriteFile(d.path(name), torn, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Read(second); err == nil {
			t.Errorf("byte %d of %d flipped and nobody saw it", i, len(intact))
		}
	}
}

func TestNothingIntact(t *testing.T) {
	d := filled(t)
	damage(t, d, snapshotName(first)+"/api/tools.json.br", flip)
	damage(t, d, snapshotName(second)+"/api/tools.json.br", flip)
	_, warning, err := d.Latest()
	if !errors.Is(err, ErrEmpty) {
		t.Errorf("Latest() fails with %v, want ErrEmpty", err)
	}
	wantError(t, warning, first, second, "no snapshot is intact")
	publish(t, d, third, "")
	if got, _, err := d.Latest(); err != nil || got.Manifest.Version != third {
		t.Errorf("Latest() = %q, %v, want %s", got.Manifest.Version, err, third)
	}
}

func TestTroubleWithThePointer(t *testing.T) {
	for name, row := range map[string]struct {
		change func([]byte) []byte
		latest string
		words  []string
	}{
		"missing": {drop, second, []string{"latest.json is missing", "using " + second}},
		"torn":    {cut, second, []string{"latest.json is broken", "using " + second}},
		"version": {func(b []byte) []byte { return []byte(strings.Replace(string(b), second, "../"+second, 1)) }, second,
			[]string{"latest.json is broken", "../" + second}},
		"to-nowhere": {otherVersion, second, []string{third, ErrNotFound.Error(), "using " + second}},
	} {
		t.Run(name, func(t *testing.T) {
			d := filled(t)
			damage(t, d, pointerName, row.change)
			got, warning, err := d.Latest()
			if err != nil || got.Manifest.Version != row.latest {
				t.Fatalf("Latest() = %q, %v, want %s", got.Manifest.Version, err, row.latest)
			}
			wantError(t, warning, row.words...)
		})
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	d := filled(t)
	damage(t, d, snapshotName(second)+"/manifest.json", func(b []byte) []byte {
		return []byte(strings.Replace(string(b), `"schema": 1`, `"schema": 2, "unheardOf": true`, 1))
	})
	damage(t, d, pointerName, func([]byte) []byte {
		body, _ := d.read(snapshotName(second) + "/manifest.json")
		return []byte(`{"version": "` + second + `", "manifest": "` + digest(body) + `"}`)
	})
	if _, _, err := d.Latest(); !errors.Is(err, ErrNewer) {
		t.Errorf("Latest() fails with %v, want ErrNewer", err)
	}
	_, err := d.Publish(t.Context(), build(third, first), nil)
	wantError(t, err, second, "schema 2", "made by a newer pricepoint")
}

func TestReadRefuses(t *testing.T) {
	d := filled(t)
	for name, version := range map[string]string{"escape": "../" + first, "empty": "", "fraction": "2026-11-07T030000.0Z"} {
		t.Run(name, func(t *testing.T) {
			_, err := d.Read(version)
			wantError(t, err, "is not a snapshot version")
		})
	}
	if _, err := d.Read(third); !errors.Is(err, ErrNotFound) {
		t.Errorf("Read(%s) fails with %v, want ErrNotFound", third, err)
	}
}

func TestDocument(t *testing.T) {
	d := filled(t)
	manifest, err := d.Manifest(first)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := d.Document(manifest, "api/tools.json")
	if err != nil || !strings.Contains(string(doc.Body), first) {
		t.Errorf("Document() = %q, %v, want that of %s", doc.Body, err, first)
	}
	if _, err := d.Document(manifest, "api/none.json"); !errors.Is(err, ErrNotFound) {
		t.Errorf("an unknown document fails with %v, want ErrNotFound", err)
	}
	manifest.Files[0].Path = "../../../latest.json"
	_, err = d.Document(manifest, manifest.Files[0].Path)
	wantError(t, err, "is not the path of a document")
}
