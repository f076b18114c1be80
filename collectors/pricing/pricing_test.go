package pricing

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/collectors"
	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

// FuzzPrices parses anything: no panic, no page that makes us ask without end, and whatever comes out is a price of a named subject in a known unit.
func FuzzPrices(f *testing.F) {
	sourcetest.Fuzz(f, func(t *testing.T, s collectors.Source, doc web.Payload) {
		if s.Next != nil && len(s.Next(doc)) > maxMoonshotPages {
			t.Errorf("Next names %d pages", len(s.Next(doc)))
		}
		found, err := s.Parse([]web.Payload{doc}, new(page.Refused))
		if err == nil && len(found) == 0 {
			t.Error("no prices and no error")
		}
		for _, o := range found {
			price, err := decimal.NewFromString(o.Value)
			if err != nil || price.IsNegative() || o.Subject == "" || o.Quote == "" || strings.Contains(string(o.Unit), "token") == (o.Field == data.PriceOther) {
				t.Errorf("%+v is no price of tokens, or of something else", o)
			}
		}
	})
}
