package catalog

import (
	"regexp"

	"pricepoint/data/yaml"
)

// dearLongPrompts is how our own texts say that long prompts cost more.
var dearLongPrompts = regexp.MustCompile(`(?i)\b(?:prompts?|requests?|input tokens)\b.*\b(?:higher rate|higher price|costs? more|dearer|twice)\b`)

// length is a number of tokens as those texts write it.
var length = regexp.MustCompile(`\b\d{2,3},000\b|\b\d{2,3}K\b`)

// validateLongPrompts asks for the prices of long prompts where something else says that there are some: a text of the tool,
// or its siblings, when its seller has several other tools with the same window and all of them have such prices.
func (t Tool) validateLongPrompts(check *checks, at yaml.Place) {
	if t.Prices.LongContext != nil {
		return
	}
	for _, text := range append([]string{t.Description}, t.Weaknesses...) {
		if dearLongPrompts.MatchString(text) && length.MatchString(text) {
			check.Add(at, "%q says that long prompts cost more; add longContext with their prices", text)
			return
		}
	}
	with, without := 0, 0
	for _, other := range check.catalog.Tools {
		switch {
		case other.ID == t.ID || other.Provider != t.Provider || other.Context.Tokens != t.Context.Tokens:
		case other.Prices.LongContext != nil:
			with++
		default:
			without++
		}
	}
	if with > 1 && without == 0 {
		check.Add(at, "all %d other tools of %s with a window of %d tokens have prices of long prompts; add longContext", with, t.Provider, t.Context.Tokens)
	}
}
