package leaderboard

import (
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

func FuzzDeepSWETracker(f *testing.F) { fuzzBoard(f, "leaderboard_deepswetracker") }
func FuzzSWEBench(f *testing.F)       { fuzzBoard(f, "leaderboard_swebench") }
func FuzzLiveCodeBench(f *testing.F)  { fuzzBoard(f, "leaderboard_livecodebench") }
func FuzzEvalPlus(f *testing.F)       { fuzzBoard(f, "leaderboard_evalplus") }
func FuzzBigCodeBench(f *testing.F)   { fuzzBoard(f, "leaderboard_bigcodebench") }
func FuzzVals(f *testing.F)           { fuzzBoard(f, "leaderboard_vals") }

// fuzzBoard parses anything: no panic, and whatever comes out is a percentage of a named subject.
func fuzzBoard(f *testing.F, name string) {
	s := sourcetest.Named(f, Sources(), name)
	sourcetest.AddSeeds(f, name)
	f.Fuzz(func(t *testing.T, body []byte) {
		doc := web.Payload{URL: s.Requests[0][0].URL, Body: body}
		if s.Next != nil {
			s.Next(doc)
		}
		all, err := s.Parse([]web.Payload{doc})
		scores := onlyScores(all)
		if err == nil && len(scores) < minScores {
			t.Errorf("%d scores and no error", len(scores))
		}
		for _, o := range scores {
			score, err := decimal.NewFromString(o.Value)
			if err != nil || score.IsNegative() || score.GreaterThan(decimal.NewFromInt(100)) {
				t.Errorf("%s = %q, want a percentage", o.Subject, o.Value)
			}
		}
	})
}
