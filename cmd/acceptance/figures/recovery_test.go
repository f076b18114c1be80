//go:build proof

package figures

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pricepoint/data"
)

// rowMisread names edits that a page may make itself, when a model's prices change: that they are published is no mistake.
const rowMisread = "row misread"

// rowsMisread have the prices of one row by a factor, of every row.
func rowsMisread(e *edits) {
	for _, factor := range []string{"0.8", "1.25"} {
		for _, subject := range subjects(e.headlines()) {
			row := e.where(func(a *amount) bool { return len(a.headline) > 0 && a.subject() == subject })
			e.add(scaled(row, factor), nil, "%s at %s", subject, factor)
		}
	}
}

// TestRealChanges reads each pricing page as it was captured, and then the next capture of it in five weeks, while the lists
// stay as they were, or move along. What changed is published after at most two refreshes, unless only a person or another
// source can tell it from a mistake.
func TestRealChanges(t *testing.T) {
	w := recordedWorld(t)
	for _, lists := range []string{"frozen", "moving"} {
		delays, waiting, changes, pairs := map[int]int{}, map[string]int{}, 0, 0
		for _, pair := range w.successive(t) {
			if *each == 0 && pairs == fewPages[data.PricingSource] {
				break
			}
			waits := pair.replay(t, lists == "moving")
			if len(waits) > 0 {
				pairs++
			}
			for of, wait := range waits {
				changes++
				if delays[wait.refreshes]++; wait.refreshes <= longestWait {
					continue
				}
				waiting[wait.rules]++
				if lasts := wait.lasts(); !lasts || *show == "all" {
					t.Logf("%s -> %s: %s %s: %s", pair.from.name, pair.to.name, of.Tool, of.Field, wait.why)
					if !lasts {
						t.Errorf("a right change waits for more than %d refreshes", longestWait)
					}
				}
			}
		}
		t.Logf("lists %s: %d changed values in %d pairs of captures; by the refreshes they waited for (%d: longer): %v", lists, changes, pairs, longestWait+1, delays)
		for _, rules := range slices.Sorted(maps.Keys(waiting)) {
			t.Logf("  for a person or another source, held by %s: %d", rules, waiting[rules])
		}
	}
}

// longestWait is how many refreshes a right change of a single row waits at most.
const longestWait = 2

// succession is two captures of a page, one after the other.
type succession struct{ from, to *scene }

// successive are the captures of every pricing page with the next one of it.
func (w *world) successive(t *testing.T) []succession {
	t.Helper()
	var all []succession
	last := map[string]*scene{}
	for _, s := range w.pages(t, data.PricingSource) {
		key := s.source.Name
		if from := last[key]; from != nil && strings.Contains(s.name+" "+s.source.Name, *only) {
			all = append(all, succession{from, s})
		}
		last[key] = s
	}
	return all
}

// wait is how long a changed value is held, and by what.
type wait struct {
	refreshes  int
	rules, why string
}

// lasts reports whether only a person or another source ends a hold.
func (x wait) lasts() bool {
	return slices.ContainsFunc([]data.GateRule{data.RuleZero, data.RuleBand, data.RuleCacheRatio, data.RuleTogether, data.RuleFactor, data.RuleAddress, data.RuleRow,
		data.RuleSource, data.RuleGone, data.RuleRatio}, func(rule data.GateRule) bool { return strings.Contains(x.rules, string(rule)) })
}

// replay refreshes from the first capture and then for five weeks from the second.
func (x succession) replay(t *testing.T, moving bool) map[data.ToolField]wait {
	t.Helper()
	s := x.from
	if !s.prepare(t) {
		return nil
	}
	day := func(week int) time.Time { return x.to.at.AddDate(0, 0, 7*week).Add(3 * time.Hour) }
	rest := s.rest[0]
	if moving {
		rest = s.others(t, s.source, day(0), s.tools)
	}
	reading := x.to.parse(0, x.to.docs)
	if reading.Failure != nil {
		return nil
	}
	want := s.refreshOn(t, day(0), nil, reading, nil)
	p, waits := s.first, map[data.ToolField]wait{}
	for week := range longestWait + 1 {
		if week > 0 {
			reading = aWeekLater(reading)
		}
		before := p.snapshot
		p = s.refreshOn(t, day(week), rest, reading, &before)
		for of, is := range want.values {
			was, known := s.first.values[of]
			changed := known && is.Method == data.Collected && was.Method == data.Collected && !was.Value.Equal(is.Value) && is.Source == s.source.Name
			switch _, out := waits[of]; {
			case !changed || out && waits[of].refreshes < week:
			case p.values[of].Value.Equal(is.Value):
				waits[of] = wait{refreshes: week}
			default:
				waits[of] = heldFor(p, of, week+1)
			}
		}
	}
	return waits
}

// heldFor is why a value waits.
func heldFor(p outcome, of data.ToolField, refreshes int) wait {
	x := wait{refreshes: refreshes, rules: "nothing", why: "nothing holds it"}
	for _, f := range p.findings {
		if f.Tool == of.Tool && f.Field == of.Field && f.Kind == data.Held {
			x.rules, x.why = fmt.Sprint(f.Rules), f.Why
		}
	}
	return x
}
