package leaderboard

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// onlyScores leaves out what a board prints of the attempts behind its scores.
func onlyScores(all []data.Observation) []data.Observation {
	var scores []data.Observation
	for _, o := range all {
		if strings.HasPrefix(string(o.Field), "score.") {
			scores = append(scores, o)
		}
	}
	return scores
}

// FuzzDeepSWE parses anything: no panic, no share above 1, no cost of nothing.
func FuzzDeepSWE(f *testing.F) {
	sourcetest.AddSeeds(f, "leaderboard_deepswe")
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := parseDeepSWE([]web.Payload{{Body: body}})
		checkAttempts(t, found, err, 1)
	})
}

// FuzzTerminalBench parses anything: no panic, no share above 100 %, no cost of nothing.
func FuzzTerminalBench(f *testing.F) {
	sourcetest.AddSeeds(f, "leaderboard_terminalbench")
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := parseTerminalBench([]web.Payload{{Body: body}})
		checkAttempts(t, found, err, 100)
	})
}

// checkAttempts holds what a parser makes of anything to what every reading is: numbers, shares up to the whole, and no
// cost of nothing.
func checkAttempts(t *testing.T, found []data.Observation, err error, whole int64) {
	t.Helper()
	if err == nil && len(found) == 0 {
		t.Error("no observations and no error")
	}
	for _, o := range found {
		n, err := decimal.NewFromString(o.Value)
		switch {
		case err != nil || n.IsNegative():
			t.Errorf("%s of %s = %q, want a number", o.Field, o.Subject, o.Value)
		case o.Field == data.SolvedShare && n.GreaterThan(decimal.NewFromInt(whole)):
			t.Errorf("%s solved %s of %d", o.Subject, n, whole)
		case o.Unit == data.USDPerAttempt && n.IsZero():
			t.Errorf("%s costs nothing", o.Subject)
		}
	}
}
