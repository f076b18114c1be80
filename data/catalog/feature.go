package catalog

import (
	"slices"

	"pricepoint/data"
	"pricepoint/data/yaml"
)

// feature is something a tool can do.
type feature struct {
	name    string
	follows func(Tool) bool // nil: people type it
}

// features are all of them, in published order: clients filter by them, so that one thing has one name. The first three
// are typed at each tool; the others follow from what is known about it.
var features = []feature{
	{"Reasoning", nil},
	{"Tool calling", nil},
	{"Structured output", nil},
	{"Vision input", takes("image")},
	{"Video input", takes("video")},
	{"Audio input", takes("audio")},
	{"PDF input", takes("pdf")},
	{"Prompt caching", Tool.cachesPrompts},
	{"1M-token context", func(t Tool) bool { return t.Context.Tokens >= longContext }},
	{"Open weights", func(t Tool) bool { return slices.Contains(t.Categories, OpenWeights) }},
}

// OpenWeights is the category of the tools whose weights can be downloaded.
const OpenWeights = "open-weights"

const longContext = 1_000_000 // tokens

// FeatureNames are all features, in published order.
func FeatureNames() []string { return data.Each(features, func(f feature) string { return f.name }) }

func takes(kind data.Modality) func(Tool) bool {
	return func(t Tool) bool {
		return slices.ContainsFunc(t.Properties, func(p Properties) bool { return slices.Contains(p.Input, kind) })
	}
}

// cachesPrompts reports whether reading from a cache is known to cost less than input.
func (t Tool) cachesPrompts() bool {
	return t.Prices.CacheRead != nil && t.Prices.CacheRead.LessThan(t.Prices.Input.Decimal)
}

// withDerived are the typed features and those that follow, in published order.
func (t Tool) withDerived() []string {
	var all []string
	for _, f := range features {
		if f.follows != nil && f.follows(t) || slices.Contains(t.Features, f.name) {
			all = append(all, f.name)
		}
	}
	return all
}

// validateFeatures checks that the typed ones are those that are typed.
func (t Tool) validateFeatures(check *checks, at yaml.Place) {
	for i, name := range t.Features {
		if !slices.ContainsFunc(features, func(f feature) bool { return f.name == name && f.follows == nil }) {
			check.Add(at.Item(i), "%q is not one of those of %q that are typed", name, FeatureNames())
		}
	}
}
