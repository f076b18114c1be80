package explain

import (
	"fmt"
	"strings"
	"time"

	"pricepoint/data"
)

// terms are the conditions under which a price holds, as they continue the sentence that states it.
func terms(q data.Qualifiers) string {
	var all []string
	add := func(condition, format string, args ...any) {
		if condition != "" {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	add(q.CacheTTL, "for %s", lifetime(q.CacheTTL))
	add(q.Window, "in %s hours", map[string]string{"peak": "peak", "offPeak": "off-peak"}[q.Window])
	upTo, over := "for prompts of up to %s tokens", "for prompts of more than %s tokens"
	if q.UpToOp == data.Below {
		upTo = "for prompts of fewer than %s tokens"
	}
	if q.OverOp == data.AtLeast {
		over = "for prompts of at least %s tokens"
	}
	if q.ContextOver == data.LongContext {
		q.ContextOver = ""
		add(data.LongContext, "for long prompts")
	}
	add(q.ContextUpTo, upTo, tokenCount(q.ContextUpTo))
	add(q.ContextOver, over, tokenCount(q.ContextOver))
	if q.Service != "standard" {
		add(q.Service, "with the %s service", q.Service)
	}
	if q.Region != "global" {
		add(q.Region, "in the %s region", q.Region)
	}
	if q.Modality != "text" {
		add(q.Modality, "as %s", q.Modality)
	}
	if q.ValidFrom != "" && q.Kind != "promotional" {
		add(q.ValidFrom, "from %s on", onDate(q.ValidFrom))
	}
	if q.Kind != "promotional" {
		add(q.ValidUntil, "until %s", onDate(q.ValidUntil))
	}
	add(q.Status, "and is marked %q", q.Status)
	add(q.Remark, "with the remark %q", q.Remark)
	if len(all) == 0 {
		return ""
	}
	return " " + strings.Join(all, ", ")
}

// lifetime is how long a cache keeps what was written.
func lifetime(ttl string) string {
	switch ttl {
	case "5m":
		return "five minutes"
	case "1h":
		return "an hour"
	default:
		return ttl
	}
}

// tokenCount groups a number that a document keeps as text.
func tokenCount(text string) string {
	n, err := data.ParseNumber(text)
	if err != nil {
		return text
	}
	return n.Grouped()
}

// setting is how a model was run for a score.
func setting(q data.Qualifiers) string {
	var all []string
	switch q.Effort {
	case "":
	case "thinking":
		all = append(all, "with thinking on")
	case "none", "non-reasoning":
		all = append(all, "without reasoning")
	default:
		all = append(all, "at "+q.Effort+" effort")
	}
	if q.Harness != "" {
		all = append(all, fmt.Sprintf("with %q", q.Harness))
	}
	if q.Measurer != "" {
		all = append(all, "as run by "+q.Measurer)
	}
	if q.From != "" || q.To != "" {
		all = append(all, fmt.Sprintf("on problems from %s to %s", onDate(q.From), onDate(q.To)))
	}
	if len(all) == 0 {
		return ""
	}
	return " " + strings.Join(all, ", ")
}

// promotion tells that a price is below the list price, and until when, or that it was.
func (x *Explainer) promotion(e data.Evidence) string {
	if e.Ruling != nil && e.Ruling.Rule == data.ListPriceBack {
		return fmt.Sprintf("This is the list price: a promotion was said to last until %s, and nobody has read the price since.", onDate(e.Ruling.Until))
	}
	if e.Conditions.Kind != "promotional" {
		return ""
	}
	text := "This is a promotion"
	if from := e.Conditions.ValidFrom; from != "" {
		text += " from " + onDate(from) + " on"
	}
	until, promised, today := e.Conditions.ValidUntil, e.Conditions.Promised, x.made.Format(time.DateOnly)
	switch {
	case until != "" && until < today:
		text += " that was said to last until " + onDate(until)
	case until != "":
		text += " that lasts until " + onDate(until)
	case promised != "" && promised < today:
		text += " that was promised up to " + onDate(promised)
	case promised != "":
		text += " that is promised until " + onDate(promised) + " at least"
	default:
		text += " whose end is not stated"
	}
	if e.ListPrice != nil {
		text += fmt.Sprintf("; the list price is %s USD", e.ListPrice)
	}
	return text + "."
}
