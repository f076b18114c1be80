// Package poison asks whether a page that was misread becomes a price. It makes thousands of small edits of true pages,
// each of a kind that real pages show and none that a careful person would believe, refreshes twice from each of them, and
// counts what is published. Start at TestPoisonedPages for the edits and at scene_test.go for a refresh; the classes of
// edits are in words_test.go, sections_test.go, grid_test.go, terms_test.go, models_test.go and boards_test.go.
//
// Everything runs in the process: the real readers and the real decision, on a catalogue that holds only the tools of the
// edited page, without network or store. What an edit is judged by is the page as it was: whatever is published otherwise
// than from the page that was not edited is wrong.
package poison

import (
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"pricepoint/data"
)

var (
	each = flag.Int("each", 0, "how many edits of each class are made of each page; 0: one, of a few pages")
	seed = flag.Uint64("seed", 1, "chooses the edits")
	show = flag.String("show", "", "tell of every edit of this class that was published (all: of every class)")
	only = flag.String("page", "", "edit only pages whose name or source holds this text")
	kind = flag.String("class", "", "make only the edits of this class")
)

// outcome is what became of an edit in one refresh.
type outcome int

// The outcomes, worst first.
const (
	silent      outcome = iota // published wrong, and no finding says anything
	wrong                      // published wrong
	freed                      // published as the rules want it: at the second reading, or since it might be true, with a finding
	held                       // a finding holds it, or all its page changed
	refusedRow                 // its row was refused
	refusedPage                // its page was refused
	told                       // another finding speaks of it
	quiet                      // what is published is right, and nothing is said
	outcomes
)

var outcomeNames = [outcomes]string{"silent", "wrong", "by rule", "held", "row refused", "page refused", "told", "right"}

// tally counts the edits of a class.
type tally struct {
	edits int
	after [weeks - 1][outcomes]int
}

func (y *tally) add(o tally) {
	y.edits += o.edits
	for i := range y.after {
		for j := range y.after[i] {
			y.after[i][j] += o.after[i][j]
		}
	}
}

// TestPoisonedPages edits every recorded page.
func TestPoisonedPages(t *testing.T) {
	w, ok := recordedWorld(t)
	if !ok {
		t.Skip("no recorded pages; set PRICEPOINT_RECORDED to the folder that holds them. TestPoisonedFixtures edits small ones")
	}
	tallies := map[string]tally{}
	poisonAll(t, w.pages(t, data.PricingSource), priceClasses, tallies)
	poisonAll(t, w.pages(t, data.LeaderboardSource), boardClasses, tallies)
	limit(t, report(t, tallies))
}

// Of a hundred edits at most wrongAtMost may be published, and none without a word. A few edits tell no share: of these
// wrongOfFew may be.
const (
	wrongAtMost = 1
	wrongOfFew  = 2
)

// limit asks that next to no edit was published, and none silently.
func limit(t *testing.T, y tally) {
	t.Helper()
	for i, after := range y.after {
		if n := after[silent] + after[wrong]; n > max(wrongOfFew, wrongAtMost*y.edits/100) {
			t.Errorf("refresh %d publishes %d of %d edits, want at most %d %%", i+1, n, y.edits, wrongAtMost)
		}
		if n := after[silent]; n > 0 {
			t.Errorf("refresh %d publishes %d of %d edits without a finding", i+1, n, y.edits)
		}
	}
}

// poisonAll edits all pages, or a few when nobody has said how many edits each should have.
func poisonAll(t *testing.T, pages []*scene, classes []class, tallies map[string]tally) {
	t.Helper()
	done := 0
	for _, s := range some(rand.New(rand.NewPCG(*seed, 0)), pages, len(pages)) {
		if *each == 0 && done == fewPages {
			return
		}
		if strings.Contains(s.name+" "+s.source.Name, *only) && poison(t, s, classes, tallies) > 0 {
			done++
		}
	}
}

// fewPages are as many as a plain go test edits.
const fewPages = 4

// poison refreshes twice from each of some edits of a page, and returns how many there were.
func poison(t *testing.T, s *scene, classes []class, tallies map[string]tally) (edits int) {
	t.Helper()
	if !s.prepare(t) {
		return 0
	}
	for _, c := range classes {
		if *kind != "" && *kind != c.name {
			continue
		}
		var all tally
		for _, e := range chosen(s, c) {
			e.class = c.name
			all.add(s.judge(t, e))
		}
		sum := tallies[c.name]
		sum.add(all)
		tallies[c.name] = sum
		edits += all.edits
	}
	t.Logf("%-60s %-22s %3d amounts, %3d headlines, %3d edits", s.name, s.source.Name, len(s.amounts), len(s.headlines()), edits)
	return edits
}

// chosen are some edits of a class, the same in every run with the same seed.
func chosen(s *scene, c class) []edit {
	h := fnv.New64a()
	fmt.Fprint(h, s.name, c.name)
	r := rand.New(rand.NewPCG(*seed, h.Sum64()))
	made := slices.DeleteFunc(c.make(s, r), func(e edit) bool { return e.text == s.sheet.text })
	return some(r, made, max(1, *each))
}

// judge refreshes twice from an edit.
func (s *scene) judge(t *testing.T, e edit) tally {
	t.Helper()
	y := tally{edits: 1}
	before, r := &s.first.snapshot, s.parse(1, s.edited(e.text))
	for i := range y.after {
		p := s.refresh(t, i+1, r, before)
		if before, r = &p.snapshot, aWeekLater(r); e.class == "date" {
			r = s.parse(i+2, s.edited(e.text))
		}
		o, why := s.outcome(p, s.control[i+1], e)
		if o <= wrong && i == 1 && e.freed || o == wrong && e.believable {
			o = freed
		}
		y.after[i][o]++
		if o <= wrong && (*show == "all" || *show == e.class) {
			t.Logf("%s, refresh %d: %s: %s: %s: %s", outcomeNames[o], i+1, s.name, e.class, e.what, why)
		}
	}
	return y
}

// outcome holds what was published from an edited page against what is published of the page as it was. What others state
// when the page is refused is not the edit's.
func (s *scene) outcome(p, control published, e edit) (o outcome, why string) {
	var moved []string
	tools := map[string]bool{}
	for _, of := range e.touches {
		tools[of.Tool] = true
	}
	for of, want := range control.values {
		if got := p.values[of]; got.SHA256 == e.digest() && !got.Value.Equal(want.Value) {
			moved = append(moved, describe("%s %s %s -> %s %s", of.Tool, of.Field, want.Value, got.Value, got.Rule))
			tools[of.Tool] = true
		}
	}
	kinds := map[data.FindingKind]bool{}
	for _, f := range p.findings {
		if !control.knows(f.ID) && (f.Source == s.source.Name || tools[f.Tool]) {
			kinds[f.Kind] = true
		}
	}
	slices.Sort(moved)
	why = strings.Join(moved, ", ")
	switch {
	case moved != nil && len(kinds) == 0 && p.reading.Failure == nil:
		return silent, why
	case moved != nil:
		return wrong, why
	case kinds[data.Held] || kinds[data.Withheld]:
		return held, ""
	case p.reading.Failure != nil:
		return refusedPage, ""
	case kinds[data.Refused]:
		return refusedRow, ""
	case len(kinds) > 0:
		return told, ""
	default:
		return quiet, ""
	}
}

// report prints what became of the edits, class by class, and returns the sum.
func report(t *testing.T, tallies map[string]tally) tally {
	t.Helper()
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tedits\t|")
	for range weeks - 1 {
		for _, name := range outcomeNames {
			fmt.Fprint(w, "\t"+name)
		}
		fmt.Fprint(w, "\t|")
	}
	line := func(name string, y tally) {
		fmt.Fprintf(w, "\n%s\t%d\t|", name, y.edits)
		for i := range y.after {
			for _, n := range y.after[i] {
				fmt.Fprintf(w, "\t%d", n)
			}
			fmt.Fprint(w, "\t|")
		}
	}
	var sum tally
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		line(name, tallies[name])
		sum.add(tallies[name])
	}
	line("all", sum)
	w.Flush()
	t.Logf("edits, and what became of them in the first and in the second refresh:\n%s", &out)
	return sum
}
