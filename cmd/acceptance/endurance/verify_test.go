package endurance

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/store"
)

// The versions of verifiable.
const (
	goodRun     = "2026-10-02T000000Z" // every source is read
	failedRun   = "2026-10-09T000000Z" // one fails, and a price is held
	acceptedRun = "2026-10-10T000000Z" // only one is asked, and the price is accepted
)

var signed fixture.Store

// verifiable is a signed store of three snapshots that came about in different ways.
func verifiable(t *testing.T) (location string) {
	t.Helper()
	useTestKeys(t)
	return signed.Copied(t, func(dir string) string { return signedStore(t, dir) })
}

func signedStore(t *testing.T, work string) (location string) {
	t.Helper()
	location = filepath.Join(work, "store")
	web := fixture.Pages(t)
	page, err := os.ReadFile(filepath.Join(fixture.Root(), "collectors", "pricing", "testdata", "anthropic", "longcontext", "1.md"))
	if err != nil {
		t.Fatal(err)
	}
	page = bytes.ReplaceAll(page, []byte("Claude Verse 3 "), []byte("Claude Opus 5 "))
	for i, when := range []time.Time{fixture.On("2026-10-01").Time, fixture.On("2026-10-08").Time} {
		for n := range web {
			web[n].Date = when
			switch {
			case fixture.SourceOf(web[n].URL) == "pricing_anthropic":
				web[n].Body = page
			case fixture.SourceOf(web[n].URL) == "pricing_openai" && i > 0:
				web[n].Status, web[n].Body = "403 Forbidden", []byte("no")
			}
		}
		fixture.WriteArchive(t, filepath.Join(work, when.Format(time.DateOnly)), web)
		page = bytes.Replace(page, []byte(`| \$1 / MTok        | \$1.25`), []byte(`| \$9 / MTok        | \$1.25`), 1)
	}
	refresh := func(web, asOf string, more ...string) {
		args := append([]string{"refresh", "--store", location, "--replay", filepath.Join(work, web), "--as-of", asOf}, more...)
		if _, log, code := fixture.Run(t, args...); code != 0 {
			t.Fatalf("refresh ends with exit code %d:\n%s", code, log)
		}
	}
	refresh("2026-10-01", "2026-10-02")
	refresh("2026-10-08", "2026-10-09")
	if _, log, code := fixture.Run(t, "findings", "accept", heldFinding(t, location), "--store", location, "--by", "ann", "--note", "it is true"); code != 0 {
		t.Fatal(log)
	}
	refresh("2026-10-08", "2026-10-10", "--only", "pricing_anthropic")
	return location
}

// useTestKeys has everything signed and checked with a pair that is nobody's.
func useTestKeys(t *testing.T) {
	t.Helper()
	keys := fixture.SigningKeys()
	t.Setenv("PRICEPOINT_SIGN_KEY", filepath.Join(keys, "minisign.key"))
	t.Setenv("PRICEPOINT_SIGN_PUBLIC_KEY", filepath.Join(keys, "minisign.pub"))
}

func heldFinding(t *testing.T, location string) string {
	t.Helper()
	out, log, code := fixture.Run(t, "findings", "--kind", "held", "--output", "json", "--store", location)
	var held []data.Finding
	if err := json.Unmarshal([]byte(out), &held); err != nil || code != 0 || len(held) == 0 {
		t.Fatalf("nothing is held: %s, %v, %s", out, err, log)
	}
	return held[0].ID
}

// verify runs the command and returns what it tells of.
func verify(t *testing.T, location string, args ...string) (told []store.Checked, log string, code int) {
	t.Helper()
	out, log, code := fixture.Run(t, append([]string{"verify", "--store", location, "--output", "json"}, args...)...)
	var all struct {
		Intact  bool
		Objects []store.Checked
	}
	if out != "" {
		if err := json.Unmarshal([]byte(out), &all); err != nil || all.Intact != (code == 0) {
			t.Fatalf("exit code %d: %v:\n%s", code, err, out)
		}
	}
	return all.Objects, log, code
}

func isBroken(c store.Checked) bool { return c.State == store.Broken }

func TestVerifyStore(t *testing.T) {
	location := verifiable(t)
	t.Run("intact-and-rebuilt", func(t *testing.T) {
		told, log, code := verify(t, location, "--rebuild")
		if code != 0 || len(told) != 8 { // the pointer, three snapshots and archives, an acceptance
			t.Errorf("exit code %d, told %v:\n%s", code, told, log)
		}
		for _, c := range told {
			if c.State != store.Intact || strings.HasPrefix(c.Object, "snapshots/") && !strings.HasSuffix(c.About, " documents, signed; rebuilt to the same bytes") {
				t.Errorf("told %v", c)
			}
			if strings.Contains(c.About, "the rest of it") {
				t.Errorf("told %v, although every manifest was looked at", c)
			}
		}
	})
	t.Run("unknown-version", func(t *testing.T) {
		if _, log, code := verify(t, location, "2026-10-03T000000Z"); code != 1 || !strings.Contains(log, "no such snapshot") || !strings.Contains(log, goodRun) {
			t.Errorf("exit code %d: %s", code, log)
		}
	})
	t.Run("forged", func(t *testing.T) { rebuildForged(t, location) })
}

// republish copies a first snapshot to another store as change makes it, with digests that are right.
func republish(t *testing.T, location, version string, change func(*data.Snapshot)) string {
	t.Helper()
	from, err := store.Open(location)
	if err != nil {
		t.Fatal(err)
	}
	to, err := store.Open(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(to.String(), "archive"), os.DirFS(filepath.Join(location, "archive"))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	s, err := from.Read(version)
	if err != nil {
		t.Fatal(err)
	}
	change(&s)
	fixture.Locked(t, to, func() error {
		_, err := to.Publish(t.Context(), s, nil)
		return err
	})
	return to.String()
}

// rebuildForged has another price in a document, and the digest of that.
func rebuildForged(t *testing.T, location string) {
	t.Setenv("PRICEPOINT_SIGN_PUBLIC_KEY", "")
	forged := republish(t, location, goodRun, func(s *data.Snapshot) {
		i := slices.IndexFunc(s.Documents, func(d data.Document) bool { return d.Path == data.ToolsPath })
		s.Documents[i].Body = bytes.Replace(s.Documents[i].Body, []byte(`"input": `), []byte(`"input": 1`), 1)
	})
	if told, log, code := verify(t, forged); code != 0 {
		t.Errorf("the digests are right, and it tells %v, %s", told, log)
	}
	told, log, code := verify(t, forged, "--rebuild")
	i := slices.IndexFunc(told, isBroken)
	if code != 1 || i < 0 || told[i].Object != "snapshots/"+goodRun+"/"+data.ToolsPath+".br" || !strings.Contains(told[i].About, `"\"input\": 1`) {
		t.Errorf("exit code %d, told %v\n%s", code, told, log)
	}
}

// TestNotRebuilt is of a snapshot that was made by this program with another catalogue, so that it cannot tell.
func TestNotRebuilt(t *testing.T) {
	dir := republish(t, fixture.Keep(t, nil).String(), fixture.MadeOn, func(s *data.Snapshot) {
		s.Manifest.Generator, s.Manifest.Catalogue = fixture.Version, "0123456789abcdef"
	})
	told, log, code := verify(t, dir, "--rebuild")
	if code != 0 || told[1].State != store.Unproven || !strings.Contains(told[1].About, "with catalogue 0123456789ab, this one has catalogue ") {
		t.Errorf("exit code %d, told %v\n%s", code, told, log)
	}
}
