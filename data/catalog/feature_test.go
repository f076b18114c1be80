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
