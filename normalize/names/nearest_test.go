package names

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data/catalog"
)

func TestNearest(t *testing.T) {
	c, err := catalog.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	r := New(c)
	for _, tt := range []struct {
		name, printed string
		want          []string
	}{
		{"next-version", "claude-opus-5.6", []string{"claude-opus-4-6", "claude-opus-5", "claude-opus-5-5"}},
		{"next-snapshot", "gpt-5.6-sol-2026-09", []string{"gpt-5-6-sol", "gpt-6-2-sol"}},
		{"behind-its-maker", "openai/gpt-5.7-sol", []string{"gpt-5-6-sol", "gpt-6-2-sol"}},
		{"behind-a-host", "cloud/openai/gpt-5.4-mini-2027-01-01", []string{"gpt-5-4-mini", "gpt-5-4", "gpt-4-1-mini"}},
		{"in-brackets", "GPT 4o (2024-06-12)", []string{"gpt-4o", "gpt-4o-mini"}},
		{"on-a-route", "kimi-k3:batch", []string{"kimi-k3"}},
		{"points-or-hyphens", "glm-5-4", []string{"glm-5", "glm-5-1", "glm-5-2"}},
		{"more-than-three", "Grok 4.8", []string{"grok-4-3", "grok-4-5", "grok-4-6"}},
		{"longer", "gpt-6.2-astra-mini", []string{"gpt-6-2-astra"}},
		{"longer-by-less-comes-first", "gpt-6", []string{"gpt-6-luna", "gpt-6-1-terra", "gpt-6-2-astra"}},
		{"without-number", "Claude Opus", []string{"claude-opus-5"}},
		{"without-hyphen", "GPT4o", []string{"gpt-4o"}},
		{"maker-alone", "gpt", nil},
		{"too-short-to-tell", "gpt-7", nil},
		{"of-nobody", "Llama 3.1 80B", nil},
		{"empty", "", nil},
		{"nothing-behind-the-maker", "openai/", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, r.Nearest(tt.printed)); diff != "" {
				t.Errorf("Nearest(%q) (-want +got):\n%s", tt.printed, diff)
			}
		})
	}
}

// A tool is as near as its nearest spelling, in whatever order they are looked at.
func TestNearestSpellingCounts(t *testing.T) {
	c := smallCatalog()
	c.Tools[0].Aliases = []string{"m-1", "m-1-a", "m-1-a-b", "m-1-a-b-c"}
	c.Tools[1].Aliases = []string{"m-1-a-b-c-d-e-f"}
	r := New(c)
	for range 20 {
		if diff := cmp.Diff([]string{"one", "two"}, r.Nearest("m-1-a-b-c-d")); diff != "" {
			t.Fatalf("Nearest (-want +got):\n%s", diff)
		}
	}
}
