package page

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"pricepoint/data"
)

func TestReadPrice(t *testing.T) {
	const none = data.Unit("")
	tests := map[string]struct {
		text   string
		stated data.Unit
		value  string
		unit   data.Unit
	}{
		"unit in the cell":            {"$12.50 / MTok", none, "12.50", data.USDPerMillion},
		"glued footnote digit":        {"$0.25 / MTok1", none, "0.25", data.USDPerMillion},
		"superscript footnote digit":  {"$0.25 / MTok²", none, "0.25", data.USDPerMillion},
		"starred":                     {"$0.25*", data.USDPerMillion, "0.25", data.USDPerMillion},
		"slash per":                   {"$3 / per 1M tokens", none, "3", data.USDPerMillion},
		"storage":                     {"$4.50 / 1,000,000 tokens per hour", none, "4.50", data.USDPerMillionPerHour},
		"per thousand in figures":     {"$0.0005 per 1,000 tokens", none, "0.0005", data.USDPerThousand},
		"per token":                   {"$0.000001 / token", none, "0.000001", data.USDPerToken},
		"unit of the page":            {"$5.00", data.USDPerMillion, "5.00", data.USDPerMillion},
		"the cell goes before":        {"$5.00 / 1K tokens", data.USDPerMillion, "5.00", data.USDPerThousand},
		"currency of the cell":        {"$5.00", "/1M tokens", "5.00", data.USDPerMillion},
		"currency goes before":        {"0.2元", data.USDPerMillion, "0.2", data.CNYPerMillion},
		"currency in letters":         {"5.00 USD", "/1M tokens", "5.00", data.USDPerMillion},
		"euro":                        {"€0.4 / M tokens", none, "0.4", data.EURPerMillion},
		"sign after the amount":       {"0.25$ / 1M tokens", none, "0.25", data.USDPerMillion},
		"thousands comma":             {"$1,250.50", data.USDPerMillion, "1250.50", data.USDPerMillion},
		"spaces of all kinds":         {" $ 5.00 /\nMTok ", none, "5.00", data.USDPerMillion},
		"free":                        {"Free", data.USDPerMillion, "0", data.USDPerMillion},
		"zero is a price":             {"$0.00", data.USDPerMillion, "0.00", data.USDPerMillion},
		"sign of the country":         {"US$3.00", data.USDPerMillion, "3.00", data.USDPerMillion},
		"currency before":             {"USD 3.00 / 1M tokens", none, "3.00", data.USDPerMillion},
		"currency and sign before":    {"USD $3.00", data.USDPerMillion, "3.00", data.USDPerMillion},
		"a million in short":          {"$3/M", none, "3", data.USDPerMillion},
		"cached tokens":               {"$0.30 / 1M cached input tokens", none, "0.30", data.USDPerMillion},
		"note in brackets":            {"$3.00 [1]", data.USDPerMillion, "3.00", data.USDPerMillion},
		"free, starred":               {"Free*", data.USDPerMillion, "0", data.USDPerMillion},
		"soon":                        {"Coming soon!", none, "", ""},
		"starred absence":             {"Not available*", none, "", ""},
		"hyphen":                      {"-", data.USDPerMillion, "", ""},
		"empty cell":                  {"", data.USDPerMillion, "", ""},
		"absent needs no stated unit": {"Not available", none, "", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			value, unit, err := ReadPrice(tt.text, tt.stated)
			if err != nil || value != tt.value || unit != tt.unit {
				t.Errorf("ReadPrice(%q, %q) = %q, %q, %v, want %q, %q", tt.text, tt.stated, value, unit, err, tt.value, tt.unit)
			}
		})
	}
}

func TestReadPriceRefuses(t *testing.T) {
	tests := map[string]struct {
		text   string
		stated data.Unit
	}{
		"no unit anywhere":         {"$5.00", ""},
		"free of what":             {"Free", ""},
		"no currency anywhere":     {"5.00", "/1M tokens"},
		"unknown unit":             {"$5.00 / credit", data.USDPerMillion},
		"unknown currency":         {"£5.00", data.USDPerMillion},
		"unknown combination":      {"€5.00 / 1K tokens", data.USDPerMillion},
		"two prices":               {"$2.00 $4.00", data.USDPerMillion},
		"a range":                  {"$2.00 - $4.00", data.USDPerMillion},
		"a multiplier":             {"0.1x base input price", data.USDPerMillion},
		"a negative price":         {"$-5.00", data.USDPerMillion},
		"an exponent":              {"$2e3", data.USDPerMillion},
		"a misplaced comma":        {"$1,25", data.USDPerMillion},
		"two points":               {"$1.2.3", data.USDPerMillion},
		"prose":                    {"Same as Standard", data.USDPerMillion},
		"digits glued to a price":  {"$5.00 1", data.USDPerMillion},
		"a count of tokens":        {"128,000", data.USDPerMillion},
		"a count in digits":        {"65536", data.USDPerMillion},
		"a minute in short":        {"$0.034/m", data.USDPerMillion},
		"a thousand of what":       {"$0.01 / 1K", data.USDPerMillion},
		"two currencies":           {"US$3.00 €", data.USDPerMillion},
		"included":                 {"Included", data.USDPerMillion},
		"by the minute":            {"$0.034 / minute", data.USDPerMillion},
		"by the character":         {"$15.00 / 1M characters", data.USDPerMillion},
		"by the hour":              {"$100.00 / hour", data.USDPerMillion},
		"by the call":              {"$10.00 / 1k calls", data.USDPerMillion},
		"by the hour of a session": {"$0.08 per session-hour", data.USDPerMillion},
		"by the image":             {"$0.04 / image", data.USDPerMillion},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			value, unit, err := ReadPrice(tt.text, tt.stated)
			if err == nil || errors.Is(err, ErrOtherUnit) != strings.HasPrefix(name, "by the ") {
				t.Errorf("ReadPrice(%q, %q) = %q, %q, %v, want another error", tt.text, tt.stated, value, unit, err)
			}
		})
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
		"thousands":           {"Prices per 1,000 tokens.", data.USDPerThousand, true},
		"of something else":   {"Prices per second.", "", true},
		"another quantity":    {"All prices are per 2M tokens.", "", true},
		"a price, not a unit": {"Prices start at $10 per 1M tokens.", "", false},
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
	ways := map[string]string{"bare": "$%s", "spaced": "$ %s", "unit": "$%s / MTok", "footnote": "$%s / MTok7", "starred": "$%s *"}
	for whole := range 1200 {
		for _, fraction := range []string{"", ".0", ".25", ".003625"} {
			digits := fmt.Sprint(whole*7) + fraction
			for way, form := range ways {
				text := fmt.Sprintf(form, digits)
				if value, unit, err := ReadPrice(text, data.USDPerMillion); err != nil || value != digits || unit != data.USDPerMillion {
					t.Fatalf("%s: ReadPrice(%q) = %q, %q, %v, want %s", way, text, value, unit, err, digits)
				}
			}
		}
	}
}

func FuzzReadPrice(f *testing.F) {
	for _, text := range []string{"$12.50 / MTok1", "$1,250.50", "Free", "-", "$0.435 (75% off)", "0.2元", "$4.50 / 1,000,000 tokens per hour", "$\u2028/", "0\u0605.2元", "0\u200b.2元"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, _, err := ReadPrice(text, data.USDPerMillion)
		if err != nil || value == "" {
			return
		}
		if n, err := data.ParseNumber(value); err != nil || n.IsNegative() {
			t.Errorf("ReadPrice(%q) = %q: %v", text, value, err)
		}
		digits := strings.Map(func(r rune) rune {
			if r == ',' || unicode.In(r, unicode.Cf, unicode.Co) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
				return -1 // nobody sees it
			}
			return r
		}, text)
		if value != "0" && !strings.Contains(digits, value) {
			t.Errorf("ReadPrice(%q) = %q, which it does not print", text, value)
		}
	})
}
