package export

import (
	"fmt"
	"slices"
	"time"

	"pricepoint/data"
)

// Week says for each minute of a week in UTC, from Monday on, whether some hours hold.
type Week [7][24 * 60]bool

// days are as windows name them.
var days = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// WeekOf spreads hours over a week. ok is false when they follow the clock of another zone, whose hours in UTC can change.
func WeekOf(h data.WeeklyHours) (w Week, ok bool) {
	if h.Zone != "UTC" {
		return w, false
	}
	for _, window := range h.Windows {
		from, to := minuteOfDay(window.From), minuteOfDay(window.To)
		if from < 0 || to < 0 {
			return w, false
		}
		if to <= from {
			to += len(w[0])
		}
		for _, name := range window.Days {
			day := slices.Index(days, name)
			if day < 0 {
				return w, false
			}
			for minute := from; minute < to; minute++ {
				w[(day+minute/len(w[0]))%len(w)][minute%len(w[0])] = true
			}
		}
	}
	if h.Outside {
		w = w.Others()
	}
	return w, true
}

// minuteOfDay reads 15:04, 24:00 included; -1: it is neither.
func minuteOfDay(text string) int {
	if text == "24:00" {
		return 24 * 60
	}
	t, err := time.Parse("15:04", text)
	if err != nil {
		return -1
	}
	return t.Hour()*60 + t.Minute()
}

// Others are all other hours.
func (w Week) Others() Week {
	for day := range w {
		for minute := range w[day] {
			w[day][minute] = !w[day][minute]
		}
	}
	return w
}

// span is some minutes of a day.
type span struct{ from, to int }

// spans are the hours of one day.
func (w Week) spans(day int) (all []span) {
	for minute, holds := range w[day] {
		last := len(all) - 1
		switch {
		case !holds:
		case last >= 0 && all[last].to == minute:
			all[last].to++
		default:
			all = append(all, span{minute, minute + 1})
		}
	}
	return all
}

// dayGroup is some days that have the same hours.
type dayGroup struct {
	days  []int // 0 is Monday
	spans []span
}

// groups are the days by their hours; those without any are left out.
func (w Week) groups() (all []dayGroup) {
	for day := range w {
		spans := w.spans(day)
		i := slices.IndexFunc(all, func(g dayGroup) bool { return slices.Equal(g.spans, spans) })
		switch {
		case len(spans) == 0:
		case i >= 0:
			all[i].days = append(all[i].days, day)
		default:
			all = append(all, dayGroup{[]int{day}, spans})
		}
	}
	return all
}

// LiteLLM writes the hours as LiteLLM has them: the end is exclusive, 00:00 is midnight, and the whole day is 00:00-00:00.
func (w Week) LiteLLM() []any {
	var windows []any
	for _, g := range w.groups() {
		var hours []string
		for _, s := range g.spans {
			hours = append(hours, fmt.Sprintf("%02d:%02d-%02d:%02d", s.from/60, s.from%60, s.to/60%24, s.to%60))
		}
		var weekdays []int
		for _, day := range g.days {
			weekdays = append(weekdays, day+1)
		}
		windows = append(windows, map[string]any{"hours_utc": hours, "weekdays": weekdays})
	}
	return windows
}
