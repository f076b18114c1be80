package store

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

// backup is a store of two versions, an acceptance and a report.
func backup(t *testing.T) shelf {
	t.Helper()
	s := openLocal(t)
	twoOf(t, s)
	_, err := s.Accept(data.Acceptance{ID: "1a2b3c4d5e", By: "ada", At: data.At(time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC))})
	if err := errors.Join(err, s.WriteReport(data.RunReport{Published: second})); err != nil {
		t.Fatal(err)
	}
	return s
}

// sameObjects compares two stores byte for byte.
func sameObjects(t *testing.T, want, got shelf) {
	t.Helper()
	if diff := cmp.Diff(want.list(), got.list()); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
	for _, name := range want.list() {
		if !bytes.Equal(want.get(name), got.get(name)) {
			t.Errorf("%s differs", name)
		}
	}
}

// TestRestore goes from a directory into every kind of store, and back.
func TestRestore(t *testing.T) {
	from := backup(t)
	eachStorage(t, func(t *testing.T, into shelf) {
		locked(t, into)
		done, err := into.Restore(t.Context(), from.Store, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if done.Newest != second || done.Snapshots != 2 || done.Archives != 2 || done.Acceptances != 1 || len(done.LeftOut) > 0 || done.Bytes == 0 {
			t.Errorf("restored %+v", done)
		}
		sameObjects(t, from, into)
		wantLatest(t, into, second)
		add(t, into, third, second)
		wantLatest(t, into, third)

		back := openLocal(t)
		locked(t, back)
		if _, err := back.Restore(t.Context(), into.Store, time.Time{}); err != nil {
			t.Fatal(err)
		}
		sameObjects(t, into, back)
	})
}

// TestRestoreUntil leaves behind what a clock has made that was ahead, and tells no reader of it.
func TestRestoreUntil(t *testing.T) {
	from := backup(t)
	until, err := data.ParseVersion(second)
	if err == nil {
		err = from.Store.WriteReport(data.RunReport{FinishedAt: data.At(until), Published: second})
	}
	if err != nil {
		t.Fatal(err)
	}
	eachKind(t, func(t *testing.T, into shelf) {
		locked(t, into)
		done, err := into.Restore(t.Context(), from.Store, until.Add(-time.Second))
		if err != nil || done.Newest != first || done.Snapshots != 1 || len(done.LeftOut) != 1 || !strings.Contains(done.LeftOut[0], second+" is later than") {
			t.Fatalf("restored %+v, %v", done, err)
		}
		wantLatest(t, into, first)
		if _, err := into.Store.Report(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the report of a run that is left out: %v", err)
		}
		if bad := brokenOf(checkAll(t, into)); len(bad) > 0 {
			t.Errorf("verify finds %+v", bad)
		}
		add(t, into, third, first)
	})
}

// TestRestoreOfAPrunedStore: evidence stands in an archive that no kept manifest names.
func TestRestoreOfAPrunedStore(t *testing.T) {
	from, into := openLocal(t), openLocal(t)
	locked(t, from)
	fillPruned(t, from)
	plan, err := from.Plan(1, muchLater)
	if err := errors.Join(err, from.Prune(t.Context(), plan)); err != nil {
		t.Fatal(err)
	}
	locked(t, into)
	if done, err := into.Restore(t.Context(), from.Store, time.Time{}); err != nil || len(done.LeftOut) > 0 {
		t.Fatalf("restored %+v, %v", done, err)
	}
	sameObjects(t, from, into)
}

// TestRestoreOfATornCopy: a directory was copied while a run published, or not all of it came through.
func TestRestoreOfATornCopy(t *testing.T) {
	for name, row := range map[string]struct {
		spoil   func(s shelf)
		newest  string
		leftOut string // "" for nothing
	}{
		"pointer-too-new":  {func(s shelf) { s.put("latest.json", []byte(`{"version":"`+third+`","manifest":"00"}`)) }, second, ""},
		"pointer-too-old":  {func(s shelf) { s.put("latest.json", pointerAt(t, s, first)) }, first, ""},
		"pointer-missing":  {func(s shelf) { s.put("latest.json", nil) }, second, ""},
		"newest-half-done": {func(s shelf) { s.put("snapshots/"+second+"/api/tools.json.br", nil) }, first, "tools.json"},
		"first-broken":     {func(s shelf) { s.put("snapshots/"+first+"/api/tools.json.br", []byte("x")) }, second, "api/tools.json"},
		"archive-missing":  {func(s shelf) { s.put(ArchiveName(first), nil) }, second, ArchiveName(first)},
		"archive-changed":  {func(s shelf) { s.put(ArchiveName(second), []byte("x")) }, second, ArchiveName(second) + ": it has 1 bytes"},
		"acceptance":       {func(s shelf) { s.put("accepted/1a2b3c4d5e.json", []byte("{")) }, second, "accepted/1a2b3c4d5e.json is broken"},
		"report":           {func(s shelf) { s.put("runs/latest.json", []byte("{")) }, second, "runs/latest.json is broken"},
	} {
		t.Run(name, func(t *testing.T) {
			from, into := backup(t), openLocal(t)
			row.spoil(from)
			locked(t, into)
			done, err := into.Restore(t.Context(), from.Store, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(done.LeftOut, "; "); done.Newest != row.newest || (got == "") != (row.leftOut == "") || !strings.Contains(got, row.leftOut) {
				t.Errorf("restored %s, left out %q; want %s, %q", done.Newest, got, row.newest, row.leftOut)
			}
			wantLatest(t, into, row.newest)
			add(t, into, third, row.newest)
		})
	}
}

// pointerAt is the pointer as it was when a version was the newest.
func pointerAt(t *testing.T, s shelf, version string) []byte {
	body := data.Encode(data.Pointer{Version: version, Manifest: digest(s.get("snapshots/" + version + "/manifest.json"))})
	return body
}

func TestRestoreRefuses(t *testing.T) {
	t.Run("into-a-store-in-use", func(t *testing.T) {
		into := backup(t)
		before := into.list()
		_, err := into.Restore(t.Context(), backup(t).Store, time.Time{})
		wantError(t, err, "holds "+second+" already", "--store")
		if diff := cmp.Diff(before, into.list()); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("from-nothing", func(t *testing.T) {
		into := openLocal(t)
		locked(t, into)
		_, err := into.Restore(t.Context(), openLocal(t).Store, time.Time{})
		wantError(t, err, "holds no intact snapshot")
	})
	t.Run("from-ruins", func(t *testing.T) {
		from, into := backup(t), openLocal(t)
		for _, v := range []string{first, second} {
			from.put("snapshots/"+v+"/manifest.json", []byte("{"))
		}
		locked(t, into)
		_, err := into.Restore(t.Context(), from.Store, time.Time{})
		wantError(t, err, "holds no intact snapshot: snapshot ", first, second)
		if left := into.list(); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	})
	t.Run("from-a-newer-program", func(t *testing.T) {
		from, into := backup(t), openLocal(t)
		from.put("snapshots/"+second+"/manifest.json", []byte(`{"schema": 99}`))
		from.put("latest.json", pointerAt(t, from, second))
		locked(t, into)
		if _, err := into.Restore(t.Context(), from.Store, time.Time{}); !errors.Is(err, ErrNewer) {
			t.Errorf("error = %v, want ErrNewer", err)
		}
	})
	t.Run("without-the-lock", func(t *testing.T) {
		_, err := openLocal(t).Restore(t.Context(), backup(t).Store, time.Time{})
		wantError(t, err, "without its lock")
	})
}
