package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// damage replaces an object of a store by what change makes of it; nil removes it.
func damage(t *testing.T, s shelf, name string, change func([]byte) []byte) {
	t.Helper()
	body := s.get(name)
	if body == nil {
		t.Fatalf("there is no %s to damage", name)
	}
	s.put(name, change(body))
}

func flip(body []byte) []byte { body[len(body)/2] ^= 1; return body }
func cut(body []byte) []byte  { return body[:len(body)-2] }
func drop([]byte) []byte      { return nil }

func otherVersion(body []byte) []byte {
	return []byte(strings.ReplaceAll(string(body), second, third))
}

// TestDamage of the newest snapshot, or of the pointer, costs readers no more than that. They are told of it, verify names it, and the
// store goes on from there.
func TestDamage(t *testing.T) {
	tools, manifest := snapshotName(second)+"/api/tools.json.br", snapshotName(second)+"/manifest.json"
	isBroken := "snapshot " + second + " in "
	bomb := data.Document{Body: make([]byte, 1<<20)}
	if err := compressDocument(&bomb); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		object string
		change func([]byte) []byte
		used   string
		words  []string
	}{
		"flipped-document":   {tools, flip, first, []string{isBroken, "api/tools.json"}},
		"cut-document":       {tools, cut, first, []string{isBroken, "api/tools.json"}},
		"missing-document":   {tools, drop, first, []string{isBroken, "api/tools.json"}},
		"longer-document":    {tools, func(b []byte) []byte { return append(b, 0) }, first, []string{isBroken, "api/tools.json"}},
		"bomb":               {tools, func([]byte) []byte { return bomb.Brotli }, first, []string{isBroken, "api/tools.json is not the document that was published"}},
		"flipped-manifest":   {manifest, flip, first, []string{isBroken, "manifest.json has the digest", "latest.json says"}},
		"cut-manifest":       {manifest, cut, first, []string{isBroken, "manifest.json has the digest"}},
		"missing-manifest":   {manifest, drop, first, []string{second}},
		"someone-elses":      {manifest, otherVersion, first, []string{isBroken, "manifest.json"}},
		"longer-manifest":    {manifest, func(b []byte) []byte { return append(b, ' ') }, first, []string{isBroken, "manifest.json has the digest"}},
		"huge-manifest":      {manifest, func(b []byte) []byte { return bytes.Repeat(b, maxObject/len(b)+1) }, first, []string{isBroken, "is larger than 67108864 bytes"}},
		"missing-pointer":    {pointerName, drop, second, []string{"latest.json is missing"}},
		"torn-pointer":       {pointerName, cut, second, []string{"latest.json is broken"}},
		"empty-pointer":      {pointerName, func([]byte) []byte { return []byte{} }, second, []string{"latest.json is broken"}},
		"huge-pointer":       {pointerName, func(b []byte) []byte { return append(b, make([]byte, 1<<20)...) }, second, []string{"latest.json is broken"}},
		"escaping-pointer":   {pointerName, replacing(second, "../"+second), second, []string{"latest.json is broken", "../" + second}},
		"pointer-to-nowhere": {pointerName, otherVersion, second, []string{third, ErrNotFound.Error()}},
	} {
		t.Run(name, func(t *testing.T) {
			eachKind(t, func(t *testing.T, s shelf) {
				twoOf(t, s)
				damage(t, s, row.object, row.change)
				got, warning, err := s.Latest()
				if err != nil || got.Manifest.Version != row.used {
					t.Fatalf("Latest() = %q, %v, want %s", got.Manifest.Version, err, row.used)
				}
				wantError(t, warning, append(row.words, "using "+row.used)...)
				if wrong := brokenOf(checkAll(t, s)); len(wrong) == 0 || !strings.Contains(wrong[0].Object+wrong[0].About, row.object) {
					t.Errorf("verified: %v", wrong)
				}
				add(t, s, fourth, row.used)
				wantLatest(t, s, fourth)
			})
		})
	}
}

func replacing(old, with string) func([]byte) []byte {
	return func(body []byte) []byte { return []byte(strings.Replace(string(body), old, with, 1)) }
}

// TestHostileManifest has a pointer to a manifest that somebody else has made, digest and all.
func TestHostileManifest(t *testing.T) {
	heavy := make([]data.File, maxSnapshot/maxObject+1)
	for i := range heavy {
		heavy[i] = data.File{Path: fmt.Sprintf("api/%d.json", i), Size: maxObject}
	}
	for name, row := range map[string]struct {
		files []data.File
		word  string
	}{
		"heavy":     {heavy, "names 9 documents of 603979776 bytes"},
		"vast":      {[]data.File{{Path: "api/tools.json", Size: 1 << 62}}, "size of 4611686018427387904 bytes is out of range"},
		"negative":  {[]data.File{{Path: "api/tools.json", Size: -1}}, "out of range"},
		"twice":     {[]data.File{{Path: "api/tools.json"}, {Path: "api/tools.json"}}, "api/tools.json is there twice"},
		"parent":    {[]data.File{{Path: "api/../../../latest.json"}}, "is not the path of a document"},
		"absolute":  {[]data.File{{Path: "/etc/passwd"}}, "is not the path of a document"},
		"elsewhere": {[]data.File{{Path: "manifest.json"}}, "is not the path of a document"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openUnlocked(t)
			twoOf(t, s)
			manifest := build(second, first).Manifest
			manifest.Files = row.files
			replaceManifest(t, s, manifest)
			got, warning, err := s.Latest()
			if err != nil || got.Manifest.Version != first {
				t.Fatalf("Latest() = %q, %v, want %s", got.Manifest.Version, err, first)
			}
			wantError(t, warning, row.word)
		})
	}
}

// replaceManifest makes it that of the newest version.
func replaceManifest(t testing.TB, s shelf, manifest data.Manifest) {
	t.Helper()
	body := data.Encode(manifest)
	pointer := data.Encode(data.Pointer{Version: manifest.Version, Manifest: digest(body)})
	s.put(snapshotName(manifest.Version)+"/"+manifestName, body)
	s.put(pointerName, pointer)
}

func TestNothingIntact(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		damage(t, s, snapshotName(first)+"/api/tools.json.br", flip)
		damage(t, s, snapshotName(second)+"/api/tools.json.br", flip)
		_, warning, err := s.Latest()
		if !errors.Is(err, ErrEmpty) {
			t.Errorf("Latest() fails with %v, want ErrEmpty", err)
		}
		wantError(t, warning, first, second, "no snapshot is intact")
		add(t, s, third, "")
		wantLatest(t, s, third)
	})
}

func TestReadRefuses(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		for name, version := range map[string]string{"escape": "../" + first, "empty": "", "fraction": "2026-11-07T030000.0Z"} {
			_, err := s.Read(version)
			if err == nil || !strings.Contains(err.Error(), "is not a snapshot version") {
				t.Errorf("%s: Read(%q) fails with %v", name, version, err)
			}
		}
		for _, missing := range []string{third, "2026-11-01T000000Z"} {
			if _, err := s.Read(missing); !errors.Is(err, ErrNotFound) {
				t.Errorf("Read(%s) fails with %v, want ErrNotFound", missing, err)
			}
		}
	})
}

func TestDocument(t *testing.T) {
	eachKind(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		manifest, err := s.Manifest(first)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := s.Document(manifest, "api/tools.json")
		if err != nil || !strings.Contains(string(doc.Body), first) {
			t.Errorf("Document() = %q, %v, want that of %s", doc.Body, err, first)
		}
		if _, err := s.Document(manifest, "api/none.json"); !errors.Is(err, ErrNotFound) {
			t.Errorf("an unknown document fails with %v, want ErrNotFound", err)
		}
	})
}

func TestEmptyStore(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		if _, err := s.Pointer(); !errors.Is(err, ErrEmpty) {
			t.Errorf("Pointer() fails with %v, want ErrEmpty", err)
		}
		if _, _, err := s.Latest(); !errors.Is(err, ErrEmpty) {
			t.Errorf("Latest() fails with %v, want ErrEmpty", err)
		}
		if versions, err := s.List(); err != nil || len(versions) != 0 {
			t.Errorf("List() = %v, %v, want nothing", versions, err)
		}
		if _, err := s.Report(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("Report() fails with %v, want fs.ErrNotExist", err)
		}
		if _, err := s.OpenArchive(ArchiveName(first)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("OpenArchive() fails with %v, want fs.ErrNotExist", err)
		}
		if all, err := s.Accepted(); err != nil || len(all) != 0 {
			t.Errorf("Accepted() = %v, %v, want nothing", all, err)
		}
	})
}

func TestReport(t *testing.T) {
	want := data.RunReport{
		StartedAt: data.At(time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)), Reason: "no source could be read",
		Sources: []data.SourceOutcome{{SourceStatus: data.SourceStatus{ID: "pricing_acme", State: data.Failing}, Milliseconds: 7}},
	}
	eachStorage(t, func(t *testing.T, s shelf) {
		for _, report := range []data.RunReport{{}, want} {
			if err := s.WriteReport(report); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Report()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("Report() fails with %v (-want +got):\n%s", err, diff)
		}
		damage(t, s, reportName, cut)
		_, err = s.Report()
		wantError(t, err, "run report "+s.String()+"/runs/latest.json is broken")
	})
}
