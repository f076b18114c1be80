package page

import (
	"strings"

	"pricepoint/data"
)

// Words that several pages have in common.

// joined puts a comma between two texts, where both are there.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// link is an address with the words that stand for it.
type link struct{ Text, To string }

// linkTo is a link to an address; nil: there is none.
func linkTo(address string) *link {
	if address == "" {
		return nil
	}
	return &link{shortAddress(address), address}
}

// shortAddress is an address as people read it: the host and the end of the path.
func shortAddress(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	rest = strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
	if runes := []rune(rest); len(runes) > 60 {
		host, _, _ := strings.Cut(rest, "/")
		return host + "/…" + string(runes[len(runes)-min(30, len(runes)):])
	}
	return rest
}

// fieldNames are for people.
var fieldNames = map[string]string{
	data.FieldInput: "Input", data.FieldOutput: "Output", data.FieldCacheRead: "Cache read", data.FieldCacheWrite: "Cache write",
	data.FieldContext: "Context window", data.FieldOverall: "Overall score", data.FieldPerPoint: "Price of a score point",
	data.FieldMethodology: "version of the methodology; scores of two versions are not compared",
	sweBench:              "SWE-bench", liveCode: "LiveCodeBench", bigCode: "BigCodeBench", humanEval: "HumanEval",
}

// fieldName is the name of a published field, or the field where it has none.
func fieldName(field string) string {
	if name, known := fieldNames[field]; known {
		return name
	}
	return field
}

// changed writes a number by its unit; "": there was none.
func changed(n *data.Number, unit string) string {
	switch {
	case n == nil:
		return ""
	case unit == string(data.USDPerMillion):
		return "$" + price(*n)
	case unit == string(data.Tokens):
		return n.Grouped()
	case unit == string(data.Percent):
		return points(*n)
	}
	return n.String()
}

// signed writes a percentage with its sign.
func signed(n data.Number) string {
	return map[bool]string{true: "+"}[!n.IsNegative()] + n.String() + " %"
}

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
	words := map[data.PriceState]string{data.FreeOfCharge: "free", data.BilledAsInput: "as input", data.NotOffered: "not offered"}[l.State]
	switch {
	case words != "":
		return words
	case l.Price == nil || l.State == data.PriceNotStated:
		return "not stated"
	}
	return "$" + price(*l.Price)
}

// perWords are what a price is for, "" for a million tokens, which is the usual measure.
func perWords(m data.Measure) string {
	of := strings.Replace(m.Of, "tokenHours", "tokens for an hour", 1)
	switch {
	case of == "tokens" && m.Amount == 1_000_000:
		return ""
	case m.Amount == 1:
		return "a " + strings.TrimSuffix(strings.TrimSuffix(of, "es"), "s")
	case m.Amount == 1_000_000:
		return "for 1M " + of
	}
	return "for " + data.Int(m.Amount).Grouped() + " " + of
}

// The boards that benchmarks.json has.
const (
	sweBench  = "sweBench"
	liveCode  = "liveCodeBench"
	bigCode   = "bigCodeBench"
	humanEval = "humanEval"
)
