package web

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/cmd/internal/fixture"
	"pricepoint/data"
	"pricepoint/data/rating"
	"pricepoint/server/mcp"
)

// said is what a tool answers.
type said struct {
	IsError           bool
	Content           []struct{ Text string }
	StructuredContent json.RawMessage
}

// askTool asks the server as an agent does, and reads the answer into a shape. An answer is short.
func askTool[T any](t *testing.T, base, tool string, arguments map[string]any) (answer T) {
	t.Helper()
	message, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments}})
	if err != nil {
		t.Fatal(err)
	}
	e := scriptedRequest{method: "POST", address: "/mcp", posted: string(message), sent: [][2]string{
		{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"},
	}}
	got, err := e.ask(base, knowledge{})
	if err != nil {
		t.Fatal(err)
	}
	var result struct{ Result said }
	if err := json.Unmarshal(got.body, &result); err != nil || len(result.Result.Content) != 1 || result.Result.IsError {
		t.Fatalf("%s %v: %v\n%s", tool, arguments, err, got.body)
	}
	if n := len(result.Result.Content[0].Text); n > mcp.MaxAnswer || n != len(result.Result.StructuredContent) {
		t.Errorf("%s %v: the text has %d bytes, the data have %d; either may have %d", tool, arguments, n, len(result.Result.StructuredContent), mcp.MaxAnswer)
	}
	if err := json.Unmarshal(result.Result.StructuredContent, &answer); err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	return answer
}

// agentsAreToldTheSame: of every tool and every use case, what agents are told is short, and is what the
// documents say and what the command line reckons.
func agentsAreToldTheSame(t *testing.T, base, store string) {
	var tools data.ToolsDocument
	fixture.GetJSON(t, base+"/"+data.ToolsPath, &tools)
	for i, tool := range tools.Tools {
		toldPrices(t, base, tool)
		if i%16 == 0 {
			toldCost(t, base, store, tool)
		}
	}
	for some := range slices.Chunk(tools.Tools, 10) {
		var names []string
		for _, tool := range some {
			names = append(names, tool.Name)
		}
		askTool[any](t, base, "cost", map[string]any{"models": names, "input_tokens": 1_000_000, "output_tokens": 9_999, "cache_read_tokens": 123_456, "cache_write_1h_tokens": 1})
	}
	var scores rating.ScoresDocument
	fixture.GetJSON(t, base+"/"+data.ScoresPath, &scores)
	for _, u := range scores.UseCases {
		told := askTool[struct {
			Choices []struct{ Model, BeatenBy string }
			More    string
		}](t, base, "choose", map[string]any{"use_case": u.ID})
		models := []string{}
		for _, c := range told.Choices {
			if c.BeatenBy == "" {
				models = append(models, c.Model)
			}
		}
		want := u.Frontier()
		if told.More != "" && len(models) >= 5 { // a long list is cut at its end, and says so
			want = want[:len(models)]
		}
		if diff := cmp.Diff(want, models); diff != "" {
			t.Errorf("%s: -scores.json +told:\n%s", u.ID, diff)
		}
	}
	askTool[any](t, base, "changes", map[string]any{"since": "2026-01-01"})
}

// toldPrices compares the prices of a tool with tools.json, and asks for those of every service.
func toldPrices(t *testing.T, base string, tool data.Tool) {
	t.Helper()
	type rates struct {
		Rates []struct {
			Class    data.BillingClass
			USD, Low *data.Number // the lower end where a promise has run out
			Terms    string
		}
		Services []string
	}
	now := askTool[rates](t, base, "price", map[string]any{"model": tool.ID})
	for _, r := range now.Rates {
		told := r.USD
		if told == nil {
			told = r.Low
		}
		if want := map[data.BillingClass]data.Number{data.ClassInput: tool.Pricing.Input, data.ClassOutput: tool.Pricing.Output}[r.Class]; !want.IsZero() && !strings.Contains(r.Terms, ":") && (told == nil || !told.Equal(want)) {
			t.Errorf("%s: %s is told to cost %v from %v, tools.json has %s", tool.ID, r.Class, r.USD, r.Low, want)
		}
	}
	for _, service := range now.Services {
		askTool[any](t, base, "price", map[string]any{"model": tool.Name, "service": service, "prompt_tokens": 10_000})
	}
}

// toldCost compares a cost with that of the command line.
func toldCost(t *testing.T, base, store string, tool data.Tool) {
	t.Helper()
	told := askTool[struct {
		Costs []struct{ USD, Low *data.Number }
	}](t, base, "cost", map[string]any{"models": []string{tool.ID}, "input_tokens": 12_345, "output_tokens": 678, "requests": 1, "at": "2026-11-20T03:00:00Z"})
	out, log, code := fixture.Run(t, "cost", tool.ID, "--store", store, "--input-tokens", "12345", "--output-tokens", "678", "--at", "2026-11-20T03:00:00Z", "--output", "json")
	var reckoned struct{ USD, Low *data.Number }
	if err := json.Unmarshal([]byte(out), &reckoned); err != nil || code != fixture.ExitDone {
		t.Fatalf("cost: %d %v %s", code, err, log)
	}
	if reckoned.USD == nil || told.Costs[0].USD == nil || !reckoned.USD.Equal(*told.Costs[0].USD) {
		t.Errorf("%s: agents are told %v, the command line says %v", tool.ID, told.Costs[0].USD, reckoned.USD)
	}
}

// TestAgentsWithTheirOwnLibrary: the protocol's own client for JavaScript reads the same over HTTP and from the program.
func TestAgentsWithTheirOwnLibrary(t *testing.T) {
	packages := fixture.Installed(t, "CLIENT_PACKAGES")
	store := t.TempDir()
	base := fixture.Serve(t, "run", "--store", store)
	dir := clientFolder(t, "agent.mjs")
	if err := os.Symlink(packages, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("pricepoint")
	if err != nil {
		t.Fatal(err)
	}
	var scores rating.ScoresDocument
	fixture.GetJSON(t, base+"/"+data.ScoresPath, &scores)
	bugs := slices.IndexFunc(scores.UseCases, func(u rating.UseCaseCosts) bool { return u.ID == "bug-fixing" })
	got := fixture.Output(t, dir, "node", "agent.mjs", base, program, store)
	var told struct{ Choices []string }
	first, _, _ := strings.Cut(got, "\n")
	if err := json.Unmarshal([]byte(first), &told); err != nil || len(told.Choices) < 5 {
		t.Fatalf("%d choices, %v: %s", len(told.Choices), err, first)
	}
	// An answer has as many as it has room for, the best of them.
	choices, err := json.Marshal(scores.UseCases[bugs].Frontier()[:len(told.Choices)])
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"tools":["changes","choose","cost","price","solved"],"input":5,"costs":{"claude-opus-5":0.75,"gpt-5-5":0.8},"asText":true,"choices":%s,`+
		`"since":"2026-11-01T00:00:00.000Z","unknown":"no model is called \"claude-opus-55\"; the nearest are claude-opus-5, claude-opus-5-5, claude-opus-4-6"}`+"\n", choices)
	if diff := cmp.Diff(want+want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
