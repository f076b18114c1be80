package export

import (
	"fmt"
	"time"

	"pricepoint/data"
)

// litellmClasses name the prices of LiteLLM, in USD per token.
var litellmClasses = map[data.BillingClass]string{
	data.ClassInput:        "input_cost_per_token",
	data.ClassOutput:       "output_cost_per_token",
	data.ClassCacheRead:    "cache_read_input_token_cost",
	data.ClassCacheWrite:   "cache_creation_input_token_cost",
	data.ClassCacheWrite1h: "cache_creation_input_token_cost_above_1hr",
}

// fast is the service that LiteLLM knows as a speed.
const fast = "fast"

// litellmServices are how the names of prices of other services end.
var litellmServices = map[string]string{"batch": "_batches", "flex": "_flex", "priority": "_priority"}

// writeLiteLLM writes the price map of LiteLLM with our tools alone: for programs that lay it over their own map.
func writeLiteLLM(b *book) draft {
	d := newDraft("litellm-bare.json")
	all := map[string]any{}
	for _, m := range b.models {
		entry, keys := litellmEntry(m), litellmKeys(m)
		d.enter(m, len(keys))
		for _, key := range keys {
			all[key] = entry
		}
	}
	d.body = all
	return d
}

// litellmKeys are the keys of a tool: those of LiteLLM's own, and every id behind the key of its maker. Ids without one
// are those of the makers that LiteLLM writes so; elsewhere they mean another seller.
func litellmKeys(m model) []string {
	keys := map[string]bool{}
	for _, key := range m.names.litellm {
		keys[key] = true
	}
	for _, id := range m.names.api {
		keys[m.maker.litellm+"/"+id] = true
		if m.maker.bare {
			keys[id] = true
		}
	}
	return sorted(keys)
}

func litellmEntry(m model) map[string]any {
	e := map[string]any{"litellm_provider": m.maker.litellm, "mode": "chat"}
	for key, tokens := range map[string]int64{"max_input_tokens": orElse(m.limits.Input, m.limits.Context), "max_output_tokens": m.limits.Output, "max_tokens": m.limits.Output} {
		if tokens > 0 {
			e[key] = tokens
		}
	}
	litellmPrices(e, m.peak.base(), "", classes...)
	for _, longer := range m.tiers() {
		if name, ok := m.litellmTier(longer); ok {
			litellmPrices(e, longer, name, classes...)
		}
	}
	for service, ending := range litellmServices {
		if s := m.services[service]; s != nil {
			b := s.base()
			if service == "batch" { // which LiteLLM bills whatever the size of the prompt
				b = s.dearest()
			}
			litellmPrices(e, b, ending, data.ClassInput, data.ClassOutput, data.ClassCacheRead)
		}
	}
	if off := m.litellmOffPeak(); off != nil {
		e["off_peak_pricing"] = off
	}
	m.litellmSurcharges(e)
	if !m.sale.Until.IsZero() {
		e["deprecation_date"] = m.sale.Until.Add(-time.Millisecond).Format(time.DateOnly)
	}
	if m.evidence.URL != "" {
		e["source"] = m.evidence.URL
	}
	e["metadata"] = map[string]any{"pricepoint": map[string]any{"tool": m.id, "confidence": m.evidence.Confidence}}
	return e
}

func orElse(first, second int64) int64 {
	if first > 0 {
		return first
	}
	return second
}

// litellmPrices enters the prices of some classes of a band, with an ending for its terms.
func litellmPrices(e map[string]any, b band, ending string, of ...data.BillingClass) {
	for _, class := range of {
		if n := b.shown(class); n != nil {
			e[litellmClasses[class]+ending] = perToken(n)
		}
	}
}

// litellmTier is how the names of prices of longer prompts end: for more than so many thousand tokens, and at xAI for so
// many or more. ok is false when no name says it.
func (m model) litellmTier(b band) (ending string, ok bool) {
	for _, size := range []int64{b.above, b.above + 1} {
		if size%1000 == 0 {
			return fmt.Sprintf("_above_%dk_tokens", size/1000), true
		}
	}
	return "", false
}

// litellmBoundary is the size of prompts that LiteLLM bills by the neighbouring price, 0 when there is none.
func (m model) litellmBoundary(b band) int64 {
	atLeast := m.maker.litellm == "xai"
	switch {
	case b.above%1000 == 0 && atLeast:
		return b.above
	case b.above%1000 == 999 && !atLeast:
		return b.above + 1
	}
	return 0
}

// litellmOffPeak are the prices of the cheapest hours, nil when all are alike or the hours cannot be said.
func (m model) litellmOffPeak() map[string]any {
	if m.offPeak == nil || m.windows == nil {
		return nil
	}
	week, ok := WeekOf(*m.windows)
	if !ok {
		return nil
	}
	e := map[string]any{"weekday_timezone": "UTC", "windows": week.Others().LiteLLM()}
	litellmPrices(e, m.offPeak.base(), "", data.ClassInput, data.ClassOutput, data.ClassCacheRead, data.ClassCacheWrite)
	return e
}

// litellmSurcharges enters what some regions and speeds cost on top, where that is one factor for all classes.
func (m model) litellmSurcharges(e map[string]any) {
	switch m.maker.surcharges {
	case byEntry:
		entry := map[string]any{}
		if f := m.factorTo(m.regions["us"]); f != nil {
			entry["us"] = f
		}
		if f := m.factorTo(m.services[fast]); f != nil {
			entry[fast] = f
		}
		if len(entry) > 0 {
			e[byEntry] = entry
		}
	case byUplift:
		if f := m.factorTo(m.regions["regional"]); f != nil {
			e[byUplift+"_eu"], e[byUplift+"_us"] = f, f
		}
	}
}

// factorTo is the one factor between the published prices and others, nil when there is none or it is 1.
func (m model) factorTo(s sheet) *data.Number {
	if s == nil || len(s) != len(m.peak) {
		return nil
	}
	var factor *data.Number
	for i, b := range m.peak {
		for _, class := range classes {
			from, to := b.rates[class], s[i].rates[class]
			if from.IsZero() {
				continue
			}
			f := data.Number{Decimal: to.DivRound(from.Decimal, 9)}
			if !f.Mul(from.Decimal).Equal(to.Decimal) || factor != nil && !factor.Equal(f) {
				return nil
			}
			factor = &f
		}
	}
	if factor == nil || factor.Equal(data.Int(1)) {
		return nil
	}
	return factor
}
