package scoring

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

func d(text string) decimal.Decimal { return decimal.RequireFromString(text) }

func TestPublishedRoundsHalfUp(t *testing.T) {
	for in, want := range map[string]string{"82.25": "82.3", "82.24": "82.2", "0.05": "0.1", "100": "100"} {
		if got := Published(d(in)); !got.Equal(d(want)) {
			t.Errorf("Published(%s) = %s, want %s", in, got, want)
		}
	}
}

func TestSignificant(t *testing.T) {
	for in, want := range map[string]string{
		"0.0123456": "0.01235", "123456": "123500", "1.00049": "1", "0.99996": "1", "0": "0", "0.00005": "0.00005", "10.005": "10.01",
	} {
		if got := Significant(d(in), 4); !got.Equal(d(want)) {
			t.Errorf("Significant(%s, 4) = %s, want %s", in, got, want)
		}
	}
}

func TestPricePerPoint(t *testing.T) {
	got, ok := PricePerPoint(d("3"), d("15"), d("79.5"))
	if want := d("0.07547"); !ok || !got.Equal(want) { // (3*3 + 15) / 4 / 79.5 = 0.0754716…
		t.Errorf("PricePerPoint = %s, %v, want %s", got, ok, want)
	}
	if _, ok := PricePerPoint(d("3"), d("15"), d("0")); ok {
		t.Error("PricePerPoint of a score of 0 is ok, want not: nothing divides by zero")
	}
}

func TestPicks(t *testing.T) {
	c := func(id, score, cost string, keys ...string) Candidate {
		made := Candidate{ID: id, Score: d(score), Cost: d(cost)}
		for _, k := range keys {
			made.Keys = append(made.Keys, d(k))
		}
		return made
	}
	for _, tt := range []struct {
		name string
		in   []Candidate
		want []string
	}{
		{"worse-and-dearer-is-dropped", []Candidate{c("a", "90", "1", "90"), c("b", "80", "2", "99"), c("c", "70", "0.5", "70"), c("d", "60", "0.4", "60")}, []string{"a", "c", "d"}},
		{"below-three-the-least-beaten-fill-up", []Candidate{c("a", "90", "1", "90"), c("d", "60", "4", "100"), c("c", "70", "3", "99"), c("b", "80", "2", "70")}, []string{"c", "a", "b"}},
		{"who-is-dropped-still-drops-others", []Candidate{c("a", "90", "3", "1"), c("b", "86", "4", "2"), c("c", "80", "5", "3"), c("x", "70", "0.1", "0"), c("y", "70", "0.1", "0")}, []string{"a", "x", "y"}},
		{"nothing-to-choose-from", nil, nil},
		{"a-lead-of-three-points-drops-nothing", []Candidate{c("a", "90", "1", "90"), c("b", "87", "2", "87")}, []string{"a", "b"}},
		{"the-same-cost-drops-nothing", []Candidate{c("a", "90", "1", "90"), c("b", "50", "1", "50")}, []string{"a", "b"}},
		{"no-key-comes-last", []Candidate{c("a", "90", "1"), c("b", "50", "0.1", "1"), c("c", "40", "0.05", "2")}, []string{"c", "b", "a"}},
		{"at-most-five", []Candidate{c("a", "90", "6", "6"), c("b", "89", "5", "5"), c("c", "88", "4", "4"), c("d", "88", "4", "3"), c("e", "88", "4", "2"), c("f", "88", "4", "1")}, []string{"a", "b", "c", "d", "e"}},
		{"ties-go-by-score-cost-and-id", []Candidate{c("z", "80", "1", "1"), c("y", "80", "1", "1"), c("x", "81", "1", "1"), c("w", "80", "0.9", "1")}, []string{"x", "w", "y", "z"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			given := slices.Clone(tt.in)
			var got []string
			for _, p := range Picks(tt.in, tt.in) {
				got = append(got, p.ID)
			}
			if diff := cmp.Diff(given, tt.in); diff != "" {
				t.Errorf("the candidates have changed (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("picks differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestPicksAgainstRivals drops what a rival beats that is itself not to be listed.
func TestPicksAgainstRivals(t *testing.T) {
	c := func(id, score, cost string) Candidate {
		return Candidate{ID: id, Score: d(score), Cost: d(cost), Keys: []decimal.Decimal{d(score)}}
	}
	fitting := []Candidate{c("a", "80", "3"), c("b", "79", "2"), c("c", "78", "1"), c("d", "60", "2")}
	rivals := append(slices.Clone(fitting), c("cheap", "83.5", "2.5"))
	var got []string
	for _, p := range Picks(fitting, rivals) {
		got = append(got, p.ID)
	}
	if diff := cmp.Diff([]string{"a", "b", "c"}, got); diff != "" { // a is beaten by 3.5 points, d by 18: a fills the list up
		t.Errorf("picks (-want +got):\n%s", diff)
	}
	unsure := Candidate{ID: "unsure", Score: d("99"), Cost: d("0.1"), Doubt: Doubt{More: true}}
	maybe := Candidate{ID: "maybe", Score: d("60"), Cost: d("2"), Doubt: Doubt{Less: d("1.5")}}
	rivals = append(rivals, unsure) // which beats nobody, since it may cost more
	if by, is := Beaten(maybe, rivals); is {
		t.Errorf("%s beats %s, which may be the cheaper one", by.ID, maybe.ID)
	}
	for id, want := range map[string]string{"a": "cheap", "b": "", "c": "", "d": "c"} {
		i := slices.IndexFunc(fitting, func(c Candidate) bool { return c.ID == id })
		if by, is := Beaten(fitting[i], rivals); by.ID != want || is != (want != "") {
			t.Errorf("Beaten(%s) = %q, %v, want %q", id, by.ID, is, want)
		}
	}
}
