package explain

import (
	"strings"
	"time"

	"pricepoint/data"
)

// sentences joins what there is to say.
func sentences(all ...string) string {
	var said []string
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}

// plural picks the form of a verb that goes with these names.
func plural(names []string, one, many string) string {
	if len(names) == 1 {
		return one
	}
	return many
}

// opening begins a sentence with the name of a source: a publisher keeps its own case.
func opening(name string) string {
	if rest, ok := strings.CutPrefix(name, "the "); ok {
		return "The " + rest
	}
	return name
}

// onDay writes a day for people: 28 August 2026.
func onDay(t data.Timestamp) string { return t.UTC().Format("2 January 2006") }

// onDate is onDay for a date as documents write it.
func onDate(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return onDay(data.At(t))
}

func sameDay(x, y data.Timestamp) bool { return onDay(x) == onDay(y) }
