package store

import (
	"errors"
	"testing"
)

// TestNewerManifest: whoever reads on from older data would undo what the newer program has published.
func TestNewerManifest(t *testing.T) {
	for name, row := range map[string]struct {
		manifest string
		newer    bool
	}{
		"schema":      {`{"schema": 99, "version": "` + first + `"}`, true},
		"a-new-field": {`{"schema": 1, "version": "` + first + `", "planet": "Mars"}`, true},
		"a-new-type":  {`{"schema": 1, "version": 7}`, false},
		"no-json":     {`{"schema": 1, "planet"`, false},
		"two-values":  {`{"schema": 1, "version": "` + first + `"} {}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := decodeManifest(first, []byte(row.manifest))
			if err == nil || errors.Is(err, ErrNewer) != row.newer {
				t.Errorf("error = %v; is it of a newer program? want %v", err, row.newer)
			}
		})
	}
}
