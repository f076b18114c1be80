package collectors

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors/web"
)

func FuzzSWEBench(f *testing.F)      { fuzzBoard(f, "leaderboard_swebench") }
func FuzzLiveCodeBench(f *testing.F) { fuzzBoard(f, "leaderboard_livecodebench") }
func FuzzEvalPlus(f *testing.F)      { fuzzBoard(f, "leaderboard_evalplus") }
func FuzzBigCodeBench(f *testing.F)  { fuzzBoard(f, "leaderboard_bigcodebench") }
func FuzzVals(f *testing.F)          { fuzzBoard(f, "leaderboard_vals") }

// addSeeds gives the fuzzer the pages of a source's fixtures.
func addSeeds(f *testing.F, name string) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", name, "*", "[0-9]*.*"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds for %s: %v", name, err)
	}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
}

// fuzzBoard parses anything: no panic, and whatever comes out is a percentage of a named subject.
func fuzzBoard(f *testing.F, name string) {
	s := mustSelect(f, name)
	addSeeds(f, name)
	f.Fuzz(func(t *testing.T, body []byte) {
		doc := web.Payload{URL: s.Requests[0][0].URL, Body: body}
		if s.Next != nil {
			s.Next(doc)
		}
		all, err := s.Parse([]web.Payload{doc})
		scores := scoresOf(all)
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
