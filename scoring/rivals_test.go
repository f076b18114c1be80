package scoring

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBeating takes rivals of other categories, too, and the best of several.
func TestBeating(t *testing.T) {
	worse := candidate("worse", "70", "1", "5")
	for _, tt := range []struct {
		name, want string
		rivals     []Candidate
	}{
		{"the-best-supported", "b", []Candidate{candidate("a", "90", "10", "1"), candidate("b", "85", "1", "2")}},
		{"of-alike-ones-the-cheapest", "b", []Candidate{candidate("a", "90", "1", "2"), candidate("b", "90", "1", "1")}},
		{"not-by-overlapping-scores", "", []Candidate{candidate("a", "72", "1", "1")}},
		{"not-by-the-same-cost", "", []Candidate{candidate("a", "90", "1", "5")}},
		{"not-by-who-is-not-known-to-be-able", "", []Candidate{candidate("a", "90", "1", "1").as(NotMeasured)}},
		{"nobody", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if by, is := NewRivals(tt.rivals).Beating(worse); by.ID != tt.want || is != (tt.want != "") {
				t.Errorf("Beating = %q, %v, want %q", by.ID, is, tt.want)
			}
		})
	}
}

func TestDominate(t *testing.T) {
	o := func(score, cost string) Candidate { return candidate("", score, "0", cost) }
	for _, tt := range []struct {
		name string
		in   []Candidate
		want []bool
	}{
		{"best-and-cheapest-stay", []Candidate{o("90", "5"), o("80", "1"), o("70", "2"), o("85", "5")}, []bool{true, true, false, false}},
		{"alike-both-stay", []Candidate{o("80", "1"), o("80.0", "1.00")}, []bool{true, true}},
		{"same-score-dearer", []Candidate{o("80", "1"), o("80", "1.0000001")}, []bool{true, false}},
		{"free", []Candidate{o("40", "0"), o("90", "3")}, []bool{true, true}},
		{"a-wide-interval-buys-no-place", []Candidate{candidate("a", "82", "9", "3"), o("80", "2")}, []bool{false, true}},
		{"who-may-be-cheaper-stays", []Candidate{o("90", "2"), o("80", "3").doubted("2", false)}, []bool{true, true}},
		{"who-is-dearer-even-then-does-not", []Candidate{o("90", "1"), o("80", "3").doubted("1.5", false)}, []bool{true, false}},
		{"who-may-be-dearer-takes-no-place", []Candidate{o("90", "1").doubted("0", true), o("80", "2")}, []bool{true, true}},
		{"measured-and-not-by-tariff", []Candidate{o("90", "10").solvedOn("x", "1.33", "1.23", "1.44"), o("80", "1.5").solvedOn("x", "2.74", "2.5", "3")}, []bool{true, false}},
		{"measured-and-not-told-apart", []Candidate{o("90", "10").solvedOn("x", "2.6", "2.4", "2.8"), o("80", "1.5").solvedOn("x", "2.74", "2.5", "3")}, []bool{true, true}},
		{"nothing", nil, []bool{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, frontier(tt.in)); diff != "" {
				t.Errorf("frontier (-want +got):\n%s", diff)
			}
		})
	}
}

// frontier tells for each of the candidates whether nobody dominates it.
func frontier(all []Candidate) []bool {
	rivals, on := NewRivals(all), make([]bool, len(all))
	for i, c := range all {
		on[i] = !rivals.Dominate(c)
	}
	return on
}

// beats and dominates are the two questions as they are asked of one rival.
func beats(r, c Candidate) bool {
	cheaper, _ := r.Cost.CheaperThan(c.Cost)
	return r.Able == KnownAble && cheaper && r.Score.Low.GreaterThan(c.Score.High)
}

func dominates(r, c Candidate) bool {
	cheaper, board := r.Cost.CheaperThan(c.Cost)
	same := board == "" && !r.Cost.Doubt.More && !c.Cost.Doubt.Any() && r.Cost.Tariff.Equal(c.Cost.Tariff)
	return r.Able == KnownAble && !r.Score.Low.LessThan(c.Score.Low) && (cheaper || same && r.Score.Low.GreaterThan(c.Score.Low))
}

// TestRivalsAnswerForEachOfThem asks many small sets of candidates, most of which differ in one thing, what the same questions
// to one rival after the other answer.
func TestRivalsAnswerForEachOfThem(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		all := make([]Candidate, 1+random.IntN(12))
		for i := range all {
			all[i] = anyCandidate(random, fmt.Sprint("c", i))
		}
		rivals := NewRivals(all)
		for _, c := range all {
			var best *Candidate
			dominated := false
			for i := range all {
				dominated = dominated || dominates(all[i], c)
				if beats(all[i], c) && (best == nil || better(&all[i], best)) {
					best = &all[i]
				}
			}
			by, is := rivals.Beating(c)
			if is != (best != nil) || is && by.ID != best.ID || rivals.Dominate(c) != dominated {
				t.Fatalf("%s is beaten by %q (%v) and dominated: %v; want %v and %v, among\n%v", c.ID, by.ID, is, rivals.Dominate(c), best, dominated, all)
			}
		}
	}
}

// anyCandidate has figures of few values, so that many are equal.
func anyCandidate(random *rand.Rand, id string) Candidate {
	few := func(n int) string { return fmt.Sprint(1 + random.IntN(n)) }
	c := candidate(id, few(6), few(3), few(5))
	for _, board := range []string{"x", "y"} {
		if cost := random.IntN(5); random.IntN(2) == 0 {
			c = c.solvedOn(board, fmt.Sprint(cost+1), fmt.Sprint(cost), fmt.Sprint(cost+random.IntN(2)))
		}
	}
	if random.IntN(4) == 0 {
		c = c.doubted(few(3), random.IntN(2) == 0)
	}
	if random.IntN(5) == 0 {
		c = c.as(NotMeasured)
	}
	return c
}
