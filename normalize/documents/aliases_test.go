package documents

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/names"
)

func aliased(t *testing.T) (*catalog.Catalog, []data.Reading) {
	t.Helper()
	c := smallCatalog()
	c.Tools[0].Aliases = []string{"acme-1", "one-20260901"}
	c.Tools[0].ScopedAliases = []catalog.ScopedAlias{{Name: "uno", Source: "leaderboard_vals"}}
	c.Tools[2].Name = "Three" // as its id, but for the case
	c.Tools[1].ScopedAliases = []catalog.ScopedAlias{
		{Name: "acme-latest", Source: "pricing_acme", From: day("2026-09-14"), Until: day("2026-12-31")},
		{Name: "acme-latest", Source: "feed_careful", From: day("2026-09-02")},
		{Name: "two-now", Until: day("2026-08-31")}, {Name: "two-now", From: day("2026-09-20")},
	}
	c.Naming.Others = append(c.Naming.Others, catalog.OtherModels{Names: []string{"acme 1", "acme latest"}, Source: "feed_copy", Why: "a resale"})
	any := data.Qualifiers{}
	page := acmePage(
		printed("Acme One", data.PriceInput, "5", any), printed("ACME one", data.PriceInput, "5", any),
		printed("acme-latest", data.PriceInput, "1", any), printed("Acme_Latest", data.PriceInput, "1", any),
		printed("two now", data.PriceInput, "1", any),
		printed("Acme One", data.PriceOutput, "25", any), printed("Acme Nine", data.PriceInput, "9", any),
	)
	board := data.Reading{Source: "leaderboard_vals", Kind: "leaderboard", Publisher: "vals", Attempted: true}
	for _, name := range []string{"acme/one", "acme/acme-1-thinking", "one-agent-thinking", "bolt/one", "one", "three", "Three"} {
		board.Observations = append(board.Observations, row("leaderboard_vals", name, data.ScoreSWEBench, "70", any))
	}
	return c, []data.Reading{page, board}
}

func TestAliases(t *testing.T) {
	c, readings := aliased(t)
	c.Tools = c.Tools[:3]
	doc := document[data.AliasesDocument](t, built(t, c, readings...), data.AliasesPath)
	resale := []data.AliasException{{Source: "feed_copy", Why: "a resale"}}
	want := []data.Alias{
		{Name: "ACME one", Tool: "one", Match: data.MatchSpelling, Sources: []string{"pricing_acme"}},
		{Name: "Acme One", Tool: "one", Match: data.MatchName, Sources: []string{"pricing_acme"}},
		{Name: "Acme Two", Tool: "two", Match: data.MatchName},
		{Name: "Acme_Latest", Tool: "two", Match: data.MatchSpelling, Only: "pricing_acme", From: "2026-09-14", Until: "2026-12-31", Sources: []string{"pricing_acme"}},
		{Name: "Three", Tool: "three", Match: data.MatchName, Sources: []string{"leaderboard_vals"}},
		{Name: "acme-1", Tool: "one", Match: data.MatchAlias, Except: resale},
		{Name: "acme-latest", Tool: "two", Match: data.MatchAlias, Only: "feed_careful", From: "2026-09-02"},
		{Name: "acme-latest", Tool: "two", Match: data.MatchAlias, Only: "pricing_acme", From: "2026-09-14", Until: "2026-12-31", Sources: []string{"pricing_acme"}},
		{Name: "acme/acme-1-thinking", Tool: "one", Match: data.MatchSetting, Except: resale, Effort: "high", Sources: []string{"leaderboard_vals"}},
		{Name: "acme/one", Tool: "one", Match: data.MatchMaker, Sources: []string{"leaderboard_vals"}},
		{Name: "one", Tool: "one", Match: data.MatchID, Sources: []string{"leaderboard_vals"}},
		{Name: "one-20260901", Tool: "one", Match: data.MatchDated},
		{Name: "one-agent-thinking", Tool: "one", Match: data.MatchSetting, Effort: "high", Harness: "agent", Sources: []string{"leaderboard_vals"}},
		{Name: "three", Tool: "three", Match: data.MatchID, Sources: []string{"leaderboard_vals"}},
		{Name: "two", Tool: "two", Match: data.MatchID},
		{Name: "two now", Tool: "two", Match: data.MatchSpelling, From: "2026-09-20", Sources: []string{"pricing_acme"}},
		{Name: "two-now", Tool: "two", Match: data.MatchAlias, Until: "2026-08-31"},
		{Name: "two-now", Tool: "two", Match: data.MatchAlias, From: "2026-09-20"},
		{Name: "uno", Tool: "one", Match: data.MatchAlias, Only: "leaderboard_vals"},
	}
	if diff := cmp.Diff(want, doc.Aliases); diff != "" {
		t.Errorf("aliases (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"Acme_Latest", "acme-1", "acme-latest", "acme/acme-1-thinking", "two now", "two-now", "uno"}, doc.Ambiguous); diff != "" {
		t.Errorf("ambiguous (-want +got):\n%s", diff)
	}
}

// Every alias has to mean, to the resolver, what the document says.
func TestAliasesResolve(t *testing.T) {
	c, readings := aliased(t)
	resolver := names.New(c)
	for _, a := range document[data.AliasesDocument](t, built(t, c, readings...), data.AliasesPath).Aliases {
		at := now
		if until, err := time.Parse(time.DateOnly, a.Until); err == nil {
			at = until
		}
		for _, source := range append(a.Sources, a.Only) {
			if source == "" && (a.Only != "" || a.Match == data.MatchMaker || a.Match == data.MatchSetting) {
				continue
			}
			want := names.Match{Kind: names.Tool, Tool: a.Tool, Effort: a.Effort, Harness: a.Harness}
			got := resolver.Resolve(source, a.Name, at)
			if got.Spelled = ""; got != want {
				t.Errorf("%q in %q is %+v, want %+v", a.Name, source, got, want)
			}
		}
		for _, e := range a.Except {
			if got := resolver.Resolve(e.Source, a.Name, at); got.Kind == names.Tool && a.Match == data.MatchAlias {
				t.Errorf("%q in %q is %+v, want no tool", a.Name, e.Source, got)
			}
		}
	}
}

// Who has stored the name of a tool can look it up for ever.
func TestAliasesOfWithdrawnToolsStay(t *testing.T) {
	c, readings := aliased(t)
	before := built(t, c, readings...).Snapshot
	without := smallCatalog()
	without.Tools = without.Tools[1:]
	without.Withdrawn = []catalog.Withdrawn{{ID: "one", Name: "Acme One", Successor: "two"}}
	for week := 1; week <= 2; week++ {
		at := now.AddDate(0, 0, 7*week)
		result, err := Build(normalize.Input{Catalog: without, Readings: []data.Reading{acmePage()}, Previous: &before, Now: at, Generator: "pricepoint/test"})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, a := range document[data.AliasesDocument](t, result, data.AliasesPath).Aliases {
			if a.Tool != "one" {
				continue
			}
			names = append(names, a.Name)
			if want := data.Version(now.AddDate(0, 0, 7)); a.Withdrawn != want || a.Successor != "two" || a.Sources != nil {
				t.Errorf("%q in week %d: withdrawn since %q with successor %q, printed by %v, want %q, two and nobody", a.Name, week, a.Withdrawn, a.Successor, a.Sources, want)
			}
		}
		want := []string{"ACME one", "Acme One", "acme-1", "acme/acme-1-thinking", "acme/one", "one", "one-20260901", "one-agent-thinking", "uno"}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("aliases in week %d (-want +got):\n%s", week, diff)
		}
		before = result.Snapshot
	}
	before.Documents = slices.DeleteFunc(before.Documents, func(d data.Document) bool { return d.Path == data.AliasesPath })
	result, err := Build(normalize.Input{Catalog: without, Previous: &before, Now: now.AddDate(0, 1, 0), Generator: "pricepoint/test"})
	if err != nil {
		t.Fatal(err)
	}
	all := document[data.AliasesDocument](t, result, data.AliasesPath).Aliases
	for _, name := range []string{"one", "Acme One"} {
		if !slices.ContainsFunc(all, func(a data.Alias) bool { return a.Name == name && a.Tool == "one" && a.Withdrawn != "" }) {
			t.Errorf("%q is lost where the snapshot before had no aliases", name)
		}
	}
}
