package leaderboard

import (
	"strconv"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
)

func TestSplitSettings(t *testing.T) {
	for _, tt := range []struct{ printed, model, setting string }{
		{"Claude 4.5 Opus (high reasoning)", "Claude 4.5 Opus", "high"},
		{"GPT-5 (2025-08-07) (medium reasoning)", "GPT-5 (2025-08-07)", "medium"},
		{"Claude 4.5 Opus medium (20251101)", "Claude 4.5 Opus (20251101)", "medium"},
		{"Mistral Medium (20231211)", "Mistral Medium (20231211)", ""},
		{"Mistral Medium", "Mistral Medium", ""},
		{"GLM-4.6 (T=1)", "GLM-4.6", ""},
		{"O1-2024-12-17 (N=1) (Med)", "O1-2024-12-17", "medium"},
		{"Claude-3.7-Sonnet (Thinking)", "Claude-3.7-Sonnet", "thinking"},
		{"Claude Sonnet 5 (xHigh Effort)", "Claude Sonnet 5", "xhigh"},
		{"o1-2024-12-17 (temperature=1, reasoning=low)", "o1-2024-12-17", "low"},
		{"Claude-3.7 (temperature=1, length=12800, reasoning=3200)", "Claude-3.7", "thinking"},
		{"DeepCoder-14B-Preview (w/ Reasoning, 64k tokens, temperature=0.6)", "DeepCoder-14B-Preview", "thinking"},
		{"GPT 4o (Aug 2024)", "GPT 4o (Aug 2024)", ""},
		{"claude-3-7-sonnet (32k thinking tokens)", "claude-3-7-sonnet", "thinking"},
		{"claude-opus-4 (no think)", "claude-opus-4", "non-reasoning"},
		{"gemini-2.5-pro (default think)", "gemini-2.5-pro", ""},
		{"WarriorCoder-6.7B (Reproduced)", "WarriorCoder-6.7B (Reproduced)", ""},
		{"unclosed (high reasoning", "unclosed (high reasoning", ""},
		{"", "", ""},
	} {
		t.Run(tt.printed, func(t *testing.T) {
			if model, setting := splitSettings(tt.printed); model != tt.model || setting != tt.setting {
				t.Errorf("splitSettings(%q) = %q, %q, want %q, %q", tt.printed, model, setting, tt.model, tt.setting)
			}
		})
	}
}

func TestSWEModel(t *testing.T) {
	for _, tt := range []struct{ name, tags, model, harness string }{
		{"SWE-agent + Claude 4 Sonnet", `["Model: claude-4-sonnet-20250514"]`, "Claude 4 Sonnet", "SWE-agent"},
		{"AutoCodeRover (v20240620) + GPT 4o (2024-05-13)", `[]`, "GPT 4o (2024-05-13)", "AutoCodeRover (v20240620)"},
		{"Agentless Lite + O3 Mini (20250214)", `null`, "O3 Mini (20250214)", "Agentless Lite"},
		{"Tools + Claude 3.5 Sonnet", `["Model: claude-3-5-sonnet-1", "Model: claude-3.5-sonnet-1"]`, "Claude 3.5 Sonnet", "Tools"},
		{"ExpeRepair-v1.0 + Claude 4 Sonnet", `["Model: claude-4-sonnet", "Model: o3-mini"]`, "ExpeRepair-v1.0 + Claude 4 Sonnet", ""},
		{"TRAE + Claude Sonnet 4 + Opus 4", `[]`, "TRAE + Claude Sonnet 4 + Opus 4", ""},
		{"Aider + GPT 4o & Claude 3 Opus", `[]`, "Aider + GPT 4o & Claude 3 Opus", ""},
		{"AutoSE + GPT4/GPT4o Mixed (20240828)", `[]`, "AutoSE + GPT4/GPT4o Mixed (20240828)", ""},
		{"Midwit Agent + swe-search", `[]`, "Midwit Agent + swe-search", ""},
		{"SWE-RL (Llama3 + Agentless Mini) (20250226)", `[]`, "SWE-RL (Llama3 + Agentless Mini) (20250226)", ""},
		{"Lingxi v1.5 x Kimi K2", `["Model: kimi-k2-0905-preview"]`, "Lingxi v1.5 x Kimi K2", ""},
		{"mini-SWE-agent + Qwen3-Coder 480B/A35B Instruct", `[]`, "Qwen3-Coder 480B/A35B Instruct", "mini-SWE-agent"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model, harness := sweModel(jsonRow{"name": []byte(strconv.Quote(tt.name)), "tags": []byte(tt.tags)}, "Verified")
			if model != tt.model || harness != tt.harness {
				t.Errorf("sweModel(%q) = %q, %q, want %q, %q", tt.name, model, harness, tt.model, tt.harness)
			}
		})
	}
}

// A mean that ends in 5 is rounded up, which binary fractions get wrong about half the time.
func TestMeanRoundsHalfUp(t *testing.T) {
	for _, tt := range []struct{ name, first, second, want string }{
		{"half goes up", "0.1", "0.2", "0.2"},
		{"half above an even digit goes up", "33.2", "33.3", "33.3"},
		{"just below half goes down", "1.1", "1.19999", "1.1"},
		{"a whole number has no decimals", "50", "52", "51"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			results := lcbResults{dates: []int64{1, 2}, pass: []decimal.Decimal{decimal.RequireFromString(tt.first), decimal.RequireFromString(tt.second)}}
			got, ok := lcbWindow{"", 0, 9}.observe(web.Payload{}, lcbModel{Printed: "x"}, results)
			if !ok || got.Value != tt.want {
				t.Errorf("mean of %s and %s = %q, want %q", tt.first, tt.second, got.Value, tt.want)
			}
		})
	}
}

// Every observation says who printed what was read: the publisher, or somebody who copies.
func TestCopiesNameTheirPrinter(t *testing.T) {
	s := sourcetest.Named(t, collectors.Registered(), "leaderboard_vals")
	for _, tt := range []struct{ fixture, address, want string }{
		{"pages", "", ""},
		{"mirror", valsMirror, "dot-mike/vals-ai-scrape"},
	} {
		t.Run(tt.fixture, func(t *testing.T) {
			docs := sourcetest.Documents(t, s, tt.fixture)
			for i := range docs {
				if tt.address != "" {
					docs[i].URL = tt.address
				}
			}
			found, _, err := collectors.Parse(s, docs)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range found {
				if o.PrintedBy != tt.want {
					t.Errorf("%s of %s is printed by %q, want %q", o.Field, o.Subject, o.PrintedBy, tt.want)
				}
			}
		})
	}
}
