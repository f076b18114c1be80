package cost

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

var noon = time.Date(2026, 10, 14, 12, 0, 0, 0, time.UTC)

// TestReadUsage reads records as programs and services write them.
func TestReadUsage(t *testing.T) {
	row := func(line int, model string, at time.Time, requests int64, quantities map[data.BillingClass]int64) Row {
		return Row{Line: line, Model: model, Usage: tariff.Usage{Quantities: quantities, Requests: requests, At: at}}
	}
	asked := func(line int, model string, at time.Time, requests int64, quantities map[data.BillingClass]int64) Row {
		r := row(line, model, at, requests, quantities)
		r.Asked = true
		return r
	}
	for _, tt := range []struct {
		name, file string
		want       []Row
		skipped    int
	}{
		{"our own columns", "model,time,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,requests\ngpt-5.5,2026-10-01T02:00:00Z,10,20,30,40,2\n",
			[]Row{asked(2, "gpt-5.5", time.Date(2026, 10, 1, 2, 0, 0, 0, time.UTC), 2, map[data.BillingClass]int64{"input": 10, "output": 20, "cacheRead": 30, "cacheWrite": 40})}, 0},
		{"no time", "Model,Input Tokens\nx,1\n", []Row{row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 1})}, 0},
		{"a log of Claude Code", `{"type":"user","timestamp":"2026-10-01T02:00:00Z","message":{"role":"user","content":"hello"}}
{"type":"assistant","timestamp":"2026-10-01T02:00:05.123Z","message":{"model":"claude-opus-5","usage":{"input_tokens":4,"cache_creation_input_tokens":100,"cache_read_input_tokens":20,"cache_creation":{"ephemeral_5m_input_tokens":70,"ephemeral_1h_input_tokens":30},"output_tokens":8,"service_tier":"standard"}}}
`, []Row{func() Row {
			r := row(2, "claude-opus-5", time.Date(2026, 10, 1, 2, 0, 5, 123e6, time.UTC), 1,
				map[data.BillingClass]int64{"input": 4, "cacheRead": 20, "cacheWrite": 70, "cacheWrite1h": 30, "output": 8})
			r.Service = "standard"
			return r
		}()}, 1},
		{"an answer of OpenAI", `{"model":"gpt-5.5","usage":{"prompt_tokens":100,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":60},"completion_tokens_details":{"reasoning_tokens":5}},"service_tier":"default"}`,
			[]Row{row(1, "gpt-5.5", noon, 1, map[data.BillingClass]int64{"input": 40, "cacheRead": 60, "output": 9})}, 0},
		{"an answer of Gemini", `{"modelVersion":"gemini-3.1-pro-preview","usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":25,"candidatesTokenCount":10,"thoughtsTokenCount":30,"totalTokenCount":140}}`,
			[]Row{row(1, "gemini-3.1-pro-preview", noon, 1, map[data.BillingClass]int64{"input": 75, "cacheRead": 25, "output": 40})}, 0},
		{"a byte order mark", "\ufeffmodel,input\nx,1\n", []Row{row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 1})}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, skipped, err := ReadUsage(strings.NewReader(tt.file), noon)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || skipped != tt.skipped {
				t.Errorf("%d skipped; -want +got:\n%s", skipped, diff)
			}
		})
	}
}

// TestReadUsageRefuses: nothing is guessed, and the error says where to look.
func TestReadUsageRefuses(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"nothing", "", "the file is empty"},
		{"no model", "input,output\n1,2\n", "names no model"},
		{"no tokens", "model,colour\nx,red\n", "no tokens"},
		{"a negative count", "model,input\nx,-1\n", "line 2: input: \"-1\" must lie between 0 and 10^15"},
		{"a fraction", "model,input\nx,1.5\n", "line 2: input: \"1.5\" is not a whole number"},
		{"too many", "model,input\nx,1000000000000001\n", "line 2: input: \"1000000000000001\" must lie"},
		{"a word", "model,input\nx,many\n", "line 2: input: \"many\" is not a decimal number"},
		{"a bad time", "model,input,time\nx,1,yesterday\n", "line 2: time: \"yesterday\" is not a time"},
		{"a short row", "model,input\nx\n", "record on line 2: wrong number of fields"},
		{"a column twice", "model,input,Input\nx,1,2\n", "twice"},
		{"more cached than there is", `{"model":"x","prompt_tokens":1,"cached_tokens":2}`, "line 1: of the input tokens more are cached than there are"},
		{"no object", "{\"model\":\"x\",\"input\":1}\n[1]\n", "line 2 is not one JSON object"},
		{"tokens in a list", `{"model":"x","input_tokens":[1]}`, "line 1: input_tokens is neither a number nor a text"},
		{"tokens without a model", `{"input_tokens":1}`, "line 1: there are tokens and no model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if rows, _, err := ReadUsage(strings.NewReader(tt.file), noon); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, %v; want an error with %q", rows, err, tt.want)
			}
		})
	}
}

// FuzzReadUsage: whatever a file holds, no count is negative or beyond what can be priced.
func FuzzReadUsage(f *testing.F) {
	f.Add("model,time,input,cached_tokens\nx,2026-10-01,5,2\n")
	f.Add(`{"model":"x","usage":{"prompt_tokens":3,"prompt_tokens_details":{"cached_tokens":1}}}` + "\n")
	f.Fuzz(func(t *testing.T, file string) {
		rows, _, err := ReadUsage(strings.NewReader(file), noon)
		if err != nil {
			return
		}
		for _, r := range rows {
			for class, n := range r.Quantities {
				if n < 0 || n > 4*tariff.MaxQuantity {
					t.Errorf("line %d: %d of %s", r.Line, n, class)
				}
			}
		}
	})
}
