package page

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pricepoint/data"
)

func TestReadPrice(t *testing.T) {
	const none = data.Unit("")
	tests := map[string]struct {
		text   string
		stated data.Unit
		want   price
	}{
		"unit in the cell":            {"$12.50 / MTok", none, price{Value: "12.50", Unit: data.USDPerMillion}},
		"unit without spaces":         {"$10/MTok", none, price{Value: "10", Unit: data.USDPerMillion}},
		"glued footnote digit":        {"$0.25 / MTok1", none, price{Value: "0.25", Unit: data.USDPerMillion}},
		"superscript footnote digit":  {"$0.25 / MTok²", none, price{Value: "0.25", Unit: data.USDPerMillion}},
		"starred":                     {"$0.25*", data.USDPerMillion, price{Value: "0.25", Unit: data.USDPerMillion}},
		"M tokens":                    {"$0.3 / M tokens", none, price{Value: "0.3", Unit: data.USDPerMillion}},
		"per million tokens":          {"$0.3 per million tokens", none, price{Value: "0.3", Unit: data.USDPerMillion}},
		"slash per":                   {"$3 / per 1M tokens", none, price{Value: "3", Unit: data.USDPerMillion}},
		"a million in figures":        {"$4.50 / 1,000,000 tokens", none, price{Value: "4.50", Unit: data.USDPerMillion}},
		"storage":                     {"$4.50 / 1,000,000 tokens per hour", none, price{Value: "4.50", Unit: data.USDPerMillionPerHour}},
		"per thousand":                {"$0.0005 / 1K tokens", none, price{Value: "0.0005", Unit: data.USDPerThousand}},
		"per thousand in figures":     {"$0.0005 per 1,000 tokens", none, price{Value: "0.0005", Unit: data.USDPerThousand}},
		"per token":                   {"$0.000001 / token", none, price{Value: "0.000001", Unit: data.USDPerToken}},
		"unit of the page":            {"$5.00", data.USDPerMillion, price{Value: "5.00", Unit: data.USDPerMillion}},
		"the cell goes before":        {"$5.00 / 1K tokens", data.USDPerMillion, price{Value: "5.00", Unit: data.USDPerThousand}},
		"currency of the cell":        {"$5.00", "/1M tokens", price{Value: "5.00", Unit: data.USDPerMillion}},
		"currency goes before":        {"0.2元", data.USDPerMillion, price{Value: "0.2", Unit: data.CNYPerMillion}},
		"currency in letters":         {"5.00 USD", "/1M tokens", price{Value: "5.00", Unit: data.USDPerMillion}},
		"euro":                        {"€0.4 / M tokens", none, price{Value: "0.4", Unit: data.EURPerMillion}},
		"sign after the amount":       {"0.25$ / 1M tokens", none, price{Value: "0.25", Unit: data.USDPerMillion}},
		"euro after the amount":       {"0.2€", "/1M tokens", price{Value: "0.2", Unit: data.EURPerMillion}},
		"thousands comma":             {"$1,250.50", data.USDPerMillion, price{Value: "1250.50", Unit: data.USDPerMillion}},
		"remark":                      {"$0.435 (75% off)", data.USDPerMillion, price{Value: "0.435", Unit: data.USDPerMillion}},
		"spaces of all kinds":         {" $ 5.00 /\nMTok ", none, price{Value: "5.00", Unit: data.USDPerMillion}},
		"free":                        {"Free", data.USDPerMillion, price{Value: "0", Unit: data.USDPerMillion}},
		"zero is a price":             {"$0.00", data.USDPerMillion, price{Value: "0.00", Unit: data.USDPerMillion}},
		"sign of the country":         {"US$3.00", data.USDPerMillion, price{Value: "3.00", Unit: data.USDPerMillion}},
		"currency before":             {"USD 3.00 / 1M tokens", none, price{Value: "3.00", Unit: data.USDPerMillion}},
		"currency and sign before":    {"USD $3.00", data.USDPerMillion, price{Value: "3.00", Unit: data.USDPerMillion}},
		"a million of tokens":         {"$3 / 1M", none, price{Value: "3", Unit: data.USDPerMillion}},
		"a million in short":          {"$3/M", none, price{Value: "3", Unit: data.USDPerMillion}},
		"cached tokens":               {"$0.30 / 1M cached input tokens", none, price{Value: "0.30", Unit: data.USDPerMillion}},
		"note in brackets":            {"$3.00 [1]", data.USDPerMillion, price{Value: "3.00", Unit: data.USDPerMillion}},
		"wide brackets":               {"$0.135（50% OFF）", data.USDPerMillion, price{Value: "0.135", Unit: data.USDPerMillion}},
		"free for now":                {"Free (limited time)", data.USDPerMillion, price{Value: "0", Unit: data.USDPerMillion}},
		"free, starred":               {"Free*", data.USDPerMillion, price{Value: "0", Unit: data.USDPerMillion}},
		"soon":                        {"Coming soon!", none, price{}},
		"starred absence":             {"Not available*", none, price{}},
		"to be asked":                 {"Contact sales for pricing", none, price{}},
		"two hyphens":                 {"--", none, price{}},
		"crossed out":                 {"✗", none, price{}},
		"hyphen":                      {"-", data.USDPerMillion, price{}},
		"em dash":                     {"—", none, price{}},
		"not applicable":              {"N/A", none, price{}},
		"backslash":                   {`\`, none, price{}},
		"empty cell":                  {"", data.USDPerMillion, price{}},
		"absent needs no stated unit": {"Not available", none, price{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := ReadPrice(tt.text, tt.stated)
			if err != nil || got != tt.want {
				t.Errorf("readPrice(%q, %q) = %+v, %v, want %+v", tt.text, tt.stated, got, err, tt.want)
			}
		})
	}
}

func TestReadPriceRefuses(t *testing.T) {
	tests := map[string]struct {
		text   string
		stated data.Unit
	}{
		"no unit anywhere":        {"$5.00", ""},
		"free of what":            {"Free", ""},
		"no currency anywhere":    {"5.00", "/1M tokens"},
		"unknown unit":            {"$5.00 / credit", data.USDPerMillion},
		"unknown currency":        {"£5.00", data.USDPerMillion},
		"unknown combination":     {"€5.00 / 1K tokens", data.USDPerMillion},
		"two prices":              {"$2.00 $4.00", data.USDPerMillion},
		"a range":                 {"$2.00 - $4.00", data.USDPerMillion},
		"a multiplier":            {"0.1x base input price", data.USDPerMillion},
		"a negative price":        {"$-5.00", data.USDPerMillion},
		"an exponent":             {"$2e3", data.USDPerMillion},
		"a misplaced comma":       {"$1,25", data.USDPerMillion},
		"two points":              {"$1.2.3", data.USDPerMillion},
		"prose":                   {"Same as Standard", data.USDPerMillion},
		"digits glued to a price": {"$5.00 1", data.USDPerMillion},
		"a count of tokens":       {"128,000", data.USDPerMillion},
		"a count in digits":       {"65536", data.USDPerMillion},
		"a minute in short":       {"$0.034/m", data.USDPerMillion},
		"a thousand of what":      {"$0.01 / 1K", data.USDPerMillion},
		"two currencies":          {"US$3.00 €", data.USDPerMillion},
		"included":                {"Included", data.USDPerMillion},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got, err := ReadPrice(tt.text, tt.stated); err == nil {
				t.Errorf("readPrice(%q, %q) = %+v, want an error", tt.text, tt.stated, got)
			}
		})
	}
}

func TestReadPriceOfOtherThings(t *testing.T) {
	for _, text := range []string{"$0.034 / minute", "$15.00 / 1M characters", "$100.00 / hour", "$10.00 / 1k calls", "$0.08 per session-hour", "$0.04 / image"} {
		if _, err := ReadPrice(text, data.USDPerMillion); !errors.Is(err, ErrOtherUnit) {
			t.Errorf("readPrice(%q) = %v, want errOtherUnit", text, err)
		}
	}
}

func TestStatedUnit(t *testing.T) {
	tests := map[string]struct {
		line   string
		want   data.Unit
		states bool
	}{
		"a line of its own":   {"Prices per 1M tokens.", data.USDPerMillion, true},
		"with exceptions":     {"Prices per 1M tokens unless noted.", data.USDPerMillion, true},
		"within a paragraph":  {"The prices listed below are in units of per 1M tokens. A token, the smallest unit, can be a word.", data.USDPerMillion, true},
		"of something else":   {"Prices per second.", "", true},
		"of images":           {"Prices per image.", "", true},
		"a price, not a unit": {"Prices start at $10 per 1M tokens.", "", false},
		"in dollars":          {"Prices are in USD per 1M tokens, excluding taxes.", data.USDPerMillion, true},
		"the currency after":  {"Prices per 1M tokens (USD)", data.USDPerMillion, true},
		"pricing":             {"Pricing is per million tokens.", data.USDPerMillion, true},
		"token prices":        {"Token prices are listed per 1,000 tokens.", data.USDPerThousand, true},
		"what it depends on":  {"Pricing is based on the number of tokens used, and there is a fee per tool call.", "", false},
		"another sentence":    {"Tokens are billed at that model's per-token rate.", "", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, states := StatedUnit(tt.line, "USD")
			if got != tt.want || states != tt.states {
				t.Errorf("statedUnit(%q) = %q, %v, want %q, %v", tt.line, got, states, tt.want, tt.states)
			}
		})
	}
}

func TestTitleUnit(t *testing.T) {
	tests := map[string]struct {
		want   data.Unit
		states bool
	}{
		"Input":                                     {"", false},
		"Input price CNY/M tokens":                  {data.CNYPerMillion, true},
		"Input / 1M tokens":                         {"/1M tokens", true},
		"Paid Tier, per 1M tokens in USD":           {data.USDPerMillion, true},
		"Paid tier (USD per 1M tokens)":             {data.USDPerMillion, true},
		"Input (per 1M tokens, USD)":                {data.USDPerMillion, true},
		"Input per 1M tokens (USD)":                 {data.USDPerMillion, true},
		"Input ($/1M)":                              {data.USDPerMillion, true},
		"Output [US$ / MTok]":                       {data.USDPerMillion, true},
		"Price per 1,000 tokens in USD":             {data.USDPerThousand, true},
		"Audio output / minute":                     {"", true},
		"Price per second":                          {"", true},
		"Input ($/credit)":                          {"", true},
		"Output / cost":                             {"", false},
		"Input / Output":                            {"", false},
		"Input, per million tokens, prompts ≤ 200K": {"/1M tokens", true},
	}
	for title, tt := range tests {
		if got, states := TitleUnit(title); got != tt.want || states != tt.states {
			t.Errorf("titleUnit(%q) = %q, %v, want %q, %v", title, got, states, tt.want, tt.states)
		}
	}
}

// TestReadPriceKeepsDigits writes every number in every way a page may print it, and wants the same digits back.
func TestReadPriceKeepsDigits(t *testing.T) {
	ways := map[string]string{"bare": "$%s", "spaced": "$ %s", "unit": "$%s / MTok", "footnote": "$%s / MTok7", "remark": "$%s (was $9)", "starred": "$%s *"}
	for whole := range 1200 {
		for _, fraction := range []string{"", ".0", ".25", ".003625"} {
			digits := fmt.Sprint(whole*7) + fraction
			for way, form := range ways {
				text := fmt.Sprintf(form, digits)
				if got, err := ReadPrice(text, data.USDPerMillion); err != nil || got.Value != digits || got.Unit != data.USDPerMillion {
					t.Fatalf("%s: readPrice(%q) = %+v, %v, want %s", way, text, got, err, digits)
				}
			}
		}
	}
}

func FuzzReadPrice(f *testing.F) {
	for _, text := range []string{"$12.50 / MTok1", "$1,250.50", "Free", "-", "$0.435 (75% off)", "0.2元", "$4.50 / 1,000,000 tokens per hour", "$\u2028/"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ReadPrice(text, data.USDPerMillion)
		if err != nil || got == (price{}) {
			return
		}
		if n, err := data.ParseNumber(got.Value); err != nil || n.IsNegative() {
			t.Errorf("readPrice(%q) = %+v: %v", text, got, err)
		}
		digits := strings.ReplaceAll(text, ",", "")
		if got.Value != "0" && !strings.Contains(digits, got.Value) {
			t.Errorf("readPrice(%q) = %q, which it does not print", text, got.Value)
		}
	})
}
