package figures

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pricepoint/data"
	"pricepoint/normalize/changes"
)

// linesOf are the lines of a table, with single blanks between the cells and numbers as they are published. # begins a comment.
func linesOf(table string) []string {
	var lines []string
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Fields(line)
		for i, cell := range cells {
			digits, unread := strings.CutPrefix(cell, "~")
			if n, err := data.ParseNumber(digits); err == nil {
				cells[i] = n.String()
			}
			if unread {
				cells[i] = "~" + strings.TrimPrefix(cells[i], "~")
			}
		}
		if len(cells) > 0 {
			lines = append(lines, strings.Join(cells, " "))
		}
	}
	return lines
}

// written is a file of testdata.
func written(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// compareLines tells what a table has and was not published, and what was published and is not in the table.
func compareLines(t *testing.T, table string, published []string) {
	t.Helper()
	want := linesOf(table)
	for _, line := range want {
		if !slices.Contains(published, line) {
			t.Errorf("missing: %s", line)
		}
	}
	for _, line := range published {
		if !slices.Contains(want, line) {
			t.Errorf("unwanted: %s", line)
		}
	}
}

// basis says, in the words of prices.txt, where a value comes from.
func basis(e data.Evidence) string {
	switch {
	case e.Placeholder:
		return "nobody"
	case strings.HasPrefix(e.Source, "pricing_"):
		return "page"
	case e.Method == data.Curated && e.Basis.FirstHand():
		return "person"
	default:
		return "others"
	}
}

// row is a line of prices.txt.
func (w historyWeek) row(t *testing.T, tool data.Tool) string {
	t.Helper()
	from := basis(w.price(t, tool, data.FieldInput))
	if output := basis(w.price(t, tool, data.FieldOutput)); output != from {
		from += "/" + output
	}
	cells := []string{tool.ID, from}
	for _, field := range priceFields {
		e := w.price(t, tool, field)
		switch {
		case e.Method == data.Ruled:
			cells = append(cells, "=")
		case e.Placeholder && from != "nobody":
			cells = append(cells, "~"+e.Value.String())
		default:
			cells = append(cells, e.Value.String())
		}
	}
	return strings.Join(cells, " ")
}

func testHistoryPrices(t *testing.T, weeks []historyWeek) {
	before := map[string]string{}
	var got []string
	for _, w := range weeks {
		for _, tool := range w.tools {
			if row := w.row(t, tool); row != before[tool.ID] {
				before[tool.ID] = row
				got = append(got, w.day()+" "+row)
			}
		}
	}
	compareLines(t, written(t, "prices.txt"), got)
}

// testHistoryChanges also holds the clock of every value against what is published: it moves with the value only.
func testHistoryChanges(t *testing.T, weeks []historyWeek) {
	var got []string
	for i, w := range weeks[1:] {
		last := weeks[i]
		for _, tool := range w.tools {
			for _, field := range priceFields {
				was, is := last.evidence[tool.ID].Value(field), w.price(t, tool, field)
				switch {
				case was.Placeholder || is.Placeholder:
				case was.Value.Equal(is.Value):
					if is.ChangedAt != was.ChangedAt {
						t.Errorf("%s: %s of %s is still %s, but changedAt went from %s to %s", w.day(), field, tool.ID, is.Value, was.ChangedAt, is.ChangedAt)
					}
				default:
					got = append(got, fmt.Sprintf("%s %s %s %s -> %s", w.day(), tool.ID, field, was.Value, is.Value))
					if !is.ChangedAt.After(last.at) || is.ChangedAt.After(w.at) {
						t.Errorf("%s: %s of %s became %s this week, but changedAt is %s", w.day(), field, tool.ID, is.Value, is.ChangedAt)
					}
				}
			}
		}
	}
	compareLines(t, strings.ReplaceAll(written(t, "changes.txt"), "corrected\n", "\n"), got)
}

// testHistoryHolds asks, too, that no reading was refused for what it says.
func testHistoryHolds(t *testing.T, weeks []historyWeek) {
	held, since := map[string]data.Finding{}, map[string]string{}
	var got []string
	for _, w := range weeks {
		now := map[string]bool{}
		for _, f := range w.findings {
			twice := f.Source == "leaderboard_arena" && f.Subject == "gpt-5.3-codex" // which it ranks twice under one name
			if (f.Kind == data.Refused || f.Kind == data.Withheld) && !twice {
				t.Errorf("%s: %s", w.day(), f.Why)
			}
			if f.Kind != data.Held {
				continue
			}
			if now[f.ID] = true; since[f.ID] == "" {
				held[f.ID], since[f.ID] = f, w.day()
			}
		}
		for id, f := range held {
			if !now[id] {
				got = append(got, fmt.Sprintf("%s %s %s %s %s %s", since[id], w.day(), f.Tool, f.Field, f.Published, f.Found))
				delete(held, id)
			}
		}
	}
	for id, f := range held {
		got = append(got, fmt.Sprintf("%s never %s %s %s %s", since[id], f.Tool, f.Field, f.Published, f.Found))
	}
	compareLines(t, written(t, "holds.txt"), got)
}

// testHistoryCancelled follows Claude Sonnet 5. From its release its price was said to rise to 3 and 15 on 2026-09-01;
// on 2026-08-21 the page takes that back.
func testHistoryCancelled(t *testing.T, weeks []historyWeek) {
	risen := map[string]string{data.FieldInput: "3", data.FieldOutput: "15", data.FieldCacheRead: "0.3", data.FieldCacheWrite: "3.75"}
	var announced []string
	for _, w := range weeks {
		sonnet := w.evidence["claude-sonnet-5"]
		for _, field := range priceFields {
			e := sonnet.Value(field)
			if e.Value.String() == risen[field] {
				t.Errorf("%s: %s has risen to %s", w.day(), field, e.Value)
			}
			for _, a := range e.Announced {
				if a.From != "2026-09-01" || a.Value.String() != risen[field] {
					t.Errorf("%s: %s is announced at %s from %s, want %s from 2026-09-01", w.day(), field, a.Value, a.From, risen[field])
				}
				if field == data.FieldInput {
					announced = append(announced, w.day())
				}
			}
		}
	}
	if diff := cmp.Diff([]string{"2026-07-27", "2026-08-03", "2026-08-10", "2026-08-17"}, announced); diff != "" {
		t.Errorf("the rise is announced in other weeks (-want +got):\n%s", diff)
	}
	newest := weeks[len(weeks)-1].changes
	want := []string{
		"2026-08-24 Claude Sonnet 5: the prices announced for 2026-09-01 no longer count, because nobody states that any more: " +
			"input 2.00 → 3.00, output 10.00 → 15.00, cache read 0.20 → 0.30, cache write 2.50 → 3.75, in USD per million tokens",
		"2026-07-27 Claude Sonnet 5: new prices are announced for 2026-09-01: " +
			"input 2.00 → 3.00, output 10.00 → 15.00, cache read 0.20 → 0.30, cache write 2.50 → 3.75, in USD per million tokens",
	}
	if diff := cmp.Diff(want, sonnetEvents(newest)); diff != "" {
		t.Errorf("the rise is told of otherwise (-want +got):\n%s", diff)
	}
	i := slices.IndexFunc(newest.Events, func(e data.CalendarEvent) bool { return e.ID == "claude-sonnet-5/price/2026-09-01" })
	if i < 0 || !newest.Events[i].Retracted || newest.Events[i].Cause != data.Withdrawal {
		t.Errorf("the calendar has no cancelled rise: %+v", newest.Events)
	}
}

// sonnetEvents are the events of the prices of Claude Sonnet 5 that a document tells of, newest first.
func sonnetEvents(doc data.ChangesDocument) []string {
	var all []string
	for _, c := range doc.Changes {
		if c.Tool == "claude-sonnet-5" && c.Event != nil && len(c.Event.Prices) > 0 {
			all = append(all, c.At.Format(time.DateOnly)+" "+changes.EventText(c))
		}
	}
	return all
}
