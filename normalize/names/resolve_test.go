package names

import (
	"strings"
	"testing"
	"time"

	"pricepoint/data/catalog"
	"pricepoint/normalize/fixture"
)

func TestResolve(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Aliases = []string{"one-4.1", "lab/One"}
	c.Tools[1].ScopedAliases = []catalog.ScopedAlias{
		{Name: "acme-latest", From: day("2026-09-14")},
		{Name: "acme-rolling", Until: day("2026-09-14")},
		{Name: "two-0813", Source: "leaderboard_vals"},
	}
	c.Naming.Grammars[0].Hosts = []string{"hoster"}
	c.Naming.Grammars = append(c.Naming.Grammars, catalog.Grammar{
		Source: "feed_big", Makers: map[string]string{"acme": "acme"}, Hosts: []string{"*"},
		Suffixes: []catalog.Suffix{{Text: ":batch", Route: "batch"}, {Text: "_#K", Effort: "thinking"}, {Text: "-high", Effort: "high"}},
	}, catalog.Grammar{Source: "leaderboard_bare", Suffixes: []catalog.Suffix{{Text: "-high", Effort: "high"}}})
	c.Naming.Others = append(c.Naming.Others,
		catalog.OtherModels{Prefixes: []string{"one-2", "~", "four"}, Why: "begins so"},
		catalog.OtherModels{Words: []string{"latest"}, Why: "moves"},
		catalog.OtherModels{Prefixes: []string{"zero"}, Source: "feed_big", Why: "only there"},
		catalog.OtherModels{Names: []string{"three"}, Source: "leaderboard_vals", Why: "an older three"},
	)
	r := New(c)
	tool := func(id string) Match { return Match{Kind: Tool, Tool: id} }
	other := func(why string) Match { return Match{Kind: OtherModel, Why: why} }
	route := func(why string) Match { return Match{Kind: OtherRoute, Why: why} }
	september := time.Date(2026, 9, 14, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name, source, printed string
		at                    time.Time
		want                  Match
	}{
		{"id", "anywhere", "one", now, tool("one")},
		{"display-name-in-any-case", "anywhere", "ACME  one", now, tool("one")},
		{"wide-characters", "anywhere", "Ａcme One", now, tool("one")},
		{"a-hyphen-that-does-not-break", "anywhere", "acme\u2011one", now, tool("one")},
		{"points-are-kept-apart", "anywhere", "one-4-1", now, Match{}},
		{"alias", "anywhere", "One 4.1", now, tool("one")},
		{"a-longer-name-is-another-model", "anywhere", "one-mini", now, Match{}},
		{"a-shorter-name-is-another-model", "anywhere", "acme", now, Match{}},
		{"maker-prefix", "leaderboard_vals", "acme/one", now, tool("one")},
		{"maker-of-another", "leaderboard_vals", "bolt/one", now, route("Acme One, offered by bolt")},
		{"host-is-no-maker", "leaderboard_vals", "hoster/one", now, route(`offered by "hoster", not under its maker's own key`)},
		{"neither-maker-nor-host", "leaderboard_vals", "stranger/one", now, Match{}},
		{"prefix-only-where-the-grammar-says", "anywhere", "acme/one", now, Match{}},
		{"setting-suffix", "leaderboard_vals", "acme/one-thinking", now, Match{Kind: Tool, Tool: "one", Effort: "high"}},
		{"agent-suffix", "leaderboard_vals", "acme/one-agent", now, Match{Kind: Tool, Tool: "one", Harness: "agent"}},
		{"two-suffixes", "leaderboard_vals", "acme/one-thinking-agent", now, Match{Kind: Tool, Tool: "one", Effort: "high", Harness: "agent"}},
		{"suffix-where-nobody-names-makers", "leaderboard_bare", "lab/one-high", now, Match{Kind: Tool, Tool: "one", Effort: "high"}},
		{"suffix-of-another-source", "anywhere", "one-thinking", now, Match{}},
		{"suffix-and-nothing-else", "leaderboard_vals", "acme/-thinking", now, Match{}},
		{"known-other-model", "leaderboard_vals", "acme/one-old", now, other("the model of the year before")},
		{"other-only-in-its-source", "anywhere", "acme/one-old", now, Match{}},
		{"other-in-one-source-though-a-tool", "leaderboard_vals", "bolt/three", now, other("an older three")},
		{"setting-of-another-model", "leaderboard_vals", "bolt/three-thinking", now, other("an older three")},
		{"scoped-to-a-source", "leaderboard_vals", "two-0813", now, tool("two")},
		{"scoped-elsewhere", "anywhere", "two-0813", now, Match{}},
		{"from-a-day-on", "anywhere", "acme-latest", september, tool("two")},
		{"before-that-day", "anywhere", "acme-latest", september.AddDate(0, 0, -1), other("moves")},
		{"until-a-day", "anywhere", "acme-rolling", september, tool("two")},
		{"after-that-day", "anywhere", "acme-rolling", september.AddDate(0, 0, 1), Match{}},
		{"empty", "anywhere", "", now, Match{}},

		{"own-key", "feed_big", "acme/two", now, tool("two")},
		{"bare-key", "feed_big", "two", now, tool("two")},
		{"any-host", "feed_big", "bolt/three", now, route(`offered by "bolt", not under its maker's own key`)},
		{"host-behind-a-host", "feed_big", "cloud/acme/one", now, route(`offered by "cloud", not under its maker's own key`)},
		{"unknown-under-the-own-key", "feed_big", "acme/five", now, Match{}},
		{"route", "feed_big", "acme/one:batch", now, route("batch")},
		{"route-in-any-case", "feed_big", "acme/one:Batch", now, route("batch")},
		{"route-with-a-setting", "feed_big", "acme/one-high:batch", now, route("batch")},
		{"setting-with-a-route", "feed_big", "acme/one:batch-high", now, route("batch")},
		{"route-of-an-unknown", "feed_big", "acme/five:batch", now, Match{}},
		{"route-of-another-model", "feed_big", "acme/one-2:batch", now, other("begins so")},
		{"budget", "feed_big", "acme/one_16K", now, Match{Kind: Tool, Tool: "one", Effort: "thinking"}},
		{"budget-without-number", "feed_big", "acme/one_K", now, Match{}},
		{"level-says-more-than-budget", "feed_big", "acme/one_16K-high", now, Match{Kind: Tool, Tool: "one", Effort: "high"}},
		{"budget-says-less-than-level", "feed_big", "acme/one-high_16K", now, Match{Kind: Tool, Tool: "one", Effort: "high"}},

		{"prefix-of-others", "anywhere", "One 2 large", now, other("begins so")},
		{"prefix-is-a-whole-number", "anywhere", "one-20", now, Match{}},
		{"prefix-is-no-major-version", "anywhere", "one-2.1", now, Match{}},
		{"prefix-behind-the-maker", "feed_big", "acme/one-2-large", now, other("begins so")},
		{"prefix-of-the-whole-name", "feed_big", "~acme/one", now, other("begins so")},
		{"prefix-in-its-source", "feed_big", "zero-1", now, other("only there")},
		{"prefix-elsewhere", "anywhere", "zero-1", now, Match{}},
		{"tool-wins-over-prefix", "anywhere", "four", now, tool("four")},
		{"tool-with-a-setting-wins-over-prefix", "leaderboard_vals", "bolt/four-thinking", now, Match{Kind: Tool, Tool: "four", Effort: "high"}},
		{"word", "anywhere", "five-latest-2", now, other("moves")},
		{"part-of-a-word", "anywhere", "five-latestone", now, Match{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := r.Resolve(tt.source, tt.printed, tt.at)
			if got.Spelled = ""; got != tt.want {
				t.Errorf("Resolve(%q, %q, %s) = %+v, want %+v", tt.source, tt.printed, tt.at.Format(time.DateOnly), got, tt.want)
			}
		})
	}
}

var (
	now          = fixture.Now
	day          = fixture.Day
	smallCatalog = fixture.Catalog
)

// FuzzResolve reads any name in any source of the shipped catalogue: what it means is a tool that there is, or says why it is
// none, and a name is what it is however its letters are typed.
func FuzzResolve(f *testing.F) {
	c := fixture.Shipped(f)
	r := New(c)
	sources := []string{"anywhere"}
	for _, g := range c.Naming.Grammars {
		sources = append(sources, g.Source)
	}
	for n := range sources {
		for _, name := range []string{c.Tools[0].ID, c.Tools[0].Name, "openai/" + c.Tools[0].ID, "/", "a/b/c", "\xff", strings.Repeat("-high", 200), strings.Repeat("x/", 200), "Ａ\u200b\u2011", "~"} {
			f.Add(n, name)
		}
	}
	f.Fuzz(func(t *testing.T, n int, name string) {
		source := sources[max(n%len(sources), 0)]
		m := r.Resolve(source, name, now)
		switch {
		case m.Kind == Tool && (r.Provider(m.Tool) == "" || m.Why != ""), m.Kind == NoMatch && m != (Match{}):
			t.Errorf("%q of %s is %+v", name, source, m)
		case (m.Kind == OtherModel || m.Kind == OtherRoute) && (m.Why == "" || m.Tool != ""):
			t.Errorf("%q of %s is %+v", name, source, m)
		}
		for _, near := range r.Nearest(name) {
			if r.Provider(near) == "" {
				t.Errorf("near %q is %q, which is no tool", name, near)
			}
		}
	})
}
