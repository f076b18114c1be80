package collectors

import (
	"strings"
	"testing"
)

// TestOpenAIContextLimit varies what the page says about where long context begins.
func TestOpenAIContextLimit(t *testing.T) {
	const table = "Prices per 1M tokens.\n\n### Standard pricing data\n\n| Model | Short context input | Short context output | Long context input |\n|---|---|---|---|\n" +
		"| a-1 | $1 | $2 | $3 |\n| a-2 NOTE | $1 | $2 | $3 |\n| a-3 | $1 | $2 | - |\n| a-4 | $1 | $2 | - |\n| a-5 OTHER | $1 | $2 | - |\n"
	tests := map[string]struct {
		note, other, after string
		want               string // contextOver of a-1, "" when its long-context price is not observed
	}{
		"a sentence":              {"", "", "\nShort context: ≤272K input tokens. Long context: >272K input tokens.\n", "272000"},
		"names of other models":   {"(<200K context length)", "", "", "200000"},
		"a sentence goes before":  {"(<200K context length)", "", "\nLong context means >272K input tokens.\n", "272000"},
		"names that disagree":     {"(<200K context length)", "(<128K context length)", "", ""},
		"nothing about any limit": {"", "", "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			body := strings.NewReplacer("NOTE", tt.note, "OTHER", tt.other).Replace(table) + tt.after
			found, err := parseOpenAI([]Document{{Body: []byte(body)}})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, o := range found {
				if o.Subject == "a-1" && o.Value == "3" {
					got = o.Qualifiers.ContextOver
				}
			}
			if got != tt.want {
				t.Errorf("contextOver of the long-context price = %q, want %q", got, tt.want)
			}
		})
	}
}
