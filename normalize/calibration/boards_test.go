package calibration

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pricepoint/data"
	"pricepoint/data/catalog"
	"pricepoint/normalize"
	"pricepoint/normalize/fixture"
)

func bashRow(subject, value, effort string) data.Observation {
	return fixture.Row("leaderboard_swebench", subject, data.ScoreSWEBench, value, data.Qualifiers{Board: "bash-only", Effort: effort})
}

func evalPlusRow(subject, value string) data.Observation {
	return fixture.Row("leaderboard_evalplus", subject, data.ScoreHumanEval, value, data.Qualifiers{})
}

func bigCodeRow(subject, value string) data.Observation {
	return fixture.Row("leaderboard_bigcodebench", subject, data.ScoreBigCode, value, data.Qualifiers{Board: "hard", Split: "instruct"})
}

// readingsBySource sorts observations by source.
func readingsBySource(all ...data.Observation) []data.Reading {
	var readings []data.Reading
	for _, o := range all {
		if last := len(readings) - 1; last >= 0 && readings[last].Source == o.Source {
			readings[last].Observations = append(readings[last].Observations, o)
		} else {
			readings = append(readings, data.Reading{Source: o.Source, Observations: []data.Observation{o}})
		}
	}
	return readings
}

// withFrozen is the shipped catalogue as if its frozen boards took new models: their old names are the hardest.
func withFrozen(t *testing.T) *catalog.Catalog {
	c := *fixture.Shipped(t)
	c.Scoring.Columns = slices.Clone(c.Scoring.Columns)
	for i := range c.Scoring.Columns {
		c.Scoring.Columns[i].FrozenSince = catalog.Date{}
	}
	return &c
}

func TestRowsKnowWhoIsWho(t *testing.T) {
	old := bashRow("Gemini-2.5-Flash-Preview", "28", "")
	old.FetchedAt = data.At(time.Date(2025, 4, 22, 0, 0, 0, 0, time.UTC))
	for _, tt := range []struct {
		name string
		in   []data.Observation
		want []string
	}{
		{"a-tool-has-its-id", []data.Observation{fixture.ValsRow("anthropic/claude-opus-4-5-20251101-thinking", "76.4"), bashRow("Claude 4.5 Opus", "76.8", "high")},
			[]string{"claude-opus-4-5 sweBench 76.4", "claude-opus-4-5 sweBenchBashOnly 76.8"}},
		{"words-may-stand-in-any-order", []data.Observation{fixture.ValsRow("anthropic/claude-sonnet-4-5-20250929-thinking", "70"), bashRow("Claude 4.5 Sonnet (20250929)", "70.6", "")},
			[]string{"model 4.5 claude sonnet @2025-09 sweBench 70", "model 4.5 claude sonnet @2025-09 sweBenchBashOnly 70.6"}},
		{"months-of-snapshots-are-models", []data.Observation{bigCodeRow("Claude-3.5-Sonnet-20240620", "25.7"), bigCodeRow("Claude-3.5-Sonnet-20241022", "25.6"), evalPlusRow("Claude Sonnet 3.5 (June 2024)", "87.2")},
			[]string{"model 3.5 claude sonnet @2024-06 bigCodeBench 25.7", "model 3.5 claude sonnet @2024-06 humanEval 87.2", "model 3.5 claude sonnet @2024-10 bigCodeBench 25.6"}},
		{"no-date-is-the-only-date", []data.Observation{fixture.ValsRow("openai/gpt-5-2025-08-07", "69"), bashRow("GPT-5", "65", "medium")},
			[]string{"model 5 gpt @2025-08 sweBench 69", "model 5 gpt @2025-08 sweBenchBashOnly 65"}},
		{"no-date-among-two-stands-alone", []data.Observation{bigCodeRow("DeepSeek-V2-Chat (2024-06-28)", "25"), bigCodeRow("DeepSeek-V2-Chat (2024-05-17)", "23"), evalPlusRow("DeepSeek-V2-Chat", "80")},
			[]string{"model 2 chat deepseek v @2024-05 bigCodeBench 23", "model 2 chat deepseek v @2024-06 bigCodeBench 25", "model 2 chat deepseek v humanEval 80"}},
		{"no-date-beside-the-date-stands-alone", []data.Observation{bigCodeRow("DeepSeek-V2-Chat (2024-06-28)", "25"), bigCodeRow("DeepSeek-V2-Chat", "23")},
			[]string{"model 2 chat deepseek v @2024-06 bigCodeBench 25", "model 2 chat deepseek v bigCodeBench 23"}},
		{"no-date-before-the-date-stands-alone", []data.Observation{fixture.ValsRow("google/gemini-2.5-flash-preview-09-2025", "50"), old},
			[]string{"model 2.5 flash gemini preview @2025-09 sweBench 50", "model 2.5 flash gemini preview sweBenchBashOnly 28"}},
		{"a-day-without-a-year-is-a-word", []data.Observation{bigCodeRow("DeepSeek-R1", "29.7"), bashRow("DeepSeek R1 (0528)", "40", "")},
			[]string{"model 0528 1 deepseek r sweBenchBashOnly 40", "model 1 deepseek r bigCodeBench 29.7"}},
		{"settings-are-taken-off", []data.Observation{fixture.ValsRow("alibaba/qwen3.5-plus-thinking", "71.2"), bashRow("Qwen3.5 Plus", "70", "")},
			[]string{"model 3.5 plus qwen sweBench 71.2", "model 3.5 plus qwen sweBenchBashOnly 70"}},
		{"but-not-off-names", []data.Observation{fixture.ValsRow("kimi/kimi-k2-thinking", "60.2"), bashRow("Kimi K2 Thinking", "63.4", ""), bashRow("Kimi K2 Instruct", "43.8", "")},
			[]string{"model 2 instruct k kimi sweBenchBashOnly 43.8", "model 2 k kimi thinking sweBench 60.2", "model 2 k kimi thinking sweBenchBashOnly 63.4"}},
		{"sizes-are-words", []data.Observation{evalPlusRow("Llama3-70B-instruct", "77.4"), bigCodeRow("Llama-3-70B-Instruct", "22.3"), bigCodeRow("Llama-3.1-70B-Instruct", "23")},
			[]string{"model 3 70b instruct llama bigCodeBench 22.3", "model 3 70b instruct llama humanEval 77.4", "model 3.1 70b instruct llama bigCodeBench 23"}},
		{"a-plus-is-a-word", []data.Observation{fixture.ValsRow("cohere/command-r-plus", "5"), evalPlusRow("Command-R+", "64"), evalPlusRow("Command-R", "50")},
			[]string{"model command plus r humanEval 64", "model command plus r sweBench 5", "model command r humanEval 50"}},
		{"one-host-writes-points-otherwise", []data.Observation{fixture.ValsRow("fireworks/deepseek-v3p2-thinking", "67.6"), bashRow("DeepSeek V3.2", "70", "high")},
			[]string{"model 3.2 deepseek v sweBench 67.6", "model 3.2 deepseek v sweBenchBashOnly 70"}},
		{"the-highest-effort-counts", []data.Observation{bashRow("o3", "50", "high"), bashRow("o3", "61", "low"), bashRow("o3", "70", "")},
			[]string{"model 3 o sweBenchBashOnly 50"}},
		{"boards-that-no-column-reads", []data.Observation{fixture.Row("leaderboard_swebench", "o3", data.ScoreSWEBench, "70", data.Qualifiers{Board: "Lite"})}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows, err := Rows(withFrozen(t), readingsBySource(tt.in...))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range rows {
				got = append(got, fmt.Sprintf("%s %s %s", r.Model, r.Column, r.Score))
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.SortSlices(func(a, b string) bool { return a < b })); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRowsLeaveProductsOut(t *testing.T) {
	c := *fixture.Shipped(t)
	c.Naming.Grammars = []catalog.Grammar{{Source: "leaderboard_vals", Makers: map[string]string{"anthropic": "anthropic"},
		Suffixes: []catalog.Suffix{{Text: "-claude-code", Harness: "Claude Code"}}}}
	rows, err := Rows(&c, readingsBySource(fixture.ValsRow("anthropic/claude-opus-5-claude-code", "85.8"), fixture.ValsRow("grok/grok-4.6-claude-code", "80")))
	if err != nil || len(rows) != 0 {
		t.Errorf("Rows = %v, %v, want none: the results are the agent's", rows, err)
	}
}

func TestCalibrationMustFitTheMethodology(t *testing.T) {
	c := *fixture.Shipped(t)
	c.Scoring.MethodologyVersion = "another"
	if _, err := normalize.Calibration(&c); err == nil {
		t.Error("a calibration made for another methodology is taken")
	}
}

func TestRowsRefuseWhatIsNoScore(t *testing.T) {
	for _, value := range []string{"101", "-1", "NaN", ""} {
		if rows, err := Rows(fixture.Shipped(t), readingsBySource(fixture.ValsRow("grok/grok-4.6", value))); err == nil {
			t.Errorf("Rows of a score of %q = %v, want an error", value, rows)
		}
	}
}

func TestBoardModels(t *testing.T) {
	rows, err := Rows(fixture.Shipped(t), readingsBySource(fixture.ValsRow("openai/gpt-5-2025-08-07", "69"), fixture.ValsRow("anthropic/claude-opus-5", "97"),
		fixture.ValsRow("grok/grok-4.6", "95.6"), bashRow("GPT-5", "65", "medium")))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range Models(rows) {
		got = append(got, fmt.Sprintf("%s %.2f %d", m.ID, m.Released, len(m.Scores)))
	}
	want := []string{"claude-opus-5 2026.54 1", "grok-4-6 2026.62 1", "model 5 gpt @2025-08 2025.62 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("models (-want +got):\n%s", diff)
	}
}

func TestBoardDigest(t *testing.T) {
	digest := func(all ...data.Observation) string {
		rows, err := Rows(fixture.Shipped(t), readingsBySource(all...))
		if err != nil {
			t.Fatal(err)
		}
		return digest(rows)
	}
	a, b := fixture.ValsRow("grok/grok-4.6", "95.6"), fixture.ValsRow("zai/glm-5.2", "82.8")
	if digest(a, b) != digest(b, a) {
		t.Error("the digest depends on the order of the rows")
	}
	if digest(a, b) == digest(a, fixture.ValsRow("zai/glm-5.2", "82.9")) || digest(a) == digest(a, b) {
		t.Error("another result, or one more, does not change the digest")
	}
}
