package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

const (
	first  = "2026-11-07T030000Z"
	second = "2026-11-14T030000Z"
	third  = "2026-11-21T030000Z"
)

// build is a small snapshot as the build stage hands it over: without Files.
func build(version, previous string) data.Snapshot {
	made, err := data.ParseVersion(version)
	if err != nil {
		panic(err)
	}
	return data.Snapshot{
		Manifest: data.Manifest{
			Schema: data.ManifestSchema, Version: version, Previous: previous, GeneratedAt: data.At(made), Generator: "pricepoint/test",
			Inputs: []data.Input{{Source: "pricing_acme", URL: "https://acme.example/pricing", FetchedAt: data.At(made), Archive: ArchiveName(version)}},
		},
		Documents: []data.Document{
			{Path: "api/tools.json", Body: []byte(`{"tools": [], "made": "` + version + `"}` + "\n")},
			{Path: "api/changes.atom", Body: []byte("<feed/>\n")},
		},
		Exports: exportsOf(version),
	}
}

// exportsOf are a list of another program and the index of it.
func exportsOf(version string) []data.Document {
	list := []byte(`{"sample_spec": {}, "made": "` + version + `"}`)
	index := data.Encode(data.ExportIndex{Version: version, Exports: []data.Export{{Path: "/api/compat/litellm.json", SHA256: digest(list)}}})
	return []data.Document{{Path: "api/compat/litellm.json", Body: list}, {Path: data.ExportIndexPath, Body: index}}
}

func TestRoundTrip(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		locked(t, s)
		pointer := add(t, s, first, "")
		if got, err := s.Pointer(); err != nil || got != pointer {
			t.Errorf("Pointer() = %v, %v, want %v", got, err, pointer)
		}
		got, warning, err := s.Latest()
		if err != nil || warning != nil {
			t.Fatalf("Latest() warns %v, fails %v", warning, err)
		}
		want := build(first, "")
		for i, doc := range want.Documents {
			want.Manifest.Files = append(want.Manifest.Files, data.File{
				Path: doc.Path, Size: int64(len(doc.Body)), SHA256: digest(doc.Body), Stored: digest(got.Documents[i].Brotli)})
			if len(got.Documents[i].Brotli) == 0 {
				t.Errorf("%s comes without its brotli form", doc.Path)
			}
			got.Documents[i].Brotli = nil
		}
		kept := "responses of " + first
		want.Manifest.Archive = &data.File{Path: ArchiveName(first), Size: int64(len(kept)), SHA256: digest([]byte(kept))}
		if file := s.get(exportsName(first)); got.Manifest.Exports == nil || got.Manifest.Exports.SHA256 != digest(file) {
			t.Errorf("the manifest has %+v of what stands beside it, which has the digest %s", got.Manifest.Exports, digest(file))
		}
		exports, err := s.Exports(got.Manifest)
		if err != nil {
			t.Fatal(err)
		}
		for i := range exports {
			if len(exports[i].Gzip) == 0 || len(exports[i].Zstd) == 0 {
				t.Errorf("%s comes without its compressed forms", exports[i].Path)
			}
			exports[i].Gzip, exports[i].Zstd = nil, nil
		}
		got.Exports, got.Manifest.Exports = exports, nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("read back (-want +got):\n%s", diff)
		}
		archive, err := s.OpenArchive(got.Manifest.Inputs[0].Archive)
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		if body, _ := io.ReadAll(archive); string(body) != "responses of "+first {
			t.Errorf("archive = %q", body)
		}
	})
}

func TestLayout(t *testing.T) {
	eachStorage(t, func(t *testing.T, s shelf) {
		twoOf(t, s)
		if err := s.WriteReport(data.RunReport{}); err != nil {
			t.Fatal(err)
		}
		want := []string{"archive/" + first + ".warc.gz", "archive/" + second + ".warc.gz", exportsName(first), exportsName(second), "latest.json", "runs/latest.json"}
		for _, version := range []string{first, second} {
			for _, name := range []string{"api/changes.atom.br", "api/tools.json.br", "manifest.json"} {
				want = append(want, "snapshots/"+version+"/"+name)
			}
		}
		if diff := cmp.Diff(want, s.list()); diff != "" {
			t.Errorf("objects of the store (-want +got):\n%s", diff)
		}
	})
}

func TestOpenArchiveRefuses(t *testing.T) {
	d := filled(t)
	if err := os.Symlink("/etc/hostname", d.path(ArchiveName(third))); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{
		"escape":   "../" + ArchiveName(first),
		"absolute": "/etc/hostname",
		"link":     ArchiveName(third),
		"empty":    "",
	} {
		t.Run(name, func(t *testing.T) {
			if err := d.CheckArchive(path, nil); err == nil {
				t.Errorf("CheckArchive(%q) is content, want an error", path)
			}
			if f, err := d.OpenArchive(path); err == nil {
				f.Close()
				t.Errorf("OpenArchive(%q) opens, want an error", path)
			}
		})
	}
	if _, err := d.OpenArchive(ArchiveName("2020-01-01T000000Z")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing archive fails with %v, want fs.ErrNotExist", err)
	}
}
