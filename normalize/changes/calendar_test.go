package changes

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"
	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
)

var update = flag.Bool("update", false, "write the golden files")

// someEvents are one of each kind, a retracted one, and one with everything in its text that a calendar has to escape.
func someEvents() []data.CalendarEvent {
	at := data.At(time.Date(2026, 10, 5, 3, 0, 0, 0, time.UTC))
	old, risen := data.Int(5), data.MustNumber("7.50")
	prices := []data.ComingPrice{
		{Field: data.FieldInput, Unit: string(data.USDPerMillion), Old: &old, New: &risen},
		{Field: data.FieldOutput, Unit: string(data.USDPerMillion), Old: &risen},
	}
	event := func(tool, name string, e data.Event) data.CalendarEvent {
		return data.CalendarEvent{
			ID: tool + "/" + string(e.Kind) + "/" + e.Day, Tool: tool, Name: name, Provider: "Acme", Event: e,
			URL: "https://acme.example/pricing", Since: "2026-10-05T030000Z", ChangedAt: at,
		}
	}
	all := []data.CalendarEvent{
		event("one", "Acme One", data.Event{Kind: data.PriceEvent, Day: "2026-10-20", Prices: prices}),
		event("two", "Acme Two", data.Event{Kind: data.PromotionEnd, Day: "2026-11-01", Prices: prices[:1], Promised: true}),
		event("three", "Bolt Three", data.Event{Kind: data.ShutdownEvent, Day: "2026-12-31", Successor: "four"}),
		event("four", "Bolt Four", data.Event{Kind: data.PriceEvent, Day: "2027-01-01", Prices: prices[:1]}),
		event("odd", "Größe; viel, \\ 模型"+strings.Repeat(" 模型,", 12), data.Event{Kind: data.ShutdownEvent, Day: "2027-02-28"}),
	}
	all[3].Retracted, all[3].Cause, all[3].Sequence = true, data.Withdrawal, 1
	all[4].URL = ""
	return all
}

// TestCalendar holds the calendar against the one that is written down, and reads it as another program does.
func TestCalendar(t *testing.T) {
	body := calendar(someEvents())
	const path = "testdata/changes.ics"
	if *update {
		if err := os.WriteFile(path, body, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; -update writes it", err)
	}
	if diff := cmp.Diff(string(want), string(body)); diff != "" {
		t.Errorf("%s is not what it was (-was +is); if that is meant, -update writes it:\n%s", path, diff)
	}
	if diff := cmp.Diff([]string{
		"one.price.2026-10-20@pricepoint 20261020 CONFIRMED 0 Acme One: new prices announced",
		"two.promotionEnd.2026-11-01@pricepoint 20261101 CONFIRMED 0 Acme Two: promotional price promised up to this day",
		"three.shutdown.2026-12-31@pricepoint 20261231 CONFIRMED 0 Bolt Three: announced last day of service",
		"four.price.2027-01-01@pricepoint 20270101 CANCELLED 1 Bolt Four: cancelled: new prices announced",
		"odd.shutdown.2027-02-28@pricepoint 20270228 CONFIRMED 0 " + someEvents()[4].Name + ": announced last day of service",
	}, eventsIn(t, body)); diff != "" {
		t.Errorf("a reader of calendars finds other events (-want +got):\n%s", diff)
	}
}

// TestCalendarIsVisible: no name ends a line or acts on a terminal.
func TestCalendarIsVisible(t *testing.T) {
	hostile := someEvents()[4]
	hostile.Name = "a\rb\u009b8m\u202ec"
	if text := strings.ReplaceAll(string(calendar([]data.CalendarEvent{hostile})), "\r\n", "\n"); !data.IsVisible(text) {
		t.Errorf("%q", text)
	}
}

// eventsIn reads a calendar with somebody else's program, and checks what every event must have.
func eventsIn(t *testing.T, body []byte) []string {
	t.Helper()
	c, err := ical.NewDecoder(bytes.NewReader(body)).Decode()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range c.Events() {
		text := func(name string) string {
			words, err := e.Props.Text(name)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return words
		}
		start := e.Props.Get(ical.PropDateTimeStart)
		if kind := start.ValueType(); kind != ical.ValueDate {
			t.Errorf("the event of %s begins at a %s, want a date", start.Value, kind)
		}
		if stamp, err := e.Props.DateTime(ical.PropDateTimeStamp, time.UTC); err != nil || stamp.IsZero() {
			t.Errorf("the event of %s has the stamp %s (%v)", start.Value, stamp, err)
		}
		reminders := 0
		for _, child := range e.Children {
			trigger, err := child.Props.Get(ical.PropTrigger).Duration()
			if child.Name != ical.CompAlarm || err != nil || trigger != -7*24*time.Hour {
				t.Errorf("the event of %s has a %s at %s (%v)", start.Value, child.Name, trigger, err)
			}
			reminders++
		}
		if want := map[string]int{"CONFIRMED": 1, "CANCELLED": 0}[text(ical.PropStatus)]; reminders != want {
			t.Errorf("the event of %s has %d reminders, want %d", start.Value, reminders, want)
		}
		sequence, err := e.Props.Get(ical.PropSequence).Int()
		if err != nil {
			t.Error(err)
		}
		all = append(all, fmt.Sprintf("%s %s %s %d %s", text(ical.PropUID), start.Value, text(ical.PropStatus), sequence, text(ical.PropSummary)))
	}
	return all
}

// FuzzCalendarText folds and escapes any text: lines are short, characters and escapes stay whole, and a reader gets the
// text back.
func FuzzCalendarText(f *testing.F) {
	f.Add(`a;b,c\d` + "\n" + strings.Repeat("模", 80))
	f.Add(strings.Repeat(`\`, 200))
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.Map(func(r rune) rune {
			if r < ' ' && r != '\n' || r == 0x7f {
				return -1 // texts of documents have no control characters
			}
			return r
		}, strings.ToValidUTF8(text, "?"))
		var c content
		c.line("BEGIN", "VCALENDAR")
		c.line("DESCRIPTION", textEscapes.Replace(text))
		c.line("END", "VCALENDAR")
		for line := range strings.SplitSeq(strings.TrimSuffix(c.String(), "\r\n"), "\r\n") {
			escapes := len(line) - len(strings.TrimRight(line, `\`))
			if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n") || escapes%2 == 1 {
				t.Errorf("line of %d octets: %q", len(line), line)
			}
		}
		read, err := ical.NewDecoder(&c.Buffer).Decode()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read.Props.Text("DESCRIPTION"); got != text || err != nil {
			t.Errorf("%q is read as %q (%v)", text, got, err)
		}
	})
}
