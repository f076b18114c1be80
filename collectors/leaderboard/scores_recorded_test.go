package leaderboard

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	sweFile  = "leaderboards/raw.githubusercontent.com/SWE-bench/swe-bench.github.io/master/data/leaderboards@"
	swePage  = "leaderboards/www.swebench.com/index@"
	lcbData  = "leaderboards/livecodebench.github.io/performances_generation@"
	evalPlus = "leaderboards/evalplus.github.io/results@"
	bigFull  = "leaderboards/bigcode-bench.github.io/results@"
	bigHard  = "leaderboards/bigcode-bench.github.io/results-hard@"
	valsCSV  = "leaderboards/raw.githubusercontent.com/dot-mike/vals-ai-scrape/main/data/scores@"
)

type qualifiers = data.Qualifiers

// recordedScores were read off the captures by eye, or computed from them with a few lines of another language.
// An empty want means that the board has no such score.
var recordedScores = []struct {
	name, capture, subject string
	field                  data.Field
	qualifiers             qualifiers
	want                   string
}{
	// SWE-bench: one model at two efforts and two agent versions.
	{"gpt-5.2 high, agent 2", swePage + "2026-02-26.html.gz", "GPT-5-2", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 2.0.0", Effort: "high"}, "72.8"},
	{"gpt-5.2 high, agent 1", swePage + "2026-02-26.html.gz", "GPT-5.2 (2025-12-11)", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 1.17.2", Effort: "high"}, "71.8"},
	{"gpt-5.2 at its default", swePage + "2026-02-26.html.gz", "GPT-5.2 (2025-12-11)", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 1.17.2"}, "69.0"},
	{"gpt-5.2-codex is another model, last in the file", swePage + "2026-02-26.html.gz", "GPT 5.2 Codex", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 2.0.0"}, "72.8"},
	{"gpt-5.2 on the multilingual tasks", swePage + "2026-02-26.html.gz", "GPT-5.2", data.ScoreSWEBench, qualifiers{Board: "Multilingual", Harness: "mini-SWE-agent 2.0.0a0", Effort: "high"}, "66.7"},
	{"opus 4.5 high", swePage + "2026-02-26.html.gz", "Claude 4.5 Opus", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 2.0.0", Effort: "high"}, "76.8"},
	{"opus 4.5 medium", swePage + "2026-02-26.html.gz", "Claude 4.5 Opus (20251101)", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 1.16.0", Effort: "medium"}, "74.4"},
	{"opus 4.5 by a product", swePage + "2026-02-26.html.gz", "Claude 4.5 Opus", data.ScoreSWEBench, qualifiers{Board: "Verified", Harness: "Sonar Foundation Agent"}, "79.2"},
	{"bash-only copies are left out of Verified", swePage + "2026-02-26.html.gz", "Claude 4.5 Opus", data.ScoreSWEBench, qualifiers{Board: "Verified", Harness: "mini-SWE-agent 2.0.0", Effort: "high"}, ""},
	{"no multiple of 0.2", swePage + "2026-02-26.html.gz", "Claude 4 Sonnet (20250514)", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 1.0.0"}, "64.93"},
	{"details add up to less, resolved counts", swePage + "2026-02-26.html.gz", "Claude 3.7 Sonnet (20250219)", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 0.0.0"}, "52.8"},
	{"sampling is no part of the name", swePage + "2026-01-26.html", "GLM-4.6", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 1.17.1"}, "55.4"},
	{"small percentage", swePage + "2026-02-26.html.gz", "ChatGPT 3.5", data.ScoreSWEBench, qualifiers{Board: "Test", Harness: "RAG"}, "0.17"},
	{"gpt-5 mini, first agent", sweFile + "2025-12-10.json.gz", "GPT-5 mini (2025-08-07)", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent 1.7.0", Effort: "medium"}, "59.8"},
	{"agent version not printed", sweFile + "2025-08-25.json", "GPT-5 mini (2025-08-07)", data.ScoreSWEBench, qualifiers{Board: "bash-only", Harness: "mini-SWE-agent", Effort: "medium"}, "59.8"},
	{"several models stay one product", swePage + "2026-02-26.html.gz", "TRAE + Claude Sonnet 4 + Opus 4 + Sonnet 3.7 + Gemini 2.5 Pro", data.ScoreSWEBench, qualifiers{Board: "Verified"}, "75.2"},
	{"a printed zero is a zero", sweFile + "2025-05-10.json", "Deepseek V3", data.ScoreSWEBench, qualifiers{Board: "Lite", Harness: "Moatless Tools"}, "0.0"},
	{"later corrected", sweFile + "2025-06-24.json", "Deepseek V3", data.ScoreSWEBench, qualifiers{Board: "Lite", Harness: "Moatless Tools"}, "30.67"},

	// LiveCodeBench: the window decides.
	{"o4-mini high, 70 % of the months", lcbData + "2025-04-22.json.gz", "O4-Mini", data.ScoreLiveCode, qualifiers{Effort: "high", From: "2023-12-01", To: "2025-05-01"}, "80.1"},
	{"o4-mini high, the page's window", lcbData + "2025-04-22.json.gz", "O4-Mini", data.ScoreLiveCode, qualifiers{Effort: "high", From: "2024-08-01", To: "2025-05-01"}, "73.3"},
	{"o4-mini high, whole release", lcbData + "2025-04-22.json.gz", "O4-Mini", data.ScoreLiveCode, qualifiers{Effort: "high", Split: "all", From: "2023-05-08", To: "2025-04-07"}, "83.2"},
	{"deepseek-v3, 70 % of the months", lcbData + "2025-04-22.json.gz", "DeepSeek-V3", data.ScoreLiveCode, qualifiers{From: "2023-12-01", To: "2025-05-01"}, "41.6"},
	{"deepseek-v3, whole release", lcbData + "2025-04-22.json.gz", "DeepSeek-V3", data.ScoreLiveCode, qualifiers{Split: "all", From: "2023-05-08", To: "2025-04-07"}, "49.6"},
	{"deepseek-v3 in an earlier release", lcbData + "2025-01-15.json.gz", "DeepSeek-V3", data.ScoreLiveCode, qualifiers{Split: "all", From: "2023-05-08", To: "2025-01-05"}, "54.5"},
	{"o1 high, one sample", lcbData + "2025-01-15.json.gz", "O1-2024-12-17", data.ScoreLiveCode, qualifiers{Effort: "high", From: "2023-11-01", To: "2025-02-01"}, "80.3"},
	{"a whole number", lcbData + "2025-01-15.json.gz", "O1-2024-12-17", data.ScoreLiveCode, qualifiers{Effort: "high", From: "2024-08-01", To: "2025-02-01"}, "71"},
	{"file without a list of models", lcbData + "2024-03-12.json", "GPT-4-Turbo-1106", data.ScoreLiveCode, qualifiers{From: "2023-08-01", To: "2024-02-01"}, "39.7"},
	{"window of a short list of months", lcbData + "2024-03-12.json", "GPT-4-Turbo-1106", data.ScoreLiveCode, qualifiers{From: "2023-09-01", To: "2024-02-01"}, "40.4"},

	// EvalPlus: base and plus are two benchmarks.
	{"gpt-4o base", evalPlus + "2024-12-26.json", "GPT 4o (Aug 2024)", data.ScoreHumanEval, qualifiers{}, "92.7"},
	{"gpt-4o plus", evalPlus + "2024-12-26.json", "GPT 4o (Aug 2024)", data.ScoreHumanEvalP, qualifiers{}, "87.2"},
	{"deepseek-v3 base", evalPlus + "2024-12-26.json", "DeepSeek-V3 (Nov 2024)", data.ScoreHumanEval, qualifiers{}, "91.5"},
	{"a whole number without decimals", evalPlus + "2024-12-26.json", "CodeT5+-2B", data.ScoreHumanEval, qualifiers{}, "25.0"},
	{"separate sets, base", evalPlus + "2024-03-22.json", "claude-3-opus (Mar 2024)", data.ScoreHumanEval, qualifiers{}, "82.9"},
	{"separate sets, plus", evalPlus + "2024-03-22.json", "claude-3-opus (Mar 2024)", data.ScoreHumanEvalP, qualifiers{}, "76.8"},
	{"plus rises a version later", evalPlus + "2024-06-18.json", "claude-3-opus (Mar 2024)", data.ScoreHumanEvalP, qualifiers{}, "77.4"},

	// BigCodeBench: hard is not full, null is not zero.
	{"gpt-4o full", bigFull + "2025-04-17.json", "GPT-4o-2024-05-13", data.ScoreBigCode, qualifiers{Board: "full", Split: "instruct"}, "51.1"},
	{"gpt-4o full, complete", bigFull + "2025-04-17.json", "GPT-4o-2024-05-13", data.ScoreBigCode, qualifiers{Board: "full", Split: "complete"}, "61.1"},
	{"gpt-4o hard", bigHard + "2025-04-17.json", "GPT-4o-2024-05-13", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct"}, "25.0"},
	{"r1 was never measured on full", bigFull + "2025-04-17.json", "DeepSeek-R1", data.ScoreBigCode, qualifiers{Board: "full", Split: "instruct", Harness: "no prefill"}, ""},
	{"r1 hard", bigHard + "2025-04-17.json", "DeepSeek-R1", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct", Harness: "no prefill"}, "29.7"},
	{"o3-mini medium beats high", bigHard + "2025-04-17.json", "o3-mini-2025-01-31", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct", Harness: "no prefill", Effort: "medium"}, "33.1"},
	{"o3-mini high", bigHard + "2025-04-17.json", "o3-mini-2025-01-31", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct", Harness: "no prefill", Effort: "high"}, "32.4"},
	{"sonnet 3.7", bigHard + "2025-04-17.json", "Claude-3.7-Sonnet-20250219", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct", Harness: "no prefill"}, "31.8"},
	{"sonnet 3.7 thinking", bigHard + "2025-04-17.json", "Claude-3.7-Sonnet-20250219", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct", Harness: "no prefill", Effort: "thinking"}, "32.4"},
	{"base models have no instruct score", bigHard + "2025-04-17.json", "StarCoder2-3B", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct"}, ""},
	{"a measured zero", bigHard + "2025-04-17.json", "DeepSeek-R1-Distill-Qwen-1.5B", data.ScoreBigCode, qualifiers{Board: "hard", Split: "instruct"}, "0.0"},

	// vals.ai: what ends a name is for others to read.
	{"opus 4.5 thinking, SWE-bench", valsCSV + "2026-10-06.excerpt-coding.csv", "anthropic/claude-opus-4-5-20251101-thinking", data.ScoreSWEBench, qualifiers{}, "76.4"},
	{"opus 4.5 was not run without thinking", valsCSV + "2026-10-06.excerpt-coding.csv", "anthropic/claude-opus-4-5-20251101", data.ScoreSWEBench, qualifiers{}, ""},
	{"opus 4.5, LiveCodeBench", valsCSV + "2026-10-06.excerpt-coding.csv", "anthropic/claude-opus-4-5-20251101", data.ScoreLiveCode, qualifiers{}, "75.034"},
	{"opus 4.5 thinking, LiveCodeBench", valsCSV + "2026-10-06.excerpt-coding.csv", "anthropic/claude-opus-4-5-20251101-thinking", data.ScoreLiveCode, qualifiers{}, "83.67"},
	{"deepseek-v4-pro", valsCSV + "2026-10-06.excerpt-coding.csv", "deepseek/deepseek-v4-pro", data.ScoreSWEBench, qualifiers{Effort: "max"}, "77.4"},
	{"deepseek-v4-pro-0813 is another model", valsCSV + "2026-10-06.excerpt-coding.csv", "deepseek/deepseek-v4-pro-0813", data.ScoreSWEBench, qualifiers{Effort: "max"}, "96.4"},
	{"opus 4.8", valsCSV + "2026-10-06.excerpt-coding.csv", "anthropic/claude-opus-4-8", data.ScoreSWEBench, qualifiers{}, "88.6"},
	{"opus 4.8 under another harness", valsCSV + "2026-10-06.excerpt-coding.csv", "anthropic/claude-opus-4-8-claude-code", data.ScoreSWEBench, qualifiers{}, "85.8"},
	{"an effort that is a number", valsCSV + "2026-10-06.excerpt-coding.csv", "thinkingmachines/inkling", data.ScoreSWEBench, qualifiers{Effort: "0.99"}, "77.6"},
}

func TestRecordedScores(t *testing.T) {
	parsed := map[string][]data.Observation{}
	for _, tt := range recordedScores {
		t.Run(tt.name, func(t *testing.T) {
			if parsed[tt.capture] == nil {
				parsed[tt.capture] = parseCapture(t, tt.capture)
			}
			got := sourcetest.Values(parsed[tt.capture], tt.subject, tt.field, tt.qualifiers)
			if tt.want == "" && len(got) > 0 || tt.want != "" && !slices.Equal(got, []string{tt.want}) {
				t.Errorf("%s %s %+v = %q, want %q", tt.subject, tt.field, tt.qualifiers, got, tt.want)
			}
		})
	}
}

// recordedRows counts the scores of a capture, counted without the parser.
var recordedRows = map[string]int{
	sweFile + "2025-05-10.json":                             168,
	sweFile + "2025-08-25.json":                             255, // 275 rows, 20 of them copies
	sweFile + "2025-12-10.json.gz":                          291,
	swePage + "2025-06-11.html":                             197,
	swePage + "2026-01-26.html":                             294,
	swePage + "2026-02-26.html.gz":                          322,
	lcbData + "2024-03-12.json":                             90, // 30 models, three windows
	lcbData + "2025-04-22.json.gz":                          48,
	evalPlus + "2024-03-22.json":                            160,
	evalPlus + "2024-12-26.json":                            250,
	bigFull + "2025-04-17.json":                             279, // 202 models, 49 and 76 nulls
	bigHard + "2025-04-17.json":                             372, // 202 models, 3 and 29 nulls
	valsCSV + "2026-10-06.excerpt-coding.csv": 231,
}

// TestEveryRecordedBoard reads every whole capture of the boards.
func TestEveryRecordedBoard(t *testing.T) {
	for _, capture := range recordedBoards(t) {
		t.Run(filepath.Base(capture.file), func(t *testing.T) {
			scores := parseCapture(t, capture.file)
			if want, counted := recordedRows[capture.file]; counted && len(scores) != want {
				t.Errorf("Parse = %d scores, want %d", len(scores), want)
			}
			for _, o := range scores {
				if o.Subject == "" || o.Quote == "" || o.SHA256 == "" || o.Unit != data.Percent {
					t.Fatalf("incomplete observation %+v", o)
				}
			}
		})
	}
}

// A file that lists models and no results is a failure, not a board on which everyone scored nothing.
func TestRecordedModelsWithoutResults(t *testing.T) {
	doc := sourcetest.Capture(t, lcbData+"2025-08-01.models-only.json", "https://livecodebench.github.io/performances_generation.json")
	if got, err := parseLiveCodeBench([]web.Payload{doc}); err == nil {
		t.Errorf("Parse = %d observations, want an error", len(got))
	}
}

type recordedBoard struct{ url, file string }

// knownBoards is what recordedBoards has listed.
var knownBoards []recordedBoard

// recordedBoards lists the captures of documents that a board asks for.
func recordedBoards(t *testing.T) []recordedBoard {
	t.Helper()
	if knownBoards != nil {
		return knownBoards
	}
	index, err := os.ReadFile(filepath.Join(sourcetest.Captures(t), "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var captures []recordedBoard
	lines := bufio.NewScanner(bytes.NewReader(index))
	for lines.Scan() {
		column := strings.Split(lines.Text(), "\t") // kind, source, url, date, file, state, note
		whole := slices.Contains([]string{"complete", "excerpt", "derived"}, column[5])
		if whole && boardOf(column[2]) != "" {
			captures = append(captures, recordedBoard{column[2], column[4]})
		}
	}
	if len(captures) < 40 {
		t.Fatalf("the index names %d captures of boards, want at least 40", len(captures))
	}
	knownBoards = captures
	return captures
}

// boardOf names the source that asks for url.
func boardOf(url string) string {
	for _, s := range Sources() {
		asks := slices.ContainsFunc(slices.Concat(s.Requests...), func(r web.Request) bool { return r.URL == url })
		if asks && slices.Contains(boardNames, s.Name) {
			return s.Name
		}
	}
	return ""
}

// parseCapture reads one capture with the source that asks for it.
func parseCapture(t *testing.T, file string) []data.Observation {
	t.Helper()
	i := slices.IndexFunc(recordedBoards(t), func(c recordedBoard) bool { return c.file == file })
	if i < 0 {
		t.Fatalf("%s is not in the index", file)
	}
	doc := sourcetest.Capture(t, file, recordedBoards(t)[i].url)
	if strings.HasSuffix(file, ".gz") {
		doc.Body = unzipped(t, doc.Body)
	}
	all, err := sourcetest.Named(t, Sources(), boardOf(doc.URL)).Parse([]web.Payload{doc})
	if err != nil {
		t.Fatal(err)
	}
	return scoresOf(all)
}

func unzipped(t *testing.T, body []byte) []byte {
	t.Helper()
	unzip, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unzip)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
