package read

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"pricepoint/data"
)

// newText is the first text around the prices of a page that the page did not have when it was last read and that nobody has
// said to mean nothing; of those the first that may be about prices.
func (r reader) newText(reading data.Reading) *data.Breach {
	if len(reading.Compared) == 0 {
		return nil // nobody knows what it had
	}
	known := map[string]bool{}
	for _, text := range reading.ComparedTexts {
		known[data.TextKey(text)] = true
	}
	var found *data.Breach
	for _, text := range reading.Texts {
		key := data.TextKey(text)
		if known[key] || key == "" || r.in.Catalog.Naming.KnowsText(reading.Source, text) {
			continue
		}
		rule := data.RuleText
		if r.tellsTerms(text, reading) {
			rule = data.RuleTerms
		}
		if found == nil || found.Rule == data.RuleText && rule == data.RuleTerms {
			found = &data.Breach{Rule: rule, Why: fmt.Sprintf("its page has a text that it did not have before, and nobody has said what it means: %.200q", text), Text: text}
		}
	}
	return found
}

// isOldText reports whether the page was judged by older texts already, though no price is held for one: a text of terms waits
// until somebody knows it.
func (r reader) isOldText(reading data.Reading) bool {
	kept := slices.ContainsFunc(reading.Standards, func(s data.Standard) bool { return slices.Contains(s.Rows, data.TextsRow) })
	return kept && !slices.ContainsFunc(slices.Collect(maps.Values(r.in.Before.Findings)), func(f data.Finding) bool {
		return f.Source == reading.Source && HeldByText(f)
	})
}

// TextWaits reports whether a page has a text that may tell terms, and that nothing has confirmed: it stays a new one, however
// long it lies there.
func (c *Compared) TextWaits() bool {
	return c != nil && c.Text != nil && c.Text.Rule == data.RuleTerms && !c.Confirmed
}

// HeldByText reports whether a price is held for a text around it.
func HeldByText(f data.Finding) bool {
	return f.Kind == data.Held && (slices.Contains(f.Rules, data.RuleText) || slices.Contains(f.Rules, data.RuleTerms))
}

// tellsTerms reports whether a text may say for which model, for whom, for what or for how long prices hold: unless it is plain
// English of which each word is known to say nothing of that, it may.
func (r reader) tellsTerms(text string, reading data.Reading) bool {
	if strings.ContainsAny(text, "0123456789$€£¥%*†‡") {
		return true
	}
	words := strings.Fields(data.TextKey(text))
	plain := func(word string) bool { return slices.Contains(r.in.Catalog.Gate.PlainWords, word) }
	return !slices.ContainsFunc(words, plain) || slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains(r.in.Catalog.Gate.TermWords, word) || strings.ContainsFunc(word, func(c rune) bool { return c > 0x24f })
	})
}
