package cost

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

var noon = time.Date(2026, 10, 14, 12, 0, 0, 0, time.UTC)

var october7 = time.Date(2026, 10, 7, 2, 0, 0, 0, time.UTC)

// TestRead reads records as programs and services write them.
func TestRead(t *testing.T) {
	row := func(line int, model string, at time.Time, requests int64, quantities map[data.BillingClass]int64) Row {
		return Row{Line: line, Model: model, Usage: tariff.Usage{Quantities: quantities, Requests: requests, At: at}}
	}
	on := func(service, region string, r Row) Row {
		r.Service, r.Region = service, region
		return r
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
`, []Row{on("standard", "", row(2, "claude-opus-5", time.Date(2026, 10, 1, 2, 0, 5, 123e6, time.UTC), 1,
			map[data.BillingClass]int64{"input": 4, "cacheRead": 20, "cacheWrite": 70, "cacheWrite1h": 30, "output": 8}))}, 1},
		{"Anthropic's own terms", `{"model":"x","usage":{"input_tokens":4,"service_tier":"standard","speed":"fast","inference_geo":"us"}}
{"model":"x","usage":{"input_tokens":4,"service_tier":"batch","speed":"standard","inference_geo":"global"}}
{"model":"x","usage":{"input_tokens":4,"speed":81.5,"inference_geo":"not_available"}}
{"model":"x","usage":{"input_tokens":4,"speed":null,"inference_geo":""}}`,
			[]Row{on("fast", "us", row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 4})), on("batch", "", row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 4})),
				row(3, "x", noon, 1, map[data.BillingClass]int64{"input": 4}), row(4, "x", noon, 1, map[data.BillingClass]int64{"input": 4})}, 0},
		{"Anthropic's own terms in a table", "model,input,speed,inference_geo\nx,4,fast,us\nx,4,,\n",
			[]Row{on("fast", "us", row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 4})), row(3, "x", noon, 1, map[data.BillingClass]int64{"input": 4})}, 0},
		{"an answer of OpenAI", `{"model":"gpt-5.5","usage":{"prompt_tokens":100,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":60},"completion_tokens_details":{"reasoning_tokens":5},"total_tokens":109},"service_tier":"default"}`,
			[]Row{row(1, "gpt-5.5", noon, 1, map[data.BillingClass]int64{"input": 40, "cacheRead": 60, "output": 9})}, 0},
		{"an answer of xAI", `{"model":"x","usage":{"prompt_tokens":37,"completion_tokens":530,"total_tokens":800,"prompt_tokens_details":{"cached_tokens":8},"completion_tokens_details":{"reasoning_tokens":233}}}`,
			[]Row{row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 29, "cacheRead": 8, "output": 763})}, 0},
		{"reasoning beside the output, and a cache in the total or not", "model,input,cache_read,output,reasoning_tokens,total_tokens\nx,1,20,300,4000,4321\nx,1,20,300,4000,4301\nx,1,20,300,200,321\nx,1,20,300,200,999\nx,1,20,300,200,many\n",
			[]Row{row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 1, "cacheRead": 20, "output": 4300}), row(3, "x", noon, 1, map[data.BillingClass]int64{"input": 1, "cacheRead": 20, "output": 4300}),
				row(4, "x", noon, 1, map[data.BillingClass]int64{"input": 1, "cacheRead": 20, "output": 300}), row(5, "x", noon, 1, map[data.BillingClass]int64{"input": 1, "cacheRead": 20, "output": 300}),
				row(6, "x", noon, 1, map[data.BillingClass]int64{"input": 1, "cacheRead": 20, "output": 300})}, 0},
		{"an answer of Gemini", `{"modelVersion":"gemini-3.1-pro-preview","usageMetadata":{"promptTokenCount":100,"cachedContentTokenCount":25,"candidatesTokenCount":10,"thoughtsTokenCount":30,"totalTokenCount":140}}`,
			[]Row{row(1, "gemini-3.1-pro-preview", noon, 1, map[data.BillingClass]int64{"input": 75, "cacheRead": 25, "output": 40})}, 0},
		{"an answer of LiteLLM", `{"model":"x","usage":{"prompt_tokens":100,"completion_tokens":9,"prompt_tokens_details":{"cached_tokens":60,"cache_creation_tokens":10},"cache_read_input_tokens":60,"cache_creation_input_tokens":10}}`,
			[]Row{row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 30, "cacheRead": 60, "cacheWrite": 10, "output": 9})}, 0},
		{"a fraction of nothing", "model,input,output\nx,0.000,20.00\n", []Row{row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 0, "output": 20})}, 0},
		{"names for one thing", `{"model":"x","input":5,"promptTokens":5}`, []Row{row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 5})}, 0},
		{"an answer of DeepSeek", `{"model":"x","created":1791338400,"usage":{"prompt_tokens":100,"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36,"completion_tokens":9,"total_tokens":109}}`,
			[]Row{row(1, "x", october7, 1, map[data.BillingClass]int64{"input": 36, "cacheRead": 64, "output": 9})}, 0},
		{"what is left of a prompt", "model,created_at,prompt_cache_hit_tokens,prompt_cache_miss_tokens\nx,1791338400000,64,36\n",
			[]Row{row(2, "x", october7, 1, map[data.BillingClass]int64{"input": 36, "cacheRead": 64})}, 0},
		{"an answer of Responses", `{"id":"resp_1","object":"response","created_at":1791338400,"model":"gpt-5.5","input":"hello","output":[{"type":"message"}],"usage":{"input_tokens":10,"input_tokens_details":{"cached_tokens":4},"output_tokens":2,"output_tokens_details":{"reasoning_tokens":1}}}`,
			[]Row{func() Row {
				r := row(1, "gpt-5.5", october7, 1, map[data.BillingClass]int64{"input": 6, "cacheRead": 4, "output": 2})
				r.ID = "resp_1"
				return r
			}()}, 0},
		{"usage before other objects", `{"model":"alias","limits":{"input_tokens":9},"response":{"model":"x","usage":{"input_tokens":1}}}`,
			[]Row{row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 1})}, 0},
		{"OpenTelemetry", `{"gen_ai.request.model":"alias","gen_ai.response.model":"x","gen_ai.usage.input_tokens":5,"gen_ai.usage.cache_read.input_tokens":2,"gen_ai.usage.output_tokens":6}`,
			[]Row{row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 3, "cacheRead": 2, "output": 6})}, 0},
		{"an export of Cursor", `Date,Model,Input (w/ Cache Write),Input (w/o Cache Write),Cache Read,Output Tokens,Total Tokens
"2026-10-07T02:00:00.000Z",x,"1,000",20,300,4,"1,324"
`, []Row{row(2, "x", october7, 1, map[data.BillingClass]int64{"cacheWrite": 1000, "input": 20, "cacheRead": 300, "output": 4})}, 0},
		{"other names and semicolons", "\n\nmodel;time;input;cached_input;cache_write_5m_tokens\nx;2026-10-07 02:00:00;10;4;2\n",
			[]Row{row(4, "x", october7, 1, map[data.BillingClass]int64{"input": 6, "cacheRead": 4, "cacheWrite": 2})}, 0},
		{"a list", "[\n{\"model\":\"x\",\"input\":1},\n{\"model\":\"y\",\"input\":2}\n]\n", []Row{
			row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 1}), row(2, "y", noon, 1, map[data.BillingClass]int64{"input": 2})}, 0},
		{"lists", "[{\"model\":\"x\",\"input\":1}]\n[]\n[{\"model\":\"y\",\"input\":2}]", []Row{
			row(1, "x", noon, 1, map[data.BillingClass]int64{"input": 1}), row(2, "y", noon, 1, map[data.BillingClass]int64{"input": 2})}, 0},
		{"what a tool returns", `{"type":"user","toolUseResult":{"totalTokens":9,"usage":{"input_tokens":9}}} {"model":"x","input":1}`,
			[]Row{row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 1})}, 1},
		{"a byte order mark", "\ufeffmodel,input\nx,1\n", []Row{row(2, "x", noon, 1, map[data.BillingClass]int64{"input": 1})}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Read(strings.NewReader(tt.file), noon)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.Rows); diff != "" || got.Skipped != tt.skipped {
				t.Errorf("%d skipped; -want +got:\n%s", got.Skipped, diff)
			}
		})
	}
}

// TestReadRefuses: nothing is guessed, and the error says where to look.
func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"nothing", "", "the file is empty"},
		{"no model", "input,output\n1,2\n", "names no model"},
		{"no tokens", "model,colour\nx,red\n", "no tokens"},
		{"a list of nothing", "[]", "no tokens were found in 0 lines"},
		{"a header alone", "model,input\n", "no tokens were found in 0 lines"},
		{"tokens of other names", `{"model":"x","tokens_in":5}`, "no tokens were found in 1 line; not understood: [\"tokens_in\"]; it needs columns such as model, time, input_tokens"},
		{"a negative count", "model,input\nx,-1\n", "line 2: input: \"-1\" must lie between 0 and 10^15"},
		{"a fraction", "model,input\nx,1.5\n", "line 2: input: \"1.5\" is not a whole number"},
		{"a point between thousands", "model,input\nx,20.000\n", "line 2: input: \"20.000\" may mean thousands or a fraction; write thousands as 20000"},
		{"points between thousands", `{"model":"x","input":"1.234.567"}`, "line 1: input: \"1.234.567\" may mean thousands"},
		{"too many", "model,input\nx,1000000000000001\n", "line 2: input: \"1000000000000001\" must lie"},
		{"a word", "model,input\nx,many\n", "line 2: input: \"many\" is not a decimal number"},
		{"a bad time", "model,input,time\nx,1,yesterday\n", "line 2: time: \"yesterday\" is not a time"},
		{"a short row", "model,input\nx\n", "record on line 2: wrong number of fields"},
		{"an open quote", "model,input\n\"x", "line 2"},
		{"a column twice", "model,input,Input\nx,1,2\n", "twice"},
		{"more cached than there is", `{"model":"x","prompt_tokens":1,"cached_tokens":2}`, "line 1: of the input tokens more are cached than there are"},
		{"names that differ", `{"model":"x","input":5,"promptTokens":6}`, "line 1: input and promptTokens are the same tokens and differ: 5 and 6"},
		{"spellings that differ", `{"model":"x","inputTokens":1,"input_tokens":1000000}`, "line 1: inputTokens and input_tokens are the same tokens and differ: 1 and 1000000"},
		{"columns that differ", "model,input_tokens,prompt_tokens\nx,5,5\nx,5,6\n", "line 3: input_tokens and prompt_tokens are the same tokens and differ: 5 and 6"},
		{"cached tokens that differ", `{"model":"x","usage":{"prompt_tokens":9,"prompt_tokens_details":{"cached_tokens":3},"cache_read_input_tokens":4}}`, "cache_read_input_tokens and cached_tokens are the same tokens"},
		{"hits and misses that differ", `{"model":"x","prompt_tokens":9,"prompt_cache_hit_tokens":3,"prompt_cache_miss_tokens":3}`, "3 input tokens are said to be in no cache, and 6 are left"},
		{"only a text", `{"model":"x","input":"hello"}`, "line 1: input: \"hello\" is not a decimal number"},
		{"a broken list", "[\n{\"model\":\"x\",\"input\":1}\n", "the list is broken"},
		{"a list that ends too early", "[{\"model\":\"x\",\"input\":1}],\n{\"model\":\"x\",\"input\":9}]", "the list is broken after 1 objects: invalid character ','"},
		{"an object after a list", "[{\"model\":\"x\",\"input\":1}]\n{\"model\":\"x\",\"input\":9}", "after 1 objects the list ends, and { follows that is no list"},
		{"a stray bracket", "{\"model\":\"x\",\"input\":1}\n]\n{\"model\":\"x\",\"input\":9}", "line 2 is not one JSON object: invalid character ']'"},
		{"half an object", "{\"model\":\"x\",\"input\":1}\n{\"model\":", "line 2 is not one JSON object: unexpected EOF"},
		{"a small number as a time", "model,input,date\nx,1,20261007\n", "\"20261007\" is not a time"},
		{"no object", "{\"model\":\"x\",\"input\":1}\n[1]\n", "line 2 is not one JSON object"},
		{"tokens without a model", `{"input_tokens":1}`, "line 1: there are tokens and no model"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if log, err := Read(strings.NewReader(tt.file), noon); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, %v; want an error with %q", log, err, tt.want)
			}
		})
	}
}

// TestReadRefusesMoreThanItReads: what was cut off would be missing from the amount.
func TestReadRefusesMoreThanItReads(t *testing.T) {
	parts, row := []io.Reader{strings.NewReader("model,input,note\n")}, "x,1,"+strings.Repeat("-", 1<<20)+"\n"
	for range maxFile >> 20 {
		parts = append(parts, strings.NewReader(row))
	}
	if log, err := Read(io.MultiReader(parts...), noon); err == nil || !strings.Contains(err.Error(), "more than 1073741824 bytes") {
		t.Errorf("%d rows, %v", len(log.Rows), err)
	}
}

// TestReadCounts what does not count as it stands.
func TestReadCounts(t *testing.T) {
	file := `{"requestId":"r1","timestamp":"2026-10-07T02:00:00Z","message":{"id":"m1","model":"x","usage":{"input_tokens":4,"output_tokens":1}}}
{"requestId":"r1","message":{"id":"m1","model":"x","usage":{"input_tokens":4,"output_tokens":8,"cache_colder_tokens":2}}}
{"requestId":"r2","timestamp":"2026-10-07T02:00:00Z","message":{"id":"m1","model":"x","usage":{"input_tokens":5,"cache_colder_tokens":0}}}
{"model":"x","usage":{"input_tokens":6,"input_tokens_details":{"audio_tokens":3,"text_tokens":3}}}
{"model":"x","usage":{"input_tokens":0}}
`
	got, err := Read(strings.NewReader(file), noon)
	if err != nil {
		t.Fatal(err)
	}
	var outputs []int64
	for _, r := range got.Rows {
		outputs = append(outputs, r.Quantities[data.ClassOutput])
	}
	if diff := cmp.Diff([]int64{8, 0, 0}, outputs); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	got.Rows = nil
	want := Log{Skipped: 1, Repeated: 1, Untimed: 2, Ignored: []Column{{"audio_tokens", 1}, {"cache_colder_tokens", 1}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// FuzzRead: whatever a file holds, no count is negative or beyond what can be priced.
func FuzzRead(f *testing.F) {
	f.Add("model,time,input,cached_tokens\nx,2026-10-01,5,2\n")
	f.Add("[{\"model\":\"x\",\"created\":1791338400,\"prompt_cache_miss_tokens\":3}]")
	f.Add(`{"model":"x","usage":{"prompt_tokens":3,"prompt_tokens_details":{"cached_tokens":1}}}` + "\n")
	f.Fuzz(func(t *testing.T, file string) {
		log, err := Read(strings.NewReader(file), noon)
		if err != nil {
			return
		}
		for _, r := range log.Rows {
			for class, n := range r.Quantities {
				if n < 0 || n > 4*tariff.MaxQuantity {
					t.Errorf("line %d: %d of %s", r.Line, n, class)
				}
			}
		}
	})
}
