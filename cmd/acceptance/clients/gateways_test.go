package clients

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// goProgram builds a program of testdata/go, whose modules it may fetch.
func goProgram(t *testing.T, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name)
	c := command(t, "go", "build", "-o", program, "./"+name)
	c.Dir = filepath.Join("testdata", "go")
	c.Env = append(c.Env, "GOFLAGS=", "GOWORK=off")
	run(t, c)
	return program
}

// catwalk reads the providers as Crush does.
func catwalk(t *testing.T, s shop) {
	out := run(t, confined(t, t.TempDir(), goProgram(t, "catwalk"), s.base))
	var providers []struct {
		ID     string
		Models []struct {
			ID            string
			In            float64 `json:"cost_per_1m_in"`
			Out           float64 `json:"cost_per_1m_out"`
			Write         float64 `json:"cost_per_1m_in_cached"`
			Read          float64 `json:"cost_per_1m_out_cached"`
			ContextWindow int64   `json:"context_window"`
		}
	}
	if err := json.Unmarshal(out, &providers); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, p := range providers {
		for _, m := range p.Models {
			if p.ID != "anthropic" || m.ID != markedTool {
				continue
			}
			found = true
			near(t, "input", m.In, number(t, marked))
			near(t, "output", m.Out, 25)
			near(t, "a cache write", m.Write, 6.25)
			near(t, "a cache read", m.Read, 0.5)
			if m.ContextWindow != 1_000_000 {
				t.Errorf("the context window has %d tokens", m.ContextWindow)
			}
		}
	}
	if !found {
		t.Errorf("Crush sees no %s: %s", markedTool, out)
	}
}

// newAPI evaluates every expression in the language of new-api, at all hours and around all sizes, and compares each with
// our own calculator.
func newAPI(t *testing.T, s shop) {
	var source struct {
		Data struct {
			Expression map[string]string `json:"billing_expr"`
		}
	}
	if err := json.Unmarshal(s.get(t, "/api/compat/new-api.json"), &source); err != nil {
		t.Fatal(err)
	}
	type question struct {
		Expression         string
		P, C, CR, CC, CC1h float64
		Len, Hour, Weekday int
	}
	var questions []question
	var want []float64
	for id, tool := range map[string]string{markedTool: markedTool, "gpt-5.5": "gpt-5-5", "deepseek-v4-pro": "deepseek-v4-pro", "grok-4.7": "grok-4-7"} {
		priced := s.tariff(t, tool)
		expression := source.Data.Expression[id]
		if !strings.Contains(expression, "tier(") {
			t.Fatalf("%s has the expression %q", id, expression)
		}
		for _, prompt := range []int64{1000, 199_999, 200_000, 271_999, 272_000} {
			for hours := range 7 * 24 {
				at := time.Date(2026, 11, 23, hours, 30, 0, 0, time.UTC)
				cost, err := tariff.Price(priced, tariff.Usage{Requests: 1, At: at,
					Quantities: map[data.BillingClass]int64{data.ClassInput: prompt - 500, data.ClassCacheRead: 500, data.ClassOutput: 300}})
				if err != nil {
					t.Fatal(err)
				}
				questions = append(questions, question{expression, float64(prompt-500) / 1e6, 0.0003, 0.0005, 0, 0, int(prompt), at.Hour(), int(at.Weekday())})
				want = append(want, cost.Low.InexactFloat64())
			}
		}
	}
	asked, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	c := confined(t, t.TempDir(), goProgram(t, "newapi"))
	c.Stdin = bytes.NewReader(asked)
	var answers []float64
	if err := json.Unmarshal(run(t, c), &answers); err != nil || len(answers) != len(want) {
		t.Fatalf("%d answers to %d questions: %v", len(answers), len(want), err)
	}
	t.Logf("%d questions", len(questions))
	for i, q := range questions {
		if math.Abs(answers[i]-want[i]) > 1e-9*want[i] {
			t.Fatalf("%+v costs %v, want %v", q, answers[i], want[i])
		}
	}
}
