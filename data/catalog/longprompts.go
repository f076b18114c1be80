package catalog

import (
	"regexp"

	"pricepoint/data/yaml"
)

// dearLongPrompts is how our own texts say that long prompts cost more.
var dearLongPrompts = regexp.MustCompile(`(?i)\b(?:prompts?|requests?|input tokens)\b.*\b(?:higher rate|higher price|costs? more|dearer|twice)\b`)

// length is a number of tokens as those texts write it.
var length = regexp.MustCompile(`\b\d{2,3},000\b|\b\d{2,3}K\b`)

// validateLongPrompts asks for the prices of long prompts where a text of the tool says that there are some.
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
}
