package facts

import (
	"strings"

	"pricepoint/data"
)

// Words that several pages have in common.

// Joined puts a comma between two texts, where both are there.
func Joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// Link is an address with the words that stand for it.
type Link struct{ Text, To string }

// LinkTo is a link to an address; nil: there is none.
func LinkTo(address string) *Link {
	if address == "" {
		return nil
	}
	return &Link{ShortAddress(address), address}
}

// ShortAddress is an address as people read it: the host and the end of the path.
func ShortAddress(address string) string {
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
	SweBench:              "SWE-bench", LiveCode: "LiveCodeBench", BigCode: "BigCodeBench", HumanEval: "HumanEval",
}

// FieldName is the name of a published field, or the field where it has none.
func FieldName(field string) string {
	if name, known := fieldNames[field]; known {
		return name
	}
	return field
}

// Changed writes a number by its unit; "": there was none.
func Changed(n *data.Number, unit string) string {
	switch {
	case n == nil:
		return ""
	case unit == string(data.USDPerMillion):
		return "$" + Price(*n)
	case unit == string(data.Tokens):
		return n.Grouped()
	case unit == string(data.Percent):
		return Points(*n)
	}
	return n.String()
}

// Signed writes a percentage with its sign.
func Signed(n data.Number) string {
	return map[bool]string{true: "+"}[!n.IsNegative()] + n.String() + " %"
}

// Terms are written here in plain words, as they stand in a table.

var classWords = map[data.BillingClass]string{
	data.ClassInput: "Input", data.ClassOutput: "Output", data.ClassReasoning: "Reasoning", data.ClassCacheRead: "Cache read",
	data.ClassCacheWrite: "Cache write", data.ClassCacheWrite1h: "Cache write, kept an hour", data.ClassCacheWrite12h: "Cache write, kept twelve hours", data.ClassCacheStorage: "Keeping a cache",
	data.ClassSearches: "Web search",
}

// ClassName is what is billed.
func ClassName(c data.BillingClass) string {
	if words, known := classWords[c]; known {
		return words
	}
	if of, class, found := strings.Cut(string(c), "."); found {
		return ClassName(data.BillingClass(class)) + ", " + of
	}
	return string(c)
}

// LinePrice is the price of a line, or why it has none.
func LinePrice(l data.TariffLine) string {
	words := map[data.PriceState]string{data.FreeOfCharge: "free", data.BilledAsInput: "as input", data.NotOffered: "not offered"}[l.State]
	switch {
	case words != "":
		return words
	case l.Price == nil || l.State == data.PriceNotStated:
		return "not stated"
	}
	return "$" + Price(*l.Price)
}

// PerWords are what a price is for, "" for a million tokens, which is the usual measure.
func PerWords(m data.Measure) string {
	m.Of = strings.Replace(m.Of, "tokenHours", "tokens for an hour", 1)
	switch {
	case m == data.PerMillionTokens:
		return ""
	case m.Amount == 1:
		return "a " + strings.TrimSuffix(strings.TrimSuffix(m.Of, "es"), "s")
	}
	return "for " + m.String()
}

// The boards that benchmarks.json has.
const (
	SweBench  = "sweBench"
	LiveCode  = "liveCodeBench"
	BigCode   = "bigCodeBench"
	HumanEval = "humanEval"
)
