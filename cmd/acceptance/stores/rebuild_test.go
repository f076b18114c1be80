//go:build proof

package stores

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data/store"
)

// TestRebuildWithAHold rebuilds snapshots while a price is held: what the page is compared with is not what the run before
// read, but what was read before the hold began.
func TestRebuildWithAHold(t *testing.T) {
	work := t.TempDir()
	location := filepath.Join(work, "store")
	web, err := fixture.Pages()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(fixture.Root(), "collectors", "pricing", "testdata", "anthropic", "longcontext", "1.md"))
	if err != nil {
		t.Fatal(err)
	}
	page = bytes.ReplaceAll(page, []byte("Claude Verse 3 "), []byte("Claude Opus 5 "))
	held := bytes.Replace(page, []byte(`| \$1 / MTok        | \$1.25`), []byte(`| \$2 / MTok        | \$1.25`), 1) // a write would cost less than input
	if bytes.Equal(page, held) {
		t.Fatal("the page has no such row")
	}
	for _, day := range []struct {
		fetched, made string
		page          []byte
	}{{"2026-10-01", "2026-10-02", page}, {"2026-10-08", "2026-10-09", held}, {"2026-10-15", "2026-10-16", append(bytes.Clone(held), "\nEnd.\n"...)}} {
		for n := range web {
			if web[n].Date = fixture.On(day.fetched).Time; fixture.SourceOf(web[n].URL) == "pricing_anthropic" {
				web[n].Body = day.page
			}
		}
		archive := filepath.Join(work, day.fetched)
		if err := fixture.WriteArchive(archive, web); err != nil {
			t.Fatal(err)
		}
		if _, log, code := fixture.Run(t, "refresh", "--store", location, "--replay", archive, "--as-of", day.made); code != fixture.ExitDone {
			t.Fatalf("refresh ends with exit code %d:\n%s", code, log)
		}
	}
	heldFinding(t, location)
	newest, _, err := fixture.Open(t, location).Latest()
	if err != nil {
		t.Fatal(err)
	}
	compared := newest.Manifest.Standards("pricing_anthropic")
	if len(compared) == 0 || len(compared[0].Rows) == 0 || compared[0].Inputs[0].FetchedAt != fixture.On("2026-10-01") {
		t.Errorf("the next reading is compared with %+v, want, for the row that is held, what was read before the hold", compared)
	}
	told, log, code := verify(t, location, "--rebuild")
	rebuilt := 0
	for _, c := range told {
		if strings.HasPrefix(c.Object, "snapshots/") && strings.HasSuffix(c.About, "rebuilt to the same bytes") {
			rebuilt++
		}
		if c.State == store.Broken {
			t.Errorf("told %v", c)
		}
	}
	if code != fixture.ExitDone || rebuilt != 3 {
		t.Errorf("%d snapshots are rebuilt to the same bytes, want 3; exit code %d: %v\n%s", rebuilt, code, told, log)
	}
}
