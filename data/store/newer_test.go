package store

import (
	"errors"
	"strings"
	"testing"
)

// TestNewerManifest: the number of the schema decides what is read, and every field what is built upon.
func TestNewerManifest(t *testing.T) {
	for name, row := range map[string]struct {
		manifest            string
		read, newer, builds bool
	}{
		"today's":     {`{"schema": 1, "version": "` + first + `"}`, true, false, true},
		"schema":      {`{"schema": 99, "version": "` + first + `"}`, false, true, true},
		"a-new-field": {`{"schema": 1, "version": "` + first + `", "planet": "Mars", "files": [{"path": "api/tools.json", "moon": 1}]}`, true, false, false},
		"a-new-type":  {`{"schema": 1, "version": 7}`, false, false, false},
		"no-json":     {`{"schema": 1, "planet"`, false, false, false},
		"two-values":  {`{"schema": 1, "version": "` + first + `"} {}`, false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := decodeManifest(first, []byte(row.manifest))
			if (err == nil) != row.read || errors.Is(err, ErrNewer) != row.newer {
				t.Errorf("error = %v; want it read: %v, of a newer program: %v", err, row.read, row.newer)
			}
			if err := understood([]byte(row.manifest)); (err == nil) != row.builds {
				t.Errorf("error = %v; want it built upon: %v", err, row.builds)
			}
		})
	}
}

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
			damage(t, s, manifest, func(b []byte) []byte { return []byte(strings.Replace(string(b), row.old, row.new, 1)) })
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
