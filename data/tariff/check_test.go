package tariff_test

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"pricepoint/data"
	"pricepoint/data/tariff"
)

// perMillion is a line of USD for a million tokens.
func perMillion(class data.BillingClass, usd string, terms data.Terms) data.TariffLine {
	price := data.MustNumber(usd)
	return data.TariffLine{Class: class, Terms: terms, State: data.Priced, Price: &price, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}
}

func weekdayNights(zone, from, to string) *data.WeeklyHours {
	return &data.WeeklyHours{Zone: zone, Windows: []data.WeeklyWindow{{Days: []string{"mon", "tue"}, From: from, To: to}}}
}

func outside(h data.WeeklyHours) *data.WeeklyHours {
	h.Outside = true
	return &h
}

func up(tokens int64) data.Terms   { return data.Terms{Context: &data.ContextBand{UpTo: tokens}} }
func over(tokens int64) data.Terms { return data.Terms{Context: &data.ContextBand{Over: tokens}} }
func from(tokens int64) data.Terms { return data.Terms{Context: &data.ContextBand{From: tokens}} }
func band(over, upTo int64) data.Terms {
	return data.Terms{Context: &data.ContextBand{Over: over, UpTo: upTo}}
}

// TestCheckFindsFaults gives a tariff of one input line what is wrong, and wants the fault with tool, class and terms.
func TestCheckFindsFaults(t *testing.T) {
	plain := perMillion("input", "1", data.Terms{})
	with := func(change func(*data.TariffLine)) []data.TariffLine {
		line := perMillion("output", "1", data.Terms{})
		change(&line)
		return []data.TariffLine{plain, line}
	}
	input := func(terms ...data.Terms) []data.TariffLine {
		lines := make([]data.TariffLine, len(terms))
		for i := range terms {
			lines[i] = perMillion("input", "1", terms[i])
		}
		return lines
	}
	factors := func(f ...data.TariffFactor) data.Tariff {
		return data.Tariff{Lines: []data.TariffLine{plain}, Factors: f}
	}
	lines := func(l []data.TariffLine) data.Tariff { return data.Tariff{Lines: l} }
	night := weekdayNights("UTC", "22:00", "02:00")
	for _, test := range []struct {
		name string
		t    data.Tariff
		want string
	}{
		{"overlapping bands", lines(input(up(200), over(100))), "input (standard): two lines hold for prompts of 100.5 tokens"},
		{"bands that overlap in one size", lines(input(up(200), from(200))), "two lines hold for prompts of 200 tokens"},
		{"a band beside a line for all sizes", lines(input(data.Terms{}, over(100))), "two lines hold for prompts of 100.5 tokens"},
		{"a gap between bands", lines(input(up(100), over(200))), "no line is for prompts of 100.5 tokens, and one for longer ones"},
		{"a gap of one size", lines(input(data.Terms{Context: &data.ContextBand{Below: 100}}, over(100))), "no line is for prompts of 100 tokens"},
		{"a gap below the first band", lines(input(over(100))), "no line is for prompts of 0 tokens"},
		{"a gap that begins on a day", lines(input(up(100), data.Terms{Context: over(100).Context, Until: day("2026-12-01")}, data.Terms{Context: over(200).Context, From: day("2026-12-01")})),
			"no line is for prompts of 100.5 tokens, and one for longer ones; write one that says what is known of them"},
		{"two bounds on one side", lines(input(data.Terms{Context: &data.ContextBand{Over: 1, From: 2}})), "no prompt is in its band"},
		{"an empty band", lines(input(band(200, 200))), "no prompt is in its band"},
		{"a band without bounds", lines(input(data.Terms{Context: &data.ContextBand{}})), "no prompt is in its band"},
		{"a negative bound", lines(input(up(-5))), "no prompt is in its band"},
		{"a night that reaches into the next window", lines(input(data.Terms{Hours: &data.WeeklyHours{Zone: "UTC", Windows: []data.WeeklyWindow{
			{Days: []string{"sun"}, From: "22:00", To: "02:00"}, {Days: []string{"mon"}, From: "01:59", To: "03:00"}}}})), "or overlap"},
		{"a day named twice", lines(input(data.Terms{Hours: &data.WeeklyHours{Zone: "UTC", Windows: []data.WeeklyWindow{{Days: []string{"sun", "sun"}, From: "22:00", To: "23:00"}}}})), "or overlap"},
		{"hours without the others", lines(input(data.Terms{Hours: night})), "no line holds at some hours"},
		{"hours beside all hours", lines(input(data.Terms{Hours: night}, data.Terms{})), "two lines hold for prompts of 0 tokens"},
		{"hours of two zones", lines(input(data.Terms{Hours: night}, data.Terms{Hours: outside(*weekdayNights("Asia/Shanghai", "22:00", "02:00"))})), "clocks of several zones"},
		{"an unknown zone", lines(input(data.Terms{Hours: weekdayNights("Mars/Olympus", "22:00", "02:00")})), "none that a clock shows"},
		{"the zone of the machine", lines(input(data.Terms{Hours: weekdayNights("Local", "22:00", "02:00")})), "none that a clock shows"},
		{"an hour that no clock shows", lines(input(data.Terms{Hours: weekdayNights("UTC", "25:00", "26:00")})), "none that a clock shows"},
		{"a day that no week has", lines(input(data.Terms{Hours: &data.WeeklyHours{Zone: "UTC", Windows: []data.WeeklyWindow{{Days: []string{"Monday"}, From: "01:00", To: "02:00"}}}})), "none that a clock shows"},
		{"hours without a window", lines(input(data.Terms{Hours: &data.WeeklyHours{Zone: "UTC"}})), "none that a clock shows"},
		{"two promotions at a time", lines(input(data.Terms{}, data.Terms{Kind: data.KindPromotional}, data.Terms{Kind: data.KindPromotional, From: day("2026-12-01")})), "two lines hold for prompts of 0 tokens"},
		{"a list price beside a price", lines(input(data.Terms{}, data.Terms{Kind: data.KindList})), "two lines hold"},
		{"an end before the beginning", lines(input(data.Terms{From: day("2026-12-01"), Until: day("2026-12-01")})), "it ends before it begins"},
		{"an unknown kind", lines(input(data.Terms{Kind: "special"})), `"special" is no kind of price`},
		{"the standard service by name", lines(input(data.Terms{Service: "standard"})), "leaving it out"},
		{"a promise to no day", lines(input(data.Terms{Promised: "soon"})), `"soon" is no day`},
		{"an hour's write among those of five minutes", lines([]data.TariffLine{plain, perMillion("cacheWrite", "1", data.Terms{CacheTTL: "1h"})}), "a cache of 1h is of another class"},
		{"a negative price", lines([]data.TariffLine{perMillion("input", "-1", data.Terms{})}), "input (standard): its price has more than 15 digits, or is not above zero"},
		{"a price of a million in the place of one", lines(with(func(l *data.TariffLine) { l.Per.Amount = 1 })[1:2]), "nothing costs 1 USD for 1 tokens"},
		{"a price too large to be written", lines(with(func(l *data.TariffLine) { l.Price = &data.Number{Decimal: decimal.New(1, 1000)} })[1:2]), "more than 15 digits"},
		{"a price with more digits than others can read", lines([]data.TariffLine{perMillion("input", "0.1234567890123456", data.Terms{})}), "more than 15 digits"},
		{"a price of nothing", lines([]data.TariffLine{perMillion("input", "0", data.Terms{})}), "not above zero"},
		{"no price", lines(with(func(l *data.TariffLine) { l.Price = nil })), `output (standard): it is "priced" and has no price`},
		{"free and a price", lines(with(func(l *data.TariffLine) { l.State = data.FreeOfCharge })), "it is free and has a price"},
		{"not offered and a price", lines(with(func(l *data.TariffLine) { l.State = data.NotOffered })), "it is notOffered and has a price"},
		{"an unknown state", lines(with(func(l *data.TariffLine) { l.State = "cheap" })), `it is "cheap"`},
		{"input as input", lines(with(func(l *data.TariffLine) { l.Class, l.State, l.Price = "input", data.BilledAsInput, nil })[1:]), "there is no input for as much of the same"},
		{"an answer as input", lines(with(func(l *data.TariffLine) { l.State, l.Price = data.BilledAsInput, nil })), "there is no input for as much of the same"},
		{"as input of other measure", lines(with(func(l *data.TariffLine) {
			l.Class, l.State, l.Price, l.Per = "image.input", data.BilledAsInput, nil, data.Measure{Amount: 1, Of: "images"}
		})), "there is no input for as much of the same"},
		{"a measure that is no power of ten", lines(with(func(l *data.TariffLine) { l.Per.Amount = 3 })), "it is not counted by 3"},
		{"text by the letter", lines(with(func(l *data.TariffLine) { l.Per.Of = "characters" })), "not counted by 1000000 characters"},
		{"a class without a name", lines(with(func(l *data.TariffLine) { l.Class = "Image Output" })), "no name of a class"},
		{"a factor of nothing", factors(data.TariffFactor{Service: "batch"}), "the factor to batch service"},
		{"a factor to where it begins", factors(data.TariffFactor{Factor: data.Int(2)}), "the factor to standard"},
		{"two factors to the same", factors(data.TariffFactor{Region: "us", Factor: data.Int(2)}, data.TariffFactor{Region: "us", Factor: data.Int(3), Classes: []data.BillingClass{"input"}}), "the factor to standard, region us is not the only one"},
		{"a region of its own without a line", data.Tariff{Region: "eu", Lines: []data.TariffLine{plain}}, "no line is for its own region, eu"},
		{"limits that do not fit", data.Tariff{Limits: data.TokenLimits{Context: 10, Output: 11}}, "beyond that of the whole request"},
		{"a negative limit", data.Tariff{Limits: data.TokenLimits{Input: -1}}, "a limit is negative"},
		{"more lines than there are", lines(make([]data.TariffLine, 501)), "has 501 lines"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.t.ID = "acme-1"
			err := tariff.Check(test.t)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "the tariff of acme-1") {
				t.Errorf("Check = %v, want %q", err, test.want)
			}
		})
	}
}

// TestCheckLetsPass gives what looks alike and is no fault.
func TestCheckLetsPass(t *testing.T) {
	night := weekdayNights("Europe/Berlin", "22:00", "02:00")
	until, since := data.Terms{Until: day("2026-12-01")}, data.Terms{From: day("2026-12-01")}
	promotion := data.Terms{Kind: data.KindPromotional, Context: up(100).Context, Until: day("2026-12-01")}
	printed := perMillion("input", "1.5", data.Terms{})
	printed.Native = &data.NativePrice{Currency: "EUR", Amount: data.MustNumber("1.25")}
	for name, lines := range map[string][]data.TariffLine{
		"one price after another":              {perMillion("input", "1", until), perMillion("input", "2", since)},
		"bands that end":                       {perMillion("input", "1", up(100)), perMillion("input", "2", band(100, 200))},
		"a promotion on short prompts":         {perMillion("input", "1", promotion), perMillion("input", "2", data.Terms{})},
		"an announced price":                   {perMillion("input", "1", data.Terms{}), perMillion("input", "2", data.Terms{Kind: data.KindAnnounced, From: day("2026-12-01")})},
		"hours and the others":                 {perMillion("input", "1", data.Terms{Hours: night}), perMillion("input", "2", data.Terms{Hours: outside(*night)})},
		"services, regions and efforts":        {perMillion("input", "1", data.Terms{}), perMillion("input", "1", data.Terms{Service: "batch"}), perMillion("input", "1", data.Terms{Region: "us"}), perMillion("input", "1", data.Terms{Effort: "thinking"})},
		"dollars and euros, both printed":      {printed},
		"a write for five minutes, and longer": {perMillion("cacheWrite", "1", data.Terms{CacheTTL: "5m"}), perMillion("cacheWrite1h", "2", data.Terms{CacheTTL: "1h"})},
	} {
		if err := tariff.Check(data.Tariff{ID: "acme-1", Lines: lines}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
