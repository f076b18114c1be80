package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pricepoint/data"
)

// TestReadersNeverGoBack: what a key vouched for once is the least that a reader takes, also after it was started again.
func TestReadersNeverGoBack(t *testing.T) {
	location, file := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "state", "seen.json")
	started := func(public string) shelf {
		s := open(t, location)
		useKeys(t, s, "", public)
		s.Remember(file)
		return s
	}
	writer := open(t, location)
	useKeys(t, writer, secretFile, publicLine)
	twoOf(t, writer)
	wantLatest(t, started(publicLine), second)

	set := func(name string, body []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(location, name), body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	newest, err := os.ReadFile(writer.path(zipName(snapshotName(second))))
	if err != nil {
		t.Fatal(err)
	}
	pointer, err := os.ReadFile(writer.path(pointerName))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		hidden func()
	}{
		{"the newest is broken", func() { set(zipName(snapshotName(second)), newest[:len(newest)/2]) }},
		{"the newest and its pointer are gone", func() {
			if err := os.Remove(writer.path(zipName(snapshotName(second)))); err != nil {
				t.Fatal(err)
			}
			body, err := open(t, location).ManifestBody(first)
			if err != nil {
				t.Fatal(err)
			}
			back, err := data.Encode(data.Pointer{Version: first, Manifest: digest(body)})
			if err != nil {
				t.Fatal(err)
			}
			set(pointerName, back)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.hidden()
			for range 2 {
				if got, _, err := started(publicLine).Latest(); !errors.Is(err, ErrWentBack) {
					t.Errorf("Latest() = %q, %v; want none", got.Manifest.Version, err)
				}
			}
			into := open(t, filepath.Join(t.TempDir(), "copy"))
			locked(t, into)
			if done, err := into.Restore(t.Context(), started(publicLine).Store, time.Time{}); err == nil {
				t.Errorf("%+v is restored", done)
			}
			if got, _, err := started("").Latest(); err != nil || got.Manifest.Version != first {
				t.Errorf("without a key Latest() = %q, %v; nobody could tell then", got.Manifest.Version, err)
			}
			set(zipName(snapshotName(second)), newest)
			set(pointerName, pointer)
		})
	}
	wantLatest(t, started(publicLine), second)

	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := started(publicLine).Latest(); err == nil {
		t.Error("a record that is broken is taken for none")
	}
}
