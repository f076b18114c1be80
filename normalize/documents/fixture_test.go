package documents

import (
	"testing"

	"pricepoint/normalize/fixture"
)

var now = fixture.Now

// document is one document of a snapshot, as users see it.
func document[T any](t *testing.T, r Result, path string) T {
	t.Helper()
	var doc T
	if err := r.Snapshot.Decode(path, &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}
