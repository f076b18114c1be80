package normalize

import (
	"fmt"
	"strings"

	"pricepoint/data"
)

// datedWeaknesses are what speaks against a tool at the time of this snapshot: its end, what is to happen to its price,
// and whether that price can be trusted. People do not write such things down, for the day after they would be wrong.
func (b *build) datedWeaknesses(t *tool) []string {
	var all []string
	switch today := b.now.Format(dayLayout); {
	case t.Shutdown.IsZero() && t.Deprecated:
		all = append(all, b.advisedAgainst(t))
	case t.Shutdown.IsZero():
	case today < t.Shutdown.Text:
		all = append(all, "Shuts down on "+t.Shutdown.Text)
	default:
		all = append(all, "Was to shut down on "+t.Shutdown.Text)
	}
	if rise := b.announcedRise(t); rise != "" {
		all = append(all, rise)
	}
	if price := promotion(t.input); price != "" {
		all = append(all, price)
	}
	if t.uncertainPrice() {
		all = append(all, "Price of low confidence: the provider's own was not seen")
	}
	return all
}

// advisedAgainst tells that the provider would rather see another tool used, and which one if it names one.
func (b *build) advisedAgainst(t *tool) string {
	if next, ok := b.byID[t.Successor]; ok {
		return "Its provider advises using " + next.Name + " instead"
	}
	return "Its provider advises against new use"
}

// announcedRise tells of the next higher prices that the provider has announced for a later day.
func (b *build) announcedRise(t *tool) string {
	today, from := b.now.Format(dayLayout), ""
	var prices []string
	for place, price := range []data.Evidence{t.input, t.output} {
		for _, a := range b.announcements(t.Tool, place) {
			if a.From <= today || !a.Value.GreaterThan(price.Value.Decimal) || from != "" && a.From != from {
				continue
			}
			from = a.From
			prices = append(prices, fmt.Sprintf("%s %s", []string{"input", "output"}[place], a.Value))
			break
		}
	}
	if from == "" {
		return ""
	}
	return fmt.Sprintf("Higher prices announced for %s: %s USD per million tokens", from, strings.Join(prices, ", "))
}

// promotion tells that a price is a promotion, and until when it was said to hold.
func promotion(e data.Evidence) string {
	switch until := e.Conditions.ValidUntil; {
	case e.Conditions.Kind != promotional:
		return ""
	case until == "":
		return "Promotional price without a stated end"
	default:
		return "Promotional price, stated until " + until
	}
}
