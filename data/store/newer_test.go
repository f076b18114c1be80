package store

import (
	"errors"
	"testing"
)

// TestStoreOfANewerProgram: readers take the newest snapshot that they understand, and nobody builds on it.
func TestStoreOfANewerProgram(t *testing.T) {
	for name, row := range map[string]struct{ old, new, want string }{
		"a new field":         {`"schema": 1,`, `"schema": 1, "unheardOf": {"a": [1]},`, second},
		"a new schema":        {`"schema": 1,`, `"schema": 2, "unheardOf": true,`, first},
		"a new form of files": {`"schema": 1,`, `"schema": 2, "files": "elsewhere",`, first},
	} {
		eachKind(t, func(t *testing.T, s shelf) {
			twoOf(t, s)
			manifest := snapshotName(second) + "/manifest.json"
			damage(t, s, manifest, replacing(row.old, row.new))
			s.put(pointerName, []byte(`{"version": "`+second+`", "manifest": "`+digest(s.get(manifest))+`", "unheardOf": true}`))
			got, warning, err := s.Latest()
			if err != nil || got.Manifest.Version != row.want || errors.Is(warning, ErrNewer) != (row.want == first) {
				t.Errorf("%s: Latest() = %q, %v, %v; want %s", name, got.Manifest.Version, warning, err, row.want)
			}
			if _, _, err := s.Store.Base(); !errors.Is(err, ErrNewer) {
				t.Errorf("%s: Base() fails with %v, want ErrNewer", name, err)
			}
			_, err = s.Publish(t.Context(), build(third, first), nil)
			wantError(t, err, "made by a newer pricepoint")
		})
	}
}
