package export_test

import (
	"time"

	"pricepoint/data"
	"pricepoint/data/export"
)

// now is when the documents of the tests were updated: a Monday, off the peak of DeepSeek.
var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// world is a few tools, each with something that not every format can say.
func world() export.Documents {
	d := export.Documents{Histories: map[string]data.PricesDocument{}}
	d.Tariffs.LastUpdated = data.At(now)
	d.Tariffs.Tools = []data.Tariff{opus(), gpt(), grok(), deepseek(), qwen(), unknownCache(), unpriced()}
	for _, t := range d.Tariffs.Tools {
		d.Tools.Tools = append(d.Tools.Tools, data.Tool{ID: t.ID, Name: t.Name, Provider: t.Seller, Features: []string{"Reasoning", "Vision input"}})
	}
	d.Tools.TotalTools = len(d.Tools.Tools)
	d.Aliases.Aliases = []data.Alias{
		{Name: "anthropic/claude-opus-5", Tool: "claude-opus-5", Match: data.MatchMaker, Sources: []string{"feed_modelsdev", "feed_openrouter"}},
		{Name: "claude-opus-5", Tool: "claude-opus-5", Match: data.MatchID, Sources: []string{"feed_litellm"}},
		{Name: "claude-opus-5-20260723", Tool: "claude-opus-5", Match: data.MatchDated},
		{Name: "Claude Opus 5", Tool: "claude-opus-5", Match: data.MatchName, Sources: []string{"pricing_anthropic"}},
		{Name: "claude-opus-5-high-effort", Tool: "claude-opus-5", Match: data.MatchSetting, Effort: "high", Sources: []string{"leaderboard_livebench"}},

		{Name: "gpt-5-5", Tool: "gpt-5-5", Match: data.MatchID},
		{Name: "gpt-5.5", Tool: "gpt-5-5", Match: data.MatchSpelling, Sources: []string{"feed_litellm", "pricing_openai"}},
		{Name: "openai/gpt-5.5", Tool: "gpt-5-5", Match: data.MatchMaker, Sources: []string{"feed_modelsdev"}},
		{Name: "GPT-5.5-2026-04-23", Tool: "gpt-5-5", Match: data.MatchSpelling, Sources: []string{"leaderboard_bigcodebench"}},

		{Name: "xai/grok-4.7", Tool: "grok-4-7", Match: data.MatchMaker, Sources: []string{"feed_litellm", "feed_modelsdev"}},

		{Name: "deepseek/deepseek-v4-pro", Tool: "deepseek-v4-pro", Match: data.MatchMaker, Sources: []string{"feed_modelsdev"},
			Except: []data.AliasException{{Source: "leaderboard_vals", Why: "another model"}}},
		{Name: "deepseek/deepseek-v4-old", Tool: "deepseek-v4-pro", Match: data.MatchMaker, Sources: []string{"feed_modelsdev"}, Until: "2026-09-14"},
		{Name: "deepseek/deepseek-v5", Tool: "deepseek-v4-pro", Match: data.MatchMaker, Sources: []string{"feed_modelsdev"}, From: "2027"},
		{Name: "deepseek-ai/DeepSeek-V4-Pro", Tool: "deepseek-v4-pro", Match: data.MatchAlias},
		{Name: "both", Tool: "deepseek-v4-pro", Match: data.MatchAlias}, {Name: "both", Tool: "grok-4-7", Match: data.MatchAlias},

		{Name: "qwen3-8-max", Tool: "qwen3-8-max", Match: data.MatchID},

		{Name: "google/gemini-3.5-flash", Tool: "gemini-3-5-flash", Match: data.MatchMaker, Sources: []string{"feed_modelsdev"}},
		{Name: "gemini/gemini-3.5-flash", Tool: "gemini-3-5-flash", Match: data.MatchMaker, Sources: []string{"feed_litellm"}},

		{Name: "minimax/MiniMax-M9", Tool: "minimax-m9", Match: data.MatchMaker, Sources: []string{"feed_modelsdev"}},

		{Name: "moonshotai/kimi-k2.5", Tool: "kimi-k2-5", Match: data.MatchMaker, Withdrawn: "2026-10-01T000000Z"},
		{Name: "kimi-k2.5-0127", Tool: "kimi-k2-5", Match: data.MatchAlias, Withdrawn: "2026-10-01T000000Z"},
		{Name: "kimi-k1", Tool: "kimi-k1", Match: data.MatchAlias, Withdrawn: "2026-02-01T000000Z"},
	}
	d.Withdrawn = []data.Withdrawn{
		{ID: "kimi-k2-5", Name: "Kimi K2.5", Since: "2026-10-01T000000Z"},
		{ID: "kimi-k1", Name: "Kimi K1", Since: "2026-02-01T000000Z"},
		{ID: "never-read", Name: "Never read", Since: "2026-11-01T000000Z"},
	}
	d.Histories["kimi-k2-5"] = history("kimi-k2-5", "2026-10-01T00:00:00Z")
	d.Histories["kimi-k1"] = history("kimi-k1", "2026-02-01T00:00:00Z")
	return d
}

// line is a price in USD per million tokens.
func line(class data.BillingClass, price string, terms data.Terms) data.TariffLine {
	n := data.MustNumber(price)
	return data.TariffLine{Class: class, Terms: terms, State: data.Priced, Price: &n, Per: data.Measure{Amount: 1_000_000, Of: "tokens"},
		Evidence: data.BriefEvidence{Confidence: data.High, URL: "https://example.com/pricing", VerifiedAt: data.At(now.AddDate(0, 0, -3))}}
}

// without is a line without a price.
func without(class data.BillingClass, state data.PriceState, terms data.Terms) data.TariffLine {
	return data.TariffLine{Class: class, Terms: terms, State: state, Per: data.Measure{Amount: 1_000_000, Of: "tokens"}}
}

// opus has a price for every kind of cache write, batches, another region and announced prices.
func opus() data.Tariff {
	batch := data.Terms{Service: "batch"}
	soon := data.Terms{Kind: data.KindAnnounced, From: data.At(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))}
	return data.Tariff{ID: "claude-opus-5", Name: "Claude Opus 5", Seller: "Anthropic", Limits: data.TokenLimits{Context: 1_000_000, Output: 128_000},
		Lines: []data.TariffLine{
			line("input", "5", data.Terms{}), line("output", "25", data.Terms{}), line("cacheRead", "0.5", data.Terms{}),
			line("cacheWrite", "6.25", data.Terms{}), line("cacheWrite1h", "10", data.Terms{}), line("input", "4", soon),
			line("input", "2.5", batch), line("output", "12.5", batch), line("cacheRead", "0.25", batch),
		},
		Factors: []data.TariffFactor{{Region: "us", Factor: data.MustNumber("1.1")}, {Service: "fast", Factor: data.MustNumber("6")}}}
}

// gpt has another price from 272,000 tokens on, and bills cache writes as input.
func gpt() data.Tariff {
	short, long := data.Terms{Context: &data.ContextBand{Below: 272_000}}, data.Terms{Context: &data.ContextBand{From: 272_000}}
	return data.Tariff{ID: "gpt-5-5", Name: "GPT-5.5", Seller: "OpenAI", Limits: data.TokenLimits{Context: 1_050_000, Input: 922_000, Output: 128_000},
		Sale: data.SalePeriod{Until: data.At(time.Date(2027, 1, 15, 0, 0, 0, 0, time.UTC))},
		Lines: []data.TariffLine{
			line("input", "5", short), line("input", "10", long), line("output", "30", short), line("output", "45", long),
			line("cacheRead", "0.5", short), line("cacheRead", "1", long), without("cacheWrite", data.BilledAsInput, short), without("cacheWrite", data.BilledAsInput, long),
			{Class: data.ClassSearches, State: data.Priced, Price: price("10"), Per: data.Measure{Amount: 1000, Of: "searches"}},
		}}
}

func price(text string) *data.Number {
	n := data.MustNumber(text)
	return &n
}

// grok has no limit of answers, and a promotion until an instant of the past.
func grok() data.Tariff {
	short, long := data.Terms{Context: &data.ContextBand{Below: 200_000}}, data.Terms{Context: &data.ContextBand{From: 200_000}}
	over := data.Terms{Kind: data.KindPromotional, Until: data.At(now.AddDate(0, 0, -1)), Context: short.Context}
	return data.Tariff{ID: "grok-4-7", Name: "Grok 4.7", Seller: "xAI", Limits: data.TokenLimits{Context: 500_000},
		Lines: []data.TariffLine{
			line("input", "1", over), line("input", "2", short), line("input", "4", long), line("output", "6", short), line("output", "12", long),
			line("cacheRead", "0.5", short), line("cacheRead", "1", long),
		}}
}

// deepseek is dearer at some hours of working days.
func deepseek() data.Tariff {
	windows := []data.WeeklyWindow{{Days: []string{"mon", "tue", "wed", "thu", "fri"}, From: "01:00", To: "04:00"}, {Days: []string{"mon", "tue", "wed", "thu", "fri"}, From: "06:00", To: "10:00"}}
	peak := data.Terms{Hours: &data.WeeklyHours{Zone: "UTC", Windows: windows}}
	other := data.Terms{Hours: &data.WeeklyHours{Zone: "UTC", Windows: windows, Outside: true}}
	return data.Tariff{ID: "deepseek-v4-pro", Name: "DeepSeek V4 Pro", Seller: "DeepSeek", Limits: data.TokenLimits{Context: 1_000_000, Output: 384_000},
		Lines: []data.TariffLine{
			line("input", "1.32", peak), line("input", "0.66", other), line("output", "3.96", peak), line("output", "1.98", other),
			line("cacheRead", "0.044", peak), line("cacheRead", "0.022", other), without("cacheWrite", data.BilledAsInput, peak), without("cacheWrite", data.BilledAsInput, other),
		}}
}

// qwen is sold in a region of its own, has a ratio that does not end, and an id that nobody prints.
func qwen() data.Tariff {
	there := data.Terms{Region: "international"}
	return data.Tariff{ID: "qwen3-8-max", Name: "Qwen3.8-Max", Seller: "Alibaba", Region: "international", Limits: data.TokenLimits{Context: 1_000_000, Output: 131_072},
		Lines: []data.TariffLine{line("input", "1.5", there), line("output", "7", there), line("cacheRead", "0.25", there), line("cacheWrite", "2.5", there)}}
}

// unknownCache has a price for cache reads that nobody states.
func unknownCache() data.Tariff {
	return data.Tariff{ID: "gemini-3-5-flash", Name: "Gemini 3.5 Flash", Seller: "Google", Limits: data.TokenLimits{Context: 1_048_576, Output: 65_536},
		Lines: []data.TariffLine{line("input", "1.5", data.Terms{}), line("output", "9", data.Terms{}), without("cacheRead", data.PriceNotStated, data.Terms{}),
			without("cacheWrite", data.BilledAsInput, data.Terms{})}}
}

// unpriced can be bought, and nobody states for how much.
func unpriced() data.Tariff {
	return data.Tariff{ID: "minimax-m9", Name: "MiniMax M9", Seller: "MiniMax",
		Lines: []data.TariffLine{without("input", data.PriceNotStated, data.Terms{}), without("output", data.PriceNotStated, data.Terms{})}}
}

// history is what a tool cost that was withdrawn.
func history(id, until string) data.PricesDocument {
	end, err := time.Parse(time.RFC3339, until)
	if err != nil {
		panic(err) // a constant
	}
	begin := data.At(end.AddDate(0, -3, 0))
	interval := data.PriceInterval{ValidFrom: begin, ValidUntil: data.At(end), KnownFrom: begin}
	doc := data.PricesDocument{ID: id, Name: "Kimi K2.5", Since: begin}
	frame := interval
	frame.Frame = &data.TariffFrame{Seller: "Moonshot AI", Limits: data.TokenLimits{Context: 262_144, Output: 32_768}}
	doc.Intervals = append(doc.Intervals, frame)
	for _, l := range []data.TariffLine{line("input", "0.6", data.Terms{}), line("output", "3", data.Terms{}), line("cacheRead", "0.1", data.Terms{})} {
		part := interval
		part.Line = &l
		doc.Intervals = append(doc.Intervals, part)
	}
	return doc
}
