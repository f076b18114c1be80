package page

import (
	"testing"

	"pricepoint/data"
)

func TestContextBounds(t *testing.T) {
	for text, want := range map[string]data.Qualifiers{
		"<272K context length":         {ContextUpTo: "272000", UpToOp: data.Below},
		"≤ 200k input tokens Input":    {ContextUpTo: "200000"},
		"prompts up to 200,000 tokens": {ContextUpTo: "200000"},
		"0-200k":                       {ContextUpTo: "200000"},
		"> 200k":                       {ContextOver: "200000"},
		"≥ 200k":                       {ContextOver: "200000", OverOp: data.AtLeast},
		">= 200K prompt tokens":        {ContextOver: "200000", OverOp: data.AtLeast},
		"32K<Token≤128K":               {ContextOver: "32000", ContextUpTo: "128000"},
		"0 < Tokens ≤ 1M":              {ContextUpTo: "1000000"},
		"32K<Token<=128K":              {ContextOver: "32000", ContextUpTo: "128000"},
		"Token≤128K":                   {ContextUpTo: "128000"},
		"Token>256K":                   {ContextOver: "256000"},
		"128K-256K":                    {ContextOver: "128000", ContextUpTo: "256000"},
		"≤ 200k: $3, > 200k: $6":       {ContextUpTo: "200000"},
		"at least as many as 200k":     {},
		"kimi-k2-128k":                 {},
		"$3 / 1M tokens":               {},
		"up to 5 tokens":               {},
		"≤ 200.000 tokens":             {},
		"≤ 1.000.000 tokens":           {},
		"prompts over 131,07 tokens":   {},
		"1.000.000 tokens or ≤ 8k":     {ContextUpTo: "8000"},
	} {
		rest, got := CutBound(text, data.Qualifiers{})
		if got != want || (rest == text) != (want == data.Qualifiers{}) {
			t.Errorf("%q is %+v and %q, want %+v", text, got, rest, want)
		}
	}
}

func TestTokenCount(t *testing.T) {
	for text, want := range map[string]string{
		"272K": "272000", "1M": "1000000", "1m": "1000000", "1.5M": "1500000", "0 ": "0", "8,192 tokens": "8192", "131072": "131072",
		"200,000 prompt tokens": "200000", "128K tokens": "128000", "1M context window": "1000000", "128K*": "128000",
		"200.000 tokens": "", "1.000.000": "", "131,07": "", "2 models": "", "131.072K": "", "200.5": "", "128K / 8K": "", "128Kb": "", "": "",
	} {
		if got, ok := TokenCount(text); got != want || ok != (want != "") {
			t.Errorf("TokenCount(%q) is %q, %t, want %q", text, got, ok, want)
		}
	}
}

// A bound that nobody can read stays in the title, which is then one that nobody knows.
func TestBoundsThatCannotBeRead(t *testing.T) {
	for _, title := range []string{"Input ≤ 200.000 tokens", "Input ≤ 1.000.000 tokens", "Input ≤ 131,07 tokens", "Input > 32K and ≤ 128K tokens"} {
		if TitleRemark(title) == "" {
			t.Errorf("%q has no remark", title)
		}
	}
	if got := TitleRemark("Input ≤ 200,000 tokens"); got != "" {
		t.Errorf("the remark of a bound that can be read is %q", got)
	}
}

func TestWindow(t *testing.T) {
	for text, want := range map[string]struct{ tokens, remark string }{
		"1M": {"1000000", ""}, "1M (beta)": {"1000000", "beta"}, "200K¹ (1)": {"200000", ""}, "large": {"", ""}, "200K / 1M (beta)": {"", ""},
	} {
		found, err := ObserveWindow(Place{}, "a", text, data.Qualifiers{})
		if (err != nil) != (want.tokens == "") || err == nil && (found[0].Value != want.tokens || found[0].Qualifiers.Remark != want.remark) {
			t.Errorf("the window %q is %+v, %v, want %q with %q", text, found, err, want.tokens, want.remark)
		}
	}
}
