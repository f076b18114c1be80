package pricing

import (
	"regexp"
	"slices"
	"strings"

	"pricepoint/collectors/page"
	"pricepoint/data"
)

// peakSentence is where the page says when its peak hours are, with what it says in brackets.
var peakSentence = regexp.MustCompile(`(?i)\bpeak hours (?:are|is|run)\b[^.(]*(?:\([^)]*\))?`)

// otherHours is what the page says in brackets about all other hours, which is not part of the sentence.
var otherHours = regexp.MustCompile(`(?i)\(\s*all other (?:hours|times) [^)]*\)`)

// holidays is how the page says that public holidays have no peak hours.
var holidays = regexp.MustCompile(`(?i)\b(?:excluding|except(?: for| on)?|not (?:including|on)) (?:chinese|china's) (?:public|statutory|national|legal) holidays\b`)

// clockSpan is one span of hours: "01:00 - 04:00".
var clockSpan = regexp.MustCompile(`\b([01]?\d|2[0-4]):([0-5]\d)\s*[-–—~]\s*([01]?\d|2[0-4]):([0-5]\d)\b`)

// workdays is how the page names the days of its peak hours.
var workdays = regexp.MustCompile(`(?i)\b(?:mon(?:day)?\s*(?:through|to|[-–—])\s*fri(?:day)?|weekdays)\b`)

// hoursWords are the words that may stand in a sentence about hours without changing what it says.
var hoursWords = []string{"peak", "off", "hours", "are", "is", "run", "and", "utc", "time", "from", "to", "on", "every", "day", "daily", "the",
	"discount", "standard", "price", "pricing"}

// deepSeekPeak reads the peak hours that a line of the page states; false where it states none, or in words nobody knows.
func deepSeekPeak(lines []string) (data.WeeklyHours, bool) {
	for _, line := range lines {
		for _, sentence := range peakSentence.FindAllString(line, -1) {
			if hours, ok := deepSeekHours(sentence); ok {
				return hours, true
			}
		}
	}
	return data.WeeklyHours{}, false
}

// deepSeekHours reads the hours in a text: those of every day, unless it names the days.
func deepSeekHours(text string) (data.WeeklyHours, bool) {
	days := []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}
	text = otherHours.ReplaceAllString(text, " ")
	rest := workdays.ReplaceAllString(text, " ")
	if rest != text {
		days = days[:5]
	}
	hours := data.WeeklyHours{Zone: "UTC"}
	if holidays.MatchString(rest) {
		rest, hours.Holidays = holidays.ReplaceAllString(rest, " "), "CN"
	}
	for _, m := range clockSpan.FindAllStringSubmatch(rest, -1) {
		hours.Windows = append(hours.Windows, data.WeeklyWindow{Days: days, From: clock(m[1], m[2]), To: clock(m[3], m[4])})
	}
	words := page.WordsOf(clockSpan.ReplaceAllString(rest, " "))
	unknown := slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(hoursWords, word) })
	if unknown || !slices.Contains(words, "utc") || len(hours.Windows) == 0 {
		return data.WeeklyHours{}, false
	}
	_, err := data.ParseWeeklyHours(hours.Notation())
	return hours, err == nil
}

// clock writes a time of day with two digits each.
func clock(hour, minute string) string { return strings.Repeat("0", 2-len(hour)) + hour + ":" + minute }
