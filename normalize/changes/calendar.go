package changes

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"pricepoint/data"
)

// calendar is api/changes.ics: every announced day as an event of one day, with a reminder a week before (RFC 5545). Its
// times are those of snapshots, so that the same events make the same bytes. The ids name no host: an event is the same
// wherever the calendar is served.
func calendar(events []data.CalendarEvent) []byte {
	var c content
	name := textEscapes.Replace("AI coding models: announced prices and shutdowns")
	c.lines("BEGIN", "VCALENDAR", "VERSION", "2.0", "PRODID", "-//pricepoint//announced changes//EN", "CALSCALE", "GREGORIAN",
		"NAME", name, "X-WR-CALNAME", name, "REFRESH-INTERVAL;VALUE=DURATION", "P1D", "X-PUBLISHED-TTL", "P1D")
	for _, e := range events {
		c.event(e)
	}
	c.line("END", "VCALENDAR")
	return c.Bytes()
}

// content is a calendar that is being written.
type content struct{ bytes.Buffer }

func (c *content) event(e data.CalendarEvent) {
	stamp, summary := e.ChangedAt.UTC().Format("20060102T150405Z"), textEscapes.Replace(eventSummary(e))
	c.lines("BEGIN", "VEVENT", "UID", strings.ReplaceAll(e.ID, "/", ".")+"@pricepoint", "DTSTAMP", stamp, "LAST-MODIFIED", stamp,
		"SEQUENCE", fmt.Sprint(e.Sequence), "DTSTART;VALUE=DATE", strings.ReplaceAll(e.Event.Day, "-", ""), "SUMMARY", summary,
		"DESCRIPTION", textEscapes.Replace(eventDescription(e)), "CATEGORIES", textEscapes.Replace(e.Provider), "TRANSP", "TRANSPARENT")
	if e.URL != "" {
		c.line("URL", e.URL)
	}
	if e.Retracted {
		c.line("STATUS", "CANCELLED")
	} else {
		c.lines("STATUS", "CONFIRMED", "BEGIN", "VALARM", "ACTION", "DISPLAY", "DESCRIPTION", summary, "TRIGGER", "-P7D", "END", "VALARM")
	}
	c.line("END", "VEVENT")
}

var textEscapes = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\n", `\n`)

// lines writes properties, each a name and a value.
func (c *content) lines(properties ...string) {
	for pair := range slices.Chunk(properties, 2) {
		c.line(pair[0], pair[1])
	}
}

// maxOctets is how long a line may be, without its end.
const maxOctets = 75

// line writes a property, folded where it is too long: neither within a character nor within an escape, which some
// readers do not put together again.
func (c *content) line(name, value string) {
	line := data.Visible(name + ":" + value)
	for room := maxOctets; len(line) > room; room = maxOctets - 1 { // a folded line begins with a space
		cut := room
		for !utf8.RuneStart(line[cut]) {
			cut--
		}
		if escaping := len(line[:cut]) - len(strings.TrimRight(line[:cut], `\`)); escaping%2 == 1 {
			cut--
		}
		c.WriteString(line[:cut] + "\r\n ")
		line = line[cut:]
	}
	c.WriteString(line + "\r\n")
}

// eventSummary says an event in a few words that are true before its day and after it.
func eventSummary(e data.CalendarEvent) string {
	text := map[data.EventKind]string{
		data.PriceEvent: "new prices announced", data.PromotionEnd: "last announced day of a promotion", data.ShutdownEvent: "announced last day of service",
	}[e.Event.Kind]
	if e.Event.Promised {
		text = "promotional price promised up to this day"
	}
	if e.Retracted {
		text = "cancelled: " + text
	}
	return e.Name + ": " + text
}

// eventDescription tells what is to change, and how far it can be trusted.
func eventDescription(e data.CalendarEvent) string {
	lines := []string{}
	for _, p := range e.Event.Prices {
		lines = append(lines, comingWords(p)+unitWords(p.Unit))
	}
	if e.Event.Successor != "" {
		lines = append(lines, "Successor: "+e.Event.Successor)
	}
	if e.Retracted {
		lines = append(lines, "Cancelled, because "+causeWords[e.Cause]+".")
	} else if e.Event.Kind == data.PriceEvent {
		lines = append(lines, "These prices are published once they are read again on that day or after it.")
	}
	day, _, _ := strings.Cut(e.Since, "T")
	return strings.Join(append(lines, "Known since "+day+"."), "\n")
}
