//go:build proof

package poison

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

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
