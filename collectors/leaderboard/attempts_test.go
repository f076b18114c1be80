package leaderboard

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// costBoards are the sources that print what attempts cost and no scores of another kind.
var costBoards = []string{"leaderboard_deepswe", "leaderboard_openhands"}

// scoresOf leaves out what a board prints of the attempts behind its scores.
func scoresOf(all []data.Observation) []data.Observation {
	var scores []data.Observation
	for _, o := range all {
		if strings.HasPrefix(string(o.Field), "score.") {
			scores = append(scores, o)
		}
	}
	return scores
}

func TestBrokenCostBoardsFail(t *testing.T) {
	for _, board := range costBoards {
		for name, body := range map[string]string{
			"empty": ``, "not json": `{"rows": [`, "null": `null`, "empty object": `{}`, "empty array": `[]`, "no rows": `{"rows": []}`,
			"rows are no list": `{"rows": {}}`, "other object": `{"message": "not found"}`, "error page": `<!doctype html><title>Just a moment...</title>`,
			"two documents": `{} {}`,
		} {
			t.Run(board+"/"+name, func(t *testing.T) {
				if got, err := sourcetest.Named(t, Sources(), board).Parse([]web.Payload{{Body: []byte(body)}}); err == nil {
					t.Errorf("Parse = %d observations, want an error", len(got))
				}
			})
		}
	}
}

func TestChangedDeepSWEFails(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"share renamed", "pass_at_1", "pass1", "lacks pass_at_1"},
		{"counts renamed", "n_attempted", "n_tried", "lacks pass_at_1"},
		{"cost renamed", "mean_cost_usd", "mean_cost_eur", "has no mean_cost_usd"},
		{"model renamed", `"model"`, `"name"`, "no model"},
		{"harness renamed", `"harness"`, `"agent"`, "no harness"},
		{"configuration renamed", `"config"`, `"id"`, "no config"},
		{"one configuration twice", "mini_ada_9_low", "mini_ada_9_xhigh", "there twice"},
		{"percentages", `"pass_at_1": 0.`, `"pass_at_1": 0.0`, "are not a share"},
		{"no cost is known", `"mean_cost_usd": `, `"mean_cost_usd": null, "former": `, "0 rows have a mean_cost_usd"},
		{"model is an object", `"model": "ada-9"`, `"model": {}`, "leaderboard"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := parseDeepSWE(changedDeepSWE(t, tt.old, tt.new)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Parse = %d observations, %v, want an error about %q", len(got), err, tt.want)
			}
		})
	}
}

// A row that contradicts itself is refused; the others are read.
func TestDeepSWERefusesRows(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"more than all", `"n_passed": 327`, `"n_passed": 527`, "are not a share"},
		{"nothing attempted", `"n_attempted": 444`, `"n_attempted": 0`, "nothing was attempted"},
		{"a negative cost", `"mean_cost_usd": 11.25`, `"mean_cost_usd": -11.25`, "no number of USD/attempt"},
		{"an endless exponent", `"mean_cost_usd": 11.25`, `"mean_cost_usd": 1e999999999`, "no number of USD/attempt"},
		{"a cost that is a list", `"mean_cost_usd": 11.25`, `"mean_cost_usd": [11.25]`, "no number of USD/attempt"},
		{"more cached than read", `"mean_cache_tokens": 85000.5`, `"mean_cache_tokens": 95000.5`, "more than the 90000.25 tokens of input"},
		{"one row by two names", `"model": "dot-1"`, `"model": "cyd-unmetered"`, "another row of the same model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := sourcetest.Named(t, Sources(), "leaderboard_deepswe")
			got, refused, err := collectors.Parse(s, changedDeepSWE(t, tt.old, tt.new))
			if err != nil || len(refused) != 1 || !strings.Contains(refused[0].Why, tt.want) {
				t.Errorf("Parse refuses %+v, %v, want one row because of %q", refused, err, tt.want)
			}
			if len(got) < 50 {
				t.Errorf("Parse = %d observations, want those of the other rows", len(got))
			}
		})
	}
}

func changedDeepSWE(t *testing.T, old, replacement string) []web.Payload {
	t.Helper()
	docs := sourcetest.Documents(t, sourcetest.Named(t, Sources(), "leaderboard_deepswe"), "classes")
	return changed(t, docs, old, replacement)
}

// changed replaces a text in all documents.
func changed(t *testing.T, docs []web.Payload, old, replacement string) []web.Payload {
	t.Helper()
	found := false
	for i, doc := range docs {
		found = found || strings.Contains(string(doc.Body), old)
		docs[i].Body = []byte(strings.ReplaceAll(string(doc.Body), old, replacement))
	}
	if !found {
		t.Fatalf("the fixture has no %s", old)
	}
	return docs
}

// FuzzDeepSWE parses anything: no panic, no share above 1, no cost of nothing.
func FuzzDeepSWE(f *testing.F) {
	sourcetest.AddSeeds(f, "leaderboard_deepswe")
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := parseDeepSWE([]web.Payload{{Body: body}})
		checkAttempts(t, found, err, 1)
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

const openHandsFile = "leaderboards/raw.githubusercontent.com/OpenHands/openhands-index-results/main/complete-models@"

const deepSWEFile = "leaderboards/deepswe.datacurve.ai/artifacts/v1.1/leaderboard-live@"

// recordedAttempts are values as people read them in the captures.
var recordedAttempts = []struct {
	source, capture, subject string
	qualifiers               qualifiers
	want                     map[data.Field]string
}{
	{"leaderboard_deepswe", deepSWEFile + "2026-09-26.json", "claude-opus-5", qualifiers{Board: "v1.1", Harness: "mini-swe-agent", Effort: "high"},
		map[data.Field]string{data.SolvedShare: "0.7282850779510023", data.CostMean: "6.076084489977728"}},
	{"leaderboard_deepswe", deepSWEFile + "2026-09-26.json", "gemini-3-8-flash", qualifiers{Board: "v1.1", Harness: "mini-swe-agent", Effort: "high"},
		map[data.Field]string{data.SolvedShare: "0.738255033557047", data.SolvedCount: "330", data.SolvedAttempts: "447", data.SolvedTasks: "113",
			data.SolvedInFour: "0.8584070796460177", data.CostMean: "2.362349413758389", data.CostMedian: "2.1098912999999997",
			data.TokensInput: "21734449.25279642", data.TokensCacheRead: "21456039.230425056", data.TokensOutput: "143242.6644295302",
			data.TimeMean: "686.7691519843399", data.TokensCacheWrite: ""}},
	{"leaderboard_deepswe", deepSWEFile + "2026-09-26.json", "kimi-k2-7-code", qualifiers{Board: "v1.1", Harness: "mini-swe-agent"},
		map[data.Field]string{data.SolvedShare: "0.3053097345132743", data.CostMean: "2.815536243274336"}},
	{"leaderboard_deepswe", deepSWEFile + "2026-09-26.json", "gpt-6-astra", qualifiers{Board: "v1.1", Harness: "mini-swe-agent", Effort: "xhigh"},
		map[data.Field]string{data.CostMean: "4.429117203539823", data.TokensUncached: "295.3871681415929", data.TokensCacheWrite: "129710.02212389381",
			data.TokensCacheRead: "1326921.6836283186", data.TokensOutput: "29557.327433628318", data.TokensReasoning: "11255.66592920354"}},
	{"leaderboard_deepswe", deepSWEFile + "2026-08-18.json", "gpt-5-6-luna", qualifiers{Board: "v1.1", Harness: "mini-swe-agent", Effort: "low"},
		map[data.Field]string{data.CostMean: "0.07240623938053097", data.TokensCacheRead: ""}},

	{"leaderboard_openhands", openHandsFile + "2026-06-30.json", "claude-opus-4-8", qualifiers{Board: "swe-bench", Harness: "OpenHands v1.24.0"},
		map[data.Field]string{data.SolvedShare: "83.8", data.CostMean: "0.75", data.TimeMean: "159.0"}},
	{"leaderboard_openhands", openHandsFile + "2026-06-30.json", "GPT-5.5", qualifiers{Board: "swe-bench", Harness: "Codex, codex-acp v0.11.1"},
		map[data.Field]string{data.SolvedShare: "78.0", data.CostMean: "1.17", data.TimeMean: "171.0"}},
	{"leaderboard_openhands", openHandsFile + "2026-06-30.json", "DeepSeek-V4-Pro", qualifiers{Board: "swe-bench", Harness: "OpenHands v1.22.1"},
		map[data.Field]string{data.SolvedShare: "73.2", data.CostMean: "0.0395", data.SolvedAttempts: ""}},
	{"leaderboard_openhands", openHandsFile + "2026-06-30.json", "Minimax-2.7", qualifiers{Board: "swe-bench", Harness: "OpenHands v1.14.0"},
		map[data.Field]string{data.SolvedShare: "75.6", data.CostMean: "0.1795"}},
	{"leaderboard_openhands", openHandsFile + "2026-06-30.json", "claude-opus-4-6", qualifiers{Board: "swe-bench", Harness: "OpenHands Sub-agents v1.15.0"},
		map[data.Field]string{data.SolvedShare: "76.8", data.CostMean: "0.85"}},
	{"leaderboard_openhands", openHandsFile + "2026-06-30.json", "claude-opus-4-6", qualifiers{Board: "swe-bench", Harness: "Claude Code"},
		map[data.Field]string{data.SolvedShare: "74.4", data.CostMean: "1.14"}},

	{"leaderboard_vals", valsCSV + valsDay, "anthropic/claude-opus-5", qualifiers{Board: "swebench"},
		map[data.Field]string{data.SolvedShare: "97.0", data.SolvedError: "0.764", data.CostMean: "1.290782"}},
	{"leaderboard_vals", valsCSV + valsDay, "google/gemini-3.8-flash", qualifiers{Board: "swebench", Effort: "high"},
		map[data.Field]string{data.SolvedShare: "80.0", data.SolvedError: "1.791", data.CostMean: "2.1911"}},
	{"leaderboard_vals", valsCSV + valsDay, "deepseek/deepseek-v4-pro-0813", qualifiers{Board: "swebench", Effort: "max"},
		map[data.Field]string{data.SolvedShare: "96.4", data.SolvedError: "0.834", data.CostMean: "0.103104"}},
	{"leaderboard_vals", valsCSV + valsDay, "ai21labs/jamba-mini-1.6", qualifiers{Board: "lcb"},
		map[data.Field]string{data.SolvedShare: "9.918", data.SolvedError: "0.867", data.CostMean: "0.000199", data.TimeMean: "1.139"}},

	{"leaderboard_swebench", swePage + sweDay, "Claude 4.5 Opus", qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 2.0.0", Effort: "high"},
		map[data.Field]string{data.SolvedShare: "76.8", data.CostTotal: "376.9539985", data.CostMean: "0.753907997", data.CallsMean: "32.896"}},
	{"leaderboard_swebench", swePage + sweDay, "Claude Opus 4.6", qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 2.0.0"},
		map[data.Field]string{data.SolvedShare: "75.6", data.CostTotal: "275.76132225", data.CostMean: "0.5515226445"}},
	{"leaderboard_swebench", swePage + sweDay, "GPT-5.1-codex", qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 1.16.0", Effort: "medium"},
		map[data.Field]string{data.SolvedShare: "66.0", data.CostTotal: "294.44117500000004", data.CostMean: "0.5888823500000001"}},

	{"leaderboard_aider", aiderFile + aiderDay, "gpt-5", qualifiers{Split: "diff", Effort: "high", Harness: "aider 0.86.2.dev"},
		map[data.Field]string{data.SolvedShare: "88.0", data.CostTotal: "29.0829", data.TokensInput: "2675561", data.TokensOutput: "2623429"}},
	{"leaderboard_aider", aiderFile + aiderDay, "gpt-4.1", qualifiers{Split: "diff", Harness: "aider 0.81.4.dev"},
		map[data.Field]string{data.SolvedShare: "52.4", data.CostTotal: "9.8556"}},
	{"leaderboard_aider", aiderFile + aiderDay, "gpt-4o-2024-11-20", qualifiers{Split: "diff", Harness: "aider 0.70.1.dev"},
		map[data.Field]string{data.SolvedShare: "18.2", data.CostTotal: "6.7351"}},
}

// The captures of the boards that print costs beside their scores.
const (
	valsDay  = "2026-10-06.excerpt-coding.csv"
	sweDay   = "2026-02-26.html.gz"
	aiderDay = "2025-10-04.yml"
)

func TestRecordedAttempts(t *testing.T) {
	for _, tt := range recordedAttempts {
		t.Run(tt.source+"/"+tt.subject+"/"+tt.qualifiers.Effort, func(t *testing.T) {
			got := map[data.Field]string{}
			for _, o := range recordedAttemptsOf(t, tt.source, tt.capture) {
				if o.Subject == tt.subject && o.Qualifiers == tt.qualifiers {
					got[o.Field] = o.Value
				}
			}
			for field, want := range tt.want {
				if got[field] != want {
					t.Errorf("%s = %q, want %q", field, got[field], want)
				}
			}
		})
	}
}

// TestRecordedAttemptsAreWhole counts the rows of the captures that print a share, a cost and tokens, counted without the
// parser.
func TestRecordedAttemptsAreWhole(t *testing.T) {
	for _, tt := range []struct {
		source, capture      string
		shares, costs, reads int // reads: rows with tokens of input
	}{
		{"leaderboard_deepswe", deepSWEFile + "2026-08-18.json", 61, 61, 61},
		{"leaderboard_deepswe", deepSWEFile + "2026-09-26.json", 70, 70, 70},
		{"leaderboard_openhands", openHandsFile + "2026-06-30.json", 43, 43, 0},
		{"leaderboard_vals", valsCSV + valsDay, 230, 86 + 140, 0},
		{"leaderboard_swebench", swePage + sweDay, 45, 43, 0},
		{"leaderboard_aider", aiderFile + aiderDay, 69, 51, 23},
	} {
		t.Run(filepath.Base(tt.capture), func(t *testing.T) {
			n := map[data.Field]int{}
			for _, o := range recordedAttemptsOf(t, tt.source, tt.capture) {
				n[o.Field]++
			}
			t.Logf("%-22s %3d shares %3d costs an attempt %3d costs of a run %3d inputs", tt.source, n[data.SolvedShare], n[data.CostMean], n[data.CostTotal], n[data.TokensInput])
			if shares, costs, reads := n[data.SolvedShare], max(n[data.CostMean], n[data.CostTotal]), n[data.TokensInput]; shares != tt.shares || costs != tt.costs || reads != tt.reads {
				t.Errorf("%d shares, %d costs and %d inputs, want %d, %d and %d", shares, costs, reads, tt.shares, tt.costs, tt.reads)
			}
		})
	}
}

// recordedAttemptsOf reads a capture; no row of the real ones is refused for what it says of attempts.
func recordedAttemptsOf(t *testing.T, source, capture string) []data.Observation {
	t.Helper()
	s := sourcetest.Named(t, Sources(), source)
	doc := sourcetest.Capture(t, capture, s.Requests[0][0].URL)
	if strings.HasSuffix(capture, ".gz") {
		doc.Body = unzipped(t, doc.Body)
	}
	docs := []web.Payload{doc}
	if source == "leaderboard_openhands" {
		docs = append(docs, recordedBeside(t, capture, doc, s.Next(doc))...)
	}
	all, refused, err := collectors.Parse(s, docs)
	if err != nil || len(refused) > 0 {
		t.Fatalf("%v; refused %+v", err, refused)
	}
	return all
}

// recordedBeside are the captures of the pages that an index names, from the day of the capture of the index.
func recordedBeside(t *testing.T, capture string, index web.Payload, named []web.Request) []web.Payload {
	t.Helper()
	var docs []web.Payload
	folder, at := filepath.Dir(capture), index.URL[:strings.LastIndex(index.URL, "/")+1]
	_, day, _ := strings.Cut(capture, "@")
	for _, r := range named {
		docs = append(docs, sourcetest.Capture(t, filepath.Join(folder, strings.TrimSuffix(strings.TrimPrefix(r.URL, at), ".json")+"@"+day), r.URL))
	}
	return docs
}
