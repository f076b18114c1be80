package stores

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/mirror"
	"pricepoint/data/store"
)

// TestFilesOfAMirrorAreForetold holds the names that a mirror is told of beforehand against the files that come.
func TestFilesOfAMirrorAreForetold(t *testing.T) {
	location := verifiable(t)
	stored, err := store.Open(location)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range mirror.Folders(stored, []string{goodRun, acceptedRun}) {
		foretold, err := folder.Names()
		if err != nil {
			t.Fatal(err)
		}
		files, err := folder.Load()
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, strings.TrimPrefix(f.Path, folder.Path+"/"))
		}
		slices.Sort(foretold)
		slices.Sort(names)
		if diff := cmp.Diff(names, foretold); diff != "" || !slices.Contains(names, "manifest.json.minisig.gz") {
			t.Errorf("the files of %s and their names differ (-files +names):\n%s", folder.Path, diff)
		}
	}
}
