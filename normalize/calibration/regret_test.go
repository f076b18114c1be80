package calibration

import (
	"fmt"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/fixture"
)

// TestHiddenBoardHasNoSay: what a board prints moves no score that a recommendation without it goes by.
func TestHiddenBoardHasNoSay(t *testing.T) {
	c := fixture.Shipped(t)
	mercor := data.Qualifiers{Board: "v1.1", Harness: "mini-swe-agent", MeasuredBy: data.ByIndependent, Measurer: "Mercor"}
	maker := data.Qualifiers{Board: "v1.1", MeasuredBy: data.ByMaker}
	scores := func(deepSWE, vals string, without catalog.Column) (all string) {
		var readings []data.Observation
		for i, name := range []string{"claude-opus-5", "grok-4.6", "glm-5.3", "gemini-3.8-flash", "gpt-5.6-sol", "kimi-k3"} {
			of := fixture.BoardRow("leaderboard_deepswetracker", "score.deepSWE", name, deepSWE+fmt.Sprint(i), mercor)
			claim := fixture.BoardRow("leaderboard_deepswetracker", "score.deepSWE", name, deepSWE+fmt.Sprint(9-i), maker)
			readings = append(readings, of, claim)
		}
		readings = append(readings, fixture.ValsRow("anthropic/claude-opus-5", vals), fixture.ValsRow("grok/grok-4.6", "95.6"), fixture.ValsRow("zai/glm-5.3", "90"))
		rows, err := Rows(c, readingsBySource(readings...))
		if err != nil || len(rows) < 10 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		score := scene{Decision: normalize.Decision{Catalog: c}, rows: rows}.scores(without)
		for _, id := range []string{"claude-opus-5", "grok-4-6", "gpt-5-6-sol"} {
			e, err := score(normalize.Tool{Tool: catalog.Tool{ID: id, Released: "2026-07"}})
			if err != nil {
				t.Fatal(err)
			}
			all += e.Overall.Score.String() + " "
		}
		return all
	}
	deepSWE := scene{Decision: normalize.Decision{Catalog: c}}.column(catalog.SolvedBoard{Source: "leaderboard_deepswe"})
	if a, b := scores("2", "97", deepSWE), scores("7", "97", deepSWE); a != b {
		t.Errorf("scores %s and %s, want the same: DeepSWE is hidden, and so is what stands in for it", a, b)
	}
	if a, b := scores("2", "97", catalog.Column{}), scores("7", "97", catalog.Column{}); a == b {
		t.Errorf("scores %s whatever DeepSWE prints, although nothing is hidden", a)
	}
	if a, b := scores("2", "97", deepSWE), scores("2", "60", deepSWE); a == b {
		t.Errorf("scores %s whatever boards print that are not hidden", a)
	}
}

// TestTariffIsOfTheDay: a board ran a tool at the prices that were known then.
func TestTariffIsOfTheDay(t *testing.T) {
	day := func(text string) time.Time { at, _ := time.Parse(time.DateOnly, text); return at }
	now := data.Evidence{Value: data.MustNumber("4")}
	tool := normalize.Tool{Tool: catalog.Tool{ID: "bolt"}, Input: now, Output: now}
	earlier := catalog.EarlierPrices{Tool: "bolt", Input: data.MustNumber("1"), Output: data.MustNumber("5")}
	earlier.Verified = catalog.Day(day("2026-07-25"))
	s := scene{Decision: normalize.Decision{Catalog: &catalog.Catalog{Solved: catalog.Solved{Earlier: []catalog.EarlierPrices{earlier}}}}}
	for _, tt := range []struct{ since, read, want string }{{"", "2026-09-01", "2"}, {"", "2026-07-01", "4"}, {"2026-09", "2026-09-20", "4"}} {
		s.readings = []data.Reading{{Source: "board", Observations: []data.Observation{{FetchedAt: data.At(day(tt.read))}}}}
		if got := s.tariff(tool, catalog.SolvedBoard{Source: "board", Since: tt.since}); got.String() != tt.want {
			t.Errorf("a board since %q, read on %s: a million tokens cost %s, want %s", tt.since, tt.read, got, tt.want)
		}
	}
}
