package catalog

import (
	"slices"
	"testing"
)

// TestFeaturesFollow holds the features of every tool against what they follow from: a filter by one of them misses no
// tool and finds none too many.
func TestFeaturesFollow(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range c.Tools {
		takes := func(m Modality) bool {
			return slices.ContainsFunc(tool.Properties, func(p Properties) bool { return slices.Contains(p.Input, m) })
		}
		for name, want := range map[string]bool{
			"1M-token context": tool.Context.Tokens >= 1_000_000, "Open weights": slices.Contains(tool.Categories, "open-weights"),
			"Vision input": takes("image"), "Video input": takes("video"), "Audio input": takes("audio"), "PDF input": takes("pdf"),
			"Prompt caching": tool.Prices.CacheRead != nil,
		} {
			if got := slices.Contains(tool.Features, name); got != want {
				t.Errorf("%s has %q: %v, want %v", tool.ID, name, got, want)
			}
		}
		last := -1
		for _, name := range tool.Features {
			at := slices.Index(FeatureNames(), name)
			if at <= last {
				t.Errorf("%s: %q is not a feature, or stands after a later one: %q", tool.ID, name, tool.Features)
			}
			last = at
		}
	}
}

// TestNewestModelsAreListed holds the list against what a buyer looks for in November 2026, and what went for it against
// the list of those that are gone.
func TestNewestModelsAreListed(t *testing.T) {
	c, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for gone, come := range map[string]string{
		"kimi-k2-5": "kimi-k3-1-pro", "claude-opus-4-5": "claude-fable-5-2", "gpt-5-1": "gemini-4-carbon", "gpt-5-4-nano": "gemini-4-hydrogen",
		"grok-build-0-1": "grok-4-6", "glm-4-6": "glm-5-2", "minimax-m2-5": "minimax-m3-1-flash",
	} {
		listed := func(id string) bool { return slices.ContainsFunc(c.Tools, func(t Tool) bool { return t.ID == id }) }
		if w := c.WithdrawnTool(gone); w == nil || listed(gone) {
			t.Errorf("%s is listed: %v, withdrawn: %v", gone, listed(gone), w != nil)
		} else if len(w.Aliases) == 0 {
			t.Errorf("%s has lost its aliases", gone)
		}
		if !listed(come) {
			t.Errorf("%s is not listed", come)
		}
	}
}
