package tariff

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"pricepoint/data"
)

const minutesADay, minutesAWeek = 24 * 60, 7 * 24 * 60

// minuteOfDay is 15:04 in minutes, 24:00 included.
func minuteOfDay(text string) int {
	hours, minutes, _ := strings.Cut(text, ":")
	h, _ := strconv.Atoi(hours) // which Check has found to be hours
	m, _ := strconv.Atoi(minutes)
	return 60*h + m
}

// open is how many windows are open in a minute of the week, counted from Monday, 0:00. A window can run over the end of the week.
func open(windows []data.WeeklyWindow, minute int) (n int) {
	for _, w := range windows {
		from := minuteOfDay(w.From)
		length := minuteOfDay(w.To) - from
		if length <= 0 {
			length += minutesADay
		}
		for _, day := range w.Days {
			if (minute-slices.Index(data.Weekdays, day)*minutesADay-from+2*minutesAWeek)%minutesAWeek < length {
				n++
			}
		}
	}
	return n
}

// locations are those that were asked for: each is a file of the system.
var locations sync.Map // of *time.Location by zone

func location(zone string) (*time.Location, error) {
	if loc, ok := locations.Load(zone); ok {
		return loc.(*time.Location), nil
	}
	if zone == "" || zone == "Local" {
		return nil, fmt.Errorf("%q is no zone of the IANA, which look like Asia/Shanghai or UTC", zone)
	}
	loc, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fmt.Errorf("%q is no zone of the IANA that this machine knows, which look like Asia/Shanghai or UTC; programs built with -tags timetzdata know all", zone)
	}
	locations.Store(zone, loc)
	return loc, nil
}

// holdsAt reports whether hours hold at an instant; none always do. On a day of which nobody knows whether it is a holiday,
// the asker decides. Where a clock is set back, an hour comes twice; where it is put forward, one is left out: both are as the
// clock shows them.
func holdsAt(h *data.WeeklyHours, at time.Time, holiday bool) (bool, error) {
	if h == nil {
		return true, nil
	}
	loc, err := location(h.Zone)
	if err != nil {
		return false, err
	}
	at = at.In(loc)
	if day := at.Format(time.DateOnly); h.Holidays != "" && (slices.Contains(h.DaysOff, day) || holiday && day > h.KnownTo) {
		return h.Outside, nil
	}
	minute := (int(at.Weekday())+6)%7*minutesADay + at.Hour()*60 + at.Minute()
	return (open(h.Windows, minute) > 0) != h.Outside, nil
}

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
		first := from.In(loc)
		for _, w := range l.Terms.Hours.Windows {
			for _, text := range []string{w.From, w.To} {
				for day := range 8 {
					all = append(all, time.Date(first.Year(), first.Month(), first.Day()+day, 0, minuteOfDay(text), 0, 0, loc))
				}
			}
		}
	}
	slices.SortFunc(all, time.Time.Compare)
	return slices.CompactFunc(all, time.Time.Equal)
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
