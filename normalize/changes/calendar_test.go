package changes

import (
	"flag"
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

// TestCalendar holds the calendar against the one that is written down; FuzzCalendarText reads one as another program does.
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
}

// TestCalendarIsVisible: no name ends a line or acts on a terminal.
func TestCalendarIsVisible(t *testing.T) {
	hostile := someEvents()[4]
	hostile.Name = "a\rb\u009b8m\u202ec"
	if text := strings.ReplaceAll(string(calendar([]data.CalendarEvent{hostile})), "\r\n", "\n"); !data.IsVisible(text) {
		t.Errorf("%q", text)
	}
}

// FuzzCalendarText folds and escapes any text: lines are short, characters and escapes stay whole, and a reader gets the
// text back.
func FuzzCalendarText(f *testing.F) {
	f.Add(`a;b,c\d` + "\n" + strings.Repeat("模", 80))
	f.Add(strings.Repeat(`\`, 200))
	f.Add("a\u0082b")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.Map(func(r rune) rune {
			if r < ' ' && r != '\n' || !data.IsVisible(string(r)) {
				return -1 // texts of documents have no characters that nobody sees
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

// TestEventsStayForAYear builds a snapshot a year after an event, and one later.
func TestEventsStayForAYear(t *testing.T) {
	events := []data.CalendarEvent{{ID: "one/shutdown/2026-10-31", Event: data.Event{Kind: data.ShutdownEvent, Day: "2026-10-31"}}}
	for today, kept := range map[string]int{"2026-11-01": 1, "2027-10-31": 1, "2027-11-01": 0} {
		if got := nextEvents(events, nil, today); len(got) != kept {
			t.Errorf("on %s there are %d events, want %d", today, len(got), kept)
		}
	}
}

// TestEventText: what is only promised up to a day is not said to end on it.
func TestEventText(t *testing.T) {
	for name, c := range map[string]struct {
		kind  data.ChangeKind
		event data.Event
		want  string
	}{
		"promotion":           {data.Announced, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01"}, "One: a promotion is said to last until 2026-11-01"},
		"promised":            {data.Announced, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01", Promised: true}, "One: a promotion is promised until 2026-11-01"},
		"retracted-promotion": {data.Retracted, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01"}, "One: nothing is said any more about a promotion until 2026-11-01"},
		"retracted-promise":   {data.Retracted, data.Event{Kind: data.PromotionEnd, Day: "2026-11-01", Promised: true}, "One: nothing is said any more about a promotion until 2026-11-01"},
		"shutdown":            {data.Announced, data.Event{Kind: data.ShutdownEvent, Day: "2026-11-01", Successor: "two"}, "One: 2026-11-01 is announced as the last day of service; its successor is two"},
		"retirement":          {data.Announced, data.Event{Kind: data.RetirementEvent}, "One: its provider has retired it"},
		"legacy":              {data.Announced, data.Event{Kind: data.LegacyEvent, Successor: "two"}, "One: its provider prefers another one for new work; its successor is two"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := EventText(data.Change{Name: "One", Kind: c.kind, Event: &c.event}); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
