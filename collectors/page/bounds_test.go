package page

import (
	"testing"

	"pricepoint/data"
)

func TestContextBounds(t *testing.T) {
	for text, want := range map[string]data.Qualifiers{
		"< 200k tokens":                    {ContextUpTo: "200000", UpToOp: data.Below},
		"≤ 200k input tokens Input":        {ContextUpTo: "200000"},
		"fewer than 200,000 prompt tokens": {ContextUpTo: "200000", UpToOp: data.Below},
		"no more than 200k":                {ContextUpTo: "200000"},
		"not exceeding 200K tokens":        {ContextUpTo: "200000"},
		"200k tokens or less":              {ContextUpTo: "200000"},
		"0-200k":                           {ContextUpTo: "200000"},
		"> 200k":                           {ContextOver: "200000"},
		"exceeding 200k":                   {ContextOver: "200000"},
		"≥ 200k":                           {ContextOver: "200000", OverOp: data.AtLeast},
		"at least 200k tokens":             {ContextOver: "200000", OverOp: data.AtLeast},
		"no less than 200k":                {ContextOver: "200000", OverOp: data.AtLeast},
		"200k and above":                   {ContextOver: "200000", OverOp: data.AtLeast},
		"200k+":                            {ContextOver: "200000", OverOp: data.AtLeast},
		"32K<Token≤128K":                   {ContextOver: "32000", ContextUpTo: "128000"},
		"32K ≤ tokens < 128K":              {ContextOver: "32000", OverOp: data.AtLeast, ContextUpTo: "128000", UpToOp: data.Below},
		"> 32K and ≤ 128K tokens":          {ContextOver: "32000", ContextUpTo: "128000"},
		"128K-256K":                        {ContextOver: "128000", ContextUpTo: "256000"},
		"≤ 200k: $3, > 200k: $6":           {ContextUpTo: "200000"},
		"kimi-k2-128k":                     {},
		"$3 / 1M tokens":                   {},
		"at most 5 models":                 {},
	} {
		got, bound := WithContextBound(text, data.Qualifiers{})
		if got != want || bound != (want != data.Qualifiers{}) {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}

// A mark of a footnote is no part of what is quoted.
func TestUnitMark(t *testing.T) {
	for text, want := range map[string]string{"$0.25 / MTok1": "$0.25 / MTok", "$2 / M tokens2": "$2 / M tokens", "$2 / 1M": "$2 / 1M"} {
		if got := unitMark.ReplaceAllString(text, "$1"); got != want {
			t.Errorf("%q is quoted as %q, want %q", text, got, want)
		}
	}
}
