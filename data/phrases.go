package data

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// This is the phrasebook: how the conditions of a number are said to people, the same on pages, on terminals, to agents and
// in findings. What programs compare is in the fields.

// String writes the terms for people: "batch service, prompts over 200,000 tokens, region us"; "standard" when there is none.
func (t Terms) String() string {
	all := []string{"standard"}
	if t.Service != "" {
		all[0] = servicePhrase(t.Service)
	}
	if t.Context != nil {
		all = append(all, t.Context.String())
	}
	all = appendPhrase(all, t.Region, "region "+t.Region)
	if t.Hours != nil {
		all = append(all, t.Hours.String())
	}
	all = appendPhrase(all, t.Effort, effortPhrase(t.Effort))
	all = appendPhrase(all, t.CacheTTL, "kept for "+lifetimePhrase(t.CacheTTL))
	all = appendPhrase(all, t.Kind, kindPhrase(t.Kind))
	if !t.From.IsZero() {
		all = append(all, "from "+instantPhrase(t.From))
	}
	if !t.Until.IsZero() {
		all = append(all, "before "+instantPhrase(t.Until))
	}
	return strings.Join(appendPhrase(all, t.Promised, "promised up to "+t.Promised), ", ")
}

// String writes the conditions of a price for people: "batch service, prompts below 272,000 tokens"; "" when none is worth
// a word. How a model was run for a score is its Setting.
func (q Qualifiers) String() string {
	var all []string
	if q.Service != "standard" {
		all = appendPhrase(all, q.Service, servicePhrase(q.Service))
	}
	if band := q.bandPhrase(); band != "" {
		all = append(all, band)
	}
	all = appendPhrase(all, q.Window, map[string]string{"peak": "peak hours", "offPeak": "off-peak hours"}[q.Window])
	if q.Region != "global" {
		all = appendPhrase(all, q.Region, "region "+q.Region)
	}
	all = appendPhrase(all, q.CacheTTL, "kept for "+lifetimePhrase(q.CacheTTL))
	if q.Modality != "text" {
		all = appendPhrase(all, q.Modality, q.Modality)
	}
	all = appendPhrase(all, q.Kind, kindPhrase(q.Kind))
	all = appendPhrase(all, q.ValidFrom, "from "+q.ValidFrom)
	all = appendPhrase(all, q.ValidUntil, "until "+q.ValidUntil)
	all = appendPhrase(all, q.Promised, "promised up to "+q.Promised)
	all = appendPhrase(all, q.Status, fmt.Sprintf("marked %q", q.Status))
	return strings.Join(appendPhrase(all, q.Remark, fmt.Sprintf("with the remark %q", q.Remark)), ", ")
}

// Setting writes for people how a model was run for a score: "effort xhigh, agent mini-swe".
func (q Qualifiers) Setting() string {
	all := appendPhrase(nil, q.Effort, effortPhrase(q.Effort))
	all = appendPhrase(all, q.Harness, "agent "+q.Harness)
	all = appendPhrase(all, q.Measurer, "run by "+q.Measurer)
	all = appendPhrase(all, q.Board, "board "+q.Board)
	all = appendPhrase(all, q.Split, q.Split)
	all = appendPhrase(all, q.From+q.To, "problems from "+q.From+" to "+q.To)
	return strings.Join(all, ", ")
}

// appendPhrase adds a phrase where there is a condition to be said.
func appendPhrase(all []string, condition, phrase string) []string {
	if condition == "" {
		return all
	}
	return append(all, phrase)
}

func servicePhrase(service string) string { return service + " service" }

func effortPhrase(effort string) string {
	switch effort {
	case "thinking":
		return "with thinking"
	case "non-thinking":
		return "without thinking"
	default:
		return "effort " + effort
	}
}

func lifetimePhrase(ttl string) string {
	switch ttl {
	case "5m":
		return "five minutes"
	case "1h":
		return "an hour"
	case "12h":
		return "twelve hours"
	default:
		return ttl
	}
}

func kindPhrase(kind string) string {
	switch kind {
	case KindList:
		return "list price"
	case KindPromotional:
		return "promotion"
	default:
		return kind
	}
}

// instantPhrase is a day where an instant is its beginning.
func instantPhrase(t Timestamp) string {
	if t.UTC().Truncate(24 * time.Hour).Equal(t.Time) {
		return t.UTC().Format(time.DateOnly)
	}
	return t.UTC().Format("2006-01-02 15:04") + " UTC"
}

// bandPhrase is the size of prompts.
func (q Qualifiers) bandPhrase() string {
	switch {
	case q.ContextOver == LongContext:
		return "long prompts"
	case q.ContextOver == "" && q.ContextUpTo == "":
		return ""
	}
	var b ContextBand
	over, upTo := &b.Over, &b.UpTo
	if q.OverOp == AtLeast {
		over = &b.From
	}
	if q.UpToOp == Below {
		upTo = &b.Below
	}
	*over, _ = strconv.ParseInt(cmp.Or(q.ContextOver, "0"), 10, 64) // what is no number bounds nothing
	*upTo, _ = strconv.ParseInt(cmp.Or(q.ContextUpTo, "0"), 10, 64)
	return b.String()
}

// String writes the band for people: "prompts over 32,000 and up to 128,000 tokens".
func (b ContextBand) String() string {
	var bounds []string
	for _, bound := range []struct {
		word   string
		tokens int64
	}{{"over ", b.Over}, {"from ", b.From}, {"up to ", b.UpTo}, {"below ", b.Below}} {
		if bound.tokens != 0 {
			bounds = append(bounds, bound.word+Int(bound.tokens).Grouped())
		}
	}
	text := "prompts of any size"
	if len(bounds) > 0 {
		text = "prompts " + strings.Join(bounds, " and ") + " tokens"
	}
	if b.Counts == CountUncached {
		text += ", cached ones not counted"
	}
	if b.Bills == BillExcess {
		text += ", for the tokens above that"
	}
	return text
}

// String writes the hours for people: "Mon-Fri 01:00-04:00 and 06:00-10:00 UTC", or that all other times are meant.
func (h WeeklyHours) String() string {
	var windows []string
	last := ""
	for _, w := range h.Windows {
		days := daysPhrase(w.Days)
		text := w.From + "-" + w.To
		if days != last {
			text = days + " " + text
		}
		windows, last = append(windows, text), days
	}
	text := strings.Join(windows, " and ") + " " + h.Zone
	switch {
	case h.Outside && h.Holidays != "":
		return "at all times but " + text + ", and all day on " + holidaysPhrase(h.Holidays)
	case h.Outside:
		return "at all times but " + text
	case h.Holidays != "":
		return text + ", not on " + holidaysPhrase(h.Holidays)
	}
	return text
}

// holidaysPhrase names the public holidays of a country.
func holidaysPhrase(country string) string {
	if country == "CN" {
		return "Chinese public holidays"
	}
	return "public holidays of " + country
}

// daysPhrase names days of the week, the working ones as a span.
func daysPhrase(days []string) string {
	switch joined := strings.Join(days, " "); joined {
	case "mon tue wed thu fri":
		return "Mon-Fri"
	case "sat sun":
		return "Sat-Sun"
	case "mon tue wed thu fri sat sun":
		return "daily"
	}
	names := make([]string, len(days))
	for i, d := range days {
		names[i] = strings.ToUpper(d[:min(1, len(d))]) + d[min(1, len(d)):]
	}
	return strings.Join(names, ", ")
}
