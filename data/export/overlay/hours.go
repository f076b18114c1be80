package overlay

import (
	"encoding/json"
	"slices"
	"strings"

	"pricepoint/data"
	"pricepoint/data/export"
)

// days are as windows name them, from Monday on.
var days = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// window is some hours of every week as LiteLLM has them.
type window struct {
	hours    []string // 16:30-00:30: the end is exclusive, and 00:00-00:00 is the whole day
	weekdays []int64  // 1 is Monday; none: every day
}

// outside reports whether windows are all hours of the week but those.
func outside(windows []window, hours data.WeeklyHours) bool {
	dearest, ok := export.WeekOf(hours)
	var all data.WeeklyHours
	all.Zone = "UTC"
	for _, w := range windows {
		var on []string
		for i, day := range days {
			if len(w.weekdays) == 0 || slices.Contains(w.weekdays, int64(i+1)) {
				on = append(on, day)
			}
		}
		for _, span := range w.hours {
			from, to, _ := strings.Cut(span, "-")
			all.Windows = append(all.Windows, data.WeeklyWindow{Days: on, From: from, To: to})
		}
	}
	cheaper, read := export.WeekOf(all)
	return ok && read && len(all.Windows) > 0 && cheaper == dearest.Others()
}

// readWindows reads hours_utc and windows; false when they cannot be understood.
func readWindows(off *node) (all []window, ok bool) {
	if zone := off.member("weekday_timezone"); !zone.null() && zone.words() != "UTC" {
		return nil, false
	}
	if every := off.member("hours_utc"); !every.null() {
		spans, ok := readSpans(every)
		if !ok {
			return nil, false
		}
		all = append(all, window{hours: spans})
	}
	list := off.member("windows")
	if list.null() {
		return all, true
	}
	for _, item := range list.items {
		w := window{}
		if w.hours, ok = readSpans(item.member("hours_utc")); !ok {
			return nil, false
		}
		if on := item.member("weekdays"); !on.null() {
			for _, day := range on.items {
				number, ok := tokens(day)
				if !ok {
					return nil, false
				}
				w.weekdays = append(w.weekdays, number)
			}
			if len(w.weekdays) == 0 {
				return nil, false
			}
		}
		all = append(all, w)
	}
	return all, list.is('[')
}

// readSpans reads one span of hours, or a list of them.
func readSpans(n *node) (all []string, ok bool) {
	if n.is('"') {
		return []string{n.text}, true
	}
	if !n.is('[') {
		return nil, false
	}
	for _, item := range n.items {
		if !item.is('"') {
			return nil, false
		}
		all = append(all, item.text)
	}
	return all, len(all) > 0
}

// offPeakWindows writes all hours of the week but some; false when their clock is not UTC, whose hours change with the
// season.
func offPeakWindows(hours data.WeeklyHours) (string, bool) {
	dearest, ok := export.WeekOf(hours)
	if !ok {
		return "", false
	}
	text, err := json.Marshal(dearest.Others().LiteLLM())
	return string(text), err == nil
}
