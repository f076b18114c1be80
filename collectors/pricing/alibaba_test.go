package pricing

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"

	"pricepoint/collectors/page"
	"pricepoint/collectors/sourcetest"
	"pricepoint/collectors/web"
	"pricepoint/data"
)

const alibabaSep = "pages/www.alibabacloud.com/help__en__model-studio__model-pricing@2026-09-05.excerpt.html"

func TestRecordedAlibaba(t *testing.T) {
	type q = data.Qualifiers
	const in, out, usd, everywhere = data.PriceInput, data.PriceOutput, data.USDPerMillion, "international"
	tests := map[string]statedPrice{
		"input for both modes":     {alibabaSep, "qwen-turbo", in, usd, q{Region: everywhere}, "0.05"},
		"output without thinking":  {alibabaSep, "qwen-turbo", out, usd, q{Region: everywhere, Effort: "non-thinking"}, "0.2"},
		"output with thinking":     {alibabaSep, "qwen-turbo", out, usd, q{Region: everywhere, Effort: "thinking"}, "0.5"},
		"list price":               {alibabaSep, "qwen3.7-max", in, usd, q{Region: everywhere, ContextUpTo: "1000000", Kind: "list"}, "2.5"},
		"half of it":               {alibabaSep, "qwen3.7-max", in, usd, q{Region: everywhere, ContextUpTo: "1000000", Kind: "promotional"}, "1.25"},
		"list price, output":       {alibabaSep, "qwen3.7-max", out, usd, q{Region: everywhere, ContextUpTo: "1000000", Kind: "list"}, "7.5"},
		"half of it, output":       {alibabaSep, "qwen3.7-max", out, usd, q{Region: everywhere, ContextUpTo: "1000000", Kind: "promotional"}, "3.75"},
		"dated name, no discount":  {alibabaSep, "qwen3.7-max-2026-06-08", in, usd, q{Region: everywhere, ContextUpTo: "1000000"}, "2.5"},
		"thinking only":            {alibabaSep, "qwen3.7-max-preview", out, usd, q{Region: everywhere, ContextUpTo: "1000000", Effort: "thinking"}, "7.5"},
		"first of two tiers":       {alibabaSep, "qwen3.6-max-preview", in, usd, q{Region: everywhere, ContextUpTo: "128000"}, "1.3"},
		"second, shorter row":      {alibabaSep, "qwen3.6-max-preview", out, usd, q{Region: everywhere, ContextOver: "128000", ContextUpTo: "256000"}, "12"},
		"first of three tiers":     {alibabaSep, "qwen3-max", out, usd, q{Region: everywhere, ContextUpTo: "32000"}, "6"},
		"second of three":          {alibabaSep, "qwen3-max", in, usd, q{Region: everywhere, ContextOver: "32000", ContextUpTo: "128000"}, "2.4"},
		"last of three":            {alibabaSep, "qwen3-max", out, usd, q{Region: everywhere, ContextOver: "128000", ContextUpTo: "256000"}, "15"},
		"a free quota is no price": {alibabaSep, "qwen3-max", in, usd, q{Region: everywhere}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { tt.check(t, parseAlibaba) })
	}
}

func TestRecordedAlibabaIsWhole(t *testing.T) {
	found, err := parseAlibaba([]web.Payload{sourcetest.Capture(t, alibabaSep, "")})
	if err != nil {
		t.Fatal(err)
	}
	if models := len(page.PricedSubjects(found)); models != 8 || len(found) != 25 {
		t.Errorf("%d models and %d prices, want 8 and 25", models, len(found))
	}
}

// TestAlibabaWithoutItsPricesFails changes the capture in ways that leave nothing, or nothing certain, to read.
func TestAlibabaWithoutItsPricesFails(t *testing.T) {
	whole := string(sourcetest.Capture(t, alibabaSep, "").Body)
	tests := map[string]string{
		"empty page":         "",
		"challenge":          string(sourcetest.Capture(t, challengePage, "").Body),
		"other product":      string(sourcetest.Capture(t, "pages/claude.com/pricing@2026-05-08.html", "").Body),
		"no tables":          strings.NewReplacer("<table", "<div", "<td", "<p").Replace(whole),
		"columns renamed":    strings.ReplaceAll(whole, "Output price", "Tarif"),
		"unit of the titles": strings.ReplaceAll(whole, "(per 1 million tokens)", "(per 3 sentences)"),
		"unknown currency":   strings.ReplaceAll(whole, "$", "£"),
		"no currency":        strings.ReplaceAll(whole, "$", ""),
		"unknown tier":       strings.ReplaceAll(whole, "0&lt;Token≤32K", "first 32K or thereabouts"),
		"unknown discount":   strings.ReplaceAll(whole, "Limited-time 50% off", "Limited-time 50% off the second million"),
		"name missing":       strings.NewReplacer("qwen-turbo", "", ">50% <", "><", "batch inference", "", " discount</blockquote>", "</blockquote>").Replace(whole),
		"contradiction":      strings.ReplaceAll(whole, "128K&lt;Token≤256K", "0&lt;Token≤32K"),
	}
	for name, body := range tests {
		t.Run(name, func(t *testing.T) {
			if found, err := parseAlibaba([]web.Payload{{Body: []byte(body)}}); err == nil {
				t.Errorf("parseAlibaba = %d observations, want an error", len(found))
			}
		})
	}
}

// TestAlibabaDiscountsAreHeldAgainstTheirPage: a list price with something off it is read as strictly as any other price.
func TestAlibabaDiscountsAreHeldAgainstTheirPage(t *testing.T) {
	const list, table = `<span>List price</span> $2.5 <span class="ph"><span>Limited-time 50% off</span></span>`, `<h3><b>Kite-Max</b></h3>`
	const output = "\nprice.output 7.5 list\nprice.output 6 promotional until 2026-01-31"
	for name, tt := range map[string]struct{ old, new, want string }{
		"as-it-is":               {list, list, "price.input 2.5 list\nprice.input 1.25 promotional" + output},
		"in-an-uneven-row":       {"</span></td><td>1 million tokens</td></tr>\n<tr><td>kite4-max-preview", "</span></td></tr>\n<tr><td>kite4-max-preview", ""},
		"a-date-of-either-price": {"$2.5 <span", "$2.5 (until July 5, 2025) <span", ""},
		"list-price-is-not-said": {list, "<span>List price</span> N/A until January 31, 2026", strings.TrimPrefix(output, "\n")},
	} {
		t.Run(name, func(t *testing.T) {
			body := sourcetest.Text(t, "pricing_alibaba", "scopes")
			if !strings.Contains(body, tt.old) {
				t.Fatalf("the fixture has no %s", tt.old)
			}
			found, _ := parseAlibaba([]web.Payload{{Body: []byte(strings.Replace(body, tt.old, tt.new, 1)), FetchedAt: sourcetest.Date}})
			if len(found) == 0 {
				t.Fatal("nothing is read")
			}
			var got []string
			for _, o := range found {
				if o.Subject != "kite4-max" {
					continue
				}
				words := strings.TrimSpace(string(o.Field) + " " + o.Value + " " + o.Qualifiers.Kind)
				if until := o.Qualifiers.ValidUntil; until != "" {
					words += " until " + until
				}
				if remark := o.Qualifiers.Remark; remark != "" {
					words += ": " + remark
				}
				got = append(got, words)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Errorf("prices of kite4-max (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithRequestSize(t *testing.T) {
	tests := map[string]data.Qualifiers{
		"0<Token≤32K":         {ContextUpTo: "32000"},
		"32K<Token≤128K":      {ContextOver: "32000", ContextUpTo: "128000"},
		"0 < Tokens ≤ 1M":     {ContextUpTo: "1000000"},
		"128K < Tokens ≤252K": {ContextOver: "128000", ContextUpTo: "252000"},
		"32K<Token<=128K":     {ContextOver: "32000", ContextUpTo: "128000"},
		"Token≤128K":          {ContextUpTo: "128000"},
		"Token>256K":          {ContextOver: "256000"},
		"0-32K":               {ContextUpTo: "32000"},
		"256K - 1M tokens":    {ContextOver: "256000", ContextUpTo: "1000000"},
		"≤ 128K":              {ContextUpTo: "128000"},
		"No tiered pricing":   {},
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			if got, err := withRequestSize(text, data.Qualifiers{}); err != nil || got != want {
				t.Errorf("withRequestSize(%q) = %+v, %v, want %+v", text, got, err, want)
			}
		})
	}
}

func TestThinkingMode(t *testing.T) {
	tests := map[string]string{
		"Thinking mode only": "thinking", "Non-thinking mode": "non-thinking", "Non-Thinking and Thinking modes": "",
		"Thinking and non-thinking modes": "", "Both": "",
	}
	for text, want := range tests {
		if got := page.ThinkingMode(text); got != want {
			t.Errorf("page.ThinkingMode(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestLessPercent(t *testing.T) {
	tests := map[[2]string]string{
		{"2.5", "50"}: "1.25", {"0.4", "20"}: "0.32", {"0.1", "12.5"}: "0.0875", {"7.50", "0"}: "7.5", {"12", "99"}: "0.12",
	}
	for in, want := range tests {
		if got, err := lessPercent(in[0], in[1]); err != nil || got != want {
			t.Errorf("lessPercent(%q, %q) = %q, %v, want %q", in[0], in[1], got, err, want)
		}
	}
}

func FuzzAlibaba(f *testing.F) { fuzzPrices(f, "pricing_alibaba") }

// fuzzPrices parses anything: no panic, and whatever comes out is a price of a named subject in a known unit.
func fuzzPrices(f *testing.F, name string) {
	s := sourcetest.Named(f, Sources(), name)
	sourcetest.AddSeeds(f, name)
	f.Fuzz(func(t *testing.T, body []byte) {
		found, err := s.Parse([]web.Payload{{Body: body, FetchedAt: sourcetest.Date}})
		if err == nil && len(found) == 0 {
			t.Error("no prices and no error")
		}
		for _, o := range found {
			price, err := decimal.NewFromString(o.Value)
			if err != nil || price.IsNegative() || o.Subject == "" || o.Quote == "" || !strings.Contains(string(o.Unit), "token") {
				t.Errorf("%+v is no price of tokens", o)
			}
		}
	})
}

// What a column of text prices does not say the class of has a remark, with which nothing is published.
func TestAlibabaCachingOfNoClass(t *testing.T) {
	body := sourcetest.Text(t, "pricing_alibaba", "regions")
	titled := strings.Replace(body, `<th rowspan="2">Free quota</th>`, `<th rowspan="2">Context cache (Million tokens)</th>`, 1)
	priced := strings.Replace(titled, "1 million tokens for each", "$0.1", 1)
	found, err := parseAlibaba([]web.Payload{{Body: []byte(priced)}})
	if err != nil || titled == body {
		t.Fatal(err)
	}
	for _, o := range found {
		if o.Field == data.PriceCacheRead && o.Qualifiers.Remark == "" {
			t.Errorf("%+v has no remark", o)
		}
	}
}

// Prices of text that stand with no models are not left out in silence.
func TestAlibabaTextWithoutModelsFails(t *testing.T) {
	body := sourcetest.Text(t, "pricing_alibaba", "scopes")
	changed := strings.Replace(body, "<tr><td>Model ID</td><td>Deployment scope</td><td>Output price", "<tr><td>Engine</td><td>Deployment scope</td><td>Output price", 1)
	if found, err := parseAlibaba([]web.Payload{{Body: []byte(changed)}}); err == nil || changed == body {
		t.Errorf("parseAlibaba = %d observations, want an error", len(found))
	}
}
