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

// parse reads a page as one of a source.
func parse(t testing.TB, source, body string) ([]data.Observation, error) {
	return sourcetest.Named(t, collectors.Registered(), source).Parse([]web.Payload{{Body: []byte(body), FetchedAt: sourcetest.Date}}, new(page.Refused))
}

// fuzzPrices parses anything: no panic, and whatever comes out is a price of a named subject in a known unit.
func fuzzPrices(f *testing.F, name string) {
	sourcetest.AddSeeds(f, name)
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := parse(t, name, string(body))
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

func FuzzAlibaba(f *testing.F)   { fuzzPrices(f, "pricing_alibaba") }
func FuzzAnthropic(f *testing.F) { fuzzPrices(f, "pricing_anthropic") }
func FuzzDeepSeek(f *testing.F)  { fuzzPrices(f, "pricing_deepseek") }
func FuzzGoogle(f *testing.F)    { fuzzPrices(f, "pricing_google") }
func FuzzMiniMax(f *testing.F)   { fuzzPrices(f, "pricing_minimax") }
func FuzzMistral(f *testing.F)   { fuzzPrices(f, "pricing_mistral") }
func FuzzMoonshot(f *testing.F)  { fuzzPrices(f, "pricing_moonshot") }
func FuzzOpenAI(f *testing.F)    { fuzzPrices(f, "pricing_openai") }
func FuzzXAI(f *testing.F)       { fuzzPrices(f, "pricing_xai") }
func FuzzZAI(f *testing.F)       { fuzzPrices(f, "pricing_zai") }
