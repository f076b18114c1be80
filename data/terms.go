package data

import (
	"fmt"
	"strings"
)

// serviceRanks are the services by what they cost: none costs more than one of a higher rank.
var serviceRanks = map[string]int{"batch": -1, "flex": -1, "": 0, "priority": 1, "fast": 1}

// CheaperService reports whether no provider charges more for a service than for another one. One without a rank is compared
// with none.
func CheaperService(service, than string) bool {
	low, knownLow := serviceRanks[service]
	high, knownHigh := serviceRanks[than]
	return knownLow && knownHigh && low < high
}

// String writes the terms for people: "batch, prompts over 200000 tokens, region us"; "standard" when there is none.
func (t Terms) String() string {
	parts := []string{"standard"}
	if t.Service != "" {
		parts[0] = t.Service
	}
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if t.Context != nil {
		add(t.Context.String())
	}
	if t.Region != "" {
		add("region " + t.Region)
	}
	if t.Hours != nil {
		add(t.Hours.String())
	}
	add(t.Effort)
	add(t.Kind)
	if !t.From.IsZero() {
		add("from " + t.From.String())
	}
	if !t.Until.IsZero() {
		add("until " + t.Until.String())
	}
	return strings.Join(parts, ", ")
}

// String writes the band for people: "prompts over 32000, up to 128000 tokens".
func (b ContextBand) String() string {
	var bounds []string
	for _, bound := range []struct {
		word   string
		tokens int64
	}{{"over", b.Over}, {"from", b.From}, {"up to", b.UpTo}, {"below", b.Below}} {
		if bound.tokens != 0 {
			bounds = append(bounds, fmt.Sprintf("%s %d", bound.word, bound.tokens))
		}
	}
	text := "prompts of any size"
	if len(bounds) > 0 {
		text = "prompts " + strings.Join(bounds, ", ") + " tokens"
	}
	if b.Counts == CountUncached {
		text += " without cached ones"
	}
	if b.Bills == BillExcess {
		text += " (the excess)"
	}
	return text
}

// String writes the hours for people: "mon tue wed thu fri 01:00-04:00 UTC", with "outside" in front where those are meant.
func (h WeeklyHours) String() string {
	windows := make([]string, len(h.Windows))
	for i, w := range h.Windows {
		windows[i] = strings.Join(w.Days, " ") + " " + w.From + "-" + w.To
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
