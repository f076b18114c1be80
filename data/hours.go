package data

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Weekdays are the days of a week as windows name them, beginning where a week does.
var Weekdays = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// Notation writes hours in one exact line, so that they can stand in a comparable value: "UTC; mon,tue 01:00-04:00; sat 06:00-10:00",
// with "outside " before it for all other hours, and "; not on holidays of CN" behind it. Which days these are it does not
// say. ParseWeeklyHours reads it.
func (h WeeklyHours) Notation() string {
	parts := []string{h.Zone}
	if h.Outside {
		parts[0] = outsideWord + h.Zone
	}
	for _, w := range h.Windows {
		parts = append(parts, strings.Join(w.Days, ",")+" "+w.From+"-"+w.To)
	}
	if h.Holidays != "" {
		parts = append(parts, holidayWords+h.Holidays)
	}
	return strings.Join(parts, "; ")
}

const outsideWord, holidayWords = "outside ", "not on holidays of "

// windowText is one window as Notation writes it.
var windowText = regexp.MustCompile(`^([a-z,]+) ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$`)

// ParseWeeklyHours reads what WeeklyHours.Notation writes.
func ParseWeeklyHours(text string) (WeeklyHours, error) {
	zone, rest, _ := strings.Cut(text, "; ")
	zone, outside := strings.CutPrefix(zone, outsideWord)
	h := WeeklyHours{Zone: zone, Outside: outside}
	if windows, of, found := strings.Cut(rest, "; "+holidayWords); found {
		rest, h.Holidays = windows, of
	}
	for part := range strings.SplitSeq(rest, "; ") {
		m := windowText.FindStringSubmatch(part)
		if zone == "" || m == nil {
			return WeeklyHours{}, fmt.Errorf("%q are not hours; write them like %q", text, "UTC; mon,tue 01:00-04:00")
		}
		w := WeeklyWindow{Days: strings.Split(m[1], ","), From: m[2], To: m[3]}
		for _, day := range w.Days {
			if !slices.Contains(Weekdays, day) {
				return WeeklyHours{}, fmt.Errorf("%q: %q is not a day; there are %s", text, day, strings.Join(Weekdays, " "))
			}
		}
		h.Windows = append(h.Windows, w)
	}
	return h, nil
}
