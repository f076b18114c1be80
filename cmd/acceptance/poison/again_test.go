//go:build proof

package poison

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
)

// TestLookingAgain moves all numbers of a page or a board together, or exchanges them, and then reads the same again five
// times: the same reader makes the same mistake, so that nothing of it may ever be published without another source.
func TestLookingAgain(t *testing.T) {
	w := recordedWorld(t)
	for _, kind := range []data.SourceKind{data.PricingSource, data.LeaderboardSource} {
		edits, early, late := 0, 0, 0
		w.eachPage(t, kind, func(s *scene) int {
			all := s.wholePage()
			for _, e := range all {
				second, fifth := s.readAgain(t, e)
				edits++
				if len(second) > 0 {
					early++
				}
				if len(fifth) > 0 {
					late++
					t.Errorf("%s: %s: %d published after two readings, %d after five: %s", s.name, e.what, len(second), len(fifth), strings.Join(fifth[:min(4, len(fifth))], ", "))
				}
			}
			return len(all)
		})
		t.Logf("%s: of %d edits of a whole page %d are published after two readings, %d after five", kind, edits, early, late)
	}
}

// wholePage are edits of all numbers at once.
func (s *scene) wholePage() []edit {
	var all []edit
	put := func(what string, moved map[string]bool, changes []change) {
		if e := s.edit(what, changes); len(moved) > 1 && e.text != s.sheet.text { // of one model alone it may be true
			all = append(all, e)
		}
	}
	if s.source.Kind == data.PricingSource {
		var read []*amount
		models, ours := map[string]bool{}, map[string]bool{}
		for i := range s.amounts {
			if a := &s.amounts[i]; len(a.states) > 0 {
				read, models[a.states[0].Subject] = append(read, a), true
			}
		}
		for _, a := range s.headlines() {
			ours[a.states[0].Subject] = true
		}
		for _, factor := range []string{"0.5", "1.9", "0.8", "1.3"} {
			put("all prices at "+factor, models, scaled(read, factor))
			put("all headlines at "+factor, ours, scaled(s.headlines(), factor))
		}
		return all
	}
	var scores []figure
	models := map[string]bool{}
	for _, f := range s.figures {
		if strings.HasPrefix(string(f.of.Field), "score.") {
			scores, models[f.of.Subject] = append(scores, f), true
		}
	}
	for _, points := range []string{"2", "-2"} {
		var changes []change
		for _, f := range scores {
			changes = append(changes, f.becomes(decimalOf(f.of.Value).Add(decimalOf(points)).String()))
		}
		put("all scores "+points, models, changes)
	}
	exchanged := boardNames.ReplaceAllStringFunc(s.sheet.text, func(name string) string { return otherBoard[name] })
	if exchanged != s.sheet.text {
		all = append(all, edit{what: "two boards exchanged", text: exchanged})
	}
	return all
}

// boardNames are the names of boards and columns that take one another's place.
var boardNames = regexp.MustCompile(`(?m)^swebench,|^lcb,|"humaneval\+?"|"instruct"|"complete"`)

var otherBoard = map[string]string{
	"swebench,": "lcb,", "lcb,": "swebench,", `"humaneval"`: `"humaneval+"`, `"humaneval+"`: `"humaneval"`, `"instruct"`: `"complete"`, `"complete"`: `"instruct"`,
}

// readAgain publishes a page five times, a week apart: what is wrong after two and after five readings.
func (s *scene) readAgain(t *testing.T, e edit) (second, fifth []string) {
	t.Helper()
	s.forget()
	r, last := s.parse(1, s.edited(e.text)), s.first
	for week := 1; week <= 5; week++ {
		before := last.snapshot
		last = s.refreshOn(t, s.day(week), s.rest[0], r, &before)
		if week == 2 {
			second = s.differing(last, s.control[1])
		}
		r = aWeekLater(r)
	}
	return second, slices.Clone(s.differing(last, s.control[1]))
}
