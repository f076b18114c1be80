package page

import (
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
)

// TestKnownTexts checks that each line of known.json can be found by its reader, and says something that we know.
func TestKnownTexts(t *testing.T) {
	numbers := []string{overNumber, fromNumber, upToNumber, belowNumber}
	for _, form := range known.forms {
		text := strings.Join(form, " ")
		for _, number := range numbers {
			text = strings.Replace(text, number, "200K", 1)
		}
		if _, q := CutBound(text, data.Qualifiers{}); q == (data.Qualifiers{}) || !OnlyBounds(text) {
			t.Errorf("nothing is read of the bound %q", strings.Join(form, " "))
		}
	}
	for value, texts := range map[string][]string{"": known.Absent, "0": known.Free} {
		for _, text := range texts {
			if got, _, err := ReadPrice(text, data.USDPerMillion); err != nil || got != value {
				t.Errorf("the price %q is %q, want %q: %v", text, got, value, err)
			}
		}
	}
	for key, want := range known.Quantities {
		if per, err := TokenQuantity("/ " + strings.ToUpper(key)); err != nil || per != want {
			t.Errorf("the quantity %q is %q, want %q: %v", key, per, want, err)
		}
	}
	for note, says := range known.Notes {
		service := says.Service == "" || slices.Contains(Services, says.Service)
		if note != noteKey(note) || !service || says.Status && says.Service+says.Effort != "" {
			t.Errorf("the note %q is found by nothing, or says %+v", note, says)
		}
	}
	for sentence, per := range known.Sentences {
		if unit, states := StatedUnit(sentence, "USD"); !states || !slices.Contains(knownUnits, unit) {
			t.Errorf("the sentence %q states %q", sentence, per)
		}
	}
	fields := []data.Field{"", data.PriceInput, data.PriceOutput, data.PriceCacheRead, data.PriceCacheWrite, data.PriceCacheStorage}
	for title, field := range known.Titles {
		if titleKey(title) != title || !slices.Contains(fields, field) {
			t.Errorf("the title %q is found by nothing, or says %q", title, field)
		}
	}
}
