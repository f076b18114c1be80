package pricing

import (
	"testing"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const (
	zaiJan          = "pages/docs.z.ai/guides__overview__pricing@2026-01-24.md"
	miniMaxDec      = "pages/platform.minimax.io/docs__pricing__pay-as-you-go@2025-12-20.md"
	miniMaxSep      = "pages/platform.minimax.io/docs__guides__pricing-paygo@2026-09-05.excerpt.md"
	miniMaxChina    = "pages/platform.minimaxi.com/docs__pricing__pay-as-you-go@2025-12-20.md"
	moonshotMay     = "pages/platform.kimi.ai/docs__pricing__chat-k26_k25_k2_v1@2026-05-08.concat.md"
	moonshotK3      = "pages/platform.kimi.ai/docs__pricing__chat-k3@2026-09-05.md"
	moonshotK26     = "pages/platform.kimi.ai/docs__pricing__chat-k26@2026-09-05.md"
	moonshotV1      = "pages/platform.kimi.ai/docs__pricing__chat-v1@2026-09-05.md"
	moonshotNoPrice = "pages/platform.kimi.ai/docs__pricing__chat@2026-05-08.html"
)

// printedPrice is a price that a person read off a capture; want is "" where the page prints none.
type printedPrice struct {
	page    string
	subject string
	field   data.Field
	q       data.Qualifiers
	unit    data.Unit
	want    string
}

// checkPrinted compares what the named source reads with what a person read.
func checkPrinted(t *testing.T, source string, tests map[string]printedPrice) {
	s := sourcetest.Named(t, Sources(), source)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := s.Parse([]web.Payload{sourcetest.Capture(t, tt.page, s.Requests[0][0].URL)})
			if err != nil {
				t.Fatal(err)
			}
			got := data.Observation{}
			for _, o := range found {
				if o.Subject == tt.subject && o.Field == tt.field && o.Qualifiers == tt.q {
					got = o
				}
			}
			if got.Value != tt.want || tt.want != "" && got.Unit != tt.unit {
				t.Errorf("%s of %s (%+v) = %q %s, want %q %s", tt.field, tt.subject, tt.q, got.Value, got.Unit, tt.want, tt.unit)
			}
		})
	}
}

// checkWhole compares how many models each capture prices, and how many numbers it prints in all.
func checkWhole(t *testing.T, source string, pages map[string][2]int) {
	s := sourcetest.Named(t, Sources(), source)
	for p, want := range pages {
		found, err := s.Parse([]web.Payload{sourcetest.Capture(t, p, s.Requests[0][0].URL)})
		if got := [2]int{len(page.PricedSubjects(found)), len(found)}; err != nil || got != want {
			t.Errorf("%s: %v models and numbers, %v, want %v", p, got, err, want)
		}
	}
}

// checkRefused hands a source captures that are not its price page.
func checkRefused(t *testing.T, source string, pages ...string) {
	s := sourcetest.Named(t, Sources(), source)
	bodies := map[string][]byte{"an empty page": nil}
	for _, page := range append(pages, challengePage, "pages/claude.com/pricing@2026-05-08.html",
		"pages/developers.openai.com/api__docs__models__gpt-5.6-sol@2026-09-25.md") {
		bodies[page] = sourcetest.Capture(t, page, "").Body
	}
	for page, body := range bodies {
		if found, err := s.Parse([]web.Payload{{URL: s.Requests[0][0].URL, Body: body}}); err == nil {
			t.Errorf("%s: %d observations, want an error", page, len(found))
		}
	}
}

func TestZaiRecorded(t *testing.T) {
	const usd, hour = data.USDPerMillion, data.USDPerMillionPerHour
	type q = data.Qualifiers
	checkPrinted(t, "pricing_zai", map[string]printedPrice{
		"escaped dollar":       {zaiJan, "GLM-4.7", data.PriceInput, q{}, usd, "0.6"},
		"output":               {zaiJan, "GLM-4.5V", data.PriceOutput, q{}, usd, "1.8"},
		"cached":               {zaiJan, "GLM-4.6V-FlashX", data.PriceCacheRead, q{}, usd, "0.004"},
		"free":                 {zaiJan, "GLM-4.5-Flash", data.PriceOutput, q{}, usd, "0"},
		"dash":                 {zaiJan, "GLM-4-32B-0414-128K", data.PriceCacheRead, q{}, "", ""},
		"free for now":         {zaiJan, "GLM-4.5-AirX", data.PriceCacheStorage, q{Kind: "promotional"}, hour, "0"},
		"free storage":         {zaiJan, "GLM-4.7-Flash", data.PriceCacheStorage, q{}, hour, "0"},
		"dash in storage":      {zaiJan, "GLM-4-32B-0414-128K", data.PriceCacheStorage, q{}, "", ""},
		"a price per image":    {zaiJan, "GLM-Image", data.PriceInput, q{}, "", ""},
		"an agent, one price":  {zaiJan, "General-Purpose Translation", data.PriceInput, q{}, "", ""},
		"speech, one price":    {zaiJan, "GLM-ASR-2512", data.PriceInput, q{}, "", ""},
		"nothing is a write":   {zaiJan, "GLM-4.7", data.PriceCacheWrite, q{}, "", ""},
		"no qualifier is said": {zaiJan, "GLM-4.6V", data.PriceInput, q{}, usd, "0.3"},
	})
	checkWhole(t, "pricing_zai", map[string][2]int{zaiJan: {14, 13*4 + 2}})
	checkRefused(t, "pricing_zai", miniMaxDec, moonshotK3)
}

func TestZaiRefusesWhatItCannotRead(t *testing.T) {
	const page = "Prices per 1M tokens.\n\n| Model | Input | Output |\n|---|---|---|\n| a1 | $1 | $2 |\n| a2 | $1 | $2 |\n| a3 | $1 | $2 |\n| a4 | $1 | $2 |\n"
	for name, body := range map[string]string{
		"too few models":   page,
		"not a price":      page + "| a5 | soon | $2 |\n",
		"no name":          page + "| | $1 | $2 |\n",
		"no unit":          page[len("Prices per 1M tokens."):] + "| a5 | $1 | $2 |\n",
		"renamed columns":  "Prices per 1M tokens.\n\n| Model | Prompt | Completion |\n|---|---|---|\n" + page[len(page)-60:],
		"two prices":       page + "| a5 | $1 | $2 |\n| a5 | $1 | $3 |\n",
		"prices per image": "Prices per image." + page[len("Prices per 1M tokens."):] + "| a5 | $1 | $2 |\n",
	} {
		if found, err := parseZai([]web.Payload{{Body: []byte(body)}}); err == nil {
			t.Errorf("%s: %d observations, want an error", name, len(found))
		}
	}
	if _, err := parseZai([]web.Payload{{Body: []byte(page + "| a5 | $1 | $2 |\n")}}); err != nil {
		t.Errorf("the page that the others vary: %v", err)
	}
}

func FuzzZAI(f *testing.F) { fuzzPrices(f, "pricing_zai") }
