package normalize

import (
	"testing"
	"time"

	"pricepoint/data/catalog"
)

func TestResolve(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Aliases = []string{"one-4.1"}
	c.Tools[1].ScopedAliases = []catalog.ScopedAlias{
		{Name: "acme-latest", From: day("2026-09-14")},
		{Name: "acme-rolling", Until: day("2026-09-14")},
		{Name: "two-0813", Source: "leaderboard_vals"},
	}
	r := NewResolver(c)
	september := time.Date(2026, 9, 14, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name, source, printed string
		at                    time.Time
		want                  Match
	}{
		{"id", "anywhere", "one", now, Match{Kind: Tool, Tool: "one"}},
		{"display-name-in-any-case", "anywhere", "ACME  one", now, Match{Kind: Tool, Tool: "one"}},
		{"wide-characters", "anywhere", "Ａcme One", now, Match{Kind: Tool, Tool: "one"}},
		{"a-hyphen-that-does-not-break", "anywhere", "acme\u2011one", now, Match{Kind: Tool, Tool: "one"}},
		{"points-are-kept-apart", "anywhere", "one-4-1", now, Match{}},
		{"alias", "anywhere", "One 4.1", now, Match{Kind: Tool, Tool: "one"}},
		{"a-longer-name-is-another-model", "anywhere", "one-mini", now, Match{}},
		{"a-shorter-name-is-another-model", "anywhere", "acme", now, Match{}},
		{"maker-prefix", "leaderboard_vals", "acme/one", now, Match{Kind: Tool, Tool: "one"}},
		{"maker-of-another", "leaderboard_vals", "bolt/one", now, Match{}},
		{"host-is-no-maker", "leaderboard_vals", "hoster/one", now, Match{}},
		{"prefix-only-where-the-grammar-says", "anywhere", "acme/one", now, Match{}},
		{"setting-suffix", "leaderboard_vals", "acme/one-thinking", now, Match{Kind: Tool, Tool: "one", Effort: "high"}},
		{"agent-suffix", "leaderboard_vals", "acme/one-agent", now, Match{Kind: Tool, Tool: "one", Harness: "agent"}},
		{"two-suffixes", "leaderboard_vals", "acme/one-thinking-agent", now, Match{Kind: Tool, Tool: "one", Effort: "high", Harness: "agent"}},
		{"known-other-model", "leaderboard_vals", "acme/one-old", now, Match{Kind: OtherModel}},
		{"other-only-in-its-source", "anywhere", "acme/one-old", now, Match{}},
		{"scoped-to-a-source", "leaderboard_vals", "two-0813", now, Match{Kind: Tool, Tool: "two"}},
		{"scoped-elsewhere", "anywhere", "two-0813", now, Match{}},
		{"from-a-day-on", "anywhere", "acme-latest", september, Match{Kind: Tool, Tool: "two"}},
		{"before-that-day", "anywhere", "acme-latest", september.AddDate(0, 0, -1), Match{}},
		{"until-a-day", "anywhere", "acme-rolling", september, Match{Kind: Tool, Tool: "two"}},
		{"after-that-day", "anywhere", "acme-rolling", september.AddDate(0, 0, 1), Match{}},
		{"empty", "anywhere", "", now, Match{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := r.Resolve(tt.source, tt.printed, tt.at); got != tt.want {
				t.Errorf("Resolve(%q, %q, %s) = %+v, want %+v", tt.source, tt.printed, tt.at.Format(time.DateOnly), got, tt.want)
			}
		})
	}
}
