package pricing

import (
	"strings"
	"testing"

	"pricepoint/collectors/sourcetest"
)

// The page that sells says less than the documentation, so that it stands in only where that cannot be had.
func TestDocumentationStandsAboveCards(t *testing.T) {
	for _, r := range sourcetest.Named(t, Sources(), "pricing_anthropic").Requests[0] {
		if sells := !strings.Contains(r.URL, "about-claude"); sells != (r.Standing > 0) {
			t.Errorf("%s has standing %d", r.URL, r.Standing)
		}
	}
}

func FuzzAnthropic(f *testing.F) { fuzzPrices(f, "pricing_anthropic") }
