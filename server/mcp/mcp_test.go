package mcp

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"pricepoint/data"
)

var update = flag.Bool("update", false, "write the golden files")

// served answers from a book at a time.
func served(book *Book) *Server {
	return New(Options{Version: "v1.2.3", Current: func() *Book { return book }, Now: func() time.Time { return later }, Log: slog.New(slog.DiscardHandler)})
}

// agent is connected to a server.
func agent(t testing.TB, s *Server) *sdk.ClientSession {
	t.Helper()
	ours, theirs := sdk.NewInMemoryTransports()
	if _, err := s.server.Connect(t.Context(), ours, nil); err != nil {
		t.Fatal(err)
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "agent"}, nil).Connect(t.Context(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// call asks a tool with arguments as JSON. It returns the text, which is the same as the data, and whether it is an error.
func call(t testing.TB, session *sdk.ClientSession, tool, arguments string) (text string, failed bool) {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	text = result.Content[0].(*sdk.TextContent).Text
	if len(text) > MaxAnswer {
		t.Errorf("%s %s: %d bytes; an answer may have %d", tool, arguments, len(text), MaxAnswer)
	}
	if !result.IsError {
		var asText any
		if err := json.Unmarshal([]byte(text), &asText); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(asText, result.StructuredContent); diff != "" {
			t.Errorf("%s %s says otherwise as text (-) than as data (+):\n%s", tool, arguments, diff)
		}
	}
	return text, result.IsError
}

// TestAnswers compares whole answers with testdata/<name>.json; -update writes them.
func TestAnswers(t *testing.T) {
	session := agent(t, served(Open(snapshotOf(t, documents()))))
	for _, tt := range []struct{ name, tool, arguments string }{
		{"price", "price", `{"model":"acme-nut"}`},
		{"price of a short prompt", "price", `{"model":"Bolt 2"}`},
		{"price of a long prompt", "price", `{"model":"bolt-2.0","prompt_tokens":200001}`},
		{"price of a batch", "price", `{"model":"bolt-2.0","service":"batch"}`},
		{"price before anything was read", "price", `{"model":"gear","at":"2026-01-01","assume":true}`},
		{"cost", "cost", `{"models":["gear","acme-nut","acme-bolt-2","acme-bold-2"],"input_tokens":100000,"output_tokens":10000,"requests":2}`},
		{"cost of who knows how many requests", "cost", `{"models":["acme-bolt-2"],"input_tokens":1000000}`},
		{"cost of a cache that nobody states", "cost", `{"models":["acme-bolt-2"],"input_tokens":1000,"cache_read_tokens":100000,"requests":1}`},
		{"cost of days to come", "cost", `{"models":["gear"],"input_tokens":1000,"requests":1,"at":"2126-11-18"}`},
		{"choose for a use case", "choose", `{"use_case":"Bug Fixing"}`},
		{"choose what nobody measures", "choose", `{"use_case":"code-review","budget_usd":0.15}`},
		{"choose when the best does not fit", "choose", `{"use_case":"bug-fixing","context":150000,"budget_usd":9}`},
		{"choose of a provider", "choose", `{"use_case":"bug-fixing","provider":"globex"}`},
		{"solved", "solved", `{}`},
		{"solved for less", "solved", `{"boards":["bench"],"effort":"HIGH","max_usd":3,"failure_usd":2}`},
		{"changes", "changes", `{"since":"2026-11-10"}`},
		{"changes from before", "changes", `{"since":"2026-10-01T00:00:00Z","provider":"globex"}`},
		{"changes of a model", "changes", `{"since":"2026-11-09T030000Z","model":"nut"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, failed := call(t, session, tt.tool, tt.arguments)
			if failed {
				t.Fatal(text)
			}
			var indented bytes.Buffer
			if err := json.Indent(&indented, []byte(text+"\n"), "", "  "); err != nil {
				t.Fatal(err)
			}
			golden := filepath.Join("testdata", strings.ReplaceAll(tt.name, " ", "-")+".json")
			if *update {
				if err := os.WriteFile(golden, indented.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), indented.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestRefusals: a question that cannot be answered says why, and what to ask instead.
func TestRefusals(t *testing.T) {
	session := agent(t, served(Open(snapshotOf(t, documents()))))
	for _, tt := range []struct{ name, tool, arguments, want string }{
		{"an unknown model", "price", `{"model":"acme-nuts"}`, "the nearest are acme-nut"},
		{"an unknown service", "price", `{"model":"acme-bolt-2","service":"turbo"}`, "there is batch, standard"},
		{"an unknown argument", "price", `{"modell":"x"}`, "at, model, prompt_tokens, region, service"},
		{"an argument twice", "price", `{"model":"acme-bolt-2","model":"acme-nut"}`, `"model" is none of them, or is there twice`},
		{"an argument in other letters", "price", `{"model":"acme-bolt-2","Model":"acme-nut"}`, `"Model" is none of them, or is there twice`},
		{"a wrong type", "cost", `{"models":"acme-nut","input_tokens":1}`, "the arguments cannot be read"},
		{"no arguments", "cost", `{}`, "models must name 1 to 10 models, not 0"},
		{"too many models", "cost", `{"models":["a","b","c","d","e","f","g","h","i","j","k"],"input_tokens":1}`, "not 11"},
		{"no tokens", "cost", `{"models":["acme-nut"],"input_tokens":0}`, "say how many tokens"},
		{"fewer than no tokens", "cost", `{"models":["acme-nut"],"input_tokens":-1}`, "0 to 10^15"},
		{"more tokens than are counted", "cost", `{"models":["acme-nut"],"input_tokens":9000000000000000000}`, "0 to 10^15"},
		{"too long for the model", "cost", `{"models":["acme-nut"],"input_tokens":200000,"requests":1}`, "128000"},
		{"a prompt that is too long", "price", `{"model":"acme-nut","prompt_tokens":200000}`, "128000"},
		{"no time", "price", `{"model":"acme-nut","at":"tomorrow"}`, "is not a time"},
		{"before it was sold", "price", `{"model":"acme-nut","at":"1800-01-01T00:00:00Z"}`, "assume takes the earliest"},
		{"an unknown use case", "choose", `{"use_case":"gardening"}`, "there are bug-fixing"},
		{"no use case", "choose", `{}`, "there are bug-fixing, code-review"},
		{"an unknown company", "choose", `{"use_case":"bug-fixing","provider":"Initech"}`, "there are Acme, Globex"},
		{"nothing fits", "choose", `{"use_case":"bug-fixing","budget_usd":0.0001}`, "costs more than the budget"},
		{"no open weights", "choose", `{"use_case":"bug-fixing","open_weights":true}`, "nothing fits"},
		{"an unknown board", "solved", `{"boards":["abacus"]}`, "there are bench"},
		{"nobody so cheap", "solved", `{"max_usd":0.0001}`, "a higher max_usd"},
		{"an unknown provider", "changes", `{"since":"2026-11-01","provider":"Initech"}`, "there are Acme, Globex"},
		{"no time at all", "changes", `{}`, "is not a time"},
		{"an endless argument", "price", `{"` + strings.Repeat("€", 5000) + `":1}`, "the arguments cannot be read"},
		{"markup", "price", `{"model":"<b>\u001b[31m\u202e"}`, "no model is called"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text, failed := call(t, session, tt.tool, tt.arguments)
			if failed != (tt.want != "") || !strings.Contains(text, tt.want) || strings.ContainsAny(text, "\x1b\u202e") {
				t.Errorf("%v: %s\nwant %s", failed, text, tt.want)
			}
		})
	}
}

// TestToolsDescribeThemselves: agents see what can be asked and answered, and that nothing is changed by it.
func TestToolsDescribeThemselves(t *testing.T) {
	session := agent(t, served(Open(snapshotOf(t, documents()))))
	list, err := session.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != 5 {
		t.Fatalf("%d tools, %v", len(list.Tools), err)
	}
	for _, tool := range list.Tools {
		in, out := tool.InputSchema.(map[string]any), tool.OutputSchema.(map[string]any)
		if in["type"] != "object" || out["type"] != "object" || !tool.Annotations.ReadOnlyHint || !tool.Annotations.IdempotentHint {
			t.Errorf("%s: %v %v %+v", tool.Name, in["type"], out["type"], tool.Annotations)
		}
		for name, property := range in["properties"].(map[string]any) {
			if property.(map[string]any)["description"] == nil {
				t.Errorf("%s: nobody says what %s means", tool.Name, name)
			}
		}
	}
}

// TestLongAnswersAreCut: whatever there is to say, an answer stays short and says where the rest stands.
func TestLongAnswersAreCut(t *testing.T) {
	all := documents()
	changes := all[data.ChangesPath].(data.ChangesDocument)
	for range 500 {
		changes.Changes = append(changes.Changes, changes.Changes[0])
		changes.Events = append(changes.Events, changes.Events[0])
	}
	all[data.ChangesPath] = changes
	wordy := tariffs()
	for i := range wordy {
		for n := range wordy[i].Lines {
			l := &wordy[i].Lines[n]
			l.Evidence.Quote = strings.Repeat("für ", 500)
			l.Evidence.URL = fmt.Sprintf("https://acme.example/%s/%d", strings.Repeat("long/", 20), n)
		}
	}
	all[data.TariffsPath] = data.TariffsDocument{Tools: wordy}
	session := agent(t, served(Open(snapshotOf(t, all))))
	if text, _ := call(t, session, "changes", `{"since":"2026-11-10"}`); !strings.Contains(text, `"total":501`) || !strings.Contains(text, "everything is in") {
		t.Error(text)
	}
	call(t, session, "price", `{"model":"acme-bolt-2"}`)
	call(t, session, "cost", `{"models":["gear","gear","gear","gear","gear","gear","gear","gear","gear","gear"],"input_tokens":1000,"output_tokens":3}`)
	for _, unknown := range []string{strings.Repeat("x", longestName), strings.Repeat(`\"`, longestName), strings.Repeat("€", longestName/3), strings.Repeat("x", 1000)} {
		for n := 1; n < mostModels; n++ {
			models := strings.Repeat(`"acme-bolt-2",`, n) + strings.Repeat(`"`+unknown+`",`, mostModels-n-1) + `"gear"`
			if text, failed := call(t, session, "cost", `{"models":[`+models+`],"input_tokens":1000}`); failed {
				t.Error(text)
			}
		}
	}
}

// TestAPanicEndsOneAnswer and nothing else.
func TestAPanicEndsOneAnswer(t *testing.T) {
	asked := 0
	book := Open(snapshotOf(t, documents()))
	s := served(book)
	s.options.Current = func() *Book {
		if asked++; asked == 1 {
			panic("out of order")
		}
		return book
	}
	session := agent(t, s)
	_, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "price", Arguments: json.RawMessage(`{"model":"gear"}`)})
	if err == nil || strings.Contains(err.Error(), "out of order") {
		t.Errorf("%v; want an error that keeps the cause for the log", err)
	}
	if text, failed := call(t, session, "price", `{"model":"gear"}`); failed {
		t.Error(text)
	}
}

// TestWithoutASnapshot nothing is answered, and why is said.
func TestWithoutASnapshot(t *testing.T) {
	session := agent(t, served(nil))
	if text, failed := call(t, session, "price", `{"model":"gear"}`); !failed || !strings.Contains(text, "no snapshot") {
		t.Error(text)
	}
}
