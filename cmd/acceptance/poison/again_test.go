//go:build proof

package poison

import (
	"regexp"
	"strings"
	"testing"

	"pricepoint/data"
)

// TestLookingAgain moves all numbers of a page or a board together, or exchanges them, and then reads the same again five
// times: the same reader makes the same mistake, so that nothing of it may ever be published without another source.
func TestLookingAgain(t *testing.T) {
	w := recordedWorld(t)
	for _, kind := range []data.SourceKind{data.PricingSource, data.LeaderboardSource} {
		asked, late := 0, 0
		w.eachPage(t, kind, func(s *scene) int {
			e := edits{scene: s}
			wholePage(&e)
			for _, one := range e.distinct() {
				fifth := s.readAgain(t, one)
				if asked++; len(fifth) > 0 {
					late++
					t.Errorf("%s: %s: %d published after five readings: %s", s.name, one.what, len(fifth), few(fifth))
				}
			}
			return len(e.all)
		})
		t.Logf("%s: of %d edits of a whole page %d are published after five readings", kind, asked, late)
	}
}

// wholePage are edits of all numbers at once; of one model alone they might be true.
func wholePage(e *edits) {
	if e.source.Kind == data.PricingSource {
		read := e.where(func(a *amount) bool { return len(a.states) > 0 })
		for _, factor := range []string{"0.5", "1.9", "0.8", "1.3"} {
			for what, all := range map[string][]*amount{"prices": read, "headlines": e.headlines()} {
				if len(subjects(all)) > 1 {
					e.add(scaled(all, factor), nil, "all %s at %s", what, factor)
				}
			}
		}
		return
	}
	for _, points := range []string{"2", "-2"} {
		var changes []change
		models := map[string]bool{}
		for _, f := range e.figures {
			if strings.HasPrefix(string(f.of.Field), "score.") {
				models[f.of.Subject] = true
				changes = append(changes, f.becomes(decimalOf(f.of.Value).Add(decimalOf(points)).String()))
			}
		}
		if len(models) > 1 {
			e.add(changes, nil, "all scores %s", points)
		}
	}
	exchanged := e.add(nil, nil, "two boards exchanged")
	exchanged.text = boardNames.ReplaceAllStringFunc(e.sheet.text, func(name string) string { return otherBoard[name] })
}

// boardNames are the names of boards and columns that take one another's place.
var boardNames = regexp.MustCompile(`(?m)^swebench,|^lcb,|"humaneval\+?"|"instruct"|"complete"`)

var otherBoard = map[string]string{
	"swebench,": "lcb,", "lcb,": "swebench,", `"humaneval"`: `"humaneval+"`, `"humaneval+"`: `"humaneval"`, `"instruct"`: `"complete"`, `"complete"`: `"instruct"`,
}

// readAgain publishes a page five times, a week apart, and tells what is wrong then.
func (s *scene) readAgain(t *testing.T, e edit) []string {
	t.Helper()
	s.forget()
	r, last := s.parse(1, s.edited(e.text)), s.first
	for week := 1; week <= 5; week++ {
		before := last.snapshot
		last = s.refreshOn(t, s.day(week), s.rest[0], r, &before)
		r = aWeekLater(r)
	}
	return s.differing(last, s.control[1])
}
