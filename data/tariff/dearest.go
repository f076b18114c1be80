package tariff

import (
	"cmp"
	"slices"
	"time"

	"pricepoint/data"
)

// Dearest is Price at the most expensive hour of the week. Days from which or before which lines hold are those at u.At.
func Dearest(t data.Tariff, u Usage) (Cost, error) {
	dearest, err := Price(t, u)
	held := Held(t, u.At)
	for _, at := range Turns(t, u.At) {
		u.At = at
		c, other := Price(held, u)
		if other == nil && (err != nil || c.High.GreaterThan(dearest.High.Decimal)) {
			dearest, err = c, nil
		}
	}
	return dearest, err
}

// Held is a tariff that holds on every day as it does on one: with the same lines in the same places.
func Held(t data.Tariff, on time.Time) data.Tariff {
	t.Lines = slices.Clone(t.Lines)
	for i := range t.Lines {
		terms := &t.Lines[i].Terms
		holds := terms.InForce(on)
		if terms.From, terms.Until = (data.Timestamp{}), (data.Timestamp{}); !holds {
			terms.Until = data.At(time.Unix(0, 0))
		}
	}
	return t
}

// Turns are the instants of the week from one on at which hours of lines begin or end, in order; none when no line has hours.
func Turns(t data.Tariff, from time.Time) []time.Time {
	var all []time.Time
	for _, l := range t.Lines {
		if l.Terms.Hours == nil {
			continue
		}
		loc, err := location(l.Terms.Hours.Zone)
		if err != nil {
			continue // Price says so
		}
		for _, w := range l.Terms.Hours.Windows {
			for _, minute := range []string{w.From, w.To} {
				all = append(all, everyDay(from.In(loc), minute)...)
			}
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return slices.CompactFunc(all, time.Time.Equal)
}

// everyDay are the instants of eight days at which clocks show a time of day.
func everyDay(from time.Time, text string) (all []time.Time) {
	minute, err := minuteOfDay(text)
	if err != nil {
		return nil
	}
	for day := range 8 {
		all = append(all, time.Date(from.Year(), from.Month(), from.Day()+day, 0, minute, 0, 0, from.Location()))
	}
	return all
}

// Merged is what many requests together can have cost when nobody knows how many there were: from prompts of a token each
// to the longest there can be. u.Requests does not matter. Low and High are equal where the size of prompts makes no
// difference and every price is known.
func Merged(t data.Tariff, u Usage) (Cost, error) {
	prompt := int64(0)
	u.Requests = 0
	for class, n := range u.Quantities {
		u.Requests += n
		if class != data.ClassOutput && class != data.ClassReasoning {
			prompt += n
		}
	}
	c, err := Price(t, u)
	longest := cmp.Or(t.Limits.Input, t.Limits.Context, prompt)
	if err != nil || longest == 0 {
		return c, err
	}
	t.Limits = data.TokenLimits{} // the average of the answers does not matter: prompts and answers need not be spread evenly
	for _, u.Requests = range []int64{max(1, prompt/longest), prompt/longest + 1} {
		if other, err := Price(t, u); err == nil && other.High.GreaterThan(c.High.Decimal) {
			c.High = other.High
		}
	}
	return c, nil
}
