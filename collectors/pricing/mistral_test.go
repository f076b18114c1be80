package pricing

import (
	"strings"
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	mistralMay  = "pages/mistral.ai/pricing@2026-05-08.html"
	mistralDocs = "pages/docs.mistral.ai/platform__pricing@2024-03-07.md"
)

// statedPrice is one observation as a person read it off a capture.
type statedPrice struct {
	page, subject string
	field         data.Field
	unit          data.Unit
	q             data.Qualifiers
	want          string // "" when the page prints none
}

func (p statedPrice) check(t *testing.T, parse func([]web.Payload) ([]data.Observation, error)) {
	t.Helper()
	found, err := parse([]web.Payload{sourcetest.Capture(t, p.page, "")})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, o := range found {
		if o.Subject == p.subject && o.Field == p.field && o.Unit == p.unit && o.Qualifiers == p.q {
			got = o.Value
		}
	}
	if got != p.want {
		t.Errorf("%s of %s in %s (%+v) = %q, want %q", p.field, p.subject, p.unit, p.q, got, p.want)
	}
}

func TestRecordedMistral(t *testing.T) {
	const in, out, usd, eur = data.PriceInput, data.PriceOutput, data.USDPerMillion, data.EURPerMillion
	none, text := data.Qualifiers{}, data.Qualifiers{Modality: "text"}
	tests := map[string]statedPrice{
		"first card":                      {mistralMay, "Mistral Large 3", in, usd, none, "0.5"},
		"euro is no conversion":           {mistralMay, "Mistral Medium 3.5", in, eur, none, "1.25"},
		"dollar beside it":                {mistralMay, "Mistral Medium 3.5", in, usd, none, "1.5"},
		"output":                          {mistralMay, "Mistral Medium 3.5", out, usd, none, "7.5"},
		"output in euro":                  {mistralMay, "Mistral Medium 3.5", out, eur, none, "6.4"},
		"four decimals":                   {mistralMay, "Mistral Small 4", in, eur, none, "0.1275"},
		"price in nested markup":          {mistralMay, "Codestral", in, usd, none, "0.3"},
		"not the fine-tuned model":        {mistralMay, "Mistral 7B", out, usd, none, "0.25"},
		"text beside audio":               {mistralMay, "Voxtral Small", in, usd, text, "0.1"},
		"text beside audio, euro":         {mistralMay, "Voxtral Mini", in, eur, text, "0.04"},
		"audio is priced by the minute":   {mistralMay, "Voxtral Small", in, usd, data.Qualifiers{Modality: "audio"}, ""},
		"minutes only":                    {mistralMay, "Voxtral Realtime", in, usd, none, ""},
		"a title where a price should be": {mistralMay, "Pixtral Large", in, eur, none, ""},
		"dollar beside that title":        {mistralMay, "Pixtral Large", in, usd, none, "2"},
		"embedding":                       {mistralMay, "Mistral Embed", in, eur, none, "0.09"},
		"a tool":                          {mistralMay, "Data capture", in, usd, none, ""},
		"last card":                       {mistralMay, "Mixtral 8x22B", out, eur, none, "5.6"},
		"table, dollar":                   {mistralDocs, "Mistral Large", out, usd, none, "24"},
		"table, euro":                     {mistralDocs, "Mistral Small", in, eur, none, "1.85"},
		"table of embeddings":             {mistralDocs, "Mistral Embed", in, usd, none, "0.1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { tt.check(t, parseMistral) })
	}
}

func TestRecordedMistralIsWhole(t *testing.T) {
	tests := map[string]struct{ models, prices int }{
		mistralMay:  {22, 93}, // 22 models and 3 with input only, in two currencies, but for one price in euro
		mistralDocs: {5, 22},
	}
	for p, want := range tests {
		t.Run(p, func(t *testing.T) {
			found, err := parseMistral([]web.Payload{sourcetest.Capture(t, p, "")})
			if err != nil {
				t.Fatal(err)
			}
			if models := len(page.PricedSubjects(found)); models != want.models || len(found) != want.prices {
				t.Errorf("%d models and %d prices, want %d and %d", models, len(found), want.models, want.prices)
			}
		})
	}
}

func TestMistralWithoutItsPricesFails(t *testing.T) {
	whole := sourcetest.Capture(t, mistralMay, "")
	changed := func(old, new string) web.Payload {
		return web.Payload{Body: []byte(strings.ReplaceAll(string(whole.Body), old, new))}
	}
	tests := map[string]web.Payload{
		"empty page":       {},
		"challenge":        sourcetest.Capture(t, challengePage, ""),
		"other product":    sourcetest.Capture(t, "pages/claude.com/pricing@2026-05-08.html", ""),
		"no price data":    changed(`\"apis\":`, `\"plans\":`),
		"labels renamed":   changed(`/M tokens`, `/request`),
		"page cut short":   {Body: whole.Body[:len(whole.Body)*6/10]},
		"cards without":    {Body: []byte(`<div class="model-item" data-name="a"><mistral-atom-text-price></mistral-atom-text-price></div>`)},
		"amount not known": {Body: []byte(`<div class="model-item" data-name="a"><p>Input (/M tokens)</p><mistral-atom-text-price data-prices="{"></mistral-atom-text-price></div>`)},
	}
	for name, doc := range tests {
		t.Run(name, func(t *testing.T) {
			if found, err := parseMistral([]web.Payload{doc}); err == nil {
				t.Errorf("parseMistral = %d observations, want an error", len(found))
			}
		})
	}
}

func FuzzMistral(f *testing.F) { fuzzPrices(f, "pricing_mistral") }
