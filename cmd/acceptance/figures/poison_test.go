//go:build proof

package figures

// This file and those that it names ask whether a page that was misread becomes a number. They make thousands of small edits of true pages,
// boards and price lists, each of a kind that real ones show, refresh twice from each of them, and count what is
// published; then they refresh five times from the page as it was, and count what stays wrong. Start at TestPoisonedPages
// for the edits, at scene_test.go for a refresh and at contradiction_test.go for what speaks against a published number.
//
// The kinds of edits are listed in numberClasses, for any page, and in priceClasses and textClasses, for tables of prices.
//
// Everything runs in the process: the real readers and the real decision, on a catalogue that holds only the tools of the
// edited page, without network or store. What an edit is judged by is the page as it was: whatever is published otherwise
// than from the page that was not edited is wrong, be it a price, a line of a tariff, an announced price, a context window,
// a result or a figure of a solved task. What follows from those, scores and exports, is not judged again. Plans are in the
// catalogue alone.

import (
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"pricepoint/data"
)

var (
	each = flag.Int("each", 0, "how many edits of each class are made of each page; 0: one, of a few pages")
	seed = flag.Uint64("seed", 1, "chooses the edits")
	show = flag.String("show", "", "tell of every edit of this class that was published (all: of every class)")
	only = flag.String("page", "", "edit only pages whose name or source holds this text")
	kind = flag.String("class", "", "make only the edits of this class")
)

// verdict is what became of an edit in the two refreshes after it: the worse of both.
type verdict int

// The verdicts, worst first.
const (
	contradicted verdict = iota // published wrong, though something on the page or another source speaks against it
	unnoticed                   // published, and nothing that anyone could read speaks against it
	doubted                     // published with a finding that says what speaks against it, or that its page alone says so
	held                        // not published: a finding holds it, or its page or its row was refused
	right                       // what is published is true
	verdicts
)

var verdictNames = [verdicts]string{"CONTRADICTED", "unnoticeable", "published in doubt", "held", "true"}

// tally counts the edits of a class, or of a page.
type tally struct {
	edits   int
	became  [verdicts]int
	foolish int                    // published though no careful person would believe them
	silent  int                    // of these, without a word
	wrong   [rightReadings + 1]int // published wrong after so many right readings of the page
}

// rightReadings are how often the page is read right after an edit.
const rightReadings = 5

func (y tally) plus(o tally) tally {
	y.edits, y.foolish, y.silent = y.edits+o.edits, y.foolish+o.foolish, y.silent+o.silent
	for i := range y.became {
		y.became[i] += o.became[i]
	}
	for i := range y.wrong {
		y.wrong[i] += o.wrong[i]
	}
	return y
}

// TestPoisonedPages edits every recorded page.
func TestPoisonedPages(t *testing.T) {
	w := recordedWorld(t)
	all := newReport()
	w.eachPage(t, data.PricingSource, func(s *scene) int { return poison(t, s, slices.Concat(priceClasses, numberClasses), all) })
	for _, kind := range []data.SourceKind{data.LeaderboardSource, data.FeedSource} {
		w.eachPage(t, kind, func(s *scene) int { return poison(t, s, numberClasses, all) })
	}
	all.judge(t)
}

// Of a hundred edits that no careful person would believe at most foolishAtMost may be published, and none without a word. A
// few edits tell no share: of these foolishOfFew may be.
const (
	foolishAtMost = 1
	foolishOfFew  = 2
)

// poison refreshes twice from each of some edits of a page, and returns how many there were.
func poison(t *testing.T, s *scene, classes []class, all *report) (edits int) {
	t.Helper()
	for _, c := range classes {
		if *kind != "" && *kind != c.name {
			continue
		}
		var sum tally
		for _, e := range chosen(s, c) {
			sum = sum.plus(s.judge(t, e))
		}
		all.add(c.name, s, sum)
		edits += sum.edits
	}
	t.Logf("%-60s %-22s %3d amounts, %3d headlines, %3d figures, %3d edits",
		s.name, s.source.Name, len(s.amounts), len(s.headlines()), len(s.figures), edits)
	return edits
}

// chosen are some edits of a class, the same in every run with the same seed.
func chosen(s *scene, c class) []edit {
	h := fnv.New64a()
	fmt.Fprint(h, s.name, c.name)
	e := edits{scene: s, class: c, r: rand.New(rand.NewPCG(*seed, h.Sum64()))}
	c.make(&e)
	return some(e.r, e.distinct(), max(1, *each))
}

// few are the first of some words.
func few(words []string) string { return strings.Join(words[:min(len(words), 6)], ", ") }

// judge refreshes twice from an edit, and then five times from the page as it was.
func (s *scene) judge(t *testing.T, e edit) tally {
	t.Helper()
	s.forget()
	y := tally{edits: 1}
	e.digest = payload("", time.Time{}, []byte(e.text)).SHA256
	before, r := &s.first.snapshot, s.parse(1, s.edited(e.text))
	if s.reads(r) {
		y.became[right]++
		return y // of the same numbers everything else follows
	}
	worst, foolish, silent, last := right, false, false, outcome{}
	for week := 1; week < weeks; week++ {
		p := s.refresh(t, week, r, before)
		if last, before, r = p, &p.snapshot, aWeekLater(r); e.name == "date" {
			r = s.parse(week+1, s.edited(e.text))
		}
		v, why := s.verdict(p, s.control[week], e, week)
		worst = min(worst, v)
		if wrong := v <= doubted; wrong && !e.are(plain) && !(e.are(freed) && week > 1) {
			foolish, silent = true, silent || v != doubted
		}
		if v <= doubted && (*show == "all" || *show == e.name || v == contradicted && e.name != rowMisread) {
			t.Logf("%s, refresh %d: %s: %s: %s: %s", verdictNames[v], week, s.name, e.name, e.what, why)
		}
	}
	y.became[worst]++
	if foolish {
		y.foolish++
	}
	if silent {
		y.silent++
	}
	y.wrong = s.repair(t, last, e)
	return y
}

// repair tells whether something is published wrong after the last reading of an edit, and after each right one that follows.
func (s *scene) repair(t *testing.T, p outcome, e edit) (wrong [rightReadings + 1]int) {
	t.Helper()
	for n := range wrong {
		control := s.control[weeks-1]
		if n > 0 {
			before := p.snapshot
			p = s.refreshOn(t, s.day(weeks+n-1), s.rest[weeks-1], s.later[n-1].reading, &before)
			control = s.later[n-1]
		}
		whys := s.differing(p, control)
		for _, m := range s.moves(p, control, e) {
			whys = append(whys, m.String())
		}
		if len(whys) > 0 {
			wrong[n] = 1
		}
		if len(whys) > 0 && (n == rightReadings || n > 0 && *show == "all") {
			t.Logf("wrong after %d right readings: %s: %s: %s: %s", n, s.name, e.name, e.what, few(whys))
		}
	}
	return wrong
}

// differing are the values that were collected from the page and are published otherwise than when it is always right.
func (s *scene) differing(p, right outcome) []string {
	var all []string
	for of, want := range right.values {
		if got := p.values[of]; want.Source == s.source.Name && want.Method == data.Collected && !got.Value.Equal(want.Value) {
			all = append(all, fmt.Sprintf("%s %s %s for %s", of.Tool, of.Field, got.Value, want.Value))
		}
	}
	slices.Sort(all)
	return all
}

// reads reports whether a reading brings the same numbers as the true page, from the same places.
func (s *scene) reads(r data.Reading) bool {
	same := func(x, y data.Observation) bool {
		y.SHA256, y.Quote, y.FetchedAt = x.SHA256, x.Quote, x.FetchedAt
		return reflect.DeepEqual(x, y)
	}
	return r.Failure == nil && len(r.Refused) == len(s.truth.Refused) && slices.EqualFunc(r.Observations, s.truth.Observations, same)
}

// verdict holds what was published from an edited page against what is published of the page as it was. What others state
// when the page is refused is not the edit's.
func (s *scene) verdict(p, control outcome, e edit, week int) (v verdict, why string) {
	moves := s.moves(p, control, e)
	tools := map[string]bool{}
	for _, of := range e.touches {
		tools[of.Tool] = true
	}
	for _, m := range moves {
		tools[m.tool] = true
	}
	kinds := map[data.FindingKind]bool{}
	for _, f := range p.findings {
		if !control.knows(f.ID) && (f.Source == s.source.Name || tools[f.Tool]) {
			kinds[f.Kind] = true
		}
	}
	switch {
	case len(moves) > 0:
		return s.weighed(moves, p, control, e, week, len(kinds) > 0 || p.reading.Failure != nil)
	case kinds[data.Held] || kinds[data.Withheld] || kinds[data.Refused] || p.reading.Failure != nil:
		return held, ""
	default:
		return right, ""
	}
}

// weighed tells of an edit that was published what speaks against it.
func (s *scene) weighed(moves []move, p, control outcome, e edit, week int, told bool) (v verdict, why string) {
	v = unnoticed
	if told {
		v = doubted
	}
	var whys []string
	for _, m := range moves {
		c, said := s.against(m, p, control, e, week)
		switch {
		case c == nothing:
			whys = append(whys, m.String())
			continue
		case said:
			v = min(v, doubted)
		default:
			v = contradicted
		}
		whys = append(whys, m.String()+" ("+string(c)+")")
	}
	return v, few(whys)
}

// report counts what became of the edits, by class and by page.
type report struct {
	classes, pages map[string]tally
	sum            tally
}

func newReport() *report { return &report{classes: map[string]tally{}, pages: map[string]tally{}} }

func (r *report) add(class string, s *scene, y tally) {
	page := s.source.Name + " " + s.name
	r.sum, r.classes[class], r.pages[page] = r.sum.plus(y), r.classes[class].plus(y), r.pages[page].plus(y)
}

// judge prints the tables, and asks that nothing was published that something spoke against.
func (r *report) judge(t *testing.T) {
	t.Helper()
	t.Logf("edits, and the worst that became of them in two refreshes, by kind:\n%s", lines(r.classes, r.sum))
	if *show == "all" {
		t.Logf("and by page:\n%s", lines(r.pages, r.sum))
	}
	if n := r.sum.became[contradicted]; n > 0 {
		t.Errorf("%d of %d edits are published although something speaks against them", n, r.sum.edits)
	}
	if n := r.sum.foolish; n > max(foolishOfFew, foolishAtMost*r.sum.edits/100) {
		t.Errorf("%d of %d edits that nobody would believe are published, want at most %d %%", n, r.sum.edits, foolishAtMost)
	}
	if n := r.sum.silent; n > 0 {
		t.Errorf("%d of %d edits that nobody would believe are published without a word", n, r.sum.edits)
	}
	if n := r.sum.wrong[rightReadings]; n > 0 {
		t.Errorf("%d of %d edits stay wrong through %d right readings", n, r.sum.edits, rightReadings)
	}
}

// lines are a line for each name, in order, and the sum of all below.
func lines(of map[string]tally, sum tally) string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tedits\t")
	for _, v := range slices.Backward(verdictNames[:]) {
		fmt.Fprintf(w, "%s\t", v)
	}
	fmt.Fprint(w, "wrong at last\t")
	for n := range rightReadings {
		fmt.Fprintf(w, "+%d right\t", n+1)
	}
	line := func(name string, y tally) {
		fmt.Fprintf(w, "\n%s\t%d\t", name, y.edits)
		for _, n := range slices.Backward(y.became[:]) {
			fmt.Fprintf(w, "%d\t", n)
		}
		for _, n := range y.wrong {
			fmt.Fprintf(w, "%d\t", n)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		line(name, of[name])
	}
	line("all", sum)
	fmt.Fprintln(w)
	w.Flush()
	return out.String()
}
