package page

import (
	"strconv"
	"strings"

	"pricepoint/data"
)

// Terms are written here in plain words, as they stand in a table.

var classWords = map[data.BillingClass]string{
	data.ClassInput: "Input", data.ClassOutput: "Output", data.ClassReasoning: "Reasoning", data.ClassCacheRead: "Cache read",
	data.ClassCacheWrite: "Cache write", data.ClassCacheWrite1h: "Cache write, kept an hour", data.ClassCacheStorage: "Keeping a cache",
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

// termsWords say under which conditions a line holds.
func termsWords(t data.Terms) string {
	words := []string{"standard"}
	if t.Service != "" {
		words[0] = t.Service + " service"
	}
	add := func(condition, text string) {
		if condition != "" {
			words = append(words, text)
		}
	}
	if t.Context != nil {
		words = append(words, bandWords(*t.Context))
	}
	add(t.Region, "in the region “"+t.Region+"”")
	if t.Hours != nil {
		words = append(words, hoursWords(*t.Hours))
	}
	add(t.Effort, map[string]string{"thinking": "with thinking", "non-thinking": "without thinking"}[t.Effort])
	add(t.CacheTTL, "kept for "+map[string]string{"5m": "five minutes", "1h": "an hour"}[t.CacheTTL])
	add(t.Kind, map[string]string{data.KindList: "list price, without the promotion", data.KindPromotional: "promotion", data.KindAnnounced: "announced"}[t.Kind])
	if !t.From.IsZero() {
		words = append(words, "from "+day(t.From))
	}
	if !t.Until.IsZero() {
		words = append(words, "before "+day(t.Until))
	}
	add(t.Promised, "promised up to "+t.Promised)
	return strings.Join(words, ", ")
}

func bandWords(b data.ContextBand) string {
	var bounds []string
	for _, bound := range []struct {
		words string
		n     int64
	}{{"over ", b.Over}, {"from ", b.From}, {"up to ", b.UpTo}, {"below ", b.Below}} {
		if bound.n != 0 {
			bounds = append(bounds, bound.words+data.Int(bound.n).Grouped())
		}
	}
	text := "prompts " + strings.Join(bounds, " and ") + " tokens"
	if b.Counts == data.CountUncached {
		text += ", cached ones not counted"
	}
	if b.Bills == data.BillExcess {
		text += ", for the excess"
	}
	return text
}

var dayNames = map[string]string{"mon": "Mon", "tue": "Tue", "wed": "Wed", "thu": "Thu", "fri": "Fri", "sat": "Sat", "sun": "Sun"}

// daysWords name days of the week, the working ones as a span.
func daysWords(days []string) string {
	switch joined := strings.Join(days, " "); joined {
	case "mon tue wed thu fri":
		return "Mon–Fri"
	case "sat sun":
		return "Sat–Sun"
	case "mon tue wed thu fri sat sun":
		return "daily"
	}
	var names []string
	for _, d := range days {
		names = append(names, dayNames[d])
	}
	return strings.Join(names, ", ")
}

func hoursWords(h data.WeeklyHours) string {
	var windows []string
	last := ""
	for _, w := range h.Windows {
		days := daysWords(w.Days)
		text := w.From + "–" + w.To
		if days != last {
			text = days + " " + text
		}
		windows, last = append(windows, text), days
	}
	text := strings.Join(windows, ", ") + " " + h.Zone
	if h.Holidays != "" {
		text += " but on public holidays of " + h.Holidays
	}
	if h.Outside {
		return "outside " + text
	}
	return text
}

// conditions say under which a printed number holds; "": none were stated.
func conditions(q data.Qualifiers) string {
	var words []string
	add := func(condition, text string) {
		if condition != "" {
			words = append(words, text)
		}
	}
	if q.Service != "standard" {
		add(q.Service, "the "+q.Service+" service")
	}
	add(q.CacheTTL, "a cache kept for "+map[string]string{"5m": "five minutes", "1h": "an hour"}[q.CacheTTL])
	add(q.ContextUpTo, "prompts up to "+grouped(q.ContextUpTo)+" tokens")
	if q.ContextOver == data.LongContext {
		q.ContextOver = ""
		words = append(words, "long prompts")
	}
	add(q.ContextOver, "prompts over "+grouped(q.ContextOver)+" tokens")
	add(q.Window, map[string]string{"peak": "peak hours", "offPeak": "off-peak hours"}[q.Window])
	if q.Region != "global" {
		add(q.Region, "the region “"+q.Region+"”")
	}
	add(q.Kind, map[string]string{data.KindPromotional: "a promotion", data.KindList: "list price"}[q.Kind])
	add(q.ValidFrom, "from "+q.ValidFrom)
	add(q.ValidUntil, "until "+q.ValidUntil)
	add(q.Promised, "promised up to "+q.Promised)
	add(q.Effort, "effort: "+q.Effort)
	add(q.Harness, "agent: "+q.Harness)
	add(q.Measurer, "run by "+q.Measurer)
	if q.From != "" || q.To != "" {
		words = append(words, "problems from "+q.From+" to "+q.To)
	}
	add(q.Status, "marked “"+q.Status+"”")
	return strings.Join(words, ", ")
}

// grouped writes a count that a document keeps as text.
func grouped(text string) string {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return text
	}
	return data.Int(n).Grouped()
}
