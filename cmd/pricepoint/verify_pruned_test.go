package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
	"pricepoint/data/store"
)

// TestVerifyOfAPrunedStore drops the snapshot in whose archive the evidence of a later one stands: the archive is kept
// for that, named by no manifest any more, and yet looked at.
func TestVerifyOfAPrunedStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := writeArchives(dir); err != nil {
		t.Fatal(err)
	}
	location := filepath.Join(dir, "store")
	refresh(t, location, filepath.Join(dir, "good.warc.gz"), "2026-10-03T00:00:00Z")
	carryOn(t, location, "2026-10-10T000000Z", "2026-10-17T000000Z")
	settings := filepath.Join(dir, "settings.yaml")
	if err := os.WriteFile(settings, []byte("keep:\n  days: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, log, code := pricepoint(t, "prune", "--store", location, "--config", settings); code != 0 {
		t.Fatalf("prune: exit code %d\n%s", code, log)
	}

	const archive = "archive/2026-10-03T000000Z.warc.gz"
	cited := func(told []store.Checked) store.Checked {
		t.Helper()
		i := slices.IndexFunc(told, func(c store.Checked) bool { return c.Object == archive })
		if i < 0 {
			t.Fatalf("told %v, want %s among it", told, archive)
		}
		return told[i]
	}
	told, log, code := verify(t, location)
	if c := cited(told); code != 0 || c.State != store.Intact || !strings.Contains(c.About, "was dropped") {
		t.Errorf("exit code %d, told %v\n%s", code, c, log)
	}
	path := filepath.Join(location, filepath.FromSlash(archive))
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	body[len(body)/2] ^= 1
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	told, log, code = verify(t, location)
	if c := cited(told); code != 1 || c.State != store.Broken {
		t.Errorf("after a flipped bit: exit code %d, told %v\n%s", code, c, log)
	}
}

// carryOn publishes the newest content again under later versions, of runs that read nothing new: the first value keeps
// the evidence it has from the run before them.
func carryOn(t *testing.T, location string, versions ...string) {
	t.Helper()
	d, err := store.Open(location)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := d.Lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	for _, version := range versions {
		next, _, err := d.Latest()
		if err != nil {
			t.Fatal(err)
		}
		at, err := data.ParseVersion(version)
		if err != nil {
			t.Fatal(err)
		}
		m := &next.Manifest
		if len(m.Inputs) > 0 {
			next.Documents = cite(t, next.Documents, m.Inputs[0])
		}
		m.Previous, m.Version, m.GeneratedAt, m.Inputs = m.Version, version, data.At(at), nil
		if _, err := d.Publish(t.Context(), next, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// cite has the first value of the provenance stand in a payload.
func cite(t *testing.T, documents []data.Document, in data.Input) []data.Document {
	t.Helper()
	documents = slices.Clone(documents)
	i := slices.IndexFunc(documents, func(d data.Document) bool { return d.Path == data.ProvenancePath })
	var provenance data.ProvenanceDocument
	if err := data.Decode(documents[i].Body, &provenance); err != nil {
		t.Fatal(err)
	}
	e := &provenance.Tools[0].Values[0]
	e.URL, e.SHA256, e.Archive = in.URL, in.SHA256, in.Archive
	body, err := data.Encode(provenance)
	if err != nil {
		t.Fatal(err)
	}
	documents[i] = data.Document{Path: data.ProvenancePath, Body: body}
	return documents
}
