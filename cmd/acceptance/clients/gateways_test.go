//go:build proof

package clients

import (
	"encoding/json"
	"path/filepath"
	"testing"
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
