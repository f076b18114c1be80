//go:build proof

package poison

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pricepoint/data"
)

// rightClasses are changes that pages make and that must cost nobody a value: redesigns that say the same, and prices of
// one model that change where they stand.
var rightClasses = []class{
	{"columns reordered", perTable(columnsReordered), 0}, {"row added", perHeadline(rowsAdded), 0}, {"prose changed", perTable(proseChanged), 0},
	{"heading renamed", perTable(headingsRenamed), 0}, {"one price changed", perHeadline(pricesChanged), 0},
}

// columnsReordered turn the columns of a table round, or move the first price to the end, titles and all.
func columnsReordered(e *edits, t *table) {
	width := len(t.rows[0].cells)
	untitled := slices.ContainsFunc(t.rows[0].cells, func(title span) bool { return e.sheet.of(title) == "" }) // its cells span
	uneven := slices.ContainsFunc(t.rows, func(r row) bool { return len(r.cells) != width })
	if untitled || uneven || width < 3 || !strings.HasPrefix(strings.TrimSpace(e.sheet.of(t.span)), "|") {
		return
	}
	for _, order := range []string{"reversed", "the second last"} {
		var changes []change
		for _, row := range t.rows {
			places := slices.Clone(row.cells)
			if order == "reversed" {
				slices.Reverse(places)
			} else {
				places = append(append(slices.Clone(places[:1]), places[2:]...), places[1])
			}
			for i, cell := range row.cells {
				changes = append(changes, change{cell, e.sheet.of(places[i])})
			}
		}
		e.add(changes, nil, "the columns %s", order)
	}
}

// rowsAdded have a model more, which nobody knows.
func rowsAdded(e *edits, a *amount) {
	name, ok := e.nameOf(a)
	t, i, _ := e.sheet.tableOf(a.span)
	if !ok || !t.rows[i].holds(name) {
		return
	}
	row := t.rows[i]
	text := e.rewritten(row.span, append(scaled(e.within(row.span), "1.3"), change{name, fmt.Sprintf("heron-%d", 70+e.r.IntN(20))}))
	e.add([]change{insert(row.to, e.line(text, "below"))}, nil, "a new model below %s", a.subject())
}

// proseChanged have a sentence more, or a note.
func proseChanged(e *edits, t *table) {
	words := one(e.r, []string{
		"Learn more about our models in the documentation.", "We have updated this page.", "Usage is billed at the end of each month.",
		"See the changelog for what is new.",
	})
	e.add([]change{insert(e.top(t), e.sentence(words))}, nil, "%q above", words)
	e.add([]change{insert(t.to, "\n"+e.sentence(words))}, nil, "%q below", words)
}

// headingsRenamed call the section of the same prices otherwise.
func headingsRenamed(e *edits, t *table) {
	if len(t.labels) == 0 {
		return
	}
	last := t.labels[len(t.labels)-1]
	for _, words := range some(e.r, []string{"What our models cost", "Token prices", "Models and prices", "Our latest family", "API rates"}, 2) {
		e.add([]change{e.renamed(last, words)}, nil, "%q is called %q", e.sheet.of(last), words)
	}
}

// pricesChanged cut or raise all prices of one model in place, in every tariff.
func pricesChanged(e *edits, a *amount) {
	factor := one(e.r, []string{"0.85", "1.15", "0.7", "1.3"})
	tariffs := e.of(a.subject())
	made := e.add(scaled(tariffs, factor), nil, "%s at %s", a.subject(), factor)
	made.want = map[data.ToolField]string{}
	for _, o := range tariffs {
		for _, of := range o.headline { // it may be a share of what is printed
			made.want[of] = e.first.values[of].Value.Mul(decimalOf(o.times(factor))).Div(decimalOf(o.number)).String()
		}
	}
}

// TestRightChanges makes right changes of every recorded page. What is said the same stays confirmed, and a price that one
// model changes in place is published.
func TestRightChanges(t *testing.T) {
	w := recordedWorld(t)
	counts, made, ill := map[string]map[string]int{}, 0, 0
	for _, c := range rightClasses {
		counts[c.name] = map[string]int{}
	}
	w.eachPage(t, data.PricingSource, func(s *scene) (edits int) {
		for _, c := range rightClasses {
			for _, e := range chosen(s, c) {
				fate, why := s.right(t, e)
				edits++
				if counts[c.name][fate]++; fate == "well" {
					continue
				}
				if ill++; *show == "all" || *show == c.name {
					t.Logf("%s: %s: %s: %s: %s", fate, s.name, c.name, e.what, why)
				}
			}
		}
		made += edits
		return edits
	})
	for _, c := range rightClasses {
		t.Logf("%-20s %v", c.name, counts[c.name])
	}
	if 100*ill > illAtMost*made && ill > 1 { // one of a few pages may be of a kind that waits: the title of a service renamed, say
		t.Errorf("%d of %d right changes are held, lost, refused or published wrong, want at most %d %%", ill, made, illAtMost)
	}
}

// illAtMost is how many of a hundred right changes may cost a value, or wait.
const illAtMost = 3

// right tells what becomes of a right change in its first refresh: well, held, lost (no longer confirmed), wrong, or
// refused.
func (s *scene) right(t *testing.T, e edit) (fate, why string) {
	t.Helper()
	p, control := s.refresh(t, 1, s.parse(1, s.edited(e.text)), &s.first.snapshot), s.control[1]
	if p.reading.Failure != nil {
		return "refused", p.reading.Failure.Cause
	}
	for _, f := range p.findings {
		if (f.Kind == data.Held || f.Kind == data.Withheld) && !control.knows(f.ID) {
			return "held", f.Why
		}
	}
	for of, is := range control.values {
		got, want := p.values[of], is.Value.String()
		if changed, ok := e.want[of]; ok {
			want = decimalOf(changed).String()
		}
		ruled := got.Method == data.Ruled || is.Method == data.Ruled
		if got.Value.String() != want && !ruled {
			return "wrong", fmt.Sprintf("%s %s is %s, want %s", of.Tool, of.Field, got.Value, want)
		}
		if got.ConfirmedAt.Before(is.ConfirmedAt.Time) && !ruled {
			return "lost", fmt.Sprintf("%s %s", of.Tool, of.Field)
		}
	}
	return "well", ""
}
