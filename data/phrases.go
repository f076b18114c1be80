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

// said joins those of some phrases that there is something to say of: what is said of follows each.
func said(phrases ...string) string {
	var all []string
	for i := 0; i < len(phrases); i += 2 {
		if phrases[i+1] != "" {
			all = append(all, phrases[i])
		}
	}
	return strings.Join(all, ", ")
}

// Conjunction joins names: "one, two and three".
func Conjunction(names []string, and string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + and + " " + names[last]
}

// String writes the terms for people: "batch service, prompts over 200,000 tokens, region us"; "standard" when there is none.
func (t Terms) String() string {
	service, band, hours := "standard", "", ""
	if t.Service != "" {
		service = servicePhrase(t.Service)
	}
	if t.Context != nil {
		band = t.Context.String()
	}
	if t.Hours != nil {
		hours = t.Hours.String()
	}
	from, until := instantPhrase(t.From), instantPhrase(t.Until)
	return said(service, service, band, band, "region "+t.Region, t.Region, hours, hours, effortPhrase(t.Effort), t.Effort,
		"kept for "+lifetimePhrase(t.CacheTTL), t.CacheTTL, kindPhrase(t.Kind), t.Kind, "from "+from, from, "before "+until, until,
		"promised up to "+t.Promised, t.Promised)
}

// String writes the conditions of a price for people: "batch service, prompts below 272,000 tokens"; "" when none is worth
// a word. How a model was run for a score is its Setting.
func (q Qualifiers) String() string {
	band, window := q.bandPhrase(), map[string]string{"peak": "peak hours", "offPeak": "off-peak hours"}[q.Window]
	return said(servicePhrase(q.Service), unless(q.Service, "standard"), band, band, window, window,
		"region "+q.Region, unless(q.Region, "global"), "kept for "+lifetimePhrase(q.CacheTTL), q.CacheTTL, q.Modality, unless(q.Modality, "text"), kindPhrase(q.Kind), q.Kind,
		"from "+q.ValidFrom, q.ValidFrom, "until "+q.ValidUntil, q.ValidUntil, "promised up to "+q.Promised, q.Promised,
		fmt.Sprintf("marked %q", q.Status), q.Status, fmt.Sprintf("with the remark %q", q.Remark), q.Remark)
}

// Setting writes for people how a model was run for a score: "effort xhigh, agent mini-swe".
func (q Qualifiers) Setting() string {
	return said(effortPhrase(q.Effort), q.Effort, "agent "+q.Harness, q.Harness, "run by "+q.Measurer, q.Measurer,
		"board "+q.Board, q.Board, q.Split, q.Split, "problems from "+q.From+" to "+q.To, q.From+q.To)
}

// unless is a condition, "" where it is the usual one.
func unless(condition, usual string) string {
	if condition == usual {
		return ""
	}
	return condition
}

func servicePhrase(service string) string { return service + " service" }

func effortPhrase(effort string) string {
	return cmp.Or(map[string]string{"thinking": "with thinking", "non-thinking": "without thinking"}[effort], "effort "+effort)
}

func lifetimePhrase(ttl string) string {
	return cmp.Or(map[string]string{"5m": "five minutes", "1h": "an hour", "12h": "twelve hours"}[ttl], ttl)
}

func kindPhrase(kind string) string {
	return cmp.Or(map[string]string{KindList: "list price", KindPromotional: "promotion"}[kind], kind)
}

// instantPhrase is a day where an instant is its beginning, "" for none.
func instantPhrase(t Timestamp) string {
	if t.IsZero() {
		return ""
	}
	if t.UTC().Truncate(24 * time.Hour).Equal(t.Time) {
		return t.UTC().Format(time.DateOnly)
	}
	return t.UTC().Format("2006-01-02 15:04") + " UTC"
}

// Day writes the day of an instant, "never" of none.
func Day(t Timestamp) string { return cmp.Or(Known(t), "never") }

// Known writes the day of an instant, "" of none.
func Known(t Timestamp) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
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
	if len(bounds) == 0 {
		return "prompts of any size"
	}
	return "prompts " + strings.Join(bounds, " and ") + " tokens"
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
	spans := map[string]string{"mon tue wed thu fri": "Mon-Fri", "sat sun": "Sat-Sun", "mon tue wed thu fri sat sun": "daily"}
	if span := spans[strings.Join(days, " ")]; span != "" {
		return span
	}
	names := make([]string, len(days))
	for i, d := range days {
		names[i] = strings.ToUpper(d[:min(1, len(d))]) + d[min(1, len(d)):]
	}
	return strings.Join(names, ", ")
}
