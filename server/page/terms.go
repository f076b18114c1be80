package page

import (
	"strings"

	"pricepoint/data"
)

// Terms are written here in plain words, as they stand in a table.

var classWords = map[data.BillingClass]string{
	data.ClassInput: "Input", data.ClassOutput: "Output", data.ClassReasoning: "Reasoning", data.ClassCacheRead: "Cache read",
	data.ClassCacheWrite: "Cache write", data.ClassCacheWrite1h: "Cache write, kept an hour", data.ClassCacheWrite12h: "Cache write, kept twelve hours", data.ClassCacheStorage: "Keeping a cache",
	data.ClassSearches: "Web search",
}

// className is what is billed.
func className(c data.BillingClass) string {
	if words, known := classWords[c]; known {
		return words
	}
	if of, class, found := strings.Cut(string(c), "."); found {
		return className(data.BillingClass(class)) + ", " + of
	}
	return string(c)
}

// linePrice is the price of a line, or why it has none.
func linePrice(l data.TariffLine) string {
	switch l.State {
	case data.FreeOfCharge:
		return "free"
	case data.BilledAsInput:
		return "as input"
	case data.NotOffered:
		return "not offered"
	case data.PriceNotStated:
		return "not stated"
	}
	if l.Price == nil {
		return "not stated"
	}
	return "$" + price(*l.Price)
}

// perWords are what a price is for, "" for a million tokens, which is the usual measure.
func perWords(m data.Measure) string {
	of := map[string]string{"tokenHours": "tokens for an hour"}[m.Of]
	if of == "" {
		of = m.Of
	}
	switch {
	case m.Of == "tokens" && m.Amount == 1_000_000:
		return ""
	case m.Amount == 1:
		return "a " + strings.TrimSuffix(strings.TrimSuffix(of, "es"), "s")
	case m.Amount == 1_000_000:
		return "for 1M " + of
	}
	return "for " + data.Int(m.Amount).Grouped() + " " + of
}
