package normalize_test

import (
	"slices"
	"testing"

	"pricepoint/data"
	"pricepoint/data/catalog"
)

// TestCatalogueWithdraws builds over a store that was made while a tool was listed, then over one that never listed it:
// nothing vanishes without a word, and the names are kept in both.
func TestCatalogueWithdraws(t *testing.T) {
	c := smallCatalog()
	before := built(t, c).Snapshot
	c = smallCatalog()
	c.Tools = c.Tools[1:]
	c.Withdrawn = []catalog.Withdrawn{{ID: "one", Name: "Acme One", Released: "2026-05", Since: day("2026-10-15"), Why: "was shut down", Successor: "two", Aliases: []string{"acme-1", "uno"}}}
	for name, previous := range map[string]*data.Snapshot{"listed-before": &before, "never-listed": nil} {
		t.Run(name, func(t *testing.T) {
			at := now.AddDate(0, 0, 7)
			printed := board("leaderboard_vals", valsRow("acme/uno-thinking", "70"))
			result, err := Build(Input{Catalog: c, Readings: []data.Reading{printed}, Previous: previous, Now: at, Generator: "pricepoint/test"})
			if err != nil {
				t.Fatal(err)
			}
			gone := result.Snapshot.Manifest.Withdrawn
			if want := (data.Withdrawn{ID: "one", Name: "Acme One", Since: data.Version(at), Successor: "two"}); len(gone) != 1 || gone[0] != want {
				t.Errorf("withdrawn = %+v, want %+v", gone, want)
			}
			told := slices.ContainsFunc(document[data.ChangesDocument](t, result, data.ChangesPath).Changes, func(c data.Change) bool {
				return c.Kind == data.Unlisted && c.Tool == "one" && c.Successor == "two"
			})
			if told != (previous != nil) {
				t.Errorf("the changes tell of it: %v, want %v", told, previous != nil)
			}
			all := document[data.AliasesDocument](t, result, data.AliasesPath).Aliases
			for _, name := range []string{"one", "Acme One", "acme-1", "uno"} {
				if !slices.ContainsFunc(all, func(a data.Alias) bool { return a.Name == name && a.Tool == "one" && a.Withdrawn == data.Version(at) }) {
					t.Errorf("the name %q is lost", name)
				}
			}
			if unknown := whys(result, data.UnknownName); len(unknown) != 0 {
				t.Errorf("names of a withdrawn tool are unknown: %q", unknown)
			}
		})
	}
}
