package leaderboard

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	aiderFile     = "leaderboards/raw.githubusercontent.com/Aider-AI/aider/main/aider/website/_data/polyglot_leaderboard@"
	epochFile     = "leaderboards/epoch.ai/data/benchmark_data@2026-03-09.zip"
	liveBenchFile = "leaderboards/livebench.ai/"
)

// supportingScores were read off the captures by eye; those of LiveBench from November 2024 are also what Epoch AI
// copied from the site in March 2025. An empty want means that the board has no such score.
var supportingScores = []struct {
	name, source, capture, subject string
	field                          data.Field
	qualifiers                     qualifiers
	want                           []string
}{
	{"first row of January", "leaderboard_aider", "2025-01-31", "gpt-4o-mini-2024-07-18", "score.aiderPolyglot", qualifiers{Split: "whole"}, []string{"3.6"}},
	{"trailing zero", "leaderboard_aider", "2025-05-26", "o4-mini", "score.aiderPolyglot", qualifiers{Effort: "high", Split: "diff"}, []string{"72.0"}},
	{"effort in brackets", "leaderboard_aider", "2025-08-25", "grok-4", "score.aiderPolyglot", qualifiers{Effort: "high", Split: "diff"}, []string{"79.6"}},
	{"last row of October", "leaderboard_aider", "2025-10-04", "DeepSeek-V3.2-Exp (Chat)", "score.aiderPolyglot", qualifiers{Split: "diff"}, []string{"70.2"}},
	{"thinking budget", "leaderboard_aider", "2025-10-04", "claude-opus-4-20250514", "score.aiderPolyglot", qualifiers{Effort: "thinking", Split: "diff"}, []string{"72.0"}},
	{"no thinking", "leaderboard_aider", "2025-10-04", "claude-opus-4-20250514", "score.aiderPolyglot", qualifiers{Effort: "non-reasoning", Split: "diff"}, []string{"70.7"}},
	{"two models keep their name", "leaderboard_aider", "2025-10-04", "o3 (high) + gpt-4.1", "score.aiderPolyglot", qualifiers{Split: "architect"}, []string{"78.2"}},
	{"the pair is no score of the first", "leaderboard_aider", "2025-10-04", "o3", "score.aiderPolyglot", qualifiers{Effort: "high", Split: "architect"}, nil},
	{"one model in two formats", "leaderboard_aider", "2025-10-04", "Qwen2.5-Coder-32B-Instruct", "score.aiderPolyglot", qualifiers{Split: "whole"}, []string{"16.4"}},
	{"a date stays", "leaderboard_aider", "2025-10-04", "DeepSeek V3 (0324)", "score.aiderPolyglot", qualifiers{Split: "diff"}, []string{"55.1"}},

	{"two runs", "leaderboard_epoch", epochFile, "claude-opus-4-6", data.ScoreSWEBench, qualifiers{Board: "Verified"}, []string{"0.7871900826446281", "0.756198347107438"}},
	{"opus 4.5", "leaderboard_epoch", epochFile, "claude-opus-4-5-20251101", data.ScoreSWEBench, qualifiers{Board: "Verified"}, []string{"0.7665289256198347"}},
	{"effort stays in the name", "leaderboard_epoch", epochFile, "gpt-5-2025-08-07_medium", data.ScoreSWEBench, qualifiers{Board: "Verified"}, []string{"0.7148760330578512"}},
	{"copies of other boards are left out", "leaderboard_epoch", epochFile, "gemini-3-pro-preview", data.ScoreSWEBench, qualifiers{Board: "bash-only"}, nil},
	{"another's runs", "leaderboard_epoch", epochFile, "gpt-5.3-codex", "score.terminalBench", qualifiers{Board: "external", Harness: "Simple Codex"}, []string{"0.751"}},
	{"padded agent", "leaderboard_epoch", epochFile, "gemini-3-flash-preview", "score.terminalBench", qualifiers{Board: "external", Harness: "Gemini CLI"}, []string{"0.51"}},

	{"two tasks", "leaderboard_livebench", "2024_11_25@2025-03-31", "gemini-2.5-pro-exp-03-25", "score.liveBenchCoding", qualifiers{To: "2024-11-25"}, []string{"85.87"}},
	{"half a hundredth", "leaderboard_livebench", "2024_11_25@2025-03-31", "claude-3-7-sonnet-thinking", "score.liveBenchCoding", qualifiers{To: "2024-11-25"}, []string{"74.54"}},
	{"no agentic tasks yet", "leaderboard_livebench", "2024_11_25@2025-03-31", "claude-3-7-sonnet-thinking", "score.liveBenchAgenticCoding", qualifiers{To: "2024-11-25"}, nil},
	{"tasks renamed", "leaderboard_livebench", "2025_05_30@2025-12-01", "claude-3-7-sonnet-20250219-thinking-64k", "score.liveBenchCoding", qualifiers{To: "2025-05-30"}, []string{"74.98"}},
	{"three tasks", "leaderboard_livebench", "2025_05_30@2025-12-01", "claude-3-7-sonnet-20250219-thinking-64k", "score.liveBenchAgenticCoding", qualifiers{To: "2025-05-30"}, []string{"31.67"}},
	{"opus 4.1", "leaderboard_livebench", "2025_12_23@2025-12-23", "claude-4-1-opus-20250805-thinking-32k", "score.liveBenchAgenticCoding", qualifiers{To: "2025-12-23"}, []string{"45.00"}},
	{"opus 4.1, run again", "leaderboard_livebench", "2026_01_08@2026-03-20", "claude-4-1-opus-20250805-base", "score.liveBenchAgenticCoding", qualifiers{To: "2026-01-08"}, []string{"53.33"}},
	{"last row", "leaderboard_livebench", "2026_01_08@2026-07-01", "claude-sonnet-5-xhigh-effort", "score.liveBenchCoding", qualifiers{To: "2026-01-08"}, []string{"78.57"}},
	{"cells missing in the middle", "leaderboard_livebench", "2026_01_08@2026-07-01", "nemotron-3-super-120b-a12b", "score.liveBenchAgenticCoding", qualifiers{To: "2026-01-08"}, nil},
}

func TestRecordedSupportingScores(t *testing.T) {
	for _, tt := range supportingScores {
		t.Run(tt.source+"/"+tt.name, func(t *testing.T) {
			got := sourcetest.Values(parseSupporting(t, tt.source, tt.capture), tt.subject, tt.field, tt.qualifiers)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s %s %+v = %q, want %q", tt.subject, tt.field, tt.qualifiers, got, tt.want)
			}
		})
	}
}

// TestEveryRecordedSupportingBoard counts the scores of every capture, counted without the parser.
func TestEveryRecordedSupportingBoard(t *testing.T) {
	for _, tt := range []struct {
		source, capture string
		want            int
	}{
		{"leaderboard_aider", "2025-01-31", 21},
		{"leaderboard_aider", "2025-05-26", 56},
		{"leaderboard_aider", "2025-08-25", 67},
		{"leaderboard_aider", "2025-10-04", 69},
		{"leaderboard_epoch", epochFile, 24 + 69}, // 71 rows of the terminal benchmark, two without a model
		{"leaderboard_livebench", "2024_11_25@2025-03-31", 65},
		{"leaderboard_livebench", "2025_05_30@2025-12-01", 2 * 70},
		{"leaderboard_livebench", "2025_12_23@2025-12-23", 2 * 64},
		{"leaderboard_livebench", "2026_01_08@2026-03-20", 2 * 92},
		{"leaderboard_livebench", "2026_01_08@2026-07-01", 2 * 126}, // 127 rows, one with too few cells
	} {
		t.Run(tt.source+"/"+filepath.Base(tt.capture), func(t *testing.T) {
			scores := parseSupporting(t, tt.source, tt.capture)
			if len(scores) != tt.want {
				t.Errorf("Parse = %d scores, want %d", len(scores), tt.want)
			}
			for _, o := range scores {
				if o.Subject == "" || o.Quote == "" || o.SHA256 == "" {
					t.Fatalf("incomplete observation %+v", o)
				}
			}
		})
	}
}

func parseSupporting(t *testing.T, source, capture string) []data.Observation {
	t.Helper()
	s := sourcetest.Named(t, Sources(), source)
	address := s.Requests[0][0].URL
	var docs []web.Payload
	switch source {
	case "leaderboard_aider":
		docs = []web.Payload{sourcetest.Capture(t, aiderFile+capture+".yml", address)}
	case "leaderboard_epoch":
		docs = []web.Payload{sourcetest.Capture(t, capture, address)}
	case "leaderboard_livebench":
		release, _, _ := strings.Cut(capture, "@")
		table := sourcetest.Capture(t, liveBenchFile+"table_"+capture+".csv", liveBenchTable(release).URL)
		pages := s.Next(table)
		if len(pages) != 1 {
			t.Fatalf("Next = %v, want the categories", pages)
		}
		docs = []web.Payload{table, sourcetest.Capture(t, liveBenchFile+"categories_"+capture+".json", pages[0].URL)}
	}
	all, err := s.Parse(docs)
	if err != nil {
		t.Fatal(err)
	}
	return scoresOf(all)
}

func TestNextLiveBench(t *testing.T) {
	const picker, site = liveBenchPicker, "https://livebench.ai/"
	for _, tt := range []struct{ name, url, body, want string }{
		{"a table and its categories", site + "table_2025_05_30.csv", "model,a", site + "categories_2025_05_30.json"},
		{"the newest release", picker, `['2025-12-23', "2026-01-08", '2024-11-25']`, site + "table_2026_01_08.csv " + site + "categories_2026_01_08.json"},
		{"no release", picker, `<div>2026-01-08</div>`, ""},
		{"an address that only looks like a table", site + "table_latest.csv", "model,a", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range nextLiveBench(web.Payload{URL: tt.url, Body: []byte(tt.body)}) {
				got = append(got, r.URL)
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("Next = %q, want %q", got, tt.want)
			}
		})
	}
}

// TestLiveBenchFindsItsRelease visits the source as a run does: by the picker, and without it by what is known.
func TestLiveBenchFindsItsRelease(t *testing.T) {
	s := sourcetest.Named(t, Sources(), "leaderboard_livebench")
	for _, tt := range []struct {
		name, want string
		served     []string
	}{
		{"by the picker", "/table_2027_01_01.csv", []string{liveBenchPicker, "table_2027_01_01.csv", "categories_2027_01_01.json", "table_2026_01_08.csv"}},
		{"the table of the picker is gone", "/table_2026_01_08.csv", []string{liveBenchPicker, "table_2026_01_08.csv", "categories_2026_01_08.json"}},
		{"without the picker", "/table_2025_12_23.csv", []string{"table_2026_01_08.csv", "table_2025_12_23.csv", "categories_2025_12_23.json"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			web := servedPages{}
			for _, address := range tt.served {
				switch {
				case address == liveBenchPicker:
					web[address] = `const releases = ["2026-01-08", "2027-01-01"]`
				case strings.HasPrefix(address, "table"):
					web[liveBenchSite+"/"+address] = "model,code\na,50\nb,51\nc,52\nd,53\ne,54\n"
				default:
					web[liveBenchSite+"/"+address] = `{"Coding": ["code"]}`
				}
			}
			r := collectors.Run(t.Context(), web, []collectors.Source{s}, collectors.RunOptions{})[0]
			if r.Failure != nil {
				t.Fatal(r.Failure)
			}
			if got := r.Observations[0].URL; got != liveBenchSite+tt.want {
				t.Errorf("read %s, want %s", got, tt.want)
			}
		})
	}
}

// servedPages are the bodies that a site answers with, by address.
type servedPages map[string]string

func (s servedPages) Fetch(_ context.Context, r web.Request) (web.Payload, error) {
	body, ok := s[r.URL]
	if !ok {
		return web.Payload{}, errors.New("get " + r.URL + ": 404 Not Found")
	}
	return web.Payload{URL: r.URL, Body: []byte(body), FetchedAt: sourcetest.Date}, nil
}

// The archive may claim any size for what it holds, and hold anything.
func TestHostileArchivesFail(t *testing.T) {
	pack := func(files ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i := 0; i < len(files); i += 2 {
			w, err := z.Create(files[i])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(files[i+1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	rows := func(score string) string {
		table := "Model version,mean_score\n"
		for i := range minScores {
			table += fmt.Sprintf("m%d,%s\n", i, score)
		}
		return table
	}
	for _, tt := range []struct {
		name string
		body []byte
	}{
		{"bomb", pack(epochOwn, rows("0.5")+strings.Repeat("\n", epochMaxTable))},
		{"cut", pack(epochOwn, rows("0.5"))[:60]},
		{"rows cut short", pack(epochOwn, strings.Replace(rows("0.5"), "mean_score\n", "mean_score,id\n", 1))},
		{"other files only", pack("gpqa_diamond.csv", rows("0.5"))},
		{"percentages", pack(epochOwn, rows("74.4"))},
		{"not a number", pack(epochOwn, rows("NaN"))},
		{"exponent", pack(epochOwn, rows("1e-999999999"))},
		{"column renamed", pack(epochOwn, strings.Replace(rows("0.5"), "mean_score", "score", 1))},
		{"no scores", pack(epochOwn, rows(""))},
		{"quote never closed", pack(epochOwn, rows("0.5")+`"`)},
		{"external column renamed", pack(epochOwn, rows("0.5"), "terminalbench_external.csv", rows("0.5"))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := parseEpoch([]web.Payload{{Body: tt.body}}); err == nil {
				t.Errorf("Parse = %d observations, want an error", len(got))
			}
		})
	}
	if got, err := parseEpoch([]web.Payload{{Body: pack("benchmark_data/"+epochOwn, rows("0.5"))}}); err != nil || len(got) != minScores {
		t.Errorf("Parse of tables in a folder = %d observations, %v, want %d", len(got), err, minScores)
	}
}

func TestBrokenSupportingBoardsFail(t *testing.T) {
	for _, tt := range []struct{ name, source, fixture, old, new string }{
		{"score renamed", "leaderboard_aider", "board", "pass_rate_2", "pass_rate_3"},
		{"above 100", "leaderboard_aider", "board", "72.0", "720"},
		{"fractions", "leaderboard_aider", "board", "pass_rate_2: ", "pass_rate_2: 0.0"},
		{"no list", "leaderboard_aider", "board", "- dirname", "  dirname"},
		{"nested", "leaderboard_aider", "board", "  test_cases: 225", "  test_cases:\n    all: 225"},
		{"brackets", "leaderboard_aider", "board", "225", strings.Repeat("[", 200)},
		{"one row without a model", "leaderboard_aider", "board", "  model: Bob V3 (0324)\n", ""},
		{"category renamed", "leaderboard_livebench", "picker", `"Coding"`, `"Programming"`},
		{"task without a column", "leaderboard_livebench", "table", `"code_completion"`, `"code_infilling"`},
		{"above 100", "leaderboard_livebench", "table", "76.087", "760.87"},
		{"score is text", "leaderboard_livebench", "table", "76.087", "good"},
		{"model column renamed", "leaderboard_livebench", "table", "model,", "name,"},
		{"rows too short", "leaderboard_livebench", "table", ",typescript,", ",typescript,more,"},
	} {
		t.Run(tt.source+"/"+tt.name, func(t *testing.T) {
			s := sourcetest.Named(t, Sources(), tt.source)
			sourcetest.WantUnread(t, s, sourcetest.Documents(t, s, tt.fixture), tt.old, tt.new)
		})
	}
}

func TestNoSupportingBoardAtAll(t *testing.T) {
	for _, source := range []string{"leaderboard_aider", "leaderboard_epoch", "leaderboard_livebench"} {
		for name, body := range map[string]string{
			"empty": "", "error page": "<!doctype html><title>Just a moment...</title>", "object": "{}", "list": "[]", "text": "404: Not Found",
		} {
			t.Run(source+"/"+name, func(t *testing.T) {
				if got, err := sourcetest.Named(t, Sources(), source).Parse([]web.Payload{{Body: []byte(body)}}); err == nil {
					t.Errorf("Parse = %d observations, want an error", len(got))
				}
			})
		}
	}
}

func FuzzAider(f *testing.F) { fuzzBoard(f, "leaderboard_aider") }
func FuzzEpoch(f *testing.F) { fuzzBoard(f, "leaderboard_epoch") }

func FuzzLiveBench(f *testing.F) {
	for _, doc := range sourcetest.Documents(f, sourcetest.Named(f, Sources(), "leaderboard_livebench"), "table") {
		f.Add(doc.Body, []byte(`{"Coding": ["code_completion"]}`))
	}
	f.Fuzz(func(t *testing.T, table, categories []byte) {
		scores, err := parseLiveBench([]web.Payload{{Body: table}, {Body: categories}})
		if err == nil && len(scores) < minScores {
			t.Errorf("%d scores and no error", len(scores))
		}
	})
}
